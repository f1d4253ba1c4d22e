#include "search/planner/odds.hpp"

#include <cmath>
#include <cstdint>

#include "simultaneous/combat.hpp"

namespace hegemon::search::planner {
namespace {

// Probability that `armies` shooting with `percent` kill at least `wanted`.
double kill_at_least(const sim::Rules& rules, int armies, int percent, int wanted) {
  if (wanted <= 0) return 1.0;
  const double p = percent / 100.0;
  const auto given_hits = [&](int hits) {
    const double luck = rules.luck_percent / 100.0;
    const double exact = armies * p * (1 - luck) + luck * hits;
    if (rules.rounding == sim::Rounding::weighted_random) {
      return std::clamp(std::floor(exact) >= wanted ? 1.0 : exact - (wanted - 1), 0.0, 1.0);
    }
    Random unused(0);
    sim::Chance chance(unused);
    return sim::rounded_kills(rules, armies, percent, hits, chance) >= wanted ? 1.0 : 0.0;
  };
  if (rules.luck_percent == 0) return given_hits(0);
  if (p <= 0 || p >= 1) return given_hits(p <= 0 ? 0 : armies);
  double term = std::pow(1 - p, armies), sum = 0;
  for (int hits = 0; hits <= armies; ++hits) {
    sum += term * given_hits(hits);
    term *= p / (1 - p) * (armies - hits) / (hits + 1);
  }
  return sum;
}

}  // namespace

double Odds::captures(const sim::Rules& rules, int attackers, int defenders) {
  if (attackers <= 0) return 0.0;
  return kill_at_least(rules, attackers, rules.offense_kill_percent, defenders) *
         (1 - kill_at_least(rules, defenders, rules.defense_kill_percent, attackers));
}

Odds::Odds(const sim::Rules& rules)
    : per_defender_(100.0 / std::max(1, rules.offense_kill_percent) * (1 + rules.luck_percent / 800.0)),
      losses_(rules.defense_kill_percent / 100.0),
      kills_(rules.offense_kill_percent / 100.0) {
  for (std::size_t level = 0; level < kSurety.size(); ++level) {
    for (int defenders = 0; defenders < kTable; ++defenders) {
      needed_[level].push_back(fewest(rules, defenders, kSurety[level]));
    }
  }
}

int Odds::fewest(const sim::Rules& rules, int defenders, double surety) const {
  if (defenders > 0 && rules.offense_kill_percent == 0) return kNever;
  int low = 1, high = static_cast<int>(3 * per_defender_ * (defenders + 1)) + 4;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (captures(rules, middle, defenders) < surety) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

}  // namespace hegemon::search::planner
