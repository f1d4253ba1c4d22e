// Positions of games, for learning who wins: what a value network sees of them, and what is known of their worth.
#pragma once

#include <cstdint>
#include <vector>

#include "search/rollouts/board.hpp"
#include "search/rollouts/players.hpp"

namespace hegemon::search::rollouts {

// Positions at the beginning of turns, one after the other.
struct Positions {
  std::vector<float> features;      // kFeatures of both seats
  Board board;                      // rows of all positions
  std::vector<std::int32_t> lands;  // of each position, its rows of territories
  std::vector<std::int32_t> games;  // which game they are from
  // Values for the first seat: the end of the game, what the searches of both seats expected, and the means of playouts
  // for a few turns and to the end. NaN where there is none.
  std::vector<float> ends, expected, ahead, played;
};

// With playouts a game ends early if a search has no doubt who wins; then playouts tell.
Positions positions_of_games(const sim::Game& game, const planner::Weights& weights, const Networks& nets,
                             const Lessons& lessons, Random& random);

}  // namespace hegemon::search::rollouts
