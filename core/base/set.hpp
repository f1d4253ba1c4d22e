// A set of territories as bits: one word for maps of up to 64 territories, eight for larger ones.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace hegemon {

template <int W>
struct Set {
  std::array<std::uint64_t, W> words;  // Set<W>{} is empty; without braces it is not set

  bool has(int t) const { return words[t >> 6] >> (t & 63) & 1; }
  void add(int t) { words[t >> 6] |= std::uint64_t{1} << (t & 63); }
  void remove(int t) { words[t >> 6] &= ~(std::uint64_t{1} << (t & 63)); }
  // Adds or removes without a branch.
  void put(int t, bool member) {
    words[t >> 6] = (words[t >> 6] & ~(std::uint64_t{1} << (t & 63))) | (std::uint64_t{member} << (t & 63));
  }
  bool empty() const {
    std::uint64_t all = 0;
    for (std::uint64_t word : words) all |= word;
    return all == 0;
  }
  int size() const {
    int count = 0;
    for (std::uint64_t word : words) count += std::popcount(word);
    return count;
  }
  // The k-th member in ascending order; k < size().
  int nth(int k) const {
    for (int i = 0; i < W; ++i) {
      std::uint64_t word = words[i];
      const int here = std::popcount(word);
      if (k >= here) {
        k -= here;
        continue;
      }
      while (k-- > 0) word &= word - 1;
      return 64 * i + std::countr_zero(word);
    }
    return -1;
  }
  template <class Visit>
  void each(Visit&& visit) const {
    for (int i = 0; i < W; ++i) {
      for (std::uint64_t word = words[i]; word != 0; word &= word - 1) visit(64 * i + std::countr_zero(word));
    }
  }

  Set operator&(const Set& other) const {
    return combine(other, [](auto a, auto b) { return a & b; });
  }
  Set operator|(const Set& other) const {
    return combine(other, [](auto a, auto b) { return a | b; });
  }
  Set minus(const Set& other) const {
    return combine(other, [](auto a, auto b) { return a & ~b; });
  }
  bool operator==(const Set&) const = default;

 private:
  template <class Op>
  Set combine(const Set& other, Op op) const {
    Set result{};
    for (int i = 0; i < W; ++i) result.words[i] = op(words[i], other.words[i]);
    return result;
  }
};

}  // namespace hegemon
