// A network prepared for a game, as whoever holds it for many callers needs it. Serves both families.
#pragma once

#include <memory>

#include "base/pool.hpp"
#include "base/require.hpp"
#include "nets/kernels/kernels.hpp"

namespace hegemon::nets {

// Net is PolicyValueNet or ClassicNet.
template <class Net>
class PreparedNet {
 public:
  using Game = typename Net::Game;

  PreparedNet(std::shared_ptr<const Net> net, const Game& game, const Kernels& kernels)
      : net_(std::move(net)), game_(game), kernels_(&kernels) {}

  const std::shared_ptr<const Net>& net() const { return net_; }
  const Game& game() const { return game_; }
  const Kernels& kernels() const { return *kernels_; }

  // Throws std::invalid_argument if the network cannot be asked about positions of this game.
  void require_game(const Game& game) const {
    require(Net::same_input(game, game_), "the network was prepared for another game");
  }

  // Working memory for one call of the network; it is kept for the next one.
  auto scratch() {
    return scratches_.borrow([&] { return net_->make_scratch(); });
  }

 private:
  std::shared_ptr<const Net> net_;
  Game game_;
  const Kernels* kernels_;
  Pool<typename Net::Scratch> scratches_;
};

}  // namespace hegemon::nets
