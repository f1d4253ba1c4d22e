// What an attack to the end comes to, in exact odds that are remembered.
#pragma once

#include <cstddef>
#include <vector>

namespace hegemon::search::classic_heuristic {

struct Forecast {
  double chance = 0;  // that the attack succeeds
  double profit = 0;  // how many more defenders than attackers it costs
};

class Forecasts {
 public:
  explicit Forecasts(bool fair_duel);

  Forecast of(int attackers, int defenders) {
    if (attackers > kExact || defenders > kExact) return scaled(attackers, defenders);
    return exact(attackers, defenders < 1 ? 1 : defenders);
  }

 private:
  // Armies up to which odds are exact; larger battles are scaled down, which makes the outcome slightly less certain.
  static constexpr int kExact = 100;

  const Forecast& exact(int attackers, int defenders) {
    Forecast& known = table_[static_cast<std::size_t>(attackers * (kExact + 1) + defenders)];
    if (known.chance < 0) known = compute(attackers, defenders);
    return known;
  }
  Forecast compute(int attackers, int defenders) const;
  Forecast scaled(int attackers, int defenders);

  bool fair_duel_;
  std::vector<Forecast> table_;  // a negative chance: not computed yet
};

}  // namespace hegemon::search::classic_heuristic
