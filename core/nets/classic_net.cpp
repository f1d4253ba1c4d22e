#include "nets/classic_net.hpp"

#include <stdexcept>

namespace hegemon::nets {

encode::ClassicFeatures features_of(const std::string& architecture) {
  if (architecture == "classic-graph") return encode::ClassicFeatures::graph;
  if (architecture == "heredia2022" || architecture == "heredia2022-published") {
    return encode::ClassicFeatures::heredia2022;
  }
  if (architecture == "yao2025") return encode::ClassicFeatures::yao2025;
  if (architecture == "yao2025-published") return encode::ClassicFeatures::yao2025_published;
  throw std::invalid_argument("there is no network architecture " + architecture + " for the classic game");
}

std::shared_ptr<const ClassicNet> make_classic_net(const std::string& architecture, const Tensors& weights,
                                                   const classic::Game& game, const Kernels& kernels) {
  const bool published = architecture.ends_with("-published");
  switch (features_of(architecture)) {
    case encode::ClassicFeatures::graph: return make_classic_graph(weights, game, kernels);
    case encode::ClassicFeatures::heredia2022: return make_heredia2022(weights, game, kernels, published);
    case encode::ClassicFeatures::yao2025:
    case encode::ClassicFeatures::yao2025_published: return make_yao2025(weights, game, kernels, published);
  }
  return nullptr;
}

}  // namespace hegemon::nets
