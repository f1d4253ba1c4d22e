// A network as Python holds it, for bindings of searches that take one.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>

#include "base/pool.hpp"
#include "nets/net.hpp"
#include "search/net_evaluator.hpp"

// Weights by name, each an array of float32. Throws std::invalid_argument.
hegemon::nets::Tensors read_tensors(nanobind::dict weights);
// best, portable or avx2. Throws std::invalid_argument.
const hegemon::nets::Kernels& kernels_by_name(const std::string& name);

class CoreNet {
 public:
  using Net = hegemon::nets::PolicyValueNet;

  CoreNet(std::shared_ptr<const Net> net, const hegemon::simultaneous::Game& game, const char* kernels)
      : net_(std::move(net)), game_(game), kernels_(kernels), judge_(net_, game.map->size()) {}

  const std::shared_ptr<const Net>& net() const { return net_; }
  const hegemon::Map& map() const { return *game_.map; }
  const char* kernels() const { return kernels_; }
  // For searches of this game; throws if the network stands on another map, or reads another income.
  const hegemon::search::NetEvaluator& judge(const hegemon::simultaneous::Game& game) const {
    const bool same = game.map == game_.map || same_map(*game.map, *game_.map);
    if (!same || game.rules.base_income != game_.rules.base_income) {
      throw std::invalid_argument("the network was prepared for another game");
    }
    return judge_;
  }

  // Answers with working memory that is kept for the next call.
  void evaluate(std::span<const hegemon::encode::Position> positions, const hegemon::nets::Candidates& candidates,
                std::span<float> values, std::span<float> logits) {
    const auto scratch = scratches_.borrow([&] { return net_->make_scratch(); });
    net_->evaluate(positions, candidates, *scratch, values, logits);
  }

 private:
  static bool same_map(const hegemon::Map& a, const hegemon::Map& b) {
    const auto same_group = [](const hegemon::Group& x, const hegemon::Group& y) {
      return x.value == y.value && x.members == y.members;
    };
    return a.size() == b.size() && a.links() == b.links() && std::ranges::equal(a.groups(), b.groups(), same_group);
  }

  std::shared_ptr<const Net> net_;
  hegemon::simultaneous::Game game_;
  const char* kernels_;
  hegemon::search::NetEvaluator judge_;  // with a cache that serves all searches
  hegemon::Pool<Net::Scratch> scratches_;
};
