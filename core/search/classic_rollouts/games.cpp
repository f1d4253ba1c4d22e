#include "search/classic_rollouts/games.hpp"

#include <array>

#include "search/classic_rollouts/value.hpp"

namespace hegemon::search::classic_rollouts {

using classic_planner::Knowledge;
using classic_planner::Planner;
using classic_planner::Style;

double play_planners(const classic::Game& game, const classic_planner::Weights& first,
                     const classic_planner::Weights& second, int pairs, int most_turns, Random& random) {
  const std::array<Knowledge, 2> knowledge{Knowledge(game, first), Knowledge(game, second)};
  std::array<Planner, 2> planners{Planner(knowledge[0]), Planner(knowledge[1])};
  std::array<Style, 2> styles{usual_style(first), usual_style(second)};
  for (Style& style : styles) style.noise = 0.1;
  std::vector<double> values(static_cast<std::size_t>(game.seats));
  double points = 0;
  for (int pair = 0; pair < pairs; ++pair) {
    const classic::State start = classic::start(game, random);
    for (int swapped = 0; swapped < 2; ++swapped) {
      classic::State state = start;
      const auto& head = state.head();
      int turns = -1;
      while (head.phase != classic::Phase::over && head.turns < most_turns) {
        const int who = (head.mover + swapped) % 2;
        if (head.turns != turns) styles[0].key = styles[1].key = random.next();
        turns = head.turns;
        classic::step(game, state,
                      planners[static_cast<std::size_t>(who)].decide(state, styles[static_cast<std::size_t>(who)]),
                      random);
      }
      shares(game, state, first, values);
      for (int seat = 0; seat < game.seats; ++seat) {
        if ((seat + swapped) % 2 == 0) points += values[static_cast<std::size_t>(seat)];
      }
    }
  }
  return points / (2 * pairs);
}

}  // namespace hegemon::search::classic_rollouts
