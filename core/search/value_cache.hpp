// What a network said of positions, kept for all threads that ask it. No locks: an entry is two words, and a reader
// that catches a writer between them sees that they do not belong together (Hyatt and Mann 2002).
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/hash.hpp"
#include "encode/simultaneous.hpp"

namespace hegemon::search {

// 64 bits of all that a network reads: the seat, and owner and armies of every territory. Two positions that differ in
// nothing else, such as the number of turns played, are one.
inline std::uint64_t position_key(const encode::Position& position, int territories) {
  std::uint64_t sum = mix(static_cast<std::uint64_t>(position.seat) + 1);
  for (int t = 0; t < territories; ++t) {
    sum += mix((static_cast<std::uint64_t>(t + 1) << 48) ^
               (static_cast<std::uint64_t>(static_cast<std::uint8_t>(position.owners[t])) << 40) ^
               static_cast<std::uint32_t>(position.armies[t]));
  }
  return mix(sum);
}

// Never grows: where there is no room the newer value stays.
class ValueCache {
 public:
  static constexpr std::size_t kEntryBytes = 16;

  explicit ValueCache(std::size_t entries) : rows_(std::bit_ceil((entries + kWays - 1) / kWays)) {}

  std::size_t entries() const { return rows_.size() * kWays; }

  bool find(std::uint64_t key, float& value) const {
    for (const Entry& entry : row(key).entries) {
      const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
      if (data == 0 || (entry.check.load(std::memory_order_relaxed) ^ data) != key) continue;
      value = std::bit_cast<float>(static_cast<std::uint32_t>(data));
      return true;
    }
    return false;
  }

  void store(std::uint64_t key, float value) {
    const std::uint64_t data = kUsed | std::bit_cast<std::uint32_t>(value);
    Entry& entry = place(key);
    entry.check.store(key ^ data, std::memory_order_relaxed);
    entry.data.store(data, std::memory_order_relaxed);
  }

 private:
  static constexpr std::size_t kWays = 4;
  static constexpr std::uint64_t kUsed = std::uint64_t{1} << 32;

  struct Entry {
    std::atomic<std::uint64_t> check{0};  // key ^ data
    std::atomic<std::uint64_t> data{0};   // kUsed and the bits of the value; 0 is empty
  };
  struct alignas(kWays * sizeof(Entry)) Row {
    Entry entries[kWays];
  };

  Row& row(std::uint64_t key) { return rows_[key & (rows_.size() - 1)]; }
  const Row& row(std::uint64_t key) const { return rows_[key & (rows_.size() - 1)]; }

  // The entry of this key, else an empty one, else any, by bits that the row was not chosen by.
  Entry& place(std::uint64_t key) {
    Row& here = row(key);
    for (Entry& entry : here.entries) {
      const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
      if (data == 0 || (entry.check.load(std::memory_order_relaxed) ^ data) == key) return entry;
    }
    return here.entries[key >> 62];
  }

  std::vector<Row> rows_;
};

}  // namespace hegemon::search
