// Random weights and all the kernels there are, for the tests of the networks.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "nets/net.hpp"

namespace hegemon::nets {

const Kernels& plain_kernels();  // plain_kernels.cpp

inline std::vector<const Kernels*> all_kernels() {
  std::vector<const Kernels*> all{&portable_kernels(), &plain_kernels()};
  if (avx2_kernels()) all.push_back(avx2_kernels());
  return all;
}

inline std::vector<float> random_floats(Random& random, std::size_t count, float bound) {
  std::vector<float> values(count);
  for (float& value : values) value = bound * (static_cast<float>(random.next() >> 40) / 8388608.0f - 1.0f);
  return values;
}

inline DenseWeights random_dense(Random& random, int inputs, int outputs, float bound = 1.0f) {
  const auto size = static_cast<std::size_t>(outputs);
  return {inputs, outputs, random_floats(random, size * static_cast<std::size_t>(inputs), bound),
          random_floats(random, size, bound)};
}

inline void add_linear(Tensors& tensors, Random& random, const std::string& name, int inputs, int outputs,
                       bool bias = true) {
  const DenseWeights dense = random_dense(random, inputs, outputs, 1.0f / std::sqrt(static_cast<float>(inputs)));
  tensors[name + ".weight"] = {{outputs, inputs}, dense.weight};
  if (bias) tensors[name + ".bias"] = {{outputs}, dense.bias};
}

inline void add_attention(Tensors& tensors, Random& random, const std::string& name, int inputs, int outputs) {
  for (const char* part : {".query", ".key", ".value", ".skip"}) {
    add_linear(tensors, random, name + part, inputs, outputs);
  }
  add_linear(tensors, random, name + ".gate", 3 * outputs, 1, false);
}

inline Tensors random_soares2025(Random random) {
  Tensors tensors;
  add_linear(tensors, random, "input", 5, 20);
  for (int i = 0; i < 3; ++i) {
    const std::string name = "rounds." + std::to_string(i);
    add_attention(tensors, random, name + ".groups", 20, 20);
    add_attention(tensors, random, name + ".links", 40, i == 2 ? 60 : 20);
  }
  add_linear(tensors, random, "policy.attack", 121, 20);
  add_linear(tensors, random, "policy.transfer", 121, 20);
  add_linear(tensors, random, "policy.deploy", 61, 20);
  add_linear(tensors, random, "policy.order", 20, 20);
  add_linear(tensors, random, "policy.plan", 20, 1);
  add_linear(tensors, random, "value.hidden", 65, 60);
  add_linear(tensors, random, "value.out", 60, 1);
  return tensors;
}

}  // namespace hegemon::nets
