#include "nets/layers/attention.hpp"

#include <array>
#include <cmath>
#include <stdexcept>

namespace hegemon::nets {
namespace {

DenseWeights scaled(DenseWeights dense, double factor) {
  for (auto* values : {&dense.weight, &dense.bias}) {
    for (float& value : *values) value = static_cast<float>(value * factor);
  }
  return dense;
}

// Of q.k = (Wq x + bq).(Wk y + bk) the softmax feels only what depends on y: (Wk'(Wq x + bq)).y. So a query in the
// space of the inputs makes keys unnecessary.
DenseWeights query_of_inputs(const DenseWeights& query, const DenseWeights& key, double factor) {
  DenseWeights result{query.inputs, key.inputs, {}, {}};
  for (int to = 0; to < key.inputs; ++to) {
    const auto product = [&](const auto& of_query) {
      double sum = 0;
      for (int i = 0; i < key.outputs; ++i) sum += static_cast<double>(key.at(i, to)) * of_query(i);
      return static_cast<float>(factor * sum);
    };
    for (int from = 0; from < query.inputs; ++from) {
      result.weight.push_back(product([&](int i) { return static_cast<double>(query.at(i, from)); }));
    }
    result.bias.push_back(product([&](int i) { return static_cast<double>(query.bias[static_cast<std::size_t>(i)]); }));
  }
  return result;
}

}  // namespace

Attention::Attention(WeightReader& reader, const std::string& name, int inputs, int outputs) : outputs_(outputs) {
  if (outputs > kMostWidth) throw std::invalid_argument("attention: more outputs than the kernels can handle");
  const DenseWeights query = reader.take_linear(name + ".query", inputs, outputs);
  const DenseWeights key = reader.take_linear(name + ".key", inputs, outputs);
  const DenseWeights value = reader.take_linear(name + ".value", inputs, outputs);
  const DenseWeights skip = reader.take_linear(name + ".skip", inputs, outputs);
  const double scale = 1.0 / std::sqrt(static_cast<double>(outputs));
  inputs_are_keys_ = inputs < 2 * outputs;  // whichever is less work
  key_width_ = inputs_are_keys_ ? inputs : outputs;
  if (inputs_are_keys_) {
    projection_ = beside(std::array{query_of_inputs(query, key, scale), value, skip});
  } else {
    projection_ = beside(std::array{scaled(query, scale), key, value, skip});
  }
  // w.[m, r, m - r] = (w1 + w3).m + (w2 - w3).r
  const DenseWeights gate = reader.take_linear(name + ".gate", 3 * outputs, 1, false);
  gate_message_.resize(static_cast<std::size_t>(whole_lanes(outputs)));
  gate_skip_ = gate_message_;
  for (int i = 0; i < outputs; ++i) {
    gate_message_[static_cast<std::size_t>(i)] = gate.at(0, i) + gate.at(0, 2 * outputs + i);
    gate_skip_[static_cast<std::size_t>(i)] = gate.at(0, outputs + i) - gate.at(0, 2 * outputs + i);
  }
}

void Attention::run(const Kernels& kernels, const Task& task) const {
  const auto from = [&](int column) { return ConstRows{task.projected.data + column, task.projected.stride}; };
  const int after_keys = key_width_ + (inputs_are_keys_ ? 0 : outputs_);
  kernels.attend({.heard = task.heard,
                  .self = task.self,
                  .copies = task.copies,
                  .rows = task.rows,
                  .query = from(0),
                  .key = inputs_are_keys_ ? task.inputs : from(outputs_),
                  .value = from(after_keys),
                  .skip = from(after_keys + outputs_),
                  .key_width = key_width_,
                  .width = outputs_,
                  .gate_message = gate_message_.data(),
                  .gate_skip = gate_skip_.data(),
                  .out = task.out,
                  .activation = task.activation});
}

}  // namespace hegemon::nets
