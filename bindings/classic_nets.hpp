// A network of the classic game as Python holds it, for bindings of searches that take one.
#pragma once

#include <memory>
#include <string>

#include "base/pool.hpp"
#include "nets/classic_net.hpp"

class CoreClassicNet {
 public:
  using Net = hegemon::nets::ClassicNet;
  using Game = hegemon::classic::Game;

  CoreClassicNet(std::shared_ptr<const Net> net, const Game& game, const char* kernels)
      : net_(std::move(net)), game_(game), kernels_(kernels) {}

  const std::shared_ptr<const Net>& net() const { return net_; }
  const Game& game() const { return game_; }
  const char* kernels() const { return kernels_; }
  // Whether positions of the game are safe to ask about.
  bool plays(const Game& game) const {
    return game.seats == game_.seats && game.map->size() == game_.map->size() &&
           game.map->links() == game_.map->links() && game.cards == game_.cards &&
           game.card_copies() == game_.card_copies();
  }

  // Answers with working memory that is kept for the next call.
  void evaluate(std::span<const hegemon::nets::ClassicQuestion> questions) {
    net_->evaluate(questions, *scratches_.borrow([&] { return net_->make_scratch(); }));
  }

 private:
  std::shared_ptr<const Net> net_;
  Game game_;
  const char* kernels_;
  hegemon::Pool<Net::Scratch> scratches_;
};
