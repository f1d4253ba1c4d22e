// Many games of two seats side by side, each waiting for a decision: what learning by play needs.
//
// An action index is that of the Q-learning report (Yao 2025): phase, source and target, where phase is 0 for picking
// and placing (from a territory onto itself), 1 for attacks and 2 for fortifications, and passing is (phase, 0, 0). It
// says nothing about armies: it means the action with most of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "classic/game.hpp"

namespace hegemon::classic {

inline int count_action_indices(const Game& game) { return 3 * game.map->size() * game.map->size(); }
// Throws std::invalid_argument where there are decisions without an index: cards in hand, or a choice of who moves in.
void require_action_indices(const Game& game);
int action_index(const State& state, const Action& action);
// The legal action of an index that has most armies. Throws std::invalid_argument if there is none. `actions` is
// working memory.
Action action_at(const Game& game, const State& state, int index, std::vector<Action>& actions);
// Sets legal[index] for every legal action; there are count_action_indices of them.
void mark_legal_indices(const Game& game, const State& state, std::vector<Action>& actions, bool* legal);

// How a decision of one game ended it, if it did.
struct Outcome {
  bool over = false;
  Seat winner = kNobody;
  Seat next = kNobody;  // the seat that decides now, in the next game if this one is over
  float balance = 0;    // armies of the seat that decided, less the other's, after the decision
};

class VectorEnv {
 public:
  static constexpr int kRandomly = -1;

  // One game for each entry of `random_seats`: the seat that plays uniform random decisions by itself, or kNobody. When
  // a game is over the next one begins, with that seat changed. The game must outlive this.
  VectorEnv(const Game& game, std::span<const Seat> random_seats, const Random& random);

  // One decision in every game, by index or kRandomly, and whatever the random seats do then. Game i takes its random
  // numbers from stream i. Throws std::invalid_argument, with nothing changed, if a decision is not legal.
  void step(std::span<const std::int32_t> indices, const Random& random, std::span<Outcome> outcomes);

  const Game& game() const { return game_; }
  std::size_t size() const { return states_.size(); }
  const std::vector<State>& states() const { return states_; }
  const std::vector<Seat>& random_seats() const { return random_seats_; }
  // Continues from these positions; each must be a decision that is not the random seat's.
  void restore(std::vector<State> states, std::vector<Seat> random_seats);

 private:
  void begin(std::size_t i, Random& random);
  void play_random_seat(std::size_t i, Random& random);

  const Game& game_;
  std::vector<State> states_;
  std::vector<Seat> random_seats_;
  std::vector<Action> actions_, chosen_;
};

}  // namespace hegemon::classic
