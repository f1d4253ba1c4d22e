// The one way the core runs work on threads: exceptions come back to the caller.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace hegemon {

// A number of threads as the settings give it, within reason.
inline std::size_t thread_count(int threads) { return static_cast<std::size_t>(std::clamp(threads, 1, 256)); }

// Calls work(i) for i < threads, each on a thread of its own (0 on the caller's), and returns when all are done. The
// first exception is rethrown then. If a thread cannot be started, no work is called and that exception is thrown.
template <class Work>
void on_threads(std::size_t threads, Work&& work) {
  if (threads <= 1) return work(std::size_t{0});
  std::mutex mutex;
  std::exception_ptr first;
  bool cancelled = false;
  const auto run = [&](std::size_t i) {
    if (const std::scoped_lock lock(mutex); cancelled) return;
    try {
      work(i);
    } catch (...) {
      const std::scoped_lock lock(mutex);
      if (!first) first = std::current_exception();
    }
  };
  std::vector<std::thread> started;
  {
    const std::scoped_lock lock(mutex);  // nobody begins before all threads exist
    try {
      started.reserve(threads - 1);
      for (std::size_t i = 1; i < threads; ++i) started.emplace_back(run, i);
    } catch (...) {
      cancelled = true;
      first = std::current_exception();
    }
  }
  run(0);
  for (std::thread& thread : started) thread.join();
  if (first) std::rethrow_exception(first);
}

// Calls work(i, part) for i < count; every thread has its own part, and all parts are returned. What a call does must
// not depend on the thread it runs on. Threads take `chunk` numbers at a time: 1 if calls take long.
template <class Part, class Work>
std::vector<Part> parallel(std::uint64_t count, int threads, Work&& work, std::uint64_t chunk = 16) {
  std::atomic<std::uint64_t> next{0};
  std::vector<Part> parts(thread_count(threads));
  on_threads(parts.size(), [&](std::size_t thread) {
    Part part{};
    for (;;) {
      const std::uint64_t begin = next.fetch_add(chunk);
      if (begin >= count) break;
      for (std::uint64_t i = begin; i < std::min(begin + chunk, count); ++i) work(i, part);
    }
    parts[thread] = std::move(part);
  });
  return parts;
}

}  // namespace hegemon
