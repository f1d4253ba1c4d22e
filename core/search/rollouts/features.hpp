// What tells who will win a simultaneous game, counted at the beginning of a turn: for each seat the same numbers, mostly
// shares, so that they mean the same on any map and under any rules.
#pragma once

#include <array>
#include <cstddef>

#include "search/planner/planner.hpp"

namespace hegemon::search::rollouts {

namespace sim = hegemon::simultaneous;

inline constexpr std::size_t kFeatures = 42;
using Features = std::array<float, kFeatures>;

// Those that the weights of the evaluation belong to. The first four compare the seats; the last three are of the own
// seat, and those of the other one follow them. And the own share of all land.
inline constexpr std::size_t kArmies = 0, kIncome = 1, kStrength = 2, kTerritories = 3, kLand = 6, kAtRisk = 8,
                             kNear = 10, kNearer = 12;

// Of both seats.
std::array<Features, sim::kSeats> measure(const planner::Knowledge& knowledge, const sim::State& state);

}  // namespace hegemon::search::rollouts
