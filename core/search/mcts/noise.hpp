// Dirichlet noise for the root's priors (Silver et al. 2017).
#pragma once

#include <cmath>
#include <vector>

#include "base/random.hpp"

namespace hegemon::search {

inline double normal(Random& random) {
  return std::sqrt(-2 * std::log(random.uniform())) * std::cos(6.283185307179586 * random.uniform());
}

// Marsaglia and Tsang (2000).
inline double gamma(double shape, Random& random) {
  if (shape < 1) return gamma(shape + 1, random) * std::pow(random.uniform(), 1 / shape);
  const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = normal(random), v = std::pow(1 + c * x, 3);
    if (v > 0 && std::log(random.uniform()) < 0.5 * x * x + d - d * v + d * std::log(v)) return d * v;
  }
}

inline std::vector<double> dirichlet(std::size_t size, double alpha, Random& random) {
  std::vector<double> shares(size);
  double total = 0;
  for (double& share : shares) total += share = gamma(alpha, random);
  for (double& share : shares) share = total > 0 ? share / total : 1.0 / static_cast<double>(size);
  return shares;
}

}  // namespace hegemon::search
