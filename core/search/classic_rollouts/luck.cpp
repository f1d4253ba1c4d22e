#include "search/classic_rollouts/luck.hpp"

#include <algorithm>

#include "search/classic_rollouts/value.hpp"

namespace hegemon::search::classic_rollouts {

namespace {

struct Losses {
  double lost = 0, killed = 0, win = 0;
};

Losses expected(const classic_planner::Knowledge& k, const classic::Header& head, int defenders) {
  if (head.chance == classic::ChanceKind::blitz) {
    const bool duel = k.game.rules.battle == classic::BattleKind::fair_duel;
    const auto p = k.odds.attack(head.committed + (duel ? 0 : 1), defenders);
    return {p.lost, p.killed, p.win};
  }
  const int against = classic::defence_dice(defenders), pairs = std::min<int>(head.dice, against);
  const classic::Throw& table = classic::throws(head.dice, against);
  Losses sum;
  for (int lost = 0; lost <= pairs; ++lost) {
    const double share = static_cast<double>(table.attacker_loses[static_cast<std::size_t>(lost)]) / table.all;
    sum.lost += share * lost;
    sum.killed += share * (pairs - lost);
    if (pairs - lost >= defenders) sum.win += share;
  }
  return sum;
}

Losses actual(const classic_planner::Knowledge& k, const classic::Header& head, int defenders, int outcome) {
  if (head.chance == classic::ChanceKind::blitz) {
    const bool duel = k.game.rules.battle == classic::BattleKind::fair_duel;
    const classic::Battle left = classic::battle_left(head.committed, outcome, duel);
    return {static_cast<double>(head.committed - left.attackers), static_cast<double>(defenders - left.defenders),
            left.defenders == 0 ? 1.0 : 0.0};
  }
  const int killed = std::min<int>(head.dice, classic::defence_dice(defenders)) - outcome;
  return {static_cast<double>(outcome), static_cast<double>(killed), killed >= defenders ? 1.0 : 0.0};
}

}  // namespace

Luck::Luck(const classic_planner::Knowledge& knowledge, int seat)
    : k_(knowledge),
      seat_(static_cast<std::size_t>(seat)),
      shares_(static_cast<std::size_t>(knowledge.game.seats)),
      army_(shares_.size()),
      land_(shares_.size()) {}

void Luck::look(const classic::State& state) {
  shares(k_.game, state, k_.weights, shares_);
  const auto& w = k_.weights;
  std::fill(army_.begin(), army_.end(), 1.0);
  std::fill(land_.begin(), land_.end(), 1.0);
  for (int t = 0; t < state.size(); ++t) {
    const int owner = state.owners()[t];
    if (owner < 0) continue;
    army_[static_cast<std::size_t>(owner)] += state.armies()[t];
    land_[static_cast<std::size_t>(owner)] += 1;
  }
  for (double& armies : army_) armies = 0.8 * (w.value_armies + w.value_strength) / armies;
  for (double& land : land_) land = (w.value_land + w.value_income + 0.2 * w.value_strength) / land;
}

void Luck::count(const classic::State& state, int outcome) {
  const classic::Header& head = state.head();
  const int victim = state.owners()[head.target];
  if (victim < 0) return;
  const int defenders = state.armies()[head.target];
  const Losses mean = expected(k_, head, defenders), found = actual(k_, head, defenders, outcome);
  const auto a = static_cast<std::size_t>(head.mover), d = static_cast<std::size_t>(victim);
  const double attacker = -army_[a] * (found.lost - mean.lost) + land_[a] * (found.win - mean.win);
  const double defender = -army_[d] * (found.killed - mean.killed) - land_[d] * (found.win - mean.win);
  const double ours = (seat_ == a ? attacker : 0.0) + (seat_ == d ? defender : 0.0);
  sum_ += shares_[seat_] * (ours - shares_[a] * attacker - shares_[d] * defender);
}

}  // namespace hegemon::search::classic_rollouts
