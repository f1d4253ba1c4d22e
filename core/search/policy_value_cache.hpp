// Values and priors that a network gave to positions, kept for all threads of a search: equal positions, reached in
// different ways, are evaluated once. Locked, because an answer has as many priors as the position has actions; where
// only one value is kept, value_cache.hpp needs no locks.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

namespace hegemon::search {

// A fixed number of slots; a newer answer replaces an older one. Positions with equal 64-bit hashes count as equal.
class PolicyValueCache {
 public:
  explicit PolicyValueCache(std::size_t slots) : slots_(slots) {}

  // Writes values and priors and returns true, if there is an answer with as many priors as are wanted.
  bool find(std::uint64_t key, std::span<float> values, std::span<float> priors) {
    const std::lock_guard lock(lock_of(key));
    const Slot& slot = slots_[key % slots_.size()];
    if (slot.key != key || slot.values.size() != values.size()) return false;
    if (!priors.empty() && slot.priors.size() != priors.size()) return false;
    std::copy(slot.values.begin(), slot.values.end(), values.begin());
    std::copy_n(slot.priors.begin(), priors.size(), priors.begin());
    return true;
  }

  void store(std::uint64_t key, std::span<const float> values, std::span<const float> priors) {
    const std::lock_guard lock(lock_of(key));
    Slot& slot = slots_[key % slots_.size()];
    slot.key = key;
    slot.values.assign(values.begin(), values.end());
    slot.priors.assign(priors.begin(), priors.end());
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::vector<float> values, priors;
  };

  std::mutex& lock_of(std::uint64_t key) { return locks_[key % slots_.size() % locks_.size()]; }

  std::vector<Slot> slots_;
  std::array<std::mutex, 64> locks_;
};

}  // namespace hegemon::search
