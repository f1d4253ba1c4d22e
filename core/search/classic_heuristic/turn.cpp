// A turn by rules of thumb: trading, placing, attacking and moving in.
#include <algorithm>
#include <array>
#include <tuple>

#include "search/classic_heuristic/heuristic.hpp"

namespace hegemon::search::classic_heuristic {

using classic::Action;
using classic::ActionKind;

// The set with the fewest wildcards and a bonus, once it is forced or brings enough.
Action Heuristic::trade() const {
  std::vector<Action> trades;
  classic::list_trades(game_, *view_, trades);
  std::tuple<double, int, std::int64_t> best;
  int value = 0;
  const Action* chosen = nullptr;
  for (const Action& action : trades) {
    const std::array<int, 3> set{action.source, action.target, action.third};
    const int armies = classic::set_value(game_, *view_, set);
    const auto wild = std::count_if(set.begin(), set.end(), [&](int card) { return card >= map_.size(); });
    const std::tuple worth(armies - 1.5 * static_cast<double>(wild), action.armies >= 0 ? threat(action.armies) : -1,
                           -classic::action_code(action));
    if (chosen && worth <= best) continue;
    best = worth;
    value = armies;
    chosen = &action;
  }
  const auto& head = view_->head();
  const int cards = head.hand[static_cast<std::size_t>(seat_)];
  const bool forced = head.mid_trade || cards >= rules_.trade_at;
  const bool wait = cards < 4 && value < 10;
  return (wait && !forced) || !chosen ? Action{} : *chosen;
}

Action Heuristic::place() {
  const int left = view_->head().to_place;
  border_.clear();
  std::copy_if(own_.begin(), own_.end(), std::back_inserter(border_), [&](Territory t) { return at_border(t); });
  const auto& where = border_.empty() ? own_ : border_;
  if (rules_.place_amounts == classic::Amounts::any) {
    const Action first = wall(where);
    if (0 < first.armies && first.armies <= left / 2) return first;
  }
  const int chosen = best_front(where, left);
  if (chosen < 0) return {};
  return {.kind = ActionKind::place, .source = static_cast<std::uint16_t>(chosen), .armies = left};
}

// The border of an owned group that needs the most armies to match its neighbours.
Action Heuristic::wall(const std::vector<Territory>& border) const {
  Action most{.kind = ActionKind::place};
  for (const Territory t : border) {
    const auto& groups = groups_of_[t];
    if (std::none_of(groups.begin(), groups.end(), [&](std::uint16_t g) { return holds(g); })) continue;
    const int needed = threat(t) - armies_[t];
    if (needed < most.armies) continue;
    most.source = t;
    most.armies = needed;
  }
  return most;
}

Action Heuristic::attack() {
  weigh();
  double best = 0;
  int source = -1, target = -1;
  for (const Territory s : own_) {
    if (armies_[s] < 2) continue;
    for (const Territory t : map_.neighbours(s)) {
      if (!foreign(t)) continue;
      const auto [chance, profit] = forecasts_.of(armies_[s] - spare_, armies_[t]);
      const double gain = worth_[t] * chance + army_worth_ * profit;
      if (chance < least_chance_ || gain <= best) continue;
      best = gain;
      source = s;
      target = t;
    }
  }
  if (source < 0) return {};
  const bool roll = rules_.attack_mode == classic::AttackMode::roll;
  return {.kind = ActionKind::attack,
          .dice = static_cast<std::uint8_t>(roll ? std::min(3, armies_[source] - 1) : 0),
          .source = static_cast<std::uint16_t>(source),
          .target = static_cast<std::uint16_t>(target),
          .armies = roll ? 0 : armies_[source] - spare_};
}

// All armies if there are more targets ahead; otherwise as few as allowed.
Action Heuristic::occupy() {
  const auto& head = view_->head();
  const int attackers = armies_[head.source] + armies_[head.target] - 2;
  weigh();
  const std::tuple ahead(campaign(head.target, attackers), threat(head.target));
  const std::tuple behind(campaign(head.source, attackers), threat(head.source));
  return {.kind = ActionKind::occupy, .armies = ahead >= behind ? head.committed : head.dice};
}

}  // namespace hegemon::search::classic_heuristic
