// What attacks come to under the rules of a game: exact tables, made once.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "classic/rules.hpp"

namespace hegemon::search::classic_planner {

namespace classic = hegemon::classic;

// What may be expected of an attack that goes on as long as it can.
struct Prospect {
  float win = 0;     // probability that the target falls
  float moved = 0;   // armies that move in, if it falls
  float lost = 0;    // attackers lost, in any case
  float killed = 0;  // defenders killed, in any case
};

class Odds {
 public:
  explicit Odds(const classic::Rules& rules);

  // An attack by all of so many armies on a territory, of which one stays behind.
  Prospect attack(int armies, int defenders) const {
    if (armies < 2) return {};
    if (defenders < 1) return {1.0F, static_cast<float>(armies - 1), 0.0F, 0.0F};
    const int most = std::max(armies, defenders);
    if (most < kTable) return table_[static_cast<std::size_t>(armies * kTable + defenders)];
    return scaled(armies, defenders, most);
  }
  double win(int armies, int defenders) const { return attack(armies, defenders).win; }

 private:
  static constexpr int kTable = 64;

  Prospect scaled(int armies, int defenders, int most) const;

  std::vector<Prospect> table_;
};

}  // namespace hegemon::search::classic_planner
