#include "nets/layers/linear.hpp"

#include <algorithm>

namespace hegemon::nets {

Linear::Linear(const DenseWeights& dense) : inputs_(dense.inputs), outputs_(dense.outputs) {
  bias_.resize(static_cast<std::size_t>(whole_lanes(outputs_)));
  std::copy(dense.bias.begin(), dense.bias.end(), bias_.begin());
  for (int column = 0; column < outputs_; column += kPanel) {
    const int width = std::min(kPanel, whole_lanes(outputs_) - column);
    for (int input = 0; input < inputs_; ++input) {
      for (int i = column; i < column + width; ++i) panels_.push_back(i < outputs_ ? dense.at(i, input) : 0.0f);
    }
  }
}

DenseWeights beside(std::span<const DenseWeights> parts) {
  DenseWeights all{parts.front().inputs, 0, {}, {}};
  for (const DenseWeights& part : parts) {
    all.outputs += part.outputs;
    all.weight.insert(all.weight.end(), part.weight.begin(), part.weight.end());
    all.bias.insert(all.bias.end(), part.bias.begin(), part.bias.end());
  }
  return all;
}

DenseWeights inputs_of(const DenseWeights& dense, int first, int count) {
  DenseWeights some{count, dense.outputs, {}, dense.bias};
  if (first > 0) std::fill(some.bias.begin(), some.bias.end(), 0.0f);
  for (int output = 0; output < dense.outputs; ++output) {
    for (int input = first; input < first + count; ++input) some.weight.push_back(dense.at(output, input));
  }
  return some;
}

}  // namespace hegemon::nets
