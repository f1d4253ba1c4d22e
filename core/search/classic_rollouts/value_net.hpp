// A small network that tells who will win a classic game: it gives every seat a number, and the shares of the win are
// the softmax of these.
#pragma once

#include <span>

#include "search/classic_rollouts/features.hpp"
#include "search/value_layers.hpp"

namespace hegemon::search::classic_rollouts {

class ValueNet {
 public:
  using Layers = ValueLayers<kFeatures>;
  static constexpr std::size_t kHidden = Layers::kHidden, kParameters = Layers::kParameters;

  explicit ValueNet(std::span<const float> parameters) : layers_(parameters) {}

  // Expected share of the win of every seat at the beginning of a turn; their sum is 1.
  void shares(const classic_planner::Knowledge& knowledge, const classic::State& state, std::span<double> values) const;
  // The sigmoid of the number of one seat: how likely it wins against a certain opponent, if the network has learned that.
  double win(const classic_planner::Knowledge& knowledge, const classic::State& state, int seat) const;

 private:
  Layers layers_;
};

}  // namespace hegemon::search::classic_rollouts
