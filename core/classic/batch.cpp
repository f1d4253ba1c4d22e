#include "classic/batch.hpp"

#include <cmath>

#include "base/parallel.hpp"
#include "classic/evaluate.hpp"

namespace hegemon::classic {
namespace {

void play_one(const Game& game, std::uint64_t seed, std::uint64_t number, int cutoff, RandomPlay& sum) {
  const Random root = Random(seed).stream(number);
  Random deal = root.stream(0), play = root.stream(1);
  State state = start(game, deal);
  const Header& head = state.head();
  const Seat starter = head.starter;
  while (head.phase != Phase::over && (cutoff == 0 || head.decisions < cutoff)) {
    step(game, state, random_action(game, state, play), play);
  }
  if (cutoff > 0) sum.value += std::llround(std::ldexp(resources(game, state), 40));
  ++sum.games;
  sum.decisions += static_cast<std::uint64_t>(head.decisions);
  sum.turns += static_cast<std::uint64_t>(head.turns);
  if (head.winner >= 0) {
    ++sum.wins[static_cast<std::size_t>(head.winner)];
    sum.starter_wins += head.winner == starter;
  } else {
    ++sum.undecided;
  }
  sum.signature += mix(state.hash() ^ mix(number));
}

}  // namespace

RandomPlay play_random(const Game& game, std::uint64_t seed, std::uint64_t first, std::uint64_t count, int cutoff,
                       int threads) {
  RandomPlay sum;
  for (const RandomPlay& part : parallel<RandomPlay>(
           count, threads, [&](std::uint64_t i, RandomPlay& part) { play_one(game, seed, first + i, cutoff, part); })) {
    sum.games += part.games;
    sum.decisions += part.decisions;
    sum.turns += part.turns;
    for (std::size_t seat = 0; seat < kMaxSeats; ++seat) sum.wins[seat] += part.wins[seat];
    sum.starter_wins += part.starter_wins;
    sum.undecided += part.undecided;
    sum.value += part.value;
    sum.signature += part.signature;
  }
  return sum;
}

}  // namespace hegemon::classic
