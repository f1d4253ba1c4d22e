// What a position is worth to a player who knows that income decides: for the ends of rollouts.
#pragma once

#include <array>
#include <cstddef>

#include "search/planner/planner.hpp"

namespace hegemon::search::rollouts {

namespace sim = hegemon::simultaneous;

// What says who will win: in the order of the weights of the evaluation.
inline constexpr std::size_t kFeatures = 7;
using Features = std::array<double, kFeatures>;

// Of one seat against the other: the same with the signs changed for the other seat.
Features compare(const planner::Knowledge& knowledge, const sim::State& state, int seat);

// Expected result for the seat, -1 to 1.
double value(const planner::Knowledge& knowledge, const sim::State& state, int seat);

}  // namespace hegemon::search::rollouts
