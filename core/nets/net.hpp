// A network that evaluates positions and plans of the simultaneous game: the interface that searches call.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "encode/simultaneous.hpp"
#include "nets/kernels/kernels.hpp"
#include "nets/weights.hpp"

namespace hegemon::nets {

// The plans that each position's seat considers, all in one row: orders of plan p from plan_offsets[p] on, plans of
// position i from position_offsets[i] on. Both have one entry more, for the end. Without plans, leave all of it empty.
struct Candidates {
  std::span<const simultaneous::Order> orders;
  std::span<const std::int32_t> plan_offsets;
  std::span<const std::int32_t> position_offsets;

  bool empty() const { return position_offsets.empty(); }
};

// Throw std::invalid_argument where a network must not be asked: positions are whole, and candidates are deployments
// and moves on the map, with offsets that ascend.
void require_whole(const Map& map, std::span<const encode::Position> positions);
void require_sound(const Map& map, const Candidates& candidates, std::size_t positions);

class PolicyValueNet {
 public:
  using Game = simultaneous::Game;
  // Whether a network prepared for one game reads the same of the other: the map, and the income that goes with it.
  static bool same_input(const Game& a, const Game& b) {
    return *a.map == *b.map && a.rules.base_income == b.rules.base_income;
  }

  // The working memory of one thread. It grows to what the largest question needs, and is then reused.
  class Scratch {
   public:
    virtual ~Scratch() = default;
  };

  virtual ~PolicyValueNet() = default;
  virtual std::unique_ptr<Scratch> make_scratch() const = 0;
  // Fills in a value from -1 to 1 for each position, from the side of its seat, and a logit for each plan. Positions
  // are whole and of this net's map; orders are deployments and moves on it. Any number of threads may call this at a
  // time, each with its own scratch. The answer to a position does not depend on the others that are asked with it.
  virtual void evaluate(std::span<const encode::Position> positions, const Candidates& candidates, Scratch& scratch,
                        std::span<float> values, std::span<float> logits) const = 0;
};

// A network for a game, by the name of its architecture. Throws std::invalid_argument if there is no such architecture
// or the weights do not fit it.
std::shared_ptr<const PolicyValueNet> make_net(const std::string& architecture, const Tensors& weights,
                                               const simultaneous::Game& game, const Kernels& kernels = best_kernels());

}  // namespace hegemon::nets
