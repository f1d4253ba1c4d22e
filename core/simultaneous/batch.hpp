// Many random games at once, on threads: the yardstick of speed and the source of random-play statistics.
#pragma once

#include <array>
#include <cstdint>

#include "simultaneous/game.hpp"

namespace hegemon::simultaneous {

struct RandomPlay {
  std::uint64_t games = 0;
  std::uint64_t turns = 0;
  std::uint64_t orders = 0;  // of both seats
  std::array<std::uint64_t, kSeats> wins{};
  std::uint64_t undecided = 0;  // drawn by the rules or stopped at the turn limit
  std::uint64_t signature = 0;  // pins behaviour: changes whenever any game ends differently
};

// Plays games first .. first + count - 1 of a seed, each to its end or to `turn_limit` turns. The outcome does not
// depend on the number of threads.
RandomPlay play_random(const Game& game, std::uint64_t seed, std::uint64_t first, std::uint64_t count, int turn_limit,
                       int threads);

}  // namespace hegemon::simultaneous
