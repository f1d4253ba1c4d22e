// A network's weights as they come in: named arrays of 32-bit floats, by the names of torch's state_dict.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

namespace hegemon::nets {

struct Tensor {
  std::vector<int> shape;
  std::vector<float> data;  // row by row
};

using Tensors = std::map<std::string, Tensor>;

// A dense matrix [outputs, inputs] with a bias, as torch's Linear has it.
struct DenseWeights {
  int inputs = 0;
  int outputs = 0;
  std::vector<float> weight;
  std::vector<float> bias;

  float at(int output, int input) const { return weight[static_cast<std::size_t>(output) * inputs + input]; }
};

// Hands out tensors by name, and complains about those that are missing, of another shape, not finite or left over.
// Throws std::invalid_argument.
class WeightReader {
 public:
  explicit WeightReader(const Tensors& tensors) : tensors_(tensors) {}

  std::vector<float> take(const std::string& name, const std::vector<int>& shape);
  // name.weight and, unless there is none, name.bias
  DenseWeights take_linear(const std::string& name, int inputs, int outputs, bool bias = true);
  void finish() const;

 private:
  const Tensors& tensors_;
  std::map<std::string, bool> taken_;
};

// Outputs of a network must be numbers: weights that are far too large give others. Throws std::invalid_argument.
void require_finite(std::span<const float> outputs);

}  // namespace hegemon::nets
