// Many random games or playouts at once: the yardstick of speed and the source of random-play statistics.
#pragma once

#include <array>
#include <cstdint>

#include "classic/game.hpp"

namespace hegemon::classic {

struct RandomPlay {
  std::uint64_t games = 0;
  std::uint64_t decisions = 0;
  std::uint64_t turns = 0;
  std::array<std::uint64_t, kMaxSeats> wins{};
  std::uint64_t starter_wins = 0;
  std::uint64_t undecided = 0;
  std::int64_t value = 0;       // sum of the evaluations at the cutoff, for the player to move, in units of 2^-40
  std::uint64_t signature = 0;  // pins behaviour: changes whenever any game ends differently
};

// Plays games first .. first + count - 1 of a seed with uniform random decisions, each to its end or, with cutoff > 0,
// to so many decisions, where the resources evaluation is taken. The outcome does not depend on the number of threads.
RandomPlay play_random(const Game& game, std::uint64_t seed, std::uint64_t first, std::uint64_t count, int cutoff,
                       int threads);

}  // namespace hegemon::classic
