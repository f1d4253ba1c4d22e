#include "search/rollouts/value.hpp"

#include <cmath>

namespace hegemon::search::rollouts {

double value(const planner::Knowledge& k, const ValueNet* net, const sim::State& state, int seat) {
  const auto& head = state.head();
  if (head.phase == sim::Phase::over) return head.winner < 0 ? 0.0 : head.winner == seat ? 1.0 : -1.0;
  const auto features = measure(k, state);
  if (net) {
    static thread_local BoardReader reader;
    static thread_local Board board;
    reader.read(k, state, board);
    return (seat == 0 ? 1 : -1) * std::tanh(0.5 * net->logit(features, board));
  }
  const Features &own = features[seat], &other = features[1 - seat];
  const planner::Weights& w = k.weights;
  const double sum = w.value_armies * own[kArmies] + w.value_income * own[kIncome] + w.value_strength * own[kStrength] +
                     w.value_land * own[kTerritories] + w.value_at_risk * (own[kAtRisk] - other[kAtRisk]) +
                     w.value_near * (own[kNear] - other[kNear]) + w.value_nearer * (own[kNearer] - other[kNearer]);
  return std::tanh(sum);
}

}  // namespace hegemon::search::rollouts
