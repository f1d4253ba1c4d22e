#include "dice.hpp"

#include <algorithm>
#include <array>

namespace hegemon::classic {

Battle sample_battle(int attackers, int defenders, Random& random) {
  while (attackers > 0 && defenders > 0) {
    const int a = attack_dice(attackers), d = defence_dice(defenders);
    const int lost = sample_throw(a, d, random);
    attackers -= lost;
    defenders -= std::min(a, d) - lost;
  }
  return {attackers, defenders};
}

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

}  // namespace

std::vector<double> battle_distribution(int attackers, int defenders) {
  return distribution(attackers, defenders, 0, [](int a, int d, auto&& push) {
    const int dice = attack_dice(a), against = defence_dice(d), pairs = std::min(dice, against);
    const Throw& table = throws(dice, against);
    for (int lost = 0; lost <= pairs; ++lost) {
      push(lost, pairs - lost, static_cast<double>(table.attacker_loses[static_cast<std::size_t>(lost)]) / table.all);
    }
  });
}

std::vector<double> duel_distribution(int attackers, int defenders) {
  return distribution(attackers, defenders, 1, [](int, int, auto&& push) {
    push(1, 0, 0.5);
    push(0, 1, 0.5);
  });
}

}  // namespace hegemon::classic
