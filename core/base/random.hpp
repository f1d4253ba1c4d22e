// A counter-based random generator: the i-th number of a stream is a pure function of (key, i).
#pragma once

#include <cstdint>
#include <utility>

#include "base/hash.hpp"

namespace hegemon {

class Random {
 public:
  // The key goes in one way only: from the numbers of a stream its key can be had, but not the key it was made from.
  explicit constexpr Random(std::uint64_t key) : key_(mix(key + kGolden) ^ key), counter_(0) {}

  // An independent stream, e.g. one per game and one per seat; whoever holds it learns nothing of this one or of its
  // other streams. Does not advance this one.
  constexpr Random stream(std::uint64_t id) const { return Random(key_ ^ mix(id + 0x632be59bd9b4e019ULL)); }

  constexpr std::uint64_t next() { return mix(key_ + kGolden * ++counter_); }

  // Uniform in 0 .. bound - 1, exactly (Lemire 2019). bound >= 1.
  constexpr std::uint32_t below(std::uint32_t bound) {
    std::uint64_t product = (next() >> 32) * bound;
    if (static_cast<std::uint32_t>(product) < bound) {
      const std::uint32_t threshold = (0u - bound) % bound;
      while (static_cast<std::uint32_t>(product) < threshold) product = (next() >> 32) * bound;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  // Uniform in low .. high, both included.
  constexpr int between(int low, int high) {
    return low + static_cast<int>(below(static_cast<std::uint32_t>(high - low + 1)));
  }

  // Uniform between 0 and 1, neither included, so that its logarithm exists.
  constexpr double uniform() { return (static_cast<double>(next() >> 11) + 0.5) * 0x1p-53; }

  constexpr bool chance(int percent) { return static_cast<int>(below(100)) < percent; }

  // Successes in n trials of the given percentage.
  constexpr int binomial(int n, int percent) {
    int successes = 0;
    for (int i = 0; i < n; ++i) successes += chance(percent);
    return successes;
  }

  template <class Range>
  constexpr void shuffle(Range&& range) {
    for (std::uint32_t i = static_cast<std::uint32_t>(range.size()); i > 1; --i) {
      std::swap(range[i - 1], range[below(i)]);
    }
  }

 private:
  static constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15ULL;
  std::uint64_t key_;
  std::uint64_t counter_;
};

}  // namespace hegemon
