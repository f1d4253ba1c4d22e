#include "nets/weights.hpp"

#include <cmath>
#include <stdexcept>

namespace hegemon::nets {
namespace {

std::string show(const std::vector<int>& shape) {
  std::string text = "[";
  for (const int size : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(size);
  return text + "]";
}

}  // namespace

std::vector<float> WeightReader::take(const std::string& name, const std::vector<int>& shape) {
  const auto found = tensors_.find(name);
  if (found == tensors_.end()) throw std::invalid_argument("weights: " + name + " is missing");
  const Tensor& tensor = found->second;
  if (tensor.shape != shape) {
    throw std::invalid_argument("weights: " + name + " has shape " + show(tensor.shape) + " instead of " + show(shape));
  }
  for (const float value : tensor.data) {
    if (!std::isfinite(value)) throw std::invalid_argument("weights: " + name + " holds a value that is not finite");
  }
  taken_[name] = true;
  return tensor.data;
}

DenseWeights WeightReader::take_linear(const std::string& name, int inputs, int outputs, bool bias) {
  DenseWeights dense{inputs, outputs, take(name + ".weight", {outputs, inputs}), {}};
  dense.bias = bias ? take(name + ".bias", {outputs}) : std::vector<float>(static_cast<std::size_t>(outputs));
  return dense;
}

void WeightReader::finish() const {
  for (const auto& [name, tensor] : tensors_) {
    if (!taken_.contains(name)) throw std::invalid_argument("weights: " + name + " does not belong to this network");
  }
}

void require_finite(std::span<const float> outputs) {
  for (const float output : outputs) {
    if (!std::isfinite(output)) {
      throw std::invalid_argument("the network gives values that are not finite numbers: its weights are too large");
    }
  }
}

}  // namespace hegemon::nets
