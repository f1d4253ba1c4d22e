// A network as Python holds it, for bindings of searches that take one.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "nets/net.hpp"

// Weights by name, each an array of float32. Throws std::invalid_argument.
hegemon::nets::Tensors read_tensors(nanobind::dict weights);
// best, portable or v3. Throws std::invalid_argument.
const hegemon::nets::Kernels& kernels_by_name(const std::string& name);

class CoreNet {
 public:
  using Net = hegemon::nets::PolicyValueNet;
  using Scratch = std::unique_ptr<Net::Scratch>;

  CoreNet(std::shared_ptr<const Net> net, const hegemon::simultaneous::Game& game, const char* kernels)
      : net_(std::move(net)), map_(game.map), kernels_(kernels) {}

  const std::shared_ptr<const Net>& net() const { return net_; }
  const hegemon::Map& map() const { return *map_; }
  const char* kernels() const { return kernels_; }

  // Working memory for the time of a call; it is kept for the next one.
  Scratch borrow() {
    const std::scoped_lock lock(mutex_);
    if (idle_.empty()) return net_->make_scratch();
    Scratch scratch = std::move(idle_.back());
    idle_.pop_back();
    return scratch;
  }
  void give_back(Scratch scratch) {
    const std::scoped_lock lock(mutex_);
    idle_.push_back(std::move(scratch));
  }

 private:
  std::shared_ptr<const Net> net_;
  std::shared_ptr<const hegemon::Map> map_;
  const char* kernels_;
  std::mutex mutex_;
  std::vector<Scratch> idle_;
};
