// Graph convolution (Kipf and Welling 2017) and the residual layer around it (Li et al. 2020, "res+"), as PyTorch
// Geometric's GCNConv and DeepGCNLayer compute them, for inference.
#pragma once

#include <string>

#include "nets/layers/linear.hpp"

namespace hegemon::nets {

// By territory: its neighbours and itself, each weighted by one over the root of both degrees, which count the loop.
OwnedLists convolution_lists(const Map& map);

// What convolutions work on: so many positions of a map.
struct Convolved {
  const Kernels& kernels;
  const OwnedLists& near;  // convolution_lists
  int territories = 0;
  int copies = 0;
  Matrix& spread;  // room for what comes from the neighbours

  int rows() const { return copies * territories; }
};

// W (sum over the neighbours and itself) + b.
class Convolution {
 public:
  Convolution() = default;
  Convolution(WeightReader& reader, const std::string& name, int inputs, int outputs)
      : inputs_(inputs), linear_(reader.take_linear(name, inputs, outputs)) {}

  void run(const Convolved& on, ConstRows in, Rows out, Activation activation = Activation::none) const;

 private:
  int inputs_ = 0;
  Linear linear_;
};

// Batch normalisation with the statistics it has learnt: scale * x + shift.
struct BatchNorm {
  std::vector<float> scale, shift;  // whole_lanes, zero beyond the width

  BatchNorm() = default;
  BatchNorm(WeightReader& reader, const std::string& name, int width);
};
// A matrix whose inputs have gone through the normalisation, as one matrix.
DenseWeights after_norm(const BatchNorm& norm, DenseWeights dense);

// x = x + convolution(relu(norm(x)))
class ResidualConvolution {
 public:
  ResidualConvolution(WeightReader& reader, const std::string& name, int width)
      : width_(width),
        norm_(reader, name + ".norm", width),
        convolution_(reader, name + ".convolution", width, width) {}

  // `room` is for what goes into the convolution and comes out of it.
  void run(const Convolved& on, Matrix& x, Matrix& room) const;

 private:
  int width_;
  BatchNorm norm_;
  Convolution convolution_;
};

}  // namespace hegemon::nets
