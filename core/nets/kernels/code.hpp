// The kernels, in terms of Lanes: functions, linear layers and sums; attention.hpp has the rest. This file is
// compiled once for each kind of processor, and all of it is private to the file that includes it. It must not use
// inline functions of other headers or of the standard library: the linker keeps one copy of those for the whole
// program, and it might keep one that only a newer processor can run. (For the same reason it is not built on a library
// of templates such as Eigen.)
#pragma once

#include <cstdint>

#include "nets/kernels/kernels.hpp"
#ifdef HEGEMON_LANES_V3
#include "nets/kernels/lanes_avx2.hpp"
#else
#include "nets/kernels/lanes_portable.hpp"
#endif

namespace hegemon::nets {
namespace {

constexpr int kPanel = 16;                       // columns
constexpr int kTileRows = 12 * kWidth / kPanel;  // twelve sums at a time fit into the registers

// --- Functions of a vector -------------------------------------------------------------------------------------------

// Cephes' expf: relative error about 1e-7.
inline Lanes exponential(Lanes x) {
  x = larger(smaller(x, spread(88.0f)), spread(-87.0f));
  const Lanes magic = spread(12582912.0f);  // 1.5 * 2^23: adding it rounds to a whole number
  const Lanes shifted = multiply_add(x, spread(1.44269504088896341f), magic);
  const Lanes whole = shifted - magic;
  Lanes r = multiply_add(whole, spread(-0.693359375f), x);
  r = multiply_add(whole, spread(2.12194440e-4f), r);
  Lanes y = spread(1.9875691500e-4f);
  y = multiply_add(y, r, spread(1.3981999507e-3f));
  y = multiply_add(y, r, spread(8.3334519073e-3f));
  y = multiply_add(y, r, spread(4.1665795894e-2f));
  y = multiply_add(y, r, spread(1.6666665459e-1f));
  y = multiply_add(y, r, spread(5.0000001201e-1f));
  y = multiply_add(y, r * r, r) + spread(1.0f);
  return y * from_bits((to_bits(shifted) << 23) + to_bits(spread(1.0f)));
}

inline Lanes sigmoid(Lanes x) { return spread(1.0f) / (spread(1.0f) + exponential(spread(0.0f) - x)); }

// Cephes' tanhf: a polynomial near zero, where the exponential would lose digits.
inline Lanes hyperbolic_tangent(Lanes x) {
  const Lanes z = x * x;
  Lanes p = spread(-5.70498872745e-3f);
  p = multiply_add(p, z, spread(2.06390887954e-2f));
  p = multiply_add(p, z, spread(-5.37397155531e-2f));
  p = multiply_add(p, z, spread(1.33314422036e-1f));
  p = multiply_add(p, z, spread(-3.33332819422e-1f));
  const Lanes near_zero = multiply_add(p * z, x, x);
  const Lanes far = spread(1.0f) - spread(2.0f) / (exponential(x + x) + spread(1.0f));
  return choose(less(z, spread(0.625f * 0.625f)), near_zero, far);
}

inline Lanes activate(Lanes x, Activation activation) {
  switch (activation) {
    case Activation::none: return x;
    case Activation::relu: return larger(x, spread(0.0f));
    case Activation::tanh: return hyperbolic_tangent(x);
    case Activation::sigmoid: return sigmoid(x);
  }
  return x;
}

// --- Linear ----------------------------------------------------------------------------------------------------------

// R rows by V vectors of columns, which stay in registers.
template <int R, int V>
inline void tile(const float* panel, const float* bias, int inputs, ConstRows in, Rows out, Activation activation) {
  Lanes sums[R][V];
  for (int v = 0; v < V; ++v) {
    const Lanes start = load(bias + v * kWidth);
    for (int r = 0; r < R; ++r) sums[r][v] = start;
  }
  for (int k = 0; k < inputs; ++k) {
    Lanes weights[V];
    for (int v = 0; v < V; ++v) weights[v] = load(panel + (k * V + v) * kWidth);
    for (int r = 0; r < R; ++r) {
      const Lanes x = spread(in.data[static_cast<std::int64_t>(r) * in.stride + k]);
      for (int v = 0; v < V; ++v) sums[r][v] = multiply_add(x, weights[v], sums[r][v]);
    }
  }
  for (int r = 0; r < R; ++r) {
    float* to = out.data + static_cast<std::int64_t>(r) * out.stride;
    for (int v = 0; v < V; ++v) store(to + v * kWidth, activate(sums[r][v], activation));
  }
}

template <int R, int V>
void few_rows(int rows, const float* panel, const float* bias, int inputs, ConstRows in, Rows out,
              Activation activation) {
  if (rows == R) return tile<R, V>(panel, bias, inputs, in, out, activation);
  if constexpr (R > 1) few_rows<R - 1, V>(rows, panel, bias, inputs, in, out, activation);
}

template <int V>
void columns(const float* panel, const float* bias, int inputs, ConstRows in, int rows, Rows out,
             Activation activation) {
  while (rows > 0) {
    const int now = rows < kTileRows ? rows : kTileRows;
    few_rows<kTileRows, V>(now, panel, bias, inputs, in, out, activation);
    in.data += static_cast<std::int64_t>(now) * in.stride;
    out.data += static_cast<std::int64_t>(now) * out.stride;
    rows -= now;
  }
}

void linear(const PackedWeights& weights, ConstRows in, int rows, Rows out, Activation activation) {
  const float* panel = weights.panels;
  const int width = (weights.outputs + kLanes - 1) / kLanes * kLanes;
  for (int column = 0; column < width; column += kPanel) {
    const Rows part{out.data + column, out.stride};
    if (width - column >= kPanel) {
      columns<kPanel / kWidth>(panel, weights.bias + column, weights.inputs, in, rows, part, activation);
    } else {
      columns<kLanes / kWidth>(panel, weights.bias + column, weights.inputs, in, rows, part, activation);
    }
    panel += kPanel * weights.inputs;
  }
}

// --- Sums of rows ----------------------------------------------------------------------------------------------------

inline const float* row_of(ConstRows rows, std::int64_t number) { return rows.data + number * rows.stride; }

// Adds factor * row to V vectors for each row of a list.
template <int V>
inline void add_rows(const float* factors, ConstRows in, const std::int32_t* rows, int count, Lanes (&sums)[V]) {
  for (int j = 0; j < count; ++j) {
    const Lanes factor = spread(factors ? factors[j] : 1.0f);
    const float* row = row_of(in, rows ? rows[j] : j);
    for (int v = 0; v < V; ++v) sums[v] = multiply_add(factor, load(row + v * kWidth), sums[v]);
  }
}

template <int V>
inline void gather_columns(const float* factors, ConstRows in, const std::int32_t* rows, int count, float* out,
                           bool add) {
  Lanes sums[V];
  for (int v = 0; v < V; ++v) sums[v] = add ? load(out + v * kWidth) : spread(0.0f);
  add_rows(factors, in, rows, count, sums);
  for (int v = 0; v < V; ++v) store(out + v * kWidth, sums[v]);
}

void gather(const GatherTask& task) {
  const Lists& lists = task.lists;
  for (int copy = 0; copy < task.copies; ++copy) {
    const float* base = row_of(task.in, static_cast<std::int64_t>(copy) * task.rows);
    for (int i = 0; i < lists.count; ++i) {
      const std::int32_t begin = lists.offsets[i], count = lists.offsets[i + 1] - begin;
      const std::int32_t* rows = lists.rows ? lists.rows + begin : nullptr;
      const float* factors = task.weights ? task.weights + begin : nullptr;
      ConstRows in{lists.rows ? base : row_of({base, task.in.stride}, begin), task.in.stride};
      float* out = task.out.data + (static_cast<std::int64_t>(copy) * lists.count + i) * task.out.stride;
      int left = (task.width + kWidth - 1) / kWidth;
      for (; left >= 4; left -= 4, in.data += 4 * kWidth, out += 4 * kWidth) {
        gather_columns<4>(factors, in, rows, count, out, task.add);
      }
      if (left == 3) gather_columns<3>(factors, in, rows, count, out, task.add);
      if (left == 2) gather_columns<2>(factors, in, rows, count, out, task.add);
      if (left == 1) gather_columns<1>(factors, in, rows, count, out, task.add);
    }
  }
}

void combine(const Term* terms, int count, int width, Rows out, Activation activation) {
  for (int i = 0; i < count; ++i) {
    const Term& term = terms[i];
    const Lanes factor = spread(term.factor);
    float* to = out.data + static_cast<std::int64_t>(i) * out.stride;
    for (int at = 0; at < width; at += kWidth) {
      const Lanes pair = load(term.first + at) + load(term.second + at);
      store(to + at, activate(multiply_add(factor, load(term.scaled + at), pair), activation));
    }
  }
}

}  // namespace
}  // namespace hegemon::nets
