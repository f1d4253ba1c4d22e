#include "nets/net.hpp"

#include <stdexcept>

namespace hegemon::nets {

// Defined in nets/architectures/soares2025.cpp.
std::shared_ptr<const PolicyValueNet> make_soares2025(const Tensors& weights, const simultaneous::Game& game,
                                                      const Kernels& kernels);

std::shared_ptr<const PolicyValueNet> make_net(const std::string& architecture, const Tensors& weights,
                                               const simultaneous::Game& game, const Kernels& kernels) {
  if (architecture == "soares2025") return make_soares2025(weights, game, kernels);
  throw std::invalid_argument("there is no network architecture " + architecture);
}

}  // namespace hegemon::nets
