#include "search/classic_rollouts/value_net.hpp"

#include <algorithm>

#include "base/require.hpp"
#include "search/classic_rollouts/value.hpp"

namespace hegemon::search::classic_rollouts {

ValueNet::ValueNet(std::span<const float> parameters) : p_(parameters.begin(), parameters.end()) {
  require(p_.size() == kParameters, "a value network of the classic game has another number of parameters");
}

namespace {

constexpr std::size_t kHidden = ValueNet::kHidden;

// out = relu(in * weights + biases)
template <std::size_t In>
void layer(const std::array<float, In>& in, const float*& p, std::array<float, kHidden>& out) {
  const float* biases = p + In * kHidden;
  std::copy_n(biases, kHidden, out.begin());
  for (std::size_t i = 0; i < In; ++i, p += kHidden) {
    const float x = in[i];
    if (x == 0) continue;
    for (std::size_t j = 0; j < kHidden; ++j) out[j] += x * p[j];
  }
  for (float& x : out) x = std::max(x, 0.0F);
  p = biases + kHidden;
}

}  // namespace

float ValueNet::logit(const Features& features) const {
  Layer first, second;
  const float* p = p_.data();
  layer(features, p, first);
  layer(first, p, second);
  float sum = p[kHidden];
  for (std::size_t j = 0; j < kHidden; ++j) sum += second[j] * p[j];
  return sum;
}

void ValueNet::shares(const classic_planner::Knowledge& knowledge, const classic::State& state,
                      std::span<double> values) const {
  std::array<Features, classic::kMaxSeats> features;
  const std::size_t seats = values.size();
  measure(knowledge, state, std::span(features).first(seats));
  for (std::size_t s = 0; s < seats; ++s) {
    const bool alive = features[s] != Features{};
    values[s] = alive ? logit(features[s]) : kNoShare;
  }
  to_shares(values);
}

}  // namespace hegemon::search::classic_rollouts
