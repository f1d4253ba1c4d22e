// Games of planners against each other: about a thousand a second, for tuning their weights and for learning who wins.
#pragma once

#include <cstdint>
#include <vector>

#include "search/planner/planner.hpp"

namespace hegemon::search::rollouts {

namespace sim = hegemon::simultaneous;

// Plays games in pairs with swapped seats; the share of points of the first weights.
double play_planners(const sim::Game& game, const planner::Weights& first, const planner::Weights& second, int pairs,
                     int most_turns, Random& random);

// Positions at the beginning of turns.
struct Positions {
  std::vector<float> features;      // kFeatures of both seats
  std::vector<float> shares;        // of the win that the seats had in the end
  std::vector<std::int32_t> games;  // which game they are from
};

// Half of the planners play in a random style, all with noise, and in a share `stray` of their plans some moves are left
// out. Games that are not over after `most_turns` are evaluated by the weights.
Positions planner_positions(const sim::Game& game, const planner::Weights& weights, int games, int most_turns,
                            double stray, Random& random);

}  // namespace hegemon::search::rollouts
