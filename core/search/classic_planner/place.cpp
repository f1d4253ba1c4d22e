// The planner's placements, picks and trades.
#include <algorithm>

#include "classic/enumerate.hpp"
#include "search/classic_planner/planner.hpp"

namespace hegemon::search::classic_planner {

using classic::Action;
using classic::ActionKind;

// What more armies on a territory win and save.
double Planner::place_gain(int territory, int armies) const {
  const int here = armies_[territory];
  const double won = best_attack(territory, here + armies) - best_attack(territory, here);
  const Threat& threat = threats_[territory];
  const double saved = loses(threat, -1, here) - loses(threat, -1, here + armies);
  return won + w_->defend * lasting_[territory] * saved + w_->mass * std::min(here, 20);
}

// An allowed amount, not less than what is wanted if there is one.
int Planner::allowed(classic::Amounts amounts, int wanted, int most) const {
  const classic::Choices choices{amounts, most, rules_.duplicates};
  if (amounts == classic::Amounts::any) return std::clamp(wanted, 1, most);
  for (int k = 0; k < choices.count(); ++k) {
    if (choices.value(k) >= wanted && choices.value(k) >= 1) return choices.value(k);
  }
  return most;
}

// All where they gain most; or only some, if these gain almost as much there.
Action Planner::place() {
  const int left = state_->head().to_place;
  double best = -1e9;
  int chosen = -1;
  for (int t = 0; t < map_.size(); ++t) {
    if (foreign(t) || !border(t)) continue;
    const double gain = place_gain(t, left);
    if (gain <= best) continue;
    best = gain;
    chosen = t;
  }
  if (chosen < 0) {  // nothing foreign touches own land
    chosen = static_cast<int>(std::find(owners_, owners_ + map_.size(), seat_) - owners_);
    return {.kind = ActionKind::place, .source = static_cast<std::uint16_t>(chosen), .armies = left};
  }
  int armies = left;
  if (rules_.place_amounts != classic::Amounts::all && best > 0) {
    for (const int quarter : {1, 2, 3}) {
      const int some = std::max(1, left * quarter / 4);
      if (some < left && place_gain(chosen, some) >= 0.9 * best) {
        armies = allowed(rules_.place_amounts, some, left);
        break;
      }
    }
  }
  return {.kind = ActionKind::place, .source = static_cast<std::uint16_t>(chosen), .armies = armies};
}

// Before the first turn: as if all that is left were placed now.
Action Planner::set_up() {
  const int pool = state_->head().pool[static_cast<std::size_t>(seat_)];
  const int armies = rules_.setup_place == classic::SetupPlace::four ? std::min(pool, 4) : 1;
  double best = -1e9;
  int chosen = -1;
  for (int t = 0; t < map_.size(); ++t) {
    if (foreign(t)) continue;
    const double gain = (border(t) ? 0.0 : -1e6) + place_gain(t, pool);
    if (gain <= best) continue;
    best = gain;
    chosen = t;
  }
  return {.kind = ActionKind::place, .source = static_cast<std::uint16_t>(chosen), .armies = armies};
}

Action Planner::pick() const {
  double best = -1e9;
  int chosen = 0;
  for (int t = 0; t < map_.size(); ++t) {
    if (owners_[t] >= 0) continue;
    const double worth = pick_worth(t) * (style_->noise > 0 ? noise(t) : 1.0);
    if (worth <= best) continue;
    best = worth;
    chosen = t;
  }
  return {.kind = ActionKind::pick, .source = static_cast<std::uint16_t>(chosen), .armies = 1};
}

// A group with a good bonus for its size that is mostly free or own, or that somebody else would complete.
double Planner::pick_worth(int territory) const {
  double worth = 0;
  for (const Territory next : map_.neighbours(territory)) worth += owners_[next] == seat_ ? 0.1 : 0.0;
  for (const std::uint16_t g : k_.groups_of[static_cast<std::size_t>(territory)]) {
    const Group& group = map_.groups()[g];
    int mine = 0, others = 0;
    for (const Territory t : group.members) {
      mine += owners_[t] == seat_;
      others += owners_[t] >= 0 && owners_[t] != seat_;
    }
    const auto size = static_cast<double>(group.members.size());
    const double pays = std::max(0, group.value) / size;
    const bool denies = others > 0 && others + 1 == static_cast<int>(group.members.size());
    worth += pays * ((1.0 + mine) / (1.0 + others) / (1 + w_->walls * k_.walls[g]) + (denies ? w_->denied * 3 : 0.0));
  }
  return worth;
}

// The set with fewest wildcards, and the bonus where it is needed; once it is forced, or brings enough.
Action Planner::trade() const {
  std::vector<Action> trades;
  classic::list_trades(k_.game, *state_, trades);
  const auto& head = state_->head();
  double best = -1e9;
  int value = 0;
  Action chosen;
  for (const Action& action : trades) {
    const std::array<int, 3> set{action.source, action.target, action.third};
    const int armies = classic::set_value(k_.game, *state_, set);
    double worth = armies;
    for (const int card : set) worth -= card >= map_.size() ? 1.5 : 0.0;
    if (action.armies >= 0) worth += 0.5 + 0.1 * std::min(9.0F, threats_[action.armies].first);
    if (worth <= best) continue;
    best = worth;
    value = armies;
    chosen = action;
  }
  const int cards = head.hand[static_cast<std::size_t>(seat_)];
  const bool forced = head.mid_trade || cards >= rules_.trade_at;
  const bool waits = cards < 4 && value < w_->wait;
  return (waits && !forced) || trades.empty() ? Action{} : chosen;
}

}  // namespace hegemon::search::classic_planner
