#include "search/rollouts/value_net.hpp"

#include <algorithm>
#include <vector>

#include "base/require.hpp"
#include "search/rollouts/parameters.hpp"

namespace hegemon::search::rollouts {
namespace {

// The same layer for who sees the columns in another order.
nets::DenseWeights reordered(const nets::DenseWeights& dense, std::span<const int> order) {
  nets::DenseWeights other = dense;
  for (int output = 0; output < dense.outputs; ++output) {
    for (int input = 0; input < dense.inputs; ++input) {
      other.weight[static_cast<std::size_t>(output) * dense.inputs + order[static_cast<std::size_t>(input)]] =
          dense.at(output, input);
    }
  }
  return other;
}

}  // namespace

ValueNet::Rows::Rows(Reader& reader, std::span<const int> swapped) : columns(static_cast<int>(swapped.size())) {
  const nets::DenseWeights own = read_dense(reader.at, columns, kWidth);
  const std::array<nets::DenseWeights, sim::kSeats> both{own, reordered(own, swapped)};
  first = nets::Linear(nets::beside(both));
  second = nets::Linear(read_dense(reader.at, kWidth, kWidth));
}

void ValueNet::Rows::sum(const float* rows, int count, float scale,
                         std::array<std::array<float, kWidth>, sim::kSeats>& sums) const {
  static thread_local nets::Matrix hidden(1, sim::kSeats * kWidth), out(1, kWidth);
  static const nets::Kernels& kernels = nets::best_kernels();
  hidden.grow(count);
  out.grow(count);
  first.run(kernels, {rows, columns}, count, hidden.rows(), nets::Activation::relu);
  for (int s = 0; s < sim::kSeats; ++s) {
    second.run(kernels, hidden.from(s * kWidth), count, out.rows(), nets::Activation::relu);
    auto& sum = sums[static_cast<std::size_t>(s)];
    sum.fill(0);
    for (int i = 0; i < count; ++i) {
      const float* row = out.row(i);
      for (int j = 0; j < kWidth; ++j) sum[static_cast<std::size_t>(j)] += row[j];
    }
    for (float& x : sum) x *= scale;
  }
}

ValueNet::Reader::Reader(std::span<const float> parameters) : at(parameters.data()) {
  require(parameters.size() == kParameters, "a value network of this game has another number of parameters");
}

ValueNet::ValueNet(std::span<const float> parameters) : ValueNet(Reader(parameters)) {}

ValueNet::ValueNet(Reader reader)
    : land_(reader, kLandSwapped), groups_(reader, kGroupSwapped), head_({reader.at, Head::kParameters}) {}

float ValueNet::logit(const std::array<Features, sim::kSeats>& features, const Board& board) const {
  std::array<std::array<float, kWidth>, sim::kSeats> land, groups;
  land_.sum(board.land.data(), board.lands(), kLandScale, land);
  groups_.sum(board.groups.data(), board.group_count(), kGroupScale, groups);
  std::array<float, sim::kSeats> found{};
  for (std::size_t s = 0; s < sim::kSeats; ++s) {
    std::array<float, kFeatures + 2 * kWidth> all;
    auto at = std::copy(features[s].begin(), features[s].end(), all.begin());
    at = std::copy(land[s].begin(), land[s].end(), at);
    std::copy(groups[s].begin(), groups[s].end(), at);
    found[s] = head_.logit(all);
  }
  return found[0] - found[1];
}

}  // namespace hegemon::search::rollouts
