// Games of a search against itself, many at a time, and what a network can learn from them.
#pragma once

#include <cstdint>
#include <vector>

#include "base/stop.hpp"
#include "search/smcts/search.hpp"
#include "simultaneous/game.hpp"

namespace hegemon::selfplay {

struct SimultaneousSettings {
  search::smcts::Settings search;
  std::uint64_t visits = 150;
  std::uint64_t fast_visits = 0;
  double full_share = 0.25;
  double temperature = 1.0;
  int temperature_turns = 0;
  int turn_limit = 100;
  Stop stop = nullptr;  // looked at before every search; then play throws Stopped

  // All but the search's own.
  template <class Self, class Field>
  static void fields(Self& s, Field&& field) {
    field("visits", s.visits, Range{1, 1e9}, "Iterations of a search.");
    field("fast_visits", s.fast_visits, Range{0, 1e9},
          "Playout-cap randomisation: most searches get only so many visits, and teach the value only; 0 is off.");
    field("full_share", s.full_share, Range{0, 1}, "The share of searches that get all visits then.");
    field("temperature", s.temperature, Range{0, 1000},
          "Of the first turns: plans are drawn in proportion to visits ** (1 / temperature).");
    field("temperature_turns", s.temperature_turns, Range{0, 10'000},
          "How many turns those are; later the best plan is played.");
    field("turn_limit", s.turn_limit, Range{1, 1'000'000}, "Turns after which a game is a draw.");
  }
};

// Flat arrays, one entry a sample (a decision of a seat) unless said otherwise. All samples of a game are together.
struct SimultaneousSamples {
  std::vector<std::uint64_t> games;   // a game each: its number
  std::vector<std::int8_t> winners;   // a game each: the seat, or -1
  std::vector<std::int32_t> lengths;  // a game each: turns
  std::vector<std::uint64_t> game;    // the number of its game
  std::vector<std::int32_t> round;
  std::vector<std::int8_t> seat;
  std::vector<std::uint8_t> full_search;    // whether the search had all its visits
  std::vector<float> value;                 // of the search, for the seat, from -1 to 1
  std::vector<std::int8_t> owners;          // samples * territories
  std::vector<std::int32_t> armies;         // samples * territories
  std::vector<simultaneous::Order> orders;  // of all plans considered
  std::vector<std::int64_t> order_offsets;  // where plans begin in `orders`, and the end
  std::vector<std::int64_t> plan_offsets;   // where samples begin among the plans, and the end
  std::vector<float> policy_target;         // a plan each: its share of the search's visits, or of its average strategy

  void add(const SimultaneousSamples& others);
};

// Plays games number first to first + count - 1. Each depends on its number and the seed alone, not on the threads.
// Picks are made by the search too, but are no samples. Both seats see everything, whatever the rules hide.
SimultaneousSamples play(const simultaneous::Game& game, const SimultaneousSettings& settings,
                         const search::smcts::Evaluator& evaluator, std::uint64_t seed, std::uint64_t first,
                         std::uint64_t count, int threads);

}  // namespace hegemon::selfplay
