// Numbered pieces of work on threads, handed out in small chunks.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <thread>
#include <vector>

namespace hegemon {

// Calls work(i, part) for i < count; every thread has its own part, and all parts are returned. What a piece does must
// not depend on the thread it runs on. The first exception is thrown on. `chunk` pieces are taken at a time: 1 for long
// ones.
template <class Part, class Work>
std::vector<Part> parallel(std::uint64_t count, int threads, Work&& work, std::uint64_t chunk = 16) {
  const auto workers = static_cast<std::size_t>(std::clamp(threads, 1, 256));
  std::atomic<std::uint64_t> next{0};
  std::vector<Part> parts(workers);
  std::vector<std::exception_ptr> failures(workers);
  const auto run = [&](std::size_t worker) {
    try {
      Part part{};
      for (;;) {
        const std::uint64_t begin = next.fetch_add(chunk);
        if (begin >= count) break;
        for (std::uint64_t i = begin; i < std::min(begin + chunk, count); ++i) work(i, part);
      }
      parts[worker] = std::move(part);
    } catch (...) {
      failures[worker] = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> pool;
    for (std::size_t worker = 1; worker < workers; ++worker) pool.emplace_back(run, worker);
    run(0);
  }
  for (const auto& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
  return parts;
}

}  // namespace hegemon
