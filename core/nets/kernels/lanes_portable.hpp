// Four floats at a time for any processor: the compiler's vectors where it has them (SSE, NEON), else plain loops.
// Only for code.hpp, whose comment says why everything here is private to the file that includes it.
#pragma once

#include <cstdint>
#include <cstring>

namespace {

#if (defined(__GNUC__) || defined(__clang__)) && !defined(HEGEMON_PLAIN_LANES)
typedef float Lanes __attribute__((vector_size(16)));
typedef std::int32_t Bits __attribute__((vector_size(16)));
inline Lanes spread(float x) { return Lanes{x, x, x, x}; }
inline Bits to_bits(Lanes x) { return (Bits)x; }
inline Lanes from_bits(Bits x) { return (Lanes)x; }
inline Lanes choose(Bits mask, Lanes yes, Lanes no) { return from_bits((mask & to_bits(yes)) | (~mask & to_bits(no))); }
inline Bits less(Lanes a, Lanes b) { return a < b; }
#else
template <class T>
struct Quad {
  T at[4];
  T operator[](int i) const { return at[i]; }
};
using Lanes = Quad<float>;
using Bits = Quad<std::int32_t>;
template <class T, class Op>
inline Quad<T> each(Quad<T> a, Quad<T> b, Op op) {
  return {{op(a.at[0], b.at[0]), op(a.at[1], b.at[1]), op(a.at[2], b.at[2]), op(a.at[3], b.at[3])}};
}
inline Lanes operator+(Lanes a, Lanes b) {
  return each(a, b, [](float x, float y) { return x + y; });
}
inline Lanes operator-(Lanes a, Lanes b) {
  return each(a, b, [](float x, float y) { return x - y; });
}
inline Lanes operator*(Lanes a, Lanes b) {
  return each(a, b, [](float x, float y) { return x * y; });
}
inline Lanes operator/(Lanes a, Lanes b) {
  return each(a, b, [](float x, float y) { return x / y; });
}
inline Bits operator+(Bits a, Bits b) {
  return each(a, b, [](std::int32_t x, std::int32_t y) { return x + y; });
}
inline Bits operator&(Bits a, Bits b) {
  return each(a, b, [](std::int32_t x, std::int32_t y) { return x & y; });
}
inline Bits operator<<(Bits a, int n) {
  return each(a, a, [n](std::int32_t x, std::int32_t) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(x) << n);
  });
}
inline Lanes spread(float x) { return {{x, x, x, x}}; }
inline Bits to_bits(Lanes x) {
  Bits bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}
inline Lanes from_bits(Bits x) {
  Lanes lanes;
  std::memcpy(&lanes, &x, sizeof lanes);
  return lanes;
}
inline Bits less(Lanes a, Lanes b) { return {{-(a[0] < b[0]), -(a[1] < b[1]), -(a[2] < b[2]), -(a[3] < b[3])}}; }
inline Lanes choose(Bits mask, Lanes yes, Lanes no) {
  return {{mask[0] ? yes[0] : no[0], mask[1] ? yes[1] : no[1], mask[2] ? yes[2] : no[2], mask[3] ? yes[3] : no[3]}};
}
#endif

constexpr int kWidth = 4;
inline Lanes load(const float* from) {
  Lanes x;
  std::memcpy(&x, from, sizeof x);
  return x;
}
inline Bits load_bits(const std::int32_t* from) {
  Bits x;
  std::memcpy(&x, from, sizeof x);
  return x;
}
inline void store(float* to, Lanes x) { std::memcpy(to, &x, sizeof x); }
inline Lanes multiply_add(Lanes a, Lanes b, Lanes c) { return a * b + c; }
inline Lanes larger(Lanes a, Lanes b) { return choose(less(a, b), b, a); }
inline Lanes smaller(Lanes a, Lanes b) { return choose(less(b, a), b, a); }
inline float sum(Lanes x) { return (x[0] + x[2]) + (x[1] + x[3]); }
inline float largest(Lanes x) {
  const float left = x[0] > x[1] ? x[0] : x[1], right = x[2] > x[3] ? x[2] : x[3];
  return left > right ? left : right;
}
using Four = Lanes;
inline Four four_sums(Lanes a, Lanes b, Lanes c, Lanes d) { return Four{sum(a), sum(b), sum(c), sum(d)}; }
inline Lanes join(Four low, Four) { return low; }

}  // namespace
