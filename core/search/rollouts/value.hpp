// What a position is worth, by weights or by a network: for the ends of rollouts.
#pragma once

#include "search/planner/planner.hpp"
#include "search/rollouts/value_net.hpp"

namespace hegemon::search::rollouts {

namespace sim = hegemon::simultaneous;

// Expected result for the seat at the beginning of a turn, -1 to 1. Without a network the weights evaluate.
double value(const planner::Knowledge& knowledge, const ValueNet* net, const sim::State& state, int seat);

}  // namespace hegemon::search::rollouts
