// A network that evaluates positions and actions of the classic game: the interface that searches call.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "classic/game.hpp"
#include "encode/classic.hpp"
#include "nets/kernels/kernels.hpp"
#include "nets/weights.hpp"

namespace hegemon::nets {

// A position, and where the answer goes. Nothing but the spans is changed.
struct ClassicQuestion {
  const classic::State* state = nullptr;     // somebody's decision
  std::span<const classic::Action> actions;  // all that are legal; none if only the value is wanted
  std::span<float> values;                   // of every seat, from -1 to 1, on the scale of classic::returns
  std::span<float> logits;                   // of every action
};

class ClassicNet {
 public:
  using Game = classic::Game;
  // Whether a network prepared for one game can be asked about positions of the other.
  static bool same_input(const Game& a, const Game& b) {
    return *a.map == *b.map && a.seats == b.seats && a.cards == b.cards && a.card_copies() == b.card_copies();
  }

  // The working memory of one thread. It grows to what the largest question needs, and is then reused.
  class Scratch {
   public:
    virtual ~Scratch() = default;
  };

  virtual ~ClassicNet() = default;
  virtual std::unique_ptr<Scratch> make_scratch() const = 0;
  // Answers the questions. Positions are of this net's game. Any number of threads may call this at a time, each with
  // its own scratch. The answer to a position does not depend on the others that are asked with it.
  virtual void evaluate(std::span<const ClassicQuestion> questions, Scratch& scratch) const = 0;
};

// A network for a game, by the name of its architecture. Throws std::invalid_argument if there is no such architecture,
// the weights do not fit it, or it cannot play the game.
std::shared_ptr<const ClassicNet> make_classic_net(const std::string& architecture, const Tensors& weights,
                                                   const classic::Game& game, const Kernels& kernels = best_kernels());

// Chances of winning, which sum to one, as values: +1 for a sure win, -1 / (seats - 1) for a sure loss.
inline float value_of_chance(float chance, int seats) {
  const auto n = static_cast<float>(seats);
  return (n * chance - 1) / (n - 1);
}

}  // namespace hegemon::nets
