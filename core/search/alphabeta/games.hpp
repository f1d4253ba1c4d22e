// Whole games between settings of the alpha-beta player, played inside the core: what weights are scored by.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/stop.hpp"
#include "search/alphabeta/player.hpp"

namespace hegemon::search {

struct Pairing {
  std::uint32_t first = 0, second = 0;  // numbers of weights
  std::uint64_t number = 0;             // of the stream of deal and dice; the same one for both seatings
};

// Points of a pairing's first: 2 for a win, 1 for a tie, 0 for a loss; first in seat 0, then in seat 1.
using PairingPoints = std::pair<int, int>;

// Plays every pairing from both seats, for two seats. Games that are not over after `turns` turns are won by whoever has
// more territories. The points do not depend on the number of threads. If it is to stop, it throws Stopped soon.
std::vector<PairingPoints> play_pairings(const classic::Game& game, const AlphaBetaSettings& settings,
                                         const std::vector<Weights>& weights, const std::vector<Pairing>& pairings,
                                         std::uint64_t seed, int turns, int threads, Stop stop = nullptr);

}  // namespace hegemon::search
