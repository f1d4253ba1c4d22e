// Positions and actions of the classic game as numbers for networks, from the side of the seat to move: seats are
// rotated so that it is number 0. There is no other encoder: training and play read the same numbers.
//
// Of hidden hands only what the seat to move may know is read: its own cards, and how many the others hold. So a view
// of that seat gives the same numbers as the position.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "classic/game.hpp"
#include "encode/log_count.hpp"
#include "encode/target.hpp"

namespace hegemon::encode {

// Changes whenever a set of features or the numbers of actions do; a network's file says which version it was trained
// with.
inline constexpr int kClassicEncoderVersion = 1;

// graph              what classic_graph.cpp reads, on any map, for 2 to 6 seats: shares and logarithms of counts
// heredia2022        Expert Iteration (Gnecco Heredia and Cazenave 2022): 12 plain numbers a territory; for the whole
// the
//                    31 that the program computes and its network never reads
// yao2025            the Q-learning report (Yao 2025): one flat vector, 20 numbers on its map of 8 territories
// yao2025_published  the same as published: owners and player by seat, whoever is to move
enum class ClassicFeatures : std::uint8_t { graph, heredia2022, yao2025, yao2025_published };
// Throws std::invalid_argument if there is no such set.
ClassicFeatures classic_features_by_name(const std::string& name);
Widths widths(const classic::Game& game, ClassicFeatures features);

// The position must be somebody's decision.
void encode(const classic::Game& game, ClassicFeatures features, const classic::State& state, const Target& target);

// The place of a seat in the rotated order.
inline int rotated(const classic::Game& game, const classic::State& state, int seat) {
  const int place = seat - state.head().mover;
  return place < 0 ? place + game.seats : place;
}
inline int seat_at(const classic::Game& game, const classic::State& state, int place) {
  const int seat = state.head().mover + place;
  return seat < game.seats ? seat : seat - game.seats;
}
// Whether a seat can still win: it owns something, or territories are still being picked.
bool is_alive(const classic::State& state, int seat);

// --- classic_actions.cpp
// An action as networks see it: what is done, from where, to what. -1 where there is no such territory; pick and place
// have a target only, a trade has the territory that gets its bonus.
struct ActionFeatures {
  std::int32_t kind = 0;  // of classic::ActionKind
  std::int32_t source = -1;
  std::int32_t target = -1;
};
// Besides, so many numbers that say how: armies as a share and on logarithmic scales, dice, odds; of a trade its worth.
inline constexpr int kActionNumbers = 8;

ActionFeatures action_features(const classic::State& state, const classic::Action& action);
// `action` must be legal. Writes kActionNumbers numbers.
void encode_action(const classic::Game& game, const classic::State& state, const classic::Action& action,
                   float* numbers);
// The chance that so many attackers win a battle to the end; beyond 64 armies on a side, that of a battle of the same
// proportions.
float battle_odds(int attackers, int defenders, bool fair_duel);

}  // namespace hegemon::encode
