// Games of planners of the classic game against each other.
#pragma once

#include "search/classic_planner/planner.hpp"

namespace hegemon::search::classic_rollouts {

namespace classic = hegemon::classic;

// The share of points of the first weights. They and the second ones sit in turn around the table, and then the other
// way round. A game that is not over after so many turns of one seat is evaluated.
double play_planners(const classic::Game& game, const classic_planner::Weights& first,
                     const classic_planner::Weights& second, int pairs, int most_turns, Random& random);

}  // namespace hegemon::search::classic_rollouts
