// The one mixing function behind random numbers and hashes. Its values are part of the record format: never change it.
#pragma once

#include <cstdint>

namespace hegemon {

constexpr std::uint64_t mix(std::uint64_t x) {  // finaliser of SplitMix64 (Steele, Lea, Flood 2014)
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ULL;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

}  // namespace hegemon
