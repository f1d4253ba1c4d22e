#include "search/classic_planner/planner.hpp"

#include "search/groups.hpp"

namespace hegemon::search::classic_planner {

Knowledge::Knowledge(const classic::Game& given, const Weights& chosen)
    : game(given),
      weights(chosen),
      odds(given.rules),
      groups_of(search::groups_of(*given.map)),
      walls(group_walls(*given.map)) {}

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
