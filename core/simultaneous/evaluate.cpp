#include "simultaneous/evaluate.hpp"

#include <algorithm>
#include <cmath>

namespace hegemon::simultaneous {
namespace {

// The weights were fitted by logistic regression to the results of about 2,300 games that co-evolution played against
// itself on six maps under soares2025, and rounded; tanh of the weighted sum is then the expected result. Terms that
// the fit found useless (land, armies on any border, neutral land in reach) were left out.
constexpr double kForce = 2.0;       // armies and those of the next turns
constexpr double kIncome = 1.2;      // armies a turn
constexpr double kProgress = 1.4;    // groups owned in part
constexpr double kThreatened = 0.3;  // land that a neighbour can take
constexpr double kLargest = 0.25;    // the largest stack: attacks pay for the side that can concentrate
constexpr double kFacing = 0.35;     // armies next to the enemy, not far from it

constexpr double kTurns = 3.0;  // turns of income that count as much as armies on the board

// What a seat has.
struct Side {
  double armies = 0, largest = 0, facing = 0, threatened = 0, income = 0, progress = 0;
};

// How much more the first is than the second: 0 if equal, and as many times more weighs the same everywhere.
double ratio(double a, double b) { return std::log((a + 1.0) / (b + 1.0)); }

void count_land(const Game& game, const State& state, std::array<Side, kSeats>& sides) {
  const Seat* owners = state.owners();
  const std::int32_t* armies = state.armies();
  const double kills = game.rules.offense_kill_percent / 100.0;
  for (int t = 0; t < state.size(); ++t) {
    if (owners[t] < 0) continue;
    Side& side = sides[owners[t]];
    const double here = armies[t];
    std::int32_t enemy = -1;  // armies of the strongest enemy next to it
    for (Territory next : game.map->neighbours(t)) {
      if (owners[next] == 1 - owners[t]) enemy = std::max(enemy, armies[next]);
    }
    side.armies += here;
    side.largest = std::max(side.largest, here);
    if (enemy >= 0) side.facing += here;
    if (enemy > 0 && kills * enemy + 0.5 >= here) ++side.threatened;
  }
}

// Returns the value of all groups together.
double count_groups(const Game& game, const State& state, std::array<Side, kSeats>& sides) {
  double sum = 0;
  for (Side& side : sides) side.income = game.rules.base_income;
  for (const Group& group : game.map->groups()) {
    std::array<int, kSeats> owned{};
    for (Territory t : group.members) {
      if (state.owners()[t] >= 0) ++owned[state.owners()[t]];
    }
    sum += std::abs(group.value);
    const auto size = static_cast<int>(group.members.size());
    for (int seat = 0; seat < kSeats; ++seat) {
      const double share = size > 0 ? static_cast<double>(owned[seat]) / size : 0.0;
      sides[seat].progress += group.value * share * share;
      if (size > 0 && owned[seat] == size) sides[seat].income += group.value;
    }
  }
  for (Side& side : sides) side.income = std::max(side.income, 0.0);
  return sum;
}

}  // namespace

double material(const Game& game, const State& state, int seat) {
  if (state.head().phase == Phase::over) {
    const int winner = state.head().winner;
    return winner < 0 ? 0.0 : winner == seat ? 1.0 : -1.0;
  }
  std::array<Side, kSeats> sides;
  count_land(game, state, sides);
  const double groups = count_groups(game, state, sides);
  const auto& [a, b] = sides;
  const double sum =
      kForce * ratio(a.armies + kTurns * a.income, b.armies + kTurns * b.income) + kIncome * ratio(a.income, b.income) +
      kProgress * (a.progress - b.progress) / (groups + game.rules.base_income + 1.0) +
      kThreatened * (b.threatened - a.threatened) / std::sqrt(static_cast<double>(state.size())) +
      kLargest * ratio(a.largest, b.largest) + kFacing * (a.facing - b.facing) / (a.armies + b.armies + 1.0);
  return seat == 0 ? std::tanh(sum) : -std::tanh(sum);
}

}  // namespace hegemon::simultaneous
