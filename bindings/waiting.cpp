#include "waiting.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "bindings.hpp"

#ifdef __linux__
#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <ctime>
#endif

namespace nb = nanobind;
using namespace nb::literals;

namespace {

#ifdef __linux__

int this_thread() { return static_cast<int>(gettid()); }

// Seconds that a thread has waited for a processor in its life: the second number of its schedstat.
double waited_by(int process, int thread) {
  char path[64], text[96];
  std::snprintf(path, sizeof path, "/proc/%d/task/%d/schedstat", process, thread);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  const ssize_t size = read(file, text, sizeof text - 1);
  close(file);
  if (size <= 0) return 0;
  text[size] = '\0';
  unsigned long long ran = 0, waited = 0;
  return std::sscanf(text, "%llu %llu", &ran, &waited) == 2 ? 1e-9 * static_cast<double>(waited) : 0;
}

std::vector<int> threads_of(int process) {
  std::vector<int> found;
  char path[64];
  std::snprintf(path, sizeof path, "/proc/%d/task", process);
  DIR* folder = opendir(path);
  if (!folder) return found;
  while (const dirent* entry = readdir(folder)) {
    if (const int thread = std::atoi(entry->d_name)) found.push_back(thread);
  }
  closedir(folder);
  return found;
}

int this_process() { return static_cast<int>(getpid()); }

// Seconds of processor time that all threads of a process have used.
double used(int process) {
  clockid_t clock = CLOCK_PROCESS_CPUTIME_ID;
  timespec time{};
  if (process && clock_getcpuclockid(process, &clock) != 0) return 0;
  if (clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Seconds of processor time that this thread has used.
double ran() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// How often this thread has given up its processor.
long sleeps() {
  rusage usage{};
  return getrusage(RUSAGE_THREAD, &usage) == 0 ? usage.ru_nvcsw : -1;
}

// Cores that this process may use.
double cores() {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : std::max(1L, sysconf(_SC_NPROCESSORS_ONLN));
}

#else

int this_thread() { return 0; }
int this_process() { return 0; }
double waited_by(int, int) { return 0; }
std::vector<int> threads_of(int) { return {}; }
double used(int) { return 0; }
double ran() { return 0; }
long sleeps() { return -1; }
double cores() { return 1; }

#endif

}  // namespace

Waiting::Waiting(int process, bool all)
    : process_(process),
      thread_(process ? process : this_thread()),
      all_(all),
      waited_(waited()),
      used_(used(process_)),
      ran_(ran()),
      sleeps_(sleeps()) {}

std::map<int, double> Waiting::waited() const {
  const int process = process_ ? process_ : this_process();
  std::map<int, double> found;
  for (const int thread : all_ ? threads_of(process) : std::vector<int>{thread_}) {
    found[thread] = waited_by(process, thread);
  }
  return found;
}

double Waiting::seconds() const {
  const double passed = std::chrono::duration<double>(Clock::now() - began_).count();
  double sum = 0;
  for (const auto& [thread, seconds] : waited()) {
    const auto before = waited_.find(thread);
    sum += before == waited_.end() ? seconds : seconds - before->second;
  }
  // A thread that did not sleep either ran or waited; this counts the pauses of a virtual machine too.
  if (!process_ && sleeps_ >= 0 && thread_ == this_thread() && sleeps() == sleeps_) {
    sum = std::max(sum, passed - (ran() - ran_));
  }
  if (sum <= 0) return 0;
  return std::max(0.0, std::min(sum, passed - (used(process_) - used_) / cores()));
}

void bind_waiting(nb::module_& module) {
  nb::class_<Waiting>(module, "Waiting",
                      "How long a thread was ready to run while the machine gave it no processor, from now on: this "
                      "thread, or the first thread of another process; or all threads together.")
      .def(nb::init<int, bool>(), "process"_a = 0, "all"_a = false)
      .def("seconds", &Waiting::seconds,
           "0.0 where the system does not tell. What a process causes itself is left out.");
}
