// The network of the Q-learning report (Yao 2025): three dense layers from the flat position to a value for every
// phase, source and target; 43,968 parameters on its map of 8 territories. Its twin for training is
// src/hegemon/nets/torch/yao2025.py.
//
// A value says how well the action turns out for the seat to move. The published network says it for the first seat,
// whoever is to move; here the sign is turned where that is the other one.
#include <algorithm>
#include <stdexcept>

#include "nets/classic_net.hpp"
#include "nets/layers/linear.hpp"

namespace hegemon::nets {
namespace {

using classic::Action;
using classic::ActionKind;

constexpr int kHidden = 128;
constexpr int kPhases = 3;  // reinforce, attack, fortify
constexpr int kBlock = 12;  // positions at a time

class Memory : public ClassicNet::Scratch {
 public:
  Memory(int inputs, int outputs)
      : flat(kBlock, inputs), first(kBlock, kHidden), second(kBlock, kHidden), worth(kBlock, outputs) {}

  Matrix flat, first, second, worth;
  std::vector<Action> actions;
};

class Yao2025 : public ClassicNet {
 public:
  Yao2025(const Tensors& weights, const classic::Game& game, const Kernels& kernels, bool published)
      : game_(game), kernels_(kernels), published_(published), size_(game.map->size()) {
    if (game.seats != 2) throw std::invalid_argument("yao2025 is a network for two seats");
    WeightReader reader(weights);
    first_ = Linear(reader.take_linear("first", 4 + 2 * size_, kHidden));
    second_ = Linear(reader.take_linear("second", kHidden, kHidden));
    worth_ = Linear(reader.take_linear("worth", kHidden, kPhases * size_ * size_));
    reader.finish();
  }

  std::unique_ptr<Scratch> make_scratch() const override {
    return std::make_unique<Memory>(4 + 2 * size_, kPhases * size_ * size_);
  }

  void evaluate(std::span<const ClassicQuestion> questions, Scratch& scratch) const override {
    auto& memory = static_cast<Memory&>(scratch);
    for (std::size_t first = 0; first < questions.size(); first += kBlock) {
      const auto block = questions.subspan(first, std::min<std::size_t>(kBlock, questions.size() - first));
      const int rows = static_cast<int>(block.size());
      const auto features = published_ ? encode::ClassicFeatures::yao2025_published : encode::ClassicFeatures::yao2025;
      for (int i = 0; i < rows; ++i) {
        encode::encode(game_, features, *block[static_cast<std::size_t>(i)].state, {.whole = memory.flat.row(i)});
      }
      first_.run(kernels_, memory.flat.rows(), rows, memory.first.rows(), Activation::relu);
      second_.run(kernels_, memory.first.rows(), rows, memory.second.rows(), Activation::relu);
      worth_.run(kernels_, memory.second.rows(), rows, memory.worth.rows(), Activation::none);
      for (int i = 0; i < rows; ++i) answer(block[static_cast<std::size_t>(i)], memory.worth.row(i), memory.actions);
    }
  }

 private:
  // Phase, source, target; whoever passes does so with (phase, 0, 0), and armies are placed from a territory onto
  // itself.
  std::size_t number(const classic::State& state, const Action& action) const {
    const encode::ActionFeatures move = encode::action_features(state, action);
    int phase = 0, source = 0, target = 0;
    if (state.head().phase == classic::Phase::fortify) phase = 2;
    if (state.head().phase == classic::Phase::attack || action.kind == ActionKind::occupy) phase = 1;
    if (move.target >= 0) {
      target = move.target;
      source = move.source >= 0 ? move.source : move.target;
    }
    return static_cast<std::size_t>((phase * size_ + source) * size_ + target);
  }

  // The position is worth what the best legal action is.
  void answer(const ClassicQuestion& question, const float* worth, std::vector<Action>& listed) const {
    const classic::State& state = *question.state;
    const int mover = state.head().mover;
    const float sign = published_ && mover == 1 ? -1.0f : 1.0f;
    std::span<const Action> actions = question.actions;
    if (actions.empty()) {
      classic::legal_actions(game_, state, listed);
      actions = listed;
    }
    float best = -1.0f;
    for (std::size_t i = 0; i < actions.size(); ++i) {
      const float here = sign * worth[number(state, actions[i])];
      best = std::max(best, here);
      if (!question.actions.empty()) question.logits[i] = here;
    }
    best = std::min(best, 1.0f);
    question.values[static_cast<std::size_t>(mover)] = best;
    question.values[static_cast<std::size_t>(1 - mover)] = -best;
  }

  classic::Game game_;
  const Kernels& kernels_;
  bool published_;
  int size_;
  Linear first_, second_, worth_;
};

}  // namespace

std::shared_ptr<const ClassicNet> make_yao2025(const Tensors& weights, const classic::Game& game,
                                               const Kernels& kernels, bool published) {
  return std::make_shared<Yao2025>(weights, game, kernels, published);
}

}  // namespace hegemon::nets
