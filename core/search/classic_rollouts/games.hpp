// Games of planners of the classic game against each other, and of one of them against rules of thumb; and games of
// planners or of searches, for learning who wins.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "search/classic_planner/planner.hpp"
#include "search/classic_rollouts/search.hpp"

namespace hegemon::search::classic_rollouts {

namespace classic = hegemon::classic;

// The share of points of the first weights. They and the second ones sit in turn around the table, and then the other
// way round. A game that is not over after so many turns of one seat is evaluated.
double play_planners(const classic::Game& game, const classic_planner::Weights& first,
                     const classic_planner::Weights& second, int pairs, int most_turns, Random& random);

// Games of a player against rules of thumb, in pairs with the same start and swapped seats. Without visits, and in turns
// in which who wins is as good as decided, the planner decides alone. With `astray` the first turns of a game, so many at most, are played in random styles and with random
// decisions, so that unusual positions come up; what is kept begins after them.
struct Challenge {
  int pairs = 1;
  int most_turns = 1;  // of both seats; a game that is not over then is evaluated by the weights
  int astray = 0;
  Budget budget{};
};

struct Results {
  std::vector<float> points;         // of every game
  std::vector<std::uint8_t> starts;  // whether the player had the first turn
  std::vector<float> features;       // kFeatures of the player's seat at the beginning of turns
  std::vector<std::int32_t> games;   // in which these positions came up
};

// Starts and dice of a pair are streams of their own: the same for all players.
Results play_heuristic(Player& player, const Challenge& challenge, const Random& random);

// Positions at the beginning of turns.
struct Positions {
  std::vector<float> features;      // kFeatures of every seat of every position
  std::vector<float> shares;        // of the win, that every seat had in the end
  std::vector<std::int32_t> games;  // in which the positions came up
};

// Games to learn from. Half of the planners play in a random style, all with noise, and a share `stray` of the decisions
// are random ones. With `visits` a search with so many rollouts a decision plays on, in half of the games from the
// beginning and otherwise after some turns of planners. Games that are not over after `most_turns` of one seat each are
// evaluated by the weights.
struct Lessons {
  int games = 1;
  int most_turns = 1;
  double stray = 0.0;
  std::uint64_t visits = 0;
};

Positions positions_of_games(const classic::Game& game, const Settings& settings,
                             const classic_planner::Weights& weights, std::shared_ptr<const ValueNet> net,
                             const Lessons& lessons, Random& random);

// Positions of any phase, each with the mean end of games in which planners play on from there.
struct Playouts {
  std::vector<std::uint8_t> states;  // one after the other
  std::vector<float> shares;         // of the win, of every seat
};

// Games of planners in random styles from which `positions` are drawn, and `playouts` games of the usual planners from
// each of them. A share `stray` of the decisions before a position are random ones.
struct Sampling {
  int games = 1;
  int positions = 1;
  int playouts = 1;
  int most_turns = 1;
  double stray = 0.0;
};

Playouts playouts_of_games(const classic::Game& game, const classic_planner::Weights& weights, const Sampling& sampling,
                           Random& random);

}  // namespace hegemon::search::classic_rollouts
