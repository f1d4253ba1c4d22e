// The parameters of small networks in a row, layer after layer.
#pragma once

#include <span>
#include <vector>

#include "nets/weights.hpp"

namespace hegemon::search::rollouts {

// Weights that lie input by input, with the biases after them; moves on to what follows.
inline nets::DenseWeights read_dense(const float*& p, int inputs, int outputs) {
  nets::DenseWeights dense{inputs, outputs, std::vector<float>(static_cast<std::size_t>(inputs) * outputs), {}};
  for (int input = 0; input < inputs; ++input) {
    for (int output = 0; output < outputs; ++output) {
      dense.weight[static_cast<std::size_t>(output) * inputs + input] = *p++;
    }
  }
  dense.bias.assign(p, p + outputs);
  p += outputs;
  return dense;
}

}  // namespace hegemon::search::rollouts
