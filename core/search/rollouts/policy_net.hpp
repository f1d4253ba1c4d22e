// A network that proposes plans of the simultaneous game. It reads a position once; then it tells how likely every option
// of a draft is. Rows of territories and of bonuses go through a layer each; then a territory hears its neighbours, its
// bonuses and the whole board, twice.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "nets/layers/linear.hpp"
#include "search/rollouts/board.hpp"
#include "search/rollouts/draft.hpp"
#include "search/rollouts/features.hpp"

namespace hegemon::search::rollouts {

// What a policy network sees of a position, from the side of a seat.
struct PolicyInputs {
  Features features{};
  Board board;
  std::vector<std::array<int, 2>> near;     // rows of territories that are neighbours
  std::vector<std::array<int, 2>> members;  // rows of territories with rows of their bonuses
  std::vector<int> row_of;                  // of every territory; -1: it has none
};
PolicyInputs policy_inputs(const planner::Knowledge& knowledge, const sim::State& state, int seat);

class PolicyNet {
 public:
  static constexpr int kWidth = 64;
  static constexpr float kNearScale = 0.25F, kLandScale = 0.1F, kGroupScale = 0.25F;  // on sums
  static constexpr int kParts = 7;  // of a territory, for the options: source or target of a kind
  static constexpr std::size_t kParameters =
      (kLandColumns + 1 + kGroupColumns + 1 + kFeatures + 2 * kWidth + 1 + 2 * (4 * kWidth + 1)) * kWidth +
      (kWidth + 1) * kWidth * (kParts + 1) + kOptionKinds * ((kOptionColumns + 1) * kWidth + 1);

  // The layers one after the other: each as a row of weights for every input, and then the biases. Throws
  // std::invalid_argument if the number is another.
  explicit PolicyNet(std::span<const float> parameters);

  // What the network has read of a position.
  struct Reading {
    std::vector<float> parts;  // of own land, and of what is next to it
    std::array<float, kWidth> stop{};
    std::vector<int> row_of;  // of every territory, among these; -1: it has none
  };
  Reading read(const PolicyInputs& inputs) const;
  float logit(const Reading& reading, const Option& option) const;

 private:
  struct Reader;
  struct Head {
    std::array<float, kOptionColumns * kWidth> columns;
    std::array<float, kWidth> out;
    float bias;
  };

  explicit PolicyNet(Reader reader);

  nets::Linear land_, groups_, context_, mix_, mix_again_, parts_, stop_;
  std::array<Head, kOptionKinds> heads_;
};

}  // namespace hegemon::search::rollouts
