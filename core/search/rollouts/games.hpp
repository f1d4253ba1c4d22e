// Games of planners against each other, about a thousand a second, for tuning their weights; and games of planners or of
// searches, for learning who wins.
#pragma once

#include <cstdint>
#include <vector>

#include "search/planner/planner.hpp"
#include "search/rollouts/choices.hpp"
#include "search/rollouts/networks.hpp"
#include "search/rollouts/value.hpp"

namespace hegemon::search::rollouts {

namespace sim = hegemon::simultaneous;

// Plays games in pairs with swapped seats; the share of points of the first weights.
double play_planners(const sim::Game& game, const planner::Weights& first, const planner::Weights& second, int pairs,
                     int most_turns, Random& random);

// Positions at the beginning of turns.
struct Positions {
  std::vector<float> features;      // kFeatures of both seats
  Board board;                      // rows of all positions
  std::vector<std::int32_t> lands;  // of each position, its rows of territories
  std::vector<float> shares;        // of the win that the seats had in the end
  std::vector<std::int32_t> games;  // which game they are from
};

// Games to learn from. Half of the planners play in a random style, all with noise, and in a share `stray` of the plans
// some moves are left out. With `visits` a search with so many rollouts a turn plays on, in half of the games from the
// beginning and otherwise after some turns of planners; both seats see everything. Games that are not over after
// `most_turns` are evaluated by the weights.
struct Lessons {
  int games = 1;
  int most_turns = 1;
  double stray = 0.0;
  std::uint64_t visits = 0;
  double trust = 0.0;  // share of the search's own estimate in what is to be learned; the rest is the end of the game
};

Positions positions_of_games(const sim::Game& game, const planner::Weights& weights, const Networks& nets,
                             const Lessons& lessons, Random& random);

// What the searches of both seats decide in such games, for a policy network.
Choices choices_of_games(const sim::Game& game, const planner::Weights& weights, const Networks& nets,
                         const Lessons& lessons, Random& random);

}  // namespace hegemon::search::rollouts
