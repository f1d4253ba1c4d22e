#include "search/rollouts/value.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace hegemon::search::rollouts {
namespace {

struct Side {
  double armies = 0;   // in all
  double income = 0;   // a turn
  double land = 0;     // territories
  double at_risk = 0;  // bonuses with land that a neighbour can take
  double near = 0;     // bonuses by how little is missing
  double nearer = 0;   // the same, counting only what is almost complete
};

double ratio(double a, double b, double plus) { return std::log((a + plus) / (b + plus)); }

// Whether some neighbour of the other seat can take the territory with what it has there.
bool endangered(const planner::Knowledge& k, const sim::State& state, int t) {
  const int owner = state.owners()[t];
  int strongest = -1;
  for (const Territory next : k.game.map->neighbours(t)) {
    if (state.owners()[next] != 1 - owner) continue;
    strongest = std::max(strongest, state.armies()[next] - k.game.rules.stands_guard);
  }
  return strongest >= 0 && k.odds.holding(strongest) > state.armies()[t];
}

}  // namespace

Features compare(const planner::Knowledge& k, const sim::State& state, int seat) {
  std::array<Side, sim::kSeats> sides;
  const sim::Seat* owners = state.owners();
  thread_local std::vector<std::uint8_t> danger;
  danger.assign(static_cast<std::size_t>(state.size()), 0);
  for (int t = 0; t < state.size(); ++t) {
    if (owners[t] < 0) continue;
    Side& side = sides[owners[t]];
    danger[t] = endangered(k, state, t);
    side.armies += state.armies()[t];
    side.land += 1;
  }
  for (Side& side : sides) side.income = k.game.rules.base_income;
  for (const Group& group : k.game.map->groups()) {
    std::array<int, sim::kSeats> owned{};
    double neutral = 0;
    bool in_danger = false;
    for (const Territory t : group.members) {
      in_danger |= danger[t];
      if (owners[t] >= 0) {
        ++owned[owners[t]];
      } else {
        neutral += k.odds.losses(state.armies()[t]) + 1;
      }
    }
    for (int s = 0; s < sim::kSeats; ++s) {
      if (owned[s] == 0) continue;
      if (owned[s] == static_cast<int>(group.members.size())) {
        sides[s].income += group.value;
        if (in_danger) sides[s].at_risk += group.value;
      } else if (owned[1 - s] == 0) {
        sides[s].near += group.value * std::exp(-neutral / 10.0);
        sides[s].nearer += group.value * std::exp(-neutral / 4.0);
      }
    }
  }
  for (Side& side : sides) side.income = std::max(side.income, 0.0);
  const Side &a = sides[seat], &b = sides[1 - seat];
  const double size = std::max(1.0, a.income + b.income);
  return {ratio(a.armies, b.armies, 2),
          ratio(a.income, b.income, 1),
          ratio(a.armies + 4 * a.income, b.armies + 4 * b.income, 1),
          ratio(a.land, b.land, 1),
          (a.at_risk - b.at_risk) / size,
          (a.near - b.near) / size,
          (a.nearer - b.nearer) / size};
}

double value(const planner::Knowledge& k, const sim::State& state, int seat) {
  const auto& head = state.head();
  if (head.phase == sim::Phase::over) return head.winner < 0 ? 0.0 : head.winner == seat ? 1.0 : -1.0;
  const planner::Weights& w = k.weights;
  const Features weights{w.value_armies,  w.value_income, w.value_strength, w.value_land,
                         w.value_at_risk, w.value_near,   w.value_nearer};
  const Features features = compare(k, state, seat);
  return std::tanh(std::inner_product(weights.begin(), weights.end(), features.begin(), 0.0));
}

}  // namespace hegemon::search::rollouts
