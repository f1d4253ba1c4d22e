// Sums of rows, number by number: too little work to have kernels of their own.
#pragma once

#include <algorithm>
#include <cstddef>

#include "nets/kernels/kernels.hpp"

namespace hegemon::nets {

// to = a + b
inline void add_rows(const float* a, const float* b, int width, float* to) {
  for (int i = 0; i < width; ++i) to[i] = a[i] + b[i];
}

// to = max(0, a + b)
inline void add_rows_relu(const float* a, const float* b, int width, float* to) {
  for (int i = 0; i < width; ++i) {
    const float sum = a[i] + b[i];
    to[i] = sum > 0.0f ? sum : 0.0f;
  }
}

// to = max(0, scale * x + shift), number by number
inline void scale_row_relu(const float* x, const float* scale, const float* shift, int width, float* to) {
  for (int i = 0; i < width; ++i) {
    const float y = scale[i] * x[i] + shift[i];
    to[i] = y > 0.0f ? y : 0.0f;
  }
}

inline float* row_at(Rows rows, int number) { return rows.data + static_cast<std::ptrdiff_t>(number) * rows.stride; }

}  // namespace hegemon::nets
