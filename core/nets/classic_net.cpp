#include "nets/classic_net.hpp"

#include <stdexcept>

namespace hegemon::nets {
namespace {

using Maker = std::shared_ptr<const ClassicNet>(const Tensors& weights, const classic::Game& game,
                                                const Kernels& kernels, bool published);

}  // namespace

// Each is defined in its file of nets/architectures; `published` is the network as its authors' program has it.
Maker make_classic_graph, make_heredia2022, make_yao2025;

std::shared_ptr<const ClassicNet> make_classic_net(const std::string& architecture, const Tensors& weights,
                                                   const classic::Game& game, const Kernels& kernels) {
  struct Known {
    const char* name;
    Maker& make;
    bool published = false;
  };
  const Known known[] = {
      {"classic-graph", make_classic_graph},
      {"heredia2022", make_heredia2022},
      {"heredia2022-published", make_heredia2022, true},
      {"yao2025", make_yao2025},
      {"yao2025-published", make_yao2025, true},
  };
  for (const Known& each : known) {
    if (architecture == each.name) return each.make(weights, game, kernels, each.published);
  }
  throw std::invalid_argument("there is no network architecture " + architecture + " for the classic game");
}

}  // namespace hegemon::nets
