// Dice: exact tables of one throw, exact distributions of whole battles, and fast sampling of both.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/random.hpp"

namespace hegemon::classic {

// Of the 6^(a + d) throws of a attacker dice (1-3) against d defender dice (1-2): in how many the attacker loses
// 0, 1 or 2 armies. Dice are sorted and compared pairwise; ties go to the defender.
struct Throw {
  std::array<std::uint32_t, 3> attacker_loses{};
  std::uint32_t all = 0;
};

inline constexpr std::array<std::array<Throw, 2>, 3> kThrows = {{
    {Throw{{15, 21, 0}, 36}, Throw{{55, 161, 0}, 216}},
    {Throw{{125, 91, 0}, 216}, Throw{{295, 420, 581}, 1296}},
    {Throw{{855, 441, 0}, 1296}, Throw{{2890, 2611, 2275}, 7776}},
}};

constexpr int attack_dice(int attackers) { return attackers < 3 ? attackers : 3; }
constexpr int defence_dice(int defenders) { return defenders < 2 ? defenders : 2; }

constexpr const Throw& throws(int attacker_dice, int defender_dice) {
  return kThrows[attacker_dice - 1][defender_dice - 1];
}

// Armies the attacker loses in one throw; the defender loses the rest of min(dice).
inline int sample_throw(int attacker_dice, int defender_dice, Random& random) {
  const Throw& table = throws(attacker_dice, defender_dice);
  const std::uint32_t number = random.below(table.all);
  return number < table.attacker_loses[0] ? 0 : number < table.attacker_loses[0] + table.attacker_loses[1] ? 1 : 2;
}

// How a battle to the end comes out. With A attackers and D defenders the outcome is numbered:
// a - 1 for a win with a attackers left (1 .. A), A + d - 1 for a loss with d defenders left (1 .. D).
struct Battle {
  int attackers = 0;
  int defenders = 0;
};
constexpr int battle_outcome(int attackers, Battle left) {
  return left.defenders == 0 ? left.attackers - 1 : attackers + left.defenders - 1;
}
// In a fair duel the last attacker does not fight: a loss leaves one.
constexpr Battle battle_left(int attackers, int outcome, bool fair_duel) {
  return outcome < attackers ? Battle{outcome + 1, 0} : Battle{fair_duel ? 1 : 0, outcome - attackers + 1};
}

Battle sample_battle(int attackers, int defenders, Random& random);
Battle sample_duel(int attackers, int defenders, Random& random);

// Probability of every outcome, in the order of their numbers (A + D entries).
std::vector<double> battle_distribution(int attackers, int defenders);
std::vector<double> duel_distribution(int attackers, int defenders);

}  // namespace hegemon::classic
