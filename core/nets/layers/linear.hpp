// Layers: weights prepared for the kernels. A layer is immutable and shared by all threads; what it works on is the
// caller's.
#pragma once

#include <span>
#include <vector>

#include "nets/graph.hpp"
#include "nets/kernels/kernels.hpp"
#include "nets/weights.hpp"

namespace hegemon::nets {

// A matrix whose rows have room for whole vectors, with slack at the end; sized once, zero at first.
class Matrix {
 public:
  Matrix() = default;
  Matrix(int rows, int width) : stride_(whole_lanes(width)) { grow(rows); }

  void grow(int rows) {
    const auto size = static_cast<std::size_t>(rows) * static_cast<std::size_t>(stride_) + kLanes;
    if (size > data_.size()) data_.resize(size);
  }
  Rows rows() { return {data_.data(), stride_}; }
  float* row(int number) { return data_.data() + static_cast<std::ptrdiff_t>(number) * stride_; }
  // From this column on.
  Rows from(int column) { return {data_.data() + column, stride_}; }
  int stride() const { return stride_; }

 private:
  int stride_ = 0;
  std::vector<float> data_;
};

// out = activation(W in + b).
class Linear {
 public:
  Linear() = default;
  explicit Linear(const DenseWeights& dense);

  // `out` has room for whole_lanes(outputs) numbers a row.
  void run(const Kernels& kernels, ConstRows in, int rows, Rows out, Activation activation) const {
    kernels.linear({panels_.data(), bias_.data(), inputs_, outputs_}, in, rows, out, activation);
  }
  int outputs() const { return outputs_; }

 private:
  int inputs_ = 0;
  int outputs_ = 0;
  std::vector<float> panels_;
  std::vector<float> bias_;
};

// Puts matrices of the same inputs side by side.
DenseWeights beside(std::span<const DenseWeights> parts);
// Some of the inputs only; the bias stays with the first input.
DenseWeights inputs_of(const DenseWeights& dense, int first, int count);

}  // namespace hegemon::nets
