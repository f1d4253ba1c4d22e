// The classic game: a map with rules and seats, and the verbs on its positions.
//
// A position is either somebody's decision, or chance (a throw, a battle, a card), or the end. `apply` carries out a
// decision; if chance follows, `outcomes` lists it, and `apply_outcome` carries out one of them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/map.hpp"
#include "base/random.hpp"
#include "classic/actions.hpp"
#include "classic/dice.hpp"
#include "classic/rules.hpp"
#include "classic/state.hpp"

namespace hegemon::classic {

// The map as sets.
template <int W>
struct Bitboards {
  std::vector<Set<W>> adjacent;
  std::vector<Set<W>> groups;
  Set<W> all{};
};

struct Game {
  // Throws std::invalid_argument if the map cannot seat so many.
  Game(std::shared_ptr<const Map> map, const Rules& rules, int seats);

  std::shared_ptr<const Map> map;
  Rules rules;
  int seats;
  int cards;  // territories and wildcards

  template <int W>
  const Bitboards<W>& board() const {
    if constexpr (W == 1) {
      return small_;
    } else {
      return large_;
    }
  }
  int card_copies() const {
    return rules.cards == Cards::none ? 0 : rules.deck_refill == DeckRefill::new_deck ? 2 * cards : cards;
  }
  std::size_t state_bytes() const { return State::block_bytes(map->size(), seats, card_copies()); }

 private:
  Bitboards<1> small_;
  Bitboards<8> large_;
};

// Calls f with the width of the game's sets as a compile-time constant.
template <class F>
decltype(auto) with_width(const Game& game, F&& f) {
  if (game.map->size() <= 64) return f(std::integral_constant<int, 1>{});
  return f(std::integral_constant<int, 8>{});
}

// --- start.cpp
State start(const Game& game, Random& random);

// --- moves.cpp
void legal_actions(const Game& game, const State& state, std::vector<Action>& actions);
std::size_t count_actions(const Game& game, const State& state);
// Whether the action is in that list, without making the list.
bool is_legal(const Game& game, const State& state, const Action& action);
// The action at a place of that list, without making the list. `index` must be below count_actions.
Action nth_action(const Game& game, const State& state, std::size_t index);
// Uniform over the list of legal actions. There must be one.
Action random_action(const Game& game, const State& state, Random& random);

// --- illegal.cpp
// Why an action may not be taken now, in words; empty if it is legal.
std::string illegal_reason(const Game& game, const State& state, const Action& action);

// --- apply.cpp
// What a group of this value pays in a round.
int group_value(const Rules& rules, int value, int round);
int income(const Game& game, const State& state, int seat);
// `action` must be legal.
void apply(const Game& game, State& state, const Action& action);
void begin_turn(const Game& game, State& state, int seat);
void end_turn(const Game& game, State& state);

// --- chance.cpp
// (outcome, probability) of the chance that is pending. A roll's outcome is the armies the attacker loses, a battle's
// is numbered as in dice.hpp, a draw's is the card.
std::vector<std::pair<int, double>> outcomes(const Game& game, const State& state);
bool is_possible(const Game& game, const State& state, int outcome);
int sample_outcome(const Game& game, const State& state, Random& random);
// `outcome` must be possible.
void apply_outcome(const Game& game, State& state, int outcome);

// --- cards.cpp
bool is_set(const Game& game, std::span<const int, 3> cards);
// Armies for a set that is traded now, without those on shown territories.
int set_value(const Game& game, const State& state, std::span<const int, 3> cards);
bool holds_set(const Game& game, const State& state, int seat);
std::vector<int> hand(const Game& game, const State& state, int seat);
void list_trades(const Game& game, const State& state, std::vector<Action>& actions);
void trade(const Game& game, State& state, const Action& action);
void trade_automatically(const Game& game, State& state);
void move_hand(const Game& game, State& state, int from, std::uint8_t to);
// Makes sure that the deck holds a card if any can be had.
void refill_deck(const Game& game, State& state);

// --- view.cpp
// The position with the cards that the seat cannot see hidden.
State view(const Game& game, const State& state, int seat);
// A whole position that fits the view: hidden cards dealt at random. Throws std::invalid_argument if nobody could play
// on from any.
State determinize(const Game& game, const State& view, Random& random);

// One decision and whatever chance follows it.
inline void step(const Game& game, State& state, const Action& action, Random& random) {
  apply(game, state, action);
  while (state.head().chance != ChanceKind::none) apply_outcome(game, state, sample_outcome(game, state, random));
}

}  // namespace hegemon::classic
