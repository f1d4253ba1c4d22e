// The classic game as the tree search sees it.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "classic/evaluate.hpp"
#include "classic/game.hpp"
#include "search/mcts/mcts.hpp"

namespace hegemon::search {

// A playout that is not quite blind: no attacks against the odds, armies where the enemy is.
classic::Action guided_action(const classic::Game& game, const classic::State& state, Random& random);

struct ClassicDomain {
  using State = classic::State;
  using Action = classic::Action;

  const classic::Game* game;
  classic::Evaluation evaluation = classic::Evaluation::resources;

  int seats() const { return game->seats; }
  int mover(const State& state) const {
    const auto& head = state.head();
    return head.chance != classic::ChanceKind::none ? kChance : head.phase == classic::Phase::over ? kOver : head.mover;
  }
  std::uint32_t count(const State& state) const {
    return static_cast<std::uint32_t>(classic::count_actions(*game, state));
  }
  Action action(const State& state, std::uint32_t index) const { return classic::nth_action(*game, state, index); }
  void list(const State& state, std::vector<Action>& actions) const { classic::legal_actions(*game, state, actions); }
  void apply(State& state, const Action& action) const { classic::apply(*game, state, action); }

  int sample(const State& state, Random& random) const { return classic::sample_outcome(*game, state, random); }
  std::vector<std::pair<int, double>> outcomes(const State& state, std::size_t most) const;
  void apply_outcome(State& state, int outcome) const { classic::apply_outcome(*game, state, outcome); }
  static Action outcome(int number) { return {.armies = number}; }
  static int outcome_of(const Action& action) { return action.armies; }

  Action playout_action(const State& state, Random& random, Playout kind) const {
    return kind == Playout::guided ? guided_action(*game, state, random) : classic::random_action(*game, state, random);
  }
  void returns(const State& state, std::span<double> values) const { classic::returns(state, values); }
  void evaluate(const State& state, std::span<double> values) const {
    classic::evaluate(*game, state, evaluation, values);
  }
  std::uint64_t hash(const State& state) const { return state.hash(); }
};

static_assert(Domain<ClassicDomain>);
extern template class Search<ClassicDomain>;

}  // namespace hegemon::search
