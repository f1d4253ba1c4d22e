#include "simultaneous/batch.hpp"

#include "base/parallel.hpp"

namespace hegemon::simultaneous {
namespace {

void play_one(const Game& game, std::uint64_t seed, std::uint64_t number, int turn_limit, Scratch& scratch,
              Plans& plans, RandomPlay& sum) {
  const Random root = Random(seed).stream(number);
  Random deal = root.stream(0), dice = root.stream(1);
  std::array<Random, kSeats> minds{root.stream(2), root.stream(3)};
  Chance chance(dice);
  State state = start(game, deal);
  while (state.head().phase != Phase::over && state.head().round < turn_limit) {
    const unsigned who = deciders(game, state);
    for (int seat = 0; seat < kSeats; ++seat) {
      plans[seat].clear();
      if (who >> seat & 1) random_plan(game, state, seat, minds[seat], scratch, plans[seat]);
      sum.orders += plans[seat].size();
    }
    resolve(game, state, plans, chance, scratch, nullptr);
  }
  ++sum.games;
  sum.turns += static_cast<std::uint64_t>(state.head().round);
  if (state.head().winner >= 0) {
    ++sum.wins[state.head().winner];
  } else {
    ++sum.undecided;
  }
  sum.signature += mix(state.hash() ^ mix(number));
}

void add(RandomPlay& sum, const RandomPlay& part) {
  sum.games += part.games;
  sum.turns += part.turns;
  sum.orders += part.orders;
  for (int seat = 0; seat < kSeats; ++seat) sum.wins[seat] += part.wins[seat];
  sum.undecided += part.undecided;
  sum.signature += part.signature;
}

}  // namespace

RandomPlay play_random(const Game& game, std::uint64_t seed, std::uint64_t first, std::uint64_t count, int turn_limit,
                       int threads) {
  struct Part {
    RandomPlay sum;
    Scratch scratch;
    Plans plans;
  };
  RandomPlay sum;
  for (const Part& part : parallel<Part>(count, threads, [&](std::uint64_t i, Part& part) {
         play_one(game, seed, first + i, turn_limit, part.scratch, part.plans, part.sum);
       })) {
    add(sum, part.sum);
  }
  return sum;
}

}  // namespace hegemon::simultaneous
