// Attention to neighbours with a gated skip (the TransformerConv of PyTorch Geometric, one head, beta=True):
//   q = Wq x_i, k = Wk x_j, v = Wv x_j, r = Ws x_i (all with bias); shares = softmax over j of q.k / sqrt(outputs);
//   m = sum of shares * v; beta = sigmoid(w . [m, r, m - r]); result = beta r + (1 - beta) m.
#pragma once

#include "nets/layers/linear.hpp"

namespace hegemon::nets {

class Attention {
 public:
  Attention() = default;
  // Reads name.query, name.key, name.value, name.skip and name.gate.
  Attention(WeightReader& reader, const std::string& name, int inputs, int outputs);

  // What is computed for every row before the rows meet, as one matrix: query, key unless the inputs serve as keys,
  // value, skip.
  const DenseWeights& projection() const { return projection_; }
  int columns() const { return projection_.outputs; }

  struct Task {
    Lists heard;
    const std::int32_t* self = nullptr;  // null: the listeners are the rows themselves
    int copies = 0;
    int rows = 0;         // of a copy
    ConstRows inputs;     // what the projection was made of
    ConstRows projected;  // by projection()
    Rows out;
    Activation activation = Activation::none;
  };
  void run(const Kernels& kernels, const Task& task) const;

 private:
  int outputs_ = 0;
  int key_width_ = 0;
  bool inputs_are_keys_ = false;
  DenseWeights projection_;
  std::vector<float> gate_message_, gate_skip_;
};

}  // namespace hegemon::nets
