// One attack: kill rates, luck, rounding.
#pragma once

#include <cmath>
#include <cstdint>

#include "simultaneous/chance.hpp"
#include "simultaneous/rules.hpp"

namespace hegemon::simultaneous {

struct Battle {
  int kills = 0;   // defenders killed, at most the defenders
  int losses = 0;  // attackers killed, at most the attackers
  bool captured = false;
};

// Armies killed when `armies` shoot with `percent` and `hits` is what pure dice gave (ignored without luck).
inline std::int64_t rounded_kills(const Rules& rules, int armies, int percent, int hits, Chance& chance) {
  constexpr std::int64_t kOne = 10'000;  // exact arithmetic in ten-thousandths of an army
  const int luck = rules.luck_percent;
  const std::int64_t exact = std::int64_t{percent} * armies * (100 - luck) + std::int64_t{100} * luck * hits;
  if (rules.rounding == Rounding::weighted_random) {
    const auto fraction = static_cast<std::uint32_t>(exact % kOne);
    return exact / kOne + (fraction ? chance.fraction(fraction, kOne) : 0);
  }
  switch (rules.halves) {
    case Halves::survivors: return (exact + kOne / 2 - 1) / kOne;
    case Halves::kills: return (exact + kOne / 2) / kOne;
    case Halves::doubles: {
      // Written as the challenge's engine computes it; the build forbids contraction to fused operations.
      const double weight = luck / 100.0;
      const double sure = (armies * (percent / 100.0)) * (1 - weight);
      return static_cast<std::int64_t>(std::floor(sure + hits * weight + 0.5));
    }
  }
  return 0;
}

inline Battle fight(const Rules& rules, int attackers, int defenders, Chance& chance) {
  int attacker_hits = 0, defender_hits = 0;
  if (rules.luck_percent > 0) {
    attacker_hits = chance.binomial(attackers, rules.offense_kill_percent);
    defender_hits = chance.binomial(defenders, rules.defense_kill_percent);
  }
  const std::int64_t kills = rounded_kills(rules, attackers, rules.offense_kill_percent, attacker_hits, chance);
  const std::int64_t losses = rounded_kills(rules, defenders, rules.defense_kill_percent, defender_hits, chance);
  Battle battle;
  battle.captured = kills >= defenders && losses < attackers;
  battle.losses = losses < attackers ? static_cast<int>(losses) : attackers;
  battle.kills = kills < defenders ? static_cast<int>(kills) : defenders;
  if (!battle.captured && battle.kills == defenders && defenders > 0 && rules.annihilation == Annihilation::one_stays) {
    --battle.kills;
  }
  return battle;
}

}  // namespace hegemon::simultaneous
