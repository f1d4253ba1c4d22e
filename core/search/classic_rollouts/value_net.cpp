#include "search/classic_rollouts/value_net.hpp"

#include <array>
#include <cmath>

#include "search/classic_rollouts/value.hpp"

namespace hegemon::search::classic_rollouts {

void ValueNet::shares(const classic_planner::Knowledge& knowledge, const classic::State& state,
                      std::span<double> values) const {
  std::array<Features, classic::kMaxSeats> features;
  const std::size_t seats = values.size();
  measure(knowledge, state, std::span(features).first(seats));
  for (std::size_t s = 0; s < seats; ++s) {
    const bool alive = features[s] != Features{};
    values[s] = alive ? layers_.logit(features[s]) : kNoShare;
  }
  to_shares(values);
}

double ValueNet::win(const classic_planner::Knowledge& knowledge, const classic::State& state, int seat) const {
  std::array<Features, classic::kMaxSeats> features;
  measure(knowledge, state, std::span(features).first(static_cast<std::size_t>(knowledge.game.seats)));
  return 1 / (1 + std::exp(-static_cast<double>(layers_.logit(features[static_cast<std::size_t>(seat)]))));
}

}  // namespace hegemon::search::classic_rollouts
