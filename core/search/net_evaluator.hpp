// A network of the core as the evaluator of a tree search: every thread asks it in place, nobody waits for anybody.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "../nets/classic_net.hpp"
#include "../nets/pool.hpp"
#include "classic.hpp"

namespace hegemon::search {

class NetEvaluator : public Evaluator<ClassicDomain> {
 public:
  NetEvaluator(std::shared_ptr<const nets::ClassicNet> net, int seats)
      : net_(std::move(net)), seats_(static_cast<std::size_t>(seats)) {}

  bool in_place() const override { return true; }

  void evaluate(std::span<Leaf<ClassicDomain>*> leaves) override {
    if (leaves.empty()) return;
    auto desk = desks_.borrow([&] { return std::make_unique<Desk>(Desk{net_->make_scratch(), {}, {}}); });
    desk->values.resize(leaves.size() * seats_);
    desk->questions.clear();
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      Leaf<ClassicDomain>& leaf = *leaves[i];
      leaf.priors.resize(leaf.actions.size());
      desk->questions.push_back(
          {&leaf.state, leaf.actions, std::span(desk->values).subspan(i * seats_, seats_), leaf.priors});
    }
    net_->evaluate(desk->questions, *desk->scratch);
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      for (std::size_t seat = 0; seat < seats_; ++seat) {
        const float value = desk->values[i * seats_ + seat];
        leaves[i]->values[seat] = std::isfinite(value) ? value : 0.0f;
      }
      soften(leaves[i]->priors);
    }
    desks_.give_back(std::move(desk));
  }

 private:
  // What a thread works with.
  struct Desk {
    std::unique_ptr<nets::ClassicNet::Scratch> scratch;
    std::vector<nets::ClassicQuestion> questions;
    std::vector<float> values;
  };

  // From logits to priors; the search divides them by their sum.
  static void soften(std::vector<float>& logits) {
    const float most = *std::max_element(logits.begin(), logits.end());
    if (!std::isfinite(most)) return logits.clear();  // weights far too large: all alike
    for (float& logit : logits) logit = std::exp(logit - most);
  }

  std::shared_ptr<const nets::ClassicNet> net_;
  std::size_t seats_;
  nets::Pool<Desk> desks_;
};

}  // namespace hegemon::search
