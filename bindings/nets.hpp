// Networks as Python holds them, for bindings of searches that take one.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string>

#include "nets/classic_net.hpp"
#include "nets/net.hpp"
#include "nets/prepared_net.hpp"
#include "search/net_evaluator.hpp"

// Weights by name, each an array of float32. Throws std::invalid_argument.
hegemon::nets::Tensors read_tensors(nanobind::dict weights);
// best, portable or avx2. Throws std::invalid_argument.
const hegemon::nets::Kernels& kernels_by_name(const std::string& name);

using CoreClassicNet = hegemon::nets::PreparedNet<hegemon::nets::ClassicNet>;

class CoreNet : public hegemon::nets::PreparedNet<hegemon::nets::PolicyValueNet> {
 public:
  CoreNet(const std::shared_ptr<const hegemon::nets::PolicyValueNet>& net, const Game& game,
          const hegemon::nets::Kernels& kernels)
      : PreparedNet(net, game, kernels), evaluator_(net, game.map->size()) {}

  // For searches of this game. Throws std::invalid_argument if the network was prepared for another one.
  const hegemon::search::NetEvaluator& evaluator(const Game& game) const {
    require_game(game);
    return evaluator_;
  }

 private:
  hegemon::search::NetEvaluator evaluator_;  // with a cache that serves all searches
};
