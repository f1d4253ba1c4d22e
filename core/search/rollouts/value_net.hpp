// A network that tells who will win a simultaneous game. Every territory and every bonus goes through two small layers
// of its own; their sums and the counted features go through the last layers, which give each seat a number. The logit
// of a win is the difference of the two numbers.
#pragma once

#include <array>
#include <span>

#include "nets/layers/linear.hpp"
#include "search/rollouts/board.hpp"
#include "search/rollouts/features.hpp"
#include "search/value_layers.hpp"

namespace hegemon::search::rollouts {

class ValueNet {
 public:
  static constexpr int kWidth = 32;                               // of the layers of territories and bonuses
  static constexpr float kLandScale = 0.1F, kGroupScale = 0.25F;  // on the sums
  using Head = ValueLayers<kFeatures + 2 * kWidth>;
  static constexpr std::size_t kParameters =
      (kLandColumns + kGroupColumns + 2 * kWidth + 4) * kWidth + Head::kParameters;

  // The layers one after the other, those of territories first: each as a row of weights for every input, and then the
  // biases. Throws std::invalid_argument if the number is another.
  explicit ValueNet(std::span<const float> parameters);

  // Of a win of the first seat.
  float logit(const std::array<Features, sim::kSeats>& features, const Board& board) const;

 private:
  struct Reader {
    explicit Reader(std::span<const float> parameters);
    const float* at;  // what comes next
  };
  // Rows of one kind, for both seats: the first layer of both side by side, then the second one.
  struct Rows {
    Rows(Reader& reader, std::span<const int> swapped);
    void sum(const float* rows, int count, float scale, std::array<std::array<float, kWidth>, sim::kSeats>& sums) const;

    int columns;
    nets::Linear first, second;
  };

  explicit ValueNet(Reader reader);

  Rows land_, groups_;
  Head head_;
};

}  // namespace hegemon::search::rollouts
