#include "nets/net.hpp"

#include <stdexcept>

namespace hegemon::nets {

std::shared_ptr<const PolicyValueNet> make_net(const std::string& architecture, const Tensors& weights,
                                               const simultaneous::Game& game, const Kernels& kernels) {
  if (architecture == "soares2025") return make_soares2025(weights, game, kernels);
  throw std::invalid_argument("there is no network architecture " + architecture);
}

}  // namespace hegemon::nets
