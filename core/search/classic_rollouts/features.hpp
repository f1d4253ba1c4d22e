// What tells who will win a classic game, counted at the beginning of a turn: for every seat the same numbers, mostly
// shares, so that they mean the same on any map, under any rules and with any number of seats.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "search/classic_planner/planner.hpp"

namespace hegemon::search::classic_rollouts {

namespace classic = hegemon::classic;

inline constexpr std::size_t kFeatures = 52;
using Features = std::array<float, kFeatures>;

// Of all seats. Those that own nothing have only zeros.
void measure(const classic_planner::Knowledge& knowledge, const classic::State& state, std::span<Features> seats);

}  // namespace hegemon::search::classic_rollouts
