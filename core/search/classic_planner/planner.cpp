#include "search/classic_planner/planner.hpp"

#include <algorithm>

namespace hegemon::search::classic_planner {

Knowledge::Knowledge(const classic::Game& given, const Weights& chosen)
    : game(given),
      weights(chosen),
      odds(given.rules),
      groups_of(static_cast<std::size_t>(given.map->size())),
      walls(given.map->groups().size(), 0) {
  for (std::size_t g = 0; g < game.map->groups().size(); ++g) {
    const auto& members = game.map->groups()[g].members;
    for (const Territory t : members) {
      groups_of[t].push_back(static_cast<std::uint16_t>(g));
      const auto near = game.map->neighbours(t);
      walls[g] += std::any_of(near.begin(), near.end(), [&](Territory next) {
        return std::find(members.begin(), members.end(), next) == members.end();
      });
    }
  }
}

Planner::Planner(const Knowledge& knowledge)
    : k_(knowledge),
      map_(*knowledge.game.map),
      rules_(knowledge.game.rules),
      threats_(static_cast<std::size_t>(map_.size())) {}

classic::Action Planner::decide(const classic::State& state, const Style& style) {
  state_ = &state;
  style_ = &style;
  w_ = &style.weights;
  owners_ = state.owners();
  armies_ = state.armies();
  seat_ = state.head().mover;
  if (state.head().phase == classic::Phase::pick) return pick();
  look();
  switch (state.head().phase) {
    case classic::Phase::setup: return set_up();
    case classic::Phase::trade: return trade();
    case classic::Phase::place: return place();
    case classic::Phase::attack: return attack();
    case classic::Phase::occupy: return occupy();
    case classic::Phase::fortify: return fortify();
    case classic::Phase::pick:
    case classic::Phase::over: break;
  }
  return {};
}

}  // namespace hegemon::search::classic_planner
