#include "search/classic_planner/odds.hpp"

#include "classic/dice.hpp"

namespace hegemon::search::classic_planner {
namespace {

using classic::AttackMode;
using classic::BattleKind;

struct Table {
  int size;
  std::vector<Prospect> cells;  // moved: times the probability of a win

  explicit Table(int n) : size(n), cells(static_cast<std::size_t>(n * n)) {}
  Prospect& at(int armies, int defenders) { return cells[static_cast<std::size_t>(armies * size + defenders)]; }
};

// Adds what follows with a probability after some losses.
void follow(Prospect& sum, double share, const Prospect& next, int lost, int killed) {
  const auto p = static_cast<float>(share);
  sum.win += p * next.win;
  sum.moved += p * next.moved;
  sum.lost += p * (next.lost + static_cast<float>(lost));
  sum.killed += p * (next.killed + static_cast<float>(killed));
}

Prospect after(Table& rest, int armies, int defenders) {
  if (defenders <= 0) return {1.0F, static_cast<float>(armies - 1), 0.0F, 0.0F};
  return armies < 2 ? Prospect{} : rest.at(armies, defenders);
}

// One exchange, and then what `rest` says.
Prospect exchange(Table& rest, int armies, int defenders, bool duel) {
  Prospect sum;
  if (duel) {
    follow(sum, 0.5, after(rest, armies - 1, defenders), 1, 0);
    follow(sum, 0.5, after(rest, armies, defenders - 1), 0, 1);
    return sum;
  }
  const int dice = classic::attack_dice(armies - 1), against = classic::defence_dice(defenders);
  const int pairs = std::min(dice, against);
  const classic::Throw& table = classic::throws(dice, against);
  for (int lost = 0; lost <= pairs; ++lost) {
    const double share = static_cast<double>(table.attacker_loses[static_cast<std::size_t>(lost)]) / table.all;
    follow(sum, share, after(rest, armies - lost, defenders - (pairs - lost)), lost, pairs - lost);
  }
  return sum;
}

}  // namespace

Odds::Odds(const classic::Rules& rules) {
  const bool single = rules.attack_mode == AttackMode::roll;
  const bool duel = rules.battle == BattleKind::fair_duel && !single;
  // Where attacks are few and single rolls, a battle ends with them.
  const int rolls = single ? std::min(rules.attacks_per_turn, kTable) : 0;
  Table table(kTable);
  for (int roll = 0; roll < std::max(rolls, 1); ++roll) {
    Table rest = table;
    for (int a = 2; a < kTable; ++a) {
      for (int d = 1; d < kTable; ++d) table.at(a, d) = exchange(rolls > 0 ? rest : table, a, d, duel);
    }
  }
  table_ = std::move(table.cells);
  for (Prospect& cell : table_) {
    if (cell.win > 0) cell.moved /= cell.win;
  }
}

// Large battles as smaller ones of the same proportion, which are a little less certain.
Prospect Odds::scaled(int armies, int defenders, int most) const {
  const double scale = static_cast<double>(most) / (kTable - 1);
  const int a = std::max(2, static_cast<int>(armies / scale + 0.5));
  const int d = std::max(1, static_cast<int>(defenders / scale + 0.5));
  Prospect found = table_[static_cast<std::size_t>(a * kTable + d)];
  const auto factor = static_cast<float>(scale);
  found.moved = std::min(found.moved * factor, static_cast<float>(armies - 1));
  found.lost *= factor;
  found.killed *= factor;
  return found;
}

}  // namespace hegemon::search::classic_planner
