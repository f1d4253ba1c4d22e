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

Positions planner_positions(const sim::Game& game, const planner::Weights& weights, int games, int most_turns,
                            double stray, Random& random) {
  const planner::Knowledge knowledge(game, weights);
  planner::Planner planner(knowledge);
  sim::Scratch scratch;
  sim::Plans plans;
  Positions found;
  for (int i = 0; i < games; ++i) {
    std::array<planner::Style, sim::kSeats> styles;
    for (auto& style : styles) {
      style = random.below(2) == 0 ? random_style(weights, random) : usual_style(weights);
      style.noise = 0.5 * random.uniform();
    }
    sim::State state = sim::start(game, random);
    const std::size_t first = found.games.size();
    while (state.head().phase != sim::Phase::over && state.head().round < most_turns) {
      if (state.head().phase == sim::Phase::play) {
        for (const Features& f : measure(knowledge, state)) {
          found.features.insert(found.features.end(), f.begin(), f.end());
        }
        found.games.push_back(i);
      }
      for (int seat = 0; seat < sim::kSeats; ++seat) {
        planner.plan(state, seat, styles[seat], random, plans[seat]);
        if (random.uniform() >= stray) continue;
        std::erase_if(plans[seat], [&](const sim::Order& order) {
          return order.kind == sim::OrderKind::move && random.below(2) == 0;
        });
      }
      sim::Chance chance(random);
      sim::resolve(game, state, plans, chance, scratch, nullptr);
    }
    const double share = (1 + value(knowledge, nullptr, state, 0)) / 2;
    for (std::size_t at = first; at < found.games.size(); ++at) {
      found.shares.push_back(static_cast<float>(share));
      found.shares.push_back(static_cast<float>(1 - share));
    }
  }
  return found;
}

}  // namespace hegemon::search::rollouts
