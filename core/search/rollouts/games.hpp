// Games of planners against each other, about a thousand a second, for tuning their weights; and games of searches, for
// learning what they decide.
#pragma once

#include "search/rollouts/choices.hpp"
#include "search/rollouts/players.hpp"

namespace hegemon::search::rollouts {

// Plays games in pairs with swapped seats; the share of points of the first weights.
double play_planners(const sim::Game& game, const planner::Weights& first, const planner::Weights& second, int pairs,
                     int most_turns, Random& random);

// What the searches of both seats decide in such games, for a policy network.
Choices choices_of_games(const sim::Game& game, const planner::Weights& weights, const Networks& nets,
                         const Lessons& lessons, Random& random);

}  // namespace hegemon::search::rollouts
