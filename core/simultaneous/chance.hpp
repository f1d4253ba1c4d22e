// Where coins and dice come from: a random stream, or a tape of outcomes recorded earlier.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/random.hpp"

namespace hegemon::simultaneous {

class Chance {
 public:
  // Draws from `random`; appends every outcome to `record` unless it is null. A coin of 0 or 1 fixes all coins.
  explicit Chance(Random& random, std::vector<std::int32_t>* record = nullptr, int coin = -1)
      : random_(&random), dice_(&random), record_(record), coin_(coin) {}
  // The same, but each seat's dice come from its own of two streams, so that one more roll of a seat does not shift the
  // rolls of the other; coins come from `random`.
  Chance(Random& random, std::array<Random, 2>& seats, std::vector<std::int32_t>* record, int coin)
      : Chance(random, record, coin) {
    seats_ = &seats;
  }
  // Replays recorded outcomes. Throws std::invalid_argument when an outcome is impossible or the tape too short.
  explicit Chance(std::span<const std::int32_t> tape) : tape_(tape) {}

  // Whose dice are thrown from now on.
  void roll_for(int seat) {
    if (seats_) dice_ = &(*seats_)[seat];
  }
  int coin() {
    if (!random_) return replay(1);
    return keep(coin_ >= 0 ? coin_ : static_cast<int>(random_->next() >> 63));
  }
  int binomial(int n, int percent) { return random_ ? keep(dice_->binomial(n, percent)) : replay(n); }
  // 1 with probability numerator / denominator.
  int fraction(std::uint32_t numerator, std::uint32_t denominator) {
    return random_ ? keep(dice_->below(denominator) < numerator) : replay(1);
  }
  bool used_up() const { return random_ != nullptr || position_ == tape_.size(); }

 private:
  int keep(int outcome) {
    if (record_) record_->push_back(outcome);
    return outcome;
  }
  int replay(int most) {
    if (position_ == tape_.size()) throw std::invalid_argument("the recorded chance outcomes end too early");
    const int outcome = tape_[position_++];
    if (outcome < 0 || outcome > most)
      throw std::invalid_argument("impossible recorded chance outcome " + std::to_string(outcome));
    return outcome;
  }

  Random* random_ = nullptr;
  Random* dice_ = nullptr;
  std::array<Random, 2>* seats_ = nullptr;
  std::vector<std::int32_t>* record_ = nullptr;
  int coin_ = -1;
  std::span<const std::int32_t> tape_;
  std::size_t position_ = 0;
};

}  // namespace hegemon::simultaneous
