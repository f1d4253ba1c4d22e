#include "search/rollouts/games.hpp"

#include <array>

#include "search/rollouts/value.hpp"

namespace hegemon::search::rollouts {

double play_planners(const sim::Game& game, const planner::Weights& first, const planner::Weights& second, int pairs,
                     int most_turns, Random& random) {
  const std::array<planner::Knowledge, 2> knowledge{planner::Knowledge(game, first), planner::Knowledge(game, second)};
  std::array<planner::Planner, 2> planners{planner::Planner(knowledge[0]), planner::Planner(knowledge[1])};
  std::array<planner::Style, 2> styles{usual_style(first), usual_style(second)};
  for (auto& style : styles) style.noise = 0.15;
  sim::Scratch scratch;
  sim::Plans plans;
  double points = 0;
  for (int pair = 0; pair < pairs; ++pair) {
    const sim::State start = sim::start(game, random);
    for (int swapped = 0; swapped < 2; ++swapped) {
      sim::State state = start;
      while (state.head().phase != sim::Phase::over && state.head().round < most_turns) {
        for (int seat = 0; seat < sim::kSeats; ++seat) {
          const int who = seat ^ swapped;
          planners[who].plan(state, seat, styles[who], random, plans[seat]);
        }
        sim::Chance chance(random);
        sim::resolve(game, state, plans, chance, scratch, nullptr);
      }
      points += (1 + value(knowledge[0], nullptr, state, swapped)) / 2;
    }
  }
  return points / (2 * pairs);
}

Choices choices_of_games(const sim::Game& game, const planner::Weights& weights, const Networks& nets,
                         const Lessons& lessons, Random& random) {
  const planner::Knowledge knowledge(game, weights);
  Players players(knowledge, nets, lessons);
  sim::Scratch scratch;
  sim::Plans plans;
  Choices found;
  for (int i = 0; i < lessons.games; ++i) {
    players.begin(random);
    sim::State state = sim::start(game, random);
    while (state.head().phase != sim::Phase::over && state.head().round < lessons.most_turns) {
      const bool playing = state.head().phase == sim::Phase::play;
      for (int seat = 0; seat < sim::kSeats; ++seat) {
        players.decide(state, seat, random, plans[seat]);
        if (playing && players.searched(seat)) found.add(knowledge, state, seat, plans[seat], i, random);
      }
      sim::Chance chance(random);
      sim::resolve(game, state, plans, chance, scratch, nullptr);
    }
  }
  return found;
}

}  // namespace hegemon::search::rollouts
