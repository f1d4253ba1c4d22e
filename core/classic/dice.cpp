#include "dice.hpp"

#include <algorithm>

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

// Pushes the probability of every position of the battle to those that follow it, from the most armies down.
template <class Spread>
std::vector<double> distribution(int attackers, int defenders, int least, Spread&& spread) {
  const auto width = static_cast<std::size_t>(defenders + 1);
  std::vector<double> p(static_cast<std::size_t>(attackers + 1) * width, 0.0);
  const auto at = [&](int a, int d) -> double& {
    return p[static_cast<std::size_t>(a) * width + static_cast<std::size_t>(d)];
  };
  at(attackers, defenders) = 1.0;
  for (int a = attackers; a > least; --a) {
    for (int d = defenders; d > 0; --d) {
      if (at(a, d) > 0.0) spread(a, d, at(a, d), at);
    }
  }
  std::vector<double> outcomes(static_cast<std::size_t>(attackers + defenders), 0.0);
  for (int a = 1; a <= attackers; ++a) outcomes[static_cast<std::size_t>(a - 1)] = at(a, 0);
  for (int d = 1; d <= defenders; ++d) outcomes[static_cast<std::size_t>(attackers + d - 1)] = at(least, d);
  return outcomes;
}

}  // namespace

std::vector<double> battle_distribution(int attackers, int defenders) {
  return distribution(attackers, defenders, 0, [](int a, int d, double here, auto& at) {
    const int dice = attack_dice(a), against = defence_dice(d), pairs = std::min(dice, against);
    const Throw& table = throws(dice, against);
    for (int lost = 0; lost <= pairs; ++lost) {
      at(a - lost, d - (pairs - lost)) += here * table.attacker_loses[static_cast<std::size_t>(lost)] / table.all;
    }
  });
}

std::vector<double> duel_distribution(int attackers, int defenders) {
  return distribution(attackers, defenders, 1, [](int a, int d, double here, auto& at) {
    at(a - 1, d) += here / 2;
    at(a, d - 1) += here / 2;
  });
}

}  // namespace hegemon::classic
