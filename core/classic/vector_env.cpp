#include "classic/vector_env.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace hegemon::classic {
namespace {

float army_balance(const State& state, Seat seat) {
  int balance = 0;
  for (int t = 0; t < state.size(); ++t) balance += state.owners()[t] == seat ? state.armies()[t] : -state.armies()[t];
  return static_cast<float>(balance);
}

int phase_index(Phase phase) { return phase == Phase::attack ? 1 : phase == Phase::fortify ? 2 : 0; }

}  // namespace

void require_action_indices(const Game& game) {
  if (game.seats != 2) throw std::invalid_argument("action indices exist for games of two seats only");
  if (game.rules.cards == Cards::hand) throw std::invalid_argument("decisions about cards have no action index");
  if (game.rules.occupy == Occupy::choose)
    throw std::invalid_argument("decisions about who moves in have no action index");
}

int action_index(const State& state, const Action& action) {
  const int n = state.size();
  const bool one = action.kind == ActionKind::pick || action.kind == ActionKind::place;
  return (phase_index(state.head().phase) * n + action.source) * n + (one ? action.source : action.target);
}

Action action_at(const Game& game, const State& state, int index, std::vector<Action>& actions) {
  legal_actions(game, state, actions);
  const Action* best = nullptr;
  for (const Action& action : actions) {
    if (action_index(state, action) == index && (!best || action.armies > best->armies)) best = &action;
  }
  if (!best) throw std::invalid_argument("no legal action has the index " + std::to_string(index));
  return *best;
}

void mark_legal_indices(const Game& game, const State& state, std::vector<Action>& actions, bool* legal) {
  std::fill_n(legal, count_action_indices(game), false);
  legal_actions(game, state, actions);
  for (const Action& action : actions) legal[action_index(state, action)] = true;
}

VectorEnv::VectorEnv(const Game& game, std::span<const Seat> random_seats, const Random& random)
    : game_(game), random_seats_(random_seats.begin(), random_seats.end()) {
  require_action_indices(game);
  for (const Seat seat : random_seats) {
    if (seat < kNobody || seat >= game.seats) throw std::invalid_argument("no such seat");
  }
  for (std::size_t i = 0; i < random_seats_.size(); ++i) {
    Random own = random.stream(i);
    states_.push_back(start(game, own));
    play_random_seat(i, own);
    while (states_[i].head().phase == Phase::over) begin(i, own);
  }
}

void VectorEnv::begin(std::size_t i, Random& random) {
  states_[i] = start(game_, random);
  if (random_seats_[i] != kNobody) random_seats_[i] = static_cast<Seat>(1 - random_seats_[i]);
  play_random_seat(i, random);
}

// Until the other seat decides, or the game is over.
void VectorEnv::play_random_seat(std::size_t i, Random& random) {
  State& state = states_[i];
  while (state.head().mover == random_seats_[i] && state.head().phase != Phase::over) {
    classic::step(game_, state, random_action(game_, state, random), random);
  }
}

void VectorEnv::step(std::span<const std::int32_t> indices, const Random& random, std::span<Outcome> outcomes) {
  if (indices.size() != size() || outcomes.size() != size()) throw std::invalid_argument("one decision for each game");
  chosen_.resize(size());
  for (std::size_t i = 0; i < size(); ++i) {
    if (indices[i] != kRandomly) chosen_[i] = action_at(game_, states_[i], indices[i], actions_);
  }
  for (std::size_t i = 0; i < size(); ++i) {
    Random own = random.stream(i);
    State& state = states_[i];
    const Seat decider = state.head().mover;
    const Action action = indices[i] == kRandomly ? random_action(game_, state, own) : chosen_[i];
    classic::step(game_, state, action, own);
    Outcome& outcome = outcomes[i];
    outcome = {.balance = army_balance(state, decider)};
    play_random_seat(i, own);
    while (state.head().phase == Phase::over) {  // once more where the random seat wins before anybody else decides
      if (!outcome.over) outcome.winner = state.head().winner;
      outcome.over = true;
      begin(i, own);
    }
    outcome.next = state.head().mover;
  }
}

void VectorEnv::restore(std::vector<State> states, std::vector<Seat> random_seats) {
  if (states.size() != size() || random_seats.size() != size())
    throw std::invalid_argument("one position for each game");
  for (std::size_t i = 0; i < size(); ++i) {
    const Header& head = states[i].head();
    const bool decided = head.phase != Phase::over && head.chance == ChanceKind::none && head.mover != random_seats[i];
    if (!decided || random_seats[i] < kNobody || random_seats[i] >= game_.seats) {
      throw std::invalid_argument("nobody has anything to decide in a position");
    }
  }
  states_ = std::move(states);
  random_seats_ = std::move(random_seats);
}

}  // namespace hegemon::classic
