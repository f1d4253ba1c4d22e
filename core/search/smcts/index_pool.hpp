// Storage of a search tree: grows in chunks, so that nothing is ever moved and no growth takes long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>
#include <vector>

#include "simultaneous/state.hpp"

namespace hegemon::search::smcts {

inline constexpr std::uint32_t kNone = UINT32_MAX;

// Ranges of plain values, addressed by the index of their first; at most kChunk in a range. Memory is touched only when
// it is given out, so that a short search pays for little.
template <class T>
class IndexPool {
  static_assert(std::is_trivially_destructible_v<T> && alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);

 public:
  static constexpr std::uint32_t kChunk = 1u << 13;

  std::uint32_t allocate(std::uint32_t count) {
    if (chunks_.empty() || used_ + count > kChunk) {
      chunks_.push_back(std::make_unique_for_overwrite<std::byte[]>(kChunk * sizeof(T)));
      used_ = 0;
    }
    const auto first = static_cast<std::uint32_t>(chunks_.size() - 1) * kChunk + used_;
    used_ += count;
    std::uninitialized_value_construct_n(at(first), count);
    return first;
  }
  T* at(std::uint32_t index) { return reinterpret_cast<T*>(chunks_[index / kChunk].get()) + index % kChunk; }
  const T* at(std::uint32_t index) const {
    return reinterpret_cast<const T*>(chunks_[index / kChunk].get()) + index % kChunk;
  }
  std::size_t bytes() const { return chunks_.empty() ? 0 : ((chunks_.size() - 1) * kChunk + used_) * sizeof(T); }

 private:
  std::vector<std::unique_ptr<std::byte[]>> chunks_;
  std::uint32_t used_ = 0;
};

// Positions of one map, as the bytes they are made of.
class StateStore {
 public:
  explicit StateStore(std::size_t state_bytes) : size_(state_bytes) {}

  std::uint32_t add(const hegemon::simultaneous::State& state) {
    if (count_ % kChunk == 0) chunks_.push_back(std::make_unique_for_overwrite<std::byte[]>(kChunk * size_));
    std::memcpy(place(count_), state.block().data(), size_);
    return count_++;
  }
  // `state` must be of the same map.
  void read(std::uint32_t index, hegemon::simultaneous::State& state) const {
    std::memcpy(&state.head(), place(index), size_);
  }
  std::size_t bytes() const { return count_ * size_; }

 private:
  static constexpr std::uint32_t kChunk = 1u << 9;
  std::byte* place(std::uint32_t index) const { return chunks_[index / kChunk].get() + (index % kChunk) * size_; }

  std::size_t size_;
  std::vector<std::unique_ptr<std::byte[]>> chunks_;
  std::uint32_t count_ = 0;
};

}  // namespace hegemon::search::smcts
