// Games of planners against each other: about a thousand a second, for tuning their weights.
#pragma once

#include "search/planner/planner.hpp"

namespace hegemon::search::rollouts {

namespace sim = hegemon::simultaneous;

// Plays games in pairs with swapped seats; the share of points of the first weights.
double play_planners(const sim::Game& game, const planner::Weights& first, const planner::Weights& second, int pairs,
                     int most_turns, Random& random);

}  // namespace hegemon::search::rollouts
