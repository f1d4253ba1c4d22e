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

#include "classic/game.hpp"
#include "nets/classic_net.hpp"
#include "search/mcts/classic_domain.hpp"
#include "selfplay/stop.hpp"

namespace hegemon::selfplay {

struct ClassicSettings {
  search::Settings search;
  classic::Evaluation evaluation = classic::Evaluation::resources;  // without a network
  std::uint64_t visits = 1000;                                      // of a full search
  std::uint64_t fast_visits = 0;                                    // of the others; 0: all searches are full
  double full_share = 0.25;                                         // of full searches, where there are others
  double temperature = 1.0;       // of the first decisions: actions in proportion to visits ** (1 / temperature)
  int temperature_decisions = 0;  // how many those are; later the best action is taken
  int decision_limit = 10'000;    // then a game is a draw
  bool expert = false;
  int labels = 2;        // expert: positions of a game that are searched
  double explore = 0.0;  // expert: the share of decisions that are made at random
  Stop stop = nullptr;   // looked at before every search; then play throws Stopped
};

// Flat arrays, one entry a sample (a decision) unless said otherwise. All samples of a game stand together.
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
