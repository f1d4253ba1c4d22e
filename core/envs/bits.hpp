// Legal actions as bits: set in blocks, counted, drawn at random, and written as the bytes that Python reads.
//
// `words` is a row of ceil(actions / 64) + 1 words: the last one is room for blocks that are put across a border.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "base/random.hpp"
#include "base/set.hpp"

namespace hegemon::envs {

constexpr std::size_t words_for(int actions) { return static_cast<std::size_t>(actions + 63) / 64 + 1; }

inline bool has_bit(const std::uint64_t* words, int at) { return words[at >> 6] >> (at & 63) & 1; }
inline void put_bit(std::uint64_t* words, int at) { words[at >> 6] |= std::uint64_t{1} << (at & 63); }

// The `count` bits from `at` on; at most 64.
inline std::uint64_t get_bits(const std::uint64_t* words, int at, int count) {
  const int shift = at & 63;
  std::uint64_t bits = words[at >> 6] >> shift;
  if (shift != 0) bits |= words[(at >> 6) + 1] << (64 - shift);
  return count < 64 ? bits & ((std::uint64_t{1} << count) - 1) : bits;
}
// Sets action at + i for every bit i.
inline void put_bits(std::uint64_t* words, int at, std::uint64_t bits) {
  const int shift = at & 63;
  words[at >> 6] |= bits << shift;
  if (shift != 0) words[(at >> 6) + 1] |= bits >> (64 - shift);
}
template <int W>
void put_set(std::uint64_t* words, int at, const Set<W>& set) {
  for (int i = 0; i < W; ++i) {
    if (set.words[i] != 0) put_bits(words, at + 64 * i, set.words[i]);
  }
}

// Uniform over the bits that are set; there must be one.
inline int random_bit(const std::uint64_t* words, int actions, Random& random) {
  const int size = (actions + 63) / 64;
  int total = 0;
  for (int i = 0; i < size; ++i) total += std::popcount(words[i]);
  int left = static_cast<int>(random.below(static_cast<std::uint32_t>(total)));
  for (int i = 0;; ++i) {
    const int here = std::popcount(words[i]);
    if (left >= here) {
      left -= here;
      continue;
    }
    std::uint64_t word = words[i];
    while (left-- > 0) word &= word - 1;
    return 64 * i + std::countr_zero(word);
  }
}

inline int first_bit(const std::uint64_t* words) {
  int i = 0;
  while (words[i] == 0) ++i;
  return 64 * i + std::countr_zero(words[i]);
}

// Eight bits as eight bytes of 0 or 1, the lowest first in memory.
inline constexpr auto kEightBytes = [] {
  std::array<std::array<std::uint8_t, 8>, 256> table{};
  for (std::size_t bits = 0; bits < 256; ++bits) {
    for (std::size_t i = 0; i < 8; ++i) table[bits][i] = bits >> i & 1;
  }
  return table;
}();

inline void write_bytes(const std::uint64_t* words, int actions, std::uint8_t* bytes) {
  int at = 0;
  for (; at + 8 <= actions; at += 8) std::memcpy(bytes + at, kEightBytes[words[at >> 6] >> (at & 63) & 255].data(), 8);
  for (; at < actions; ++at) bytes[at] = has_bit(words, at);
}

}  // namespace hegemon::envs
