// Threads that stand by, for work that comes in many short pieces: waking a thread costs less than starting one.
#pragma once

#ifndef _WIN32
#include <unistd.h>
#endif

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace hegemon {

// One owner calls `run`, again and again. The threads end with the team, or before that with `dismiss`.
class ThreadTeam {
 public:
  // The caller is one of the members. If a thread cannot be started, that exception is thrown and none is left.
  explicit ThreadTeam(std::size_t members) {
    if (members < 2) return;
    hall_ = std::make_unique<Hall>();
    try {
      for (std::size_t i = 1; i < members; ++i)
        hall_->helpers.emplace_back([hall = hall_.get(), i] { help(*hall, i); });
    } catch (...) {
      dismiss();
      throw;
    }
  }
  ~ThreadTeam() { dismiss(); }
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  // Calls work(0) on the caller's thread and work(i) on helpers, and returns when all of them are back. The first
  // exception is rethrown then. A helper that has not begun when work(0) is done is not called at all, so nobody waits
  // for a thread that the machine does not let run. So work is what any number of members finish together, such as
  // chunks that each takes from a shared counter.
  template <class Work>
  void run(Work&& work) {
    if (!hall_ || hall_->process != process()) return work(std::size_t{0});
    Job job{.call = [](void* called, std::size_t i) { (*static_cast<std::remove_reference_t<Work>*>(called))(i); },
            .work = const_cast<void*>(static_cast<const void*>(std::addressof(work)))};
    {
      const auto lock = enter(*hall_);
      hall_->job = &job;
      ++hall_->round;
    }
    hall_->begun.notify_all();
    call(*hall_, job, 0);
    auto lock = enter(*hall_);
    hall_->job = nullptr;
    if (hall_->working > 0) {
      lock.unlock();
      spin([&] { return hall_->working == 0; });
      lock = enter(*hall_);
    }
    hall_->done.wait(lock, [&] { return hall_->working == 0; });
    if (job.first) std::rethrow_exception(job.first);
  }

  // Ends the threads; `run` then works on the caller's alone.
  void dismiss() {
    if (!hall_) return;
    if (hall_->process != process()) {  // after a fork the threads are the parent's, and nobody can join them here
      static_cast<void>(hall_.release());
      return;
    }
    {
      const std::scoped_lock lock(hall_->mutex);
      hall_->dismissed = true;
    }
    hall_->begun.notify_all();
    for (std::thread& helper : hall_->helpers) helper.join();
    hall_.reset();
  }

 private:
  // What is awaited mostly comes at once, and then sleeping and waking would take longer than the wait.
  static constexpr std::chrono::microseconds kSpin{50};

  struct Job {
    void (*call)(void*, std::size_t);
    void* work;
    std::exception_ptr first{};
  };
  struct Hall {
    std::int64_t process = ThreadTeam::process();
    std::mutex mutex;
    std::condition_variable begun, done;
    Job* job = nullptr;                    // until its caller is done
    std::atomic<std::uint64_t> round = 0;  // jobs so far; changed with the mutex held, as the next two
    std::atomic<int> working = 0;          // helpers at work
    std::atomic<bool> dismissed = false;
    std::vector<std::thread> helpers;
  };

  static std::int64_t process() {
#ifdef _WIN32
    return 0;
#else
    return getpid();
#endif
  }

  static void help(Hall& hall, std::size_t i) {
    std::uint64_t seen = 0;
    for (;;) {
      spin([&] { return hall.dismissed || hall.round != seen; });
      auto lock = enter(hall);
      if (!hall.dismissed && hall.round == seen) hall.begun.wait(lock);
      if (hall.dismissed) return;
      if (hall.round == seen) continue;
      seen = hall.round;
      if (!hall.job) continue;  // too late, but not for the next one, which mostly comes at once
      Job& job = *hall.job;
      ++hall.working;
      lock.unlock();
      call(hall, job, i);
      lock = enter(hall);
      if (--hall.working == 0) hall.done.notify_one();
    }
  }

  // Whoever spins sees a change while the other one still holds the mutex: to sleep on it then would cost a wake-up.
  static std::unique_lock<std::mutex> enter(Hall& hall) {
    std::unique_lock lock(hall.mutex, std::defer_lock);
    spin([&] { return lock.try_lock(); });
    if (!lock) lock.lock();
    return lock;
  }

  template <class Ready>
  static void spin(Ready&& ready) {
    const auto end = std::chrono::steady_clock::now() + kSpin;
    while (!ready() && std::chrono::steady_clock::now() < end) {
    }
  }

  static void call(Hall& hall, Job& job, std::size_t i) {
    try {
      job.call(job.work, i);
    } catch (...) {
      const std::scoped_lock lock(hall.mutex);
      if (!job.first) job.first = std::current_exception();
    }
  }

  std::unique_ptr<Hall> hall_;
};

}  // namespace hegemon
