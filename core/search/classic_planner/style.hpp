// How a player weighs for a while: the usual weights, or others near them. Other styles make other turns.
#pragma once

#include <cstdint>

#include "base/random.hpp"
#include "search/classic_planner/weights.hpp"

namespace hegemon::search::classic_planner {

struct Style {
  Weights weights;
  double noise = 0.0;     // spread of random factors on the worth of every territory
  std::uint64_t key = 0;  // of these factors: the same for all decisions of a turn
};

Style usual_style(const Weights& weights);
Style random_style(const Weights& weights, Random& random);

}  // namespace hegemon::search::classic_planner
