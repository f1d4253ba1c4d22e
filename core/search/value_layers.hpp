// A small network that tells from the features of a seat how likely it wins: two hidden layers, one number.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "base/require.hpp"

namespace hegemon::search {

template <std::size_t In>
class ValueLayers {
 public:
  static constexpr std::size_t kHidden = 64;
  static constexpr std::size_t kParameters = In * kHidden + kHidden + kHidden * kHidden + kHidden + kHidden + 1;

  // The layers one after the other, each as a row of weights for every input, and then the biases. Throws
  // std::invalid_argument if the number is another.
  explicit ValueLayers(std::span<const float> parameters) : p_(parameters.begin(), parameters.end()) {
    require(p_.size() == kParameters, "a value network of this game has another number of parameters");
  }

  float logit(const std::array<float, In>& features) const {
    Layer first, second;
    const float* p = layer(features, p_.data(), first);
    p = layer(first, p, second);
    float sum = p[kHidden];
    for (std::size_t j = 0; j < kHidden; ++j) sum += second[j] * p[j];
    return sum;
  }

 private:
  using Layer = std::array<float, kHidden>;

  // out = relu(in * weights + biases); returns where the next layer begins.
  template <std::size_t Count>
  static const float* layer(const std::array<float, Count>& in, const float* p, Layer& out) {
    const float* biases = p + Count * kHidden;
    std::copy_n(biases, kHidden, out.begin());
    for (std::size_t i = 0; i < Count; ++i, p += kHidden) {
      const float x = in[i];
      if (x == 0) continue;
      for (std::size_t j = 0; j < kHidden; ++j) out[j] += x * p[j];
    }
    for (float& x : out) x = std::max(x, 0.0F);
    return biases + kHidden;
  }

  std::vector<float> p_;
};

}  // namespace hegemon::search
