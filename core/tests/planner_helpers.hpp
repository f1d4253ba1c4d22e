// Games and positions for tests of the planner.
#pragma once

#include "helpers.hpp"
#include "search/planner/planner.hpp"

namespace hegemon::search::rollouts {

namespace sim = hegemon::simultaneous;

// A ring of groups of three: 0-1-2 is one, 3-4-5 the next, and so on.
inline sim::Game ring(const sim::Rules& rules, int groups = 4) {
  std::vector<std::array<int, 2>> links;
  std::vector<Group> bonuses;
  const int n = 3 * groups;
  for (int t = 0; t < n; ++t) links.push_back({t, (t + 1) % n});
  for (int g = 0; g < groups; ++g) {
    bonuses.push_back(
        {3, {static_cast<Territory>(3 * g), static_cast<Territory>(3 * g + 1), static_cast<Territory>(3 * g + 2)}});
  }
  return {std::make_shared<const Map>(n, links, bonuses), rules};
}

// Neutral land with two armies everywhere, but for a territory of each seat.
inline sim::State opening(const sim::Game& game, int first, int second) {
  sim::State state(game.map->size());
  std::fill_n(state.owners(), state.size(), sim::kNeutral);
  std::fill_n(state.armies(), state.size(), 2);
  state.owners()[first] = 0;
  state.owners()[second] = 1;
  return state;
}

inline planner::Knowledge knowing(const sim::Game& game) { return {game, planner::usual_weights(game.rules)}; }

}  // namespace hegemon::search::rollouts
