#include "search/mcts/classic_domain.hpp"

namespace hegemon::search {

template class Search<ClassicDomain>;

namespace {

using classic::Action;
using classic::ActionKind;
using classic::Game;
using classic::State;

// Enemy armies next to a territory.
int pressure(const Game& game, const State& state, int territory) {
  int sum = 0;
  for (Territory next : game.map->neighbours(territory)) {
    if (state.owners()[next] != state.owners()[territory]) sum += state.armies()[next];
  }
  return sum;
}

bool is_hopeless(const State& state, const Action& action) {
  return action.kind == ActionKind::attack && state.armies()[action.source] - 1 <= state.armies()[action.target];
}

}  // namespace

// The probabilities of a battle of very many armies would take long to compute, only to be thrown away.
std::vector<std::pair<int, double>> ClassicDomain::outcomes(const State& state, std::size_t most) const {
  const classic::Header& head = state.head();
  const bool battle = head.chance == classic::ChanceKind::blitz;
  if (battle && static_cast<std::size_t>(head.committed + state.armies()[head.target]) > 4 * most) return {};
  auto all = classic::outcomes(*game, state);
  if (all.size() > most) all.clear();
  return all;
}

classic::Action guided_action(const Game& game, const State& state, Random& random) {
  constexpr int kTries = 3;
  Action action = classic::random_action(game, state, random);
  switch (action.kind) {
    case ActionKind::place:
    case ActionKind::fortify: {  // the better of two
      const Action other = classic::random_action(game, state, random);
      if (other.kind != action.kind) return action;
      const bool place = action.kind == ActionKind::place;
      const int here = place ? action.source : action.target, there = place ? other.source : other.target;
      return pressure(game, state, there) > pressure(game, state, here) ? other : action;
    }
    case ActionKind::pass:
      if (state.head().phase != classic::Phase::attack) return action;
      action = classic::random_action(game, state, random);  // passing twice in a row is rarer
      [[fallthrough]];
    case ActionKind::attack:
      for (int tries = 0; tries < kTries && is_hopeless(state, action); ++tries) {
        action = classic::random_action(game, state, random);
      }
      return is_hopeless(state, action) ? Action{} : action;
    default: return action;
  }
}

}  // namespace hegemon::search
