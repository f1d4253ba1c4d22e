// Eight floats at a time with AVX2 and FMA. Only for code.hpp, compiled for x86-64-v3.
#pragma once

#include <immintrin.h>

#include <cstdint>

namespace {

struct Lanes {
  __m256 x;
};
struct Bits {
  __m256i x;
};
constexpr int kWidth = 8;
inline Lanes operator+(Lanes a, Lanes b) { return {_mm256_add_ps(a.x, b.x)}; }
inline Lanes operator-(Lanes a, Lanes b) { return {_mm256_sub_ps(a.x, b.x)}; }
inline Lanes operator*(Lanes a, Lanes b) { return {_mm256_mul_ps(a.x, b.x)}; }
inline Lanes operator/(Lanes a, Lanes b) { return {_mm256_div_ps(a.x, b.x)}; }
inline Bits operator+(Bits a, Bits b) { return {_mm256_add_epi32(a.x, b.x)}; }
inline Bits operator&(Bits a, Bits b) { return {_mm256_and_si256(a.x, b.x)}; }
inline Bits operator<<(Bits a, int n) { return {_mm256_slli_epi32(a.x, n)}; }
inline Lanes spread(float x) { return {_mm256_set1_ps(x)}; }
inline Bits to_bits(Lanes a) { return {_mm256_castps_si256(a.x)}; }
inline Lanes from_bits(Bits a) { return {_mm256_castsi256_ps(a.x)}; }
inline Bits less(Lanes a, Lanes b) { return to_bits({_mm256_cmp_ps(a.x, b.x, _CMP_LT_OQ)}); }
inline Lanes choose(Bits mask, Lanes yes, Lanes no) {
  return {_mm256_blendv_ps(no.x, yes.x, _mm256_castsi256_ps(mask.x))};
}
inline Lanes load(const float* from) { return {_mm256_loadu_ps(from)}; }
inline Bits load_bits(const std::int32_t* from) { return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from))}; }
inline void store(float* to, Lanes a) { _mm256_storeu_ps(to, a.x); }
inline Lanes multiply_add(Lanes a, Lanes b, Lanes c) { return {_mm256_fmadd_ps(a.x, b.x, c.x)}; }
inline Lanes larger(Lanes a, Lanes b) { return {_mm256_max_ps(a.x, b.x)}; }
inline Lanes smaller(Lanes a, Lanes b) { return {_mm256_min_ps(a.x, b.x)}; }

struct Four {
  __m128 x;
};
inline Four four_sums(Lanes a, Lanes b, Lanes c, Lanes d) {
  const __m256 pairs = _mm256_hadd_ps(_mm256_hadd_ps(a.x, b.x), _mm256_hadd_ps(c.x, d.x));
  return {_mm_add_ps(_mm256_castps256_ps128(pairs), _mm256_extractf128_ps(pairs, 1))};
}
inline Lanes join(Four low, Four high) { return {_mm256_set_m128(high.x, low.x)}; }
inline float sum(Lanes a) {
  const __m128 four = _mm_add_ps(_mm256_castps256_ps128(a.x), _mm256_extractf128_ps(a.x, 1));
  const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
  return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
}
inline float largest(Lanes a) {
  const __m128 four = _mm_max_ps(_mm256_castps256_ps128(a.x), _mm256_extractf128_ps(a.x, 1));
  const __m128 two = _mm_max_ps(four, _mm_movehl_ps(four, four));
  return _mm_cvtss_f32(_mm_max_ss(two, _mm_movehdup_ps(two)));
}

}  // namespace
