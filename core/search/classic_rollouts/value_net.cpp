#include "search/classic_rollouts/value_net.hpp"

#include <array>

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

}  // namespace hegemon::search::classic_rollouts
