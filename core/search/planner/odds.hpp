// How many armies an attack needs, for the rules of a game: tables made once.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "simultaneous/rules.hpp"

namespace hegemon::search::planner {

namespace sim = hegemon::simultaneous;

// How sure an attack should be of taking its target.
enum class Surety { even, likely, sure };
inline constexpr std::array<double, 3> kSurety{0.6, 0.8, 0.95};

class Odds {
 public:
  explicit Odds(const sim::Rules& rules);

  // Fewest armies that take a territory of so many defenders with the given surety.
  int needed(int defenders, Surety surety) const {
    const auto& table = needed_[static_cast<int>(surety)];
    if (defenders < kTable) return table[defenders];
    return static_cast<int>(std::min<double>(kNever, per_defender_ * defenders + 1));
  }
  // Expected losses of an attack that takes a territory of so many defenders.
  double losses(double defenders) const { return losses_ * defenders; }
  // Fewest defenders that stop so many attackers more often than not.
  int holding(int attackers) const { return static_cast<int>(kills_ * attackers + 0.5) + 1; }

  // Probability that so many attackers take a territory of so many defenders.
  static double captures(const sim::Rules& rules, int attackers, int defenders);

 private:
  static constexpr int kTable = 64;
  static constexpr int kNever = 100'000'000;

  int fewest(const sim::Rules& rules, int defenders, double surety) const;

  std::array<std::vector<int>, 3> needed_;
  double per_defender_;
  double losses_;
  double kills_;
};

}  // namespace hegemon::search::planner
