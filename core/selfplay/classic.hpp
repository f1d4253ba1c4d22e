// Games of the classic game for a network to learn from, many at a time.
//
// play    the search decides for all seats, and what it finds is learned (Silver et al. 2017): some searches full,
//         the others quick (playout-cap randomisation, Wu 2019)
// expert  a policy without search plays, and a search says afterwards what should have been done in a few positions of
//         one phase, another phase in every game (Expert Iteration, Gnecco Heredia and Cazenave 2022)
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/stop.hpp"
#include "classic/game.hpp"
#include "nets/classic_net.hpp"
#include "search/mcts/classic_domain.hpp"
#include "search/mcts/classic_settings.hpp"

namespace hegemon::selfplay {

struct ClassicSettings {
  search::ClassicSettings search;
  std::uint64_t visits = 1000;
  std::uint64_t fast_visits = 200;
  double full_share = 0.25;
  double temperature = 1.0;
  int temperature_decisions = 30;
  int decision_limit = 2000;
  bool expert = false;
  int labels = 2;
  double explore = 0.0;
  Stop stop = nullptr;  // looked at before every search; then play throws Stopped

  // All but the search's own.
  template <class Self, class Field>
  static void fields(Self& s, Field&& field) {
    field("visits", s.visits, Range{1, 1e9}, "Visits of a full search.");
    field("fast_visits", s.fast_visits, Range{0, 1e9},
          "Playout-cap randomisation: of the other searches, which teach the value only; 0 is off.");
    field("full_share", s.full_share, Range{0, 1}, "The share of full searches then.");
    field("temperature", s.temperature, Range{0, 1000},
          "Of the first decisions: actions are drawn in proportion to visits ** (1 / temperature).");
    field("temperature_decisions", s.temperature_decisions, Range{0, 1e6},
          "How many decisions those are; later the best action is taken.");
    field("decision_limit", s.decision_limit, Range{1, 1e6}, "Decisions after which a game is a draw.");
    field("expert", s.expert,
          "A policy without search plays, and the search says what should have been done: Expert Iteration.");
    field("labels", s.labels, Range{1, 1000},
          "Expert: positions of a game that are searched, all of one phase; games take turns with the phases.");
    field("explore", s.explore, Range{0, 1}, "Expert: the share of decisions that are made at random.");
  }
};

// Flat arrays, one entry a sample (a decision) unless said otherwise. All samples of a game are together.
struct ClassicSamples {
  std::vector<std::uint64_t> games;   // a game each: its number
  std::vector<std::int8_t> winners;   // a game each: the seat, or -1
  std::vector<std::int32_t> lengths;  // a game each: decisions
  std::vector<std::uint64_t> game;    // the number of its game
  std::vector<std::int32_t> decision;
  std::vector<std::int8_t> seat;
  std::vector<std::int8_t> phase;
  std::vector<std::uint8_t> full_search;     // whether the search had all its visits
  std::vector<float> value;                  // of the search, for the seat, on the scale of classic::returns
  std::vector<std::uint8_t> states;          // samples * bytes of a position
  std::vector<std::int64_t> action_offsets;  // where samples begin in `policy_target`, and the end
  std::vector<float> policy_target;          // of every legal action, in their order: what the policy should say

  void add(const ClassicSamples& others);
};

// Plays games number first to first + count - 1; without a network searches play out, and policies are blind. Each
// game depends on its number and the seed alone, not on the threads. Searches see what the rules hide.
ClassicSamples play(const classic::Game& game, const ClassicSettings& settings,
                    const std::shared_ptr<const nets::ClassicNet>& net, std::uint64_t seed, std::uint64_t first,
                    std::uint64_t count, int threads);

}  // namespace hegemon::selfplay
