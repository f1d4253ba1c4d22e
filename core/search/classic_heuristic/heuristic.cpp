#include "search/classic_heuristic/heuristic.hpp"

#include <algorithm>
#include <cmath>

#include "search/groups.hpp"

namespace hegemon::search::classic_heuristic {

Heuristic::Heuristic(const classic::Game& game, const Settings& settings)
    : game_(game),
      map_(*game_.map),
      rules_(game_.rules),
      greed_(settings.greed),
      least_chance_(0.5 + 0.1 * settings.caution),
      army_worth_(rules_.income_base == classic::IncomeBase::armies || rules_.cap_result == classic::CapResult::armies
                      ? 0.7
                      : 0.15),
      duel_(rules_.battle == classic::BattleKind::fair_duel && rules_.attack_mode != classic::AttackMode::roll),
      spare_(duel_ ? 0 : 1),
      forecasts_(duel_),
      groups_of_(groups_of(map_)) {
  for (const int walls : group_walls(map_)) root_walls_.push_back(std::sqrt(std::max(1, walls)));
}

classic::Action Heuristic::decide(const classic::State& view) {
  view_ = &view;
  owners_ = view.owners();
  armies_ = view.armies();
  seat_ = view.head().mover;
  own_.clear();
  for (int t = 0; t < map_.size(); ++t) {
    if (!foreign(t)) own_.push_back(static_cast<Territory>(t));
  }
  switch (view.head().phase) {
    case classic::Phase::pick: return pick();
    case classic::Phase::setup: return set_up();
    case classic::Phase::trade: return trade();
    case classic::Phase::place: return place();
    case classic::Phase::attack: return attack();
    case classic::Phase::occupy: return occupy();
    case classic::Phase::fortify: return fortify();
    case classic::Phase::over: break;
  }
  return {};
}

bool Heuristic::at_border(int territory) const {
  const auto near = map_.neighbours(territory);
  return std::any_of(near.begin(), near.end(), [&](Territory t) { return foreign(t); });
}

int Heuristic::threat(int territory) const {
  int most = 0;
  for (const Territory t : map_.neighbours(territory)) {
    if (foreign(t)) most = std::max(most, armies_[t]);
  }
  return most;
}

}  // namespace hegemon::search::classic_heuristic
