#include "classic/dice.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace hegemon::classic {

Battle sample_duel(int attackers, int defenders, Random& random) {
  while (attackers > 1 && defenders > 0) {
    for (std::uint64_t bits = random.next(), left = 64; left > 0 && attackers > 1 && defenders > 0;
         --left, bits >>= 1) {
      (bits & 1 ? attackers : defenders) -= 1;
    }
  }
  return {attackers, defenders};
}

namespace {

// Pushes the probability of every position of the battle to those that follow it, from the most attackers down. Only
// the rows of a, a - 1 and a - 2 attackers are kept.
template <class Spread>
std::vector<double> distribution(int attackers, int defenders, int least, Spread&& spread) {
  const auto width = static_cast<std::size_t>(defenders + 1);
  std::array<std::vector<double>, 3> rows;
  for (auto& row : rows) row.assign(width, 0.0);
  rows[0][static_cast<std::size_t>(defenders)] = 1.0;
  std::vector<double> outcomes(static_cast<std::size_t>(attackers + defenders), 0.0);
  for (int a = attackers; a > least; --a) {
    for (int d = defenders; d > 0; --d) {
      const double here = rows[0][static_cast<std::size_t>(d)];
      if (here > 0.0) {
        spread(a, d, [&](int lost, int killed, double share) {
          rows[static_cast<std::size_t>(lost)][static_cast<std::size_t>(d - killed)] += here * share;
        });
      }
    }
    outcomes[static_cast<std::size_t>(a - 1)] = rows[0][0];
    std::rotate(rows.begin(), rows.begin() + 1, rows.end());
    std::fill(rows[2].begin(), rows[2].end(), 0.0);
  }
  for (int d = 1; d <= defenders; ++d)
    outcomes[static_cast<std::size_t>(attackers + d - 1)] = rows[0][static_cast<std::size_t>(d)];
  return outcomes;
}

std::vector<double> compute_battle(int attackers, int defenders) {
  return distribution(attackers, defenders, 0, [](int a, int d, auto&& push) {
    const int dice = attack_dice(a), against = defence_dice(d), pairs = std::min(dice, against);
    const Throw& table = throws(dice, against);
    for (int lost = 0; lost <= pairs; ++lost) {
      push(lost, pairs - lost, static_cast<double>(table.attacker_loses[static_cast<std::size_t>(lost)]) / table.all);
    }
  });
}

// Every battle of up to kTabled on each side, computed once.
class BattleTable {
 public:
  static constexpr int kTabled = 32;

  static const BattleTable& instance() {
    static const BattleTable table;
    return table;
  }
  static bool has(int attackers, int defenders) {
    return attackers >= 1 && defenders >= 1 && attackers <= kTabled && defenders <= kTabled;
  }
  const std::vector<double>& probabilities(int attackers, int defenders) const {
    return probabilities_[index(attackers, defenders)];
  }
  // The outcome numbers below which the draw falls, counted without a branch. Exact to 2^-31.
  int sample(int attackers, int defenders, Random& random) const {
    const auto draw = static_cast<std::int32_t>(random.next() >> 33);
    const std::int32_t* ends = ends_.data() + first_[index(attackers, defenders)];
    const int last = attackers + defenders - 1;
    int outcome = 0;
    for (int i = 0; i < last; ++i) outcome += draw >= ends[i];
    return outcome;
  }

 private:
  BattleTable() {
    for (int a = 1; a <= kTabled; ++a) {
      for (int d = 1; d <= kTabled; ++d) {
        first_.push_back(static_cast<std::uint32_t>(ends_.size()));
        probabilities_.push_back(compute_battle(a, d));
        double sum = 0;
        for (double probability : probabilities_.back()) {
          sum += probability;
          ends_.push_back(static_cast<std::int32_t>(std::min(std::ldexp(sum, 31), 2147483647.0)));
        }
      }
    }
  }
  static std::size_t index(int attackers, int defenders) {
    return static_cast<std::size_t>((attackers - 1) * kTabled + defenders - 1);
  }

  std::vector<std::vector<double>> probabilities_;
  std::vector<std::int32_t> ends_;  // probabilities added up, in units of 2^-31
  std::vector<std::uint32_t> first_;
};

}  // namespace

std::vector<double> battle_distribution(int attackers, int defenders) {
  if (BattleTable::has(attackers, defenders)) return BattleTable::instance().probabilities(attackers, defenders);
  return compute_battle(attackers, defenders);
}

// Throw by throw until the rest is in the table.
Battle sample_battle(int attackers, int defenders, Random& random) {
  while (attackers > 0 && defenders > 0 && !BattleTable::has(attackers, defenders)) {
    const int a = attack_dice(attackers), d = defence_dice(defenders);
    const int lost = sample_throw(a, d, random);
    attackers -= lost;
    defenders -= std::min(a, d) - lost;
  }
  if (attackers == 0 || defenders == 0) return {attackers, defenders};
  return battle_left(attackers, BattleTable::instance().sample(attackers, defenders, random), false);
}

std::vector<double> duel_distribution(int attackers, int defenders) {
  return distribution(attackers, defenders, 1, [](int, int, auto&& push) {
    push(1, 0, 0.5);
    push(0, 1, 0.5);
  });
}

}  // namespace hegemon::classic
