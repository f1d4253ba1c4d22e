// Value networks for tests.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "base/random.hpp"

namespace hegemon::search {

inline std::vector<float> any_parameters(std::size_t count, Random& random) {
  std::vector<float> parameters(count);
  for (float& p : parameters) p = static_cast<float>(random.uniform() - 0.5);
  return parameters;
}

// The forward pass of value_layers.hpp, written the long way.
inline double logit_of(const std::vector<float>& p, std::span<const float> features) {
  std::vector<double> in(features.begin(), features.end());
  std::size_t at = 0;
  for (const std::size_t outputs : {64, 64, 1}) {
    std::vector<double> out(outputs);
    for (std::size_t j = 0; j < outputs; ++j) {
      out[j] = p[at + in.size() * outputs + j];
      for (std::size_t i = 0; i < in.size(); ++i) out[j] += in[i] * p[at + i * outputs + j];
      if (outputs > 1) out[j] = std::max(out[j], 0.0);
    }
    at += in.size() * outputs + outputs;
    in = out;
  }
  return in[0];
}

}  // namespace hegemon::search
