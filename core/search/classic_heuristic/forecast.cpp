#include "search/classic_heuristic/forecast.hpp"

#include <algorithm>
#include <cmath>

#include "classic/dice.hpp"

namespace hegemon::search::classic_heuristic {

Forecasts::Forecasts(bool fair_duel)
    : fair_duel_(fair_duel), table_(static_cast<std::size_t>((kExact + 1) * (kExact + 1)), Forecast{-1.0, 0.0}) {}

Forecast Forecasts::compute(int attackers, int defenders) const {
  const std::vector<double> odds = fair_duel_ ? classic::duel_distribution(attackers, defenders)
                                              : classic::battle_distribution(attackers, defenders);
  double win = 0, attackers_left = 0, defenders_left = 0;
  for (int a = 1; a <= attackers; ++a) {
    const double share = odds[static_cast<std::size_t>(a - 1)];
    win += share;
    attackers_left += a * share;
  }
  for (int d = 1; d <= defenders; ++d) defenders_left += d * odds[static_cast<std::size_t>(attackers + d - 1)];
  const double killed = defenders - defenders_left, lost = attackers - attackers_left;
  return {win, killed - lost};
}

Forecast Forecasts::scaled(int attackers, int defenders) {
  const double scale = static_cast<double>(std::max(attackers, defenders)) / kExact;
  const auto small = [&](int armies) { return std::max(1, static_cast<int>(std::nearbyint(armies / scale))); };
  const Forecast& found = exact(small(attackers), small(defenders));
  return {found.chance, found.profit * scale};
}

}  // namespace hegemon::search::classic_heuristic
