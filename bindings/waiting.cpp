#include "waiting.hpp"

#include <algorithm>
#include <cstdio>

#include "bindings.hpp"

#ifdef __linux__
#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <ctime>
#endif

namespace nb = nanobind;
using namespace nb::literals;

namespace {

#ifdef __linux__

int this_thread() { return static_cast<int>(gettid()); }

// Seconds that a thread has waited for a processor in its life (process 0 is this one): the second number of schedstat.
double waited(int process, int thread) {
  char path[64], text[96];
  std::snprintf(path, sizeof path, "/proc/%d/task/%d/schedstat", process ? process : static_cast<int>(getpid()),
                thread);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  const ssize_t size = read(file, text, sizeof text - 1);
  close(file);
  if (size <= 0) return 0;
  text[size] = '\0';
  unsigned long long ran = 0, waited = 0;
  return std::sscanf(text, "%llu %llu", &ran, &waited) == 2 ? 1e-9 * static_cast<double>(waited) : 0;
}

// Seconds of processor time that all threads of a process have used.
double used(int process) {
  clockid_t clock = CLOCK_PROCESS_CPUTIME_ID;
  timespec time{};
  if (process && clock_getcpuclockid(process, &clock) != 0) return 0;
  if (clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Cores that this process may use.
double cores() {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : std::max(1L, sysconf(_SC_NPROCESSORS_ONLN));
}

#else

int this_thread() { return 0; }
double waited(int, int) { return 0; }
double used(int) { return 0; }
double cores() { return 1; }

#endif

}  // namespace

Waiting::Waiting(int process)
    : process_(process),
      thread_(process ? process : this_thread()),
      waited_(waited(process_, thread_)),
      used_(used(process_)) {}

double Waiting::seconds() const {
  const double waited_now = waited(process_, thread_) - waited_;
  if (waited_now <= 0) return 0;
  const double passed = std::chrono::duration<double>(Clock::now() - began_).count();
  return std::max(0.0, std::min(waited_now, passed - (used(process_) - used_) / cores()));
}

void bind_waiting(nb::module_& module) {
  nb::class_<Waiting>(module, "Waiting",
                      "How long a thread was ready to run while the machine gave it no processor, from now on: this "
                      "thread, or the first thread of another process.")
      .def(nb::init<int>(), "process"_a = 0)
      .def("seconds", &Waiting::seconds,
           "0.0 where the system does not tell. What a process causes itself is left out.");
}
