#include "search/classic_rollouts/value.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "search/classic_planner/planner.hpp"

namespace hegemon::search::classic_rollouts {

Counts counts(const classic::Game& game, const classic::State& state, int seat) {
  double armies = 0, land = 0;
  for (int t = 0; t < state.size(); ++t) {
    if (state.owners()[t] != seat) continue;
    armies += state.armies()[t];
    land += 1;
  }
  const double income = classic::income(game, state, seat);
  const double set = classic_planner::next_set(game.rules, state.head().trades);
  const double cards = state.head().hand[static_cast<std::size_t>(seat)] * set / 4;
  return {std::log(armies + 1), std::log(income + 1), std::log(land + 1), std::log(armies + 4 * income + cards + 1),
          std::log(1 + cards / (armies + 1))};
}

void shares(const classic::Game& game, const classic::State& state, const classic_planner::Weights& w,
            std::span<double> values) {
  const auto& head = state.head();
  const std::size_t seats = values.size();
  if (head.phase == classic::Phase::over) {
    std::fill(values.begin(), values.end(), head.winner < 0 ? 1.0 / static_cast<double>(seats) : 0.0);
    if (head.winner >= 0) values[static_cast<std::size_t>(head.winner)] = 1.0;
    return;
  }
  const Counts factors{w.value_armies, w.value_income, w.value_land, w.value_strength, w.value_cards};
  for (std::size_t seat = 0; seat < seats; ++seat) {
    const Counts f = counts(game, state, static_cast<int>(seat));
    const bool alive = f[2] > 0;
    values[seat] = alive ? std::inner_product(f.begin(), f.end(), factors.begin(), 0.0) : kNoShare;
    if (alive && static_cast<int>(seat) == head.mover) values[seat] += w.value_tempo;
  }
  to_shares(values);
}

void to_shares(std::span<double> logits) {
  const double most = *std::max_element(logits.begin(), logits.end());
  double sum = 0;
  for (double& value : logits) sum += value = std::exp(value - most);
  for (double& value : logits) value /= sum;
}

}  // namespace hegemon::search::classic_rollouts
