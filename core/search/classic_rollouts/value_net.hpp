// A small network that tells who will win a classic game: for every seat from its features, two hidden layers, one
// number; the shares of the win are the softmax of these numbers.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "search/classic_rollouts/features.hpp"

namespace hegemon::search::classic_rollouts {

class ValueNet {
 public:
  static constexpr std::size_t kHidden = 64;
  static constexpr std::size_t kParameters = kFeatures * kHidden + kHidden + kHidden * kHidden + kHidden + kHidden + 1;

  // The layers one after the other, each as a row of weights for every input, and then the biases. Throws
  // std::invalid_argument if the number is another.
  explicit ValueNet(std::span<const float> parameters);

  // Expected share of the win of every seat at the beginning of a turn; their sum is 1.
  void shares(const classic_planner::Knowledge& knowledge, const classic::State& state, std::span<double> values) const;

 private:
  using Layer = std::array<float, kHidden>;
  float logit(const Features& features) const;

  std::vector<float> p_;
};

}  // namespace hegemon::search::classic_rollouts
