#include "nets/layers/convolution.hpp"

#include <cmath>

#include "nets/kernels/elementwise.hpp"

namespace hegemon::nets {

OwnedLists convolution_lists(const Map& map) {
  OwnedLists near;
  const auto degree = [&](int t) { return 1.0 + static_cast<double>(map.neighbours(t).size()); };
  const auto add = [&](int of, int other) {
    near.rows.push_back(other);
    near.weights.push_back(static_cast<float>(1.0 / std::sqrt(degree(of) * degree(other))));
  };
  for (int t = 0; t < map.size(); ++t) {
    for (const Territory next : map.neighbours(t)) add(t, next);
    add(t, t);
    near.close();
  }
  return near;
}

void Convolution::run(const Convolved& on, ConstRows in, Rows out, Activation activation) const {
  on.kernels.gather({.lists = on.near.lists(),
                     .weights = on.near.weights.data(),
                     .copies = on.copies,
                     .rows = on.territories,
                     .in = in,
                     .width = inputs_,
                     .out = on.spread.rows()});
  linear_.run(on.kernels, on.spread.rows(), on.rows(), out, activation);
}

BatchNorm::BatchNorm(WeightReader& reader, const std::string& name, int width)
    : scale(static_cast<std::size_t>(whole_lanes(width))), shift(scale.size()) {
  constexpr double kEpsilon = 1e-5;  // torch's
  const auto weight = reader.take(name + ".weight", {width}), bias = reader.take(name + ".bias", {width});
  const auto mean = reader.take(name + ".running_mean", {width});
  const auto variance = reader.take(name + ".running_var", {width});
  for (std::size_t i = 0; i < weight.size(); ++i) {
    const double factor = weight[i] / std::sqrt(std::max(0.0, static_cast<double>(variance[i])) + kEpsilon);
    scale[i] = static_cast<float>(factor);
    shift[i] = static_cast<float>(bias[i] - factor * mean[i]);
  }
}

DenseWeights after_norm(const BatchNorm& norm, DenseWeights dense) {
  for (int output = 0; output < dense.outputs; ++output) {
    double bias = dense.bias[static_cast<std::size_t>(output)];
    for (int input = 0; input < dense.inputs; ++input) {
      const auto at = static_cast<std::size_t>(input);
      float& weight = dense.weight[static_cast<std::size_t>(output) * static_cast<std::size_t>(dense.inputs) + at];
      bias += static_cast<double>(weight) * norm.shift[at];
      weight *= norm.scale[at];
    }
    dense.bias[static_cast<std::size_t>(output)] = static_cast<float>(bias);
  }
  return dense;
}

void ResidualConvolution::run(const Convolved& on, Matrix& x, Matrix& room) const {
  for (int row = 0; row < on.rows(); ++row) {
    scale_row_relu(x.row(row), norm_.scale.data(), norm_.shift.data(), width_, room.row(row));
  }
  convolution_.run(on, room.rows(), room.rows());  // gathered first, so that it may write where it read
  for (int row = 0; row < on.rows(); ++row) add_rows(x.row(row), room.row(row), width_, x.row(row));
}

}  // namespace hegemon::nets
