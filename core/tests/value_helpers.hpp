// Value networks for tests.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <span>
#include <vector>

#include "base/random.hpp"

namespace hegemon::search {

inline std::vector<float> any_parameters(std::size_t count, Random& random) {
  std::vector<float> parameters(count);
  for (float& p : parameters) p = static_cast<float>(random.uniform() - 0.5);
  return parameters;
}

// Layers one after the other, written the long way: relu after each but the last, if that has one output. Moves on to
// what follows.
inline std::vector<double> through(const std::vector<float>& p, std::size_t& at, std::vector<double> in,
                                   std::initializer_list<std::size_t> widths) {
  for (const std::size_t outputs : widths) {
    std::vector<double> out(outputs);
    for (std::size_t j = 0; j < outputs; ++j) {
      out[j] = p[at + in.size() * outputs + j];
      for (std::size_t i = 0; i < in.size(); ++i) out[j] += in[i] * p[at + i * outputs + j];
      if (outputs > 1) out[j] = std::max(out[j], 0.0);
    }
    at += in.size() * outputs + outputs;
    in = out;
  }
  return in;
}

// The forward pass of value_layers.hpp.
inline double logit_of(const std::vector<float>& p, std::span<const float> features) {
  std::size_t at = 0;
  return through(p, at, {features.begin(), features.end()}, {64, 64, 1})[0];
}

}  // namespace hegemon::search
