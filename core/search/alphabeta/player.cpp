#include "search/alphabeta/player.hpp"

#include <algorithm>
#include <chrono>
#include <tuple>

namespace hegemon::search {
namespace {

using classic::Action;
using classic::ActionKind;
using classic::Phase;
using classic::State;

// The action with the highest score; the first of equals.
template <class Score>
Action best_of(const std::vector<Action>& actions, Score&& score) {
  const auto better = [&](const Action& a, const Action& b) { return score(a) < score(b); };
  return *std::max_element(actions.begin(), actions.end(), better);
}

}  // namespace

AlphaBetaPlayer::AlphaBetaPlayer(const classic::Game& game, const AlphaBetaSettings& settings)
    : game_(game), borders_(*game.map), search_(game, settings) {}

AlphaBetaResult AlphaBetaPlayer::decide(const State& state, double seconds, bool all_exact, Watch* watch) {
  if (state.head().phase == Phase::attack) return search_.search(state, seconds, all_exact, watch);
  const auto began = std::chrono::steady_clock::now();
  RootMove move;
  move.action = choose(state);
  move.value = std::clamp(search_.value(state, state.head().mover, 0), -1.0, 1.0);
  move.nodes = 1;
  AlphaBetaResult result;
  result.value = move.value;
  result.nodes = 1;
  result.moves.push_back(std::move(move));
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return result;
}

Action AlphaBetaPlayer::choose(const State& state) {
  switch (state.head().phase) {
    case Phase::pick: return choose_pick(state);
    case Phase::setup: return choose_setup(state);
    case Phase::trade: return choose_trade(state);
    case Phase::place: return choose_place(state);
    case Phase::occupy: return choose_occupation(state);
    case Phase::fortify: return choose_fortification(state);
    case Phase::attack:
    case Phase::over: break;
  }
  return {};
}

double AlphaBetaPlayer::ratio(const State& state, int territory) const {
  return security_ratio(borders_, state.owners(), state.armies(), territory);
}

// A draft is made up once, from the board before it, and then carried out one decision after the other.
Action AlphaBetaPlayer::choose_place(const State& state) {
  const classic::Header& head = state.head();
  if (next_decision_ != head.decisions || wanted_.empty()) {
    draft_by_security(borders_, state.owners(), state.armies(), head.mover, head.to_place, wanted_);
  }
  const Action action = nearest_placing(game_.rules, head.to_place, wanted_);
  next_decision_ = wanted_.empty() ? -1 : head.decisions + 1;
  return action;
}

// All that is placed at once goes to the territory with the highest ratio.
Action AlphaBetaPlayer::choose_setup(const State& state) const {
  std::vector<Action> actions;
  legal_actions(game_, state, actions);
  return best_of(actions, [&](const Action& action) { return ratio(state, action.source); });
}

Action AlphaBetaPlayer::choose_pick(const State& state) const {
  std::vector<Action> actions;
  legal_actions(game_, state, actions);
  return best_of(actions, [&](const Action& action) { return pick_worth(state, action.source); });
}

// Groups that pay well for their size and are not yet the enemy's, own land next door, few other neighbours.
double AlphaBetaPlayer::pick_worth(const State& state, int territory) const {
  const int seat = state.head().mover;
  double worth = 0;
  for (const Group& group : game_.map->groups()) {
    if (std::find(group.members.begin(), group.members.end(), territory) == group.members.end()) continue;
    int own = 0, others = 0;
    for (Territory member : group.members) {
      own += state.owners()[member] == seat;
      others += state.owners()[member] != seat && state.owners()[member] >= 0;
    }
    worth += group.value * (1.0 + own) / (static_cast<double>(group.members.size()) * (1.0 + 2.0 * others));
  }
  const auto around = game_.map->neighbours(territory);
  for (Territory n : around) worth += state.owners()[n] == seat ? 0.3 : 0.0;
  return worth - 0.05 * static_cast<double>(around.size());
}

// Sets are traded as soon as there is one, for the most armies; the extra armies go where the ratio is highest.
Action AlphaBetaPlayer::choose_trade(const State& state) const {
  std::vector<Action> actions;
  legal_actions(game_, state, actions);
  std::erase_if(actions, [](const Action& action) { return action.kind == ActionKind::pass; });
  if (actions.empty()) return {};
  return best_of(actions, [&](const Action& action) {
    State after = state;
    apply(game_, after, action);
    const int wildcards = (action.source >= game_.map->size()) + (action.target >= game_.map->size()) +
                          (action.third >= game_.map->size());
    return std::tuple(after.head().to_place, -wildcards, action.armies < 0 ? 0.0 : ratio(state, action.armies));
  });
}

// Armies are split between both territories as their threats are; where neither is threatened all move on.
Action AlphaBetaPlayer::choose_occupation(const State& state) const {
  const classic::Header& head = state.head();
  const int here = border_threat(borders_, state.owners(), state.armies(), head.source);
  const int there = border_threat(borders_, state.owners(), state.armies(), head.target);
  const int all = state.armies()[head.source] + state.armies()[head.target];
  const double share = here + there == 0 ? 1.0 : static_cast<double>(there) / (here + there);
  const int armies = std::clamp(static_cast<int>(share * all + 0.5), static_cast<int>(head.dice), head.committed);
  return {.kind = ActionKind::occupy, .armies = armies};
}

// Steps from every own territory to the nearest one that touches an enemy; -1 where there is none.
std::vector<int> AlphaBetaPlayer::border_distances(const State& state) const {
  std::vector<int> distance(static_cast<std::size_t>(state.size()), -1), queue;
  for (int t = 0; t < state.size(); ++t) {
    if (state.owners()[t] != state.head().mover) continue;
    if (border_threat(borders_, state.owners(), state.armies(), t) == 0) continue;
    distance[static_cast<std::size_t>(t)] = 0;
    queue.push_back(t);
  }
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (Territory n : game_.map->neighbours(queue[i])) {
      if (state.owners()[n] != state.head().mover || distance[n] >= 0) continue;
      distance[n] = distance[static_cast<std::size_t>(queue[i])] + 1;
      queue.push_back(n);
    }
  }
  return distance;
}

// The most armies from behind the front go as near to it as they may, where the ratio is highest.
Action AlphaBetaPlayer::choose_fortification(const State& state) {
  legal_actions(game_, state, actions_);
  const std::vector<int> distance = border_distances(state);
  std::erase_if(actions_, [&](const Action& a) {
    return a.kind == ActionKind::pass || distance[a.source] <= 0 || distance[a.target] >= distance[a.source];
  });
  if (actions_.empty()) return {};
  return best_of(actions_, [&](const Action& action) {
    return std::tuple(action.armies, -distance[action.target], ratio(state, action.target));
  });
}

}  // namespace hegemon::search
