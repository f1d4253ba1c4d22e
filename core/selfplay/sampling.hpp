// Drawing a decision in proportion to what a search thinks of it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "base/random.hpp"

namespace hegemon::selfplay {

// An index in proportion to weight ** (1 / temperature); the first if all weights are zero or the temperature is.
inline std::size_t sample_with_temperature(std::span<const double> weights, double temperature, Random& random) {
  double most = 0.0, sum = 0.0;
  for (const double weight : weights) most = std::max(most, weight);
  if (most <= 0 || temperature <= 0) return 0;
  std::vector<double> ends;
  for (const double weight : weights) ends.push_back(sum += std::pow(weight / most, 1.0 / temperature));
  const auto found = std::upper_bound(ends.begin(), ends.end(), random.uniform() * sum);
  return std::min<std::size_t>(static_cast<std::size_t>(found - ends.begin()), ends.size() - 1);
}

}  // namespace hegemon::selfplay
