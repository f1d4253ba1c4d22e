#include "batch.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>
#include <vector>

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
  constexpr std::uint64_t kChunk = 16;
  const auto workers = static_cast<std::size_t>(std::clamp(threads, 1, 256));
  std::atomic<std::uint64_t> next{0};
  std::vector<RandomPlay> parts(workers);
  std::vector<std::exception_ptr> failures(workers);
  const auto work = [&](std::size_t worker) {
    try {
      Scratch scratch;
      Plans plans;
      RandomPlay part;
      for (;;) {
        const std::uint64_t begin = next.fetch_add(kChunk);
        if (begin >= count) break;
        for (std::uint64_t i = begin; i < std::min(begin + kChunk, count); ++i) {
          play_one(game, seed, first + i, turn_limit, scratch, plans, part);
        }
      }
      parts[worker] = part;
    } catch (...) {
      failures[worker] = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> pool;
    for (std::size_t worker = 1; worker < workers; ++worker) pool.emplace_back(work, worker);
    work(0);
  }
  for (const auto& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
  RandomPlay sum;
  for (const RandomPlay& part : parts) add(sum, part);
  return sum;
}

}  // namespace hegemon::simultaneous
