// A network of the core as the evaluator of a tree search: every thread asks it in place, nobody waits for anybody.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "base/pool.hpp"
#include "classic/position.hpp"
#include "nets/classic_net.hpp"
#include "search/mcts/classic_domain.hpp"
#include "search/mcts/planner_votes.hpp"
#include "search/policy_value_cache.hpp"

namespace hegemon::search {

inline constexpr std::size_t kCacheSlots = 1 << 14;
// Positions with more actions get equal priors: the policy would take seconds, and the search visits few of them.
inline constexpr std::size_t kMostScored = classic::kMostActions;

class ClassicNetEvaluator : public Evaluator<ClassicDomain> {
 public:
  // The planner has a share `votes` of the priors.
  ClassicNetEvaluator(std::shared_ptr<const nets::ClassicNet> net, const classic::Game& game, double votes = 0.0)
      : net_(std::move(net)), seats_(static_cast<std::size_t>(game.seats)), share_(votes) {
    if (votes > 0) voters_.emplace(game);
  }

  bool in_place() const override { return true; }

  void evaluate(std::span<Leaf<ClassicDomain>*> leaves) override {
    const auto workspace =
        workspaces_.borrow([&] { return std::make_unique<Workspace>(net_->make_scratch(), voters_); });
    workspace->values.resize(leaves.size() * seats_);
    workspace->asked.clear();
    workspace->questions.clear();
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      Leaf<ClassicDomain>& leaf = *leaves[i];
      leaf.priors.resize(leaf.actions.size());
      const std::span values = std::span(workspace->values).subspan(i * seats_, seats_);
      const bool policy = leaf.actions.size() <= kMostScored;
      if (!policy) std::fill(leaf.priors.begin(), leaf.priors.end(), 1.0f);
      const std::span<float> priors = policy ? std::span(leaf.priors) : std::span<float>();
      if (cache_.find(leaf.state.hash(), values, priors)) continue;
      workspace->asked.push_back(i);
      const auto actions =
          policy ? std::span<const ClassicDomain::Action>(leaf.actions) : std::span<const ClassicDomain::Action>();
      workspace->questions.push_back({&leaf.state, actions, values, priors});
    }
    if (!workspace->questions.empty()) net_->evaluate(workspace->questions, *workspace->scratch);
    for (std::size_t q = 0; q < workspace->asked.size(); ++q) {
      const nets::ClassicQuestion& question = workspace->questions[q];
      nets::require_finite(question.values);
      nets::require_finite(question.logits);
      soften(question.logits);
      if (workspace->votes && !question.logits.empty())
        workspace->votes->mix(*question.state, question.actions, share_, question.logits);
      cache_.store(question.state->hash(), question.values, question.logits);
    }
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      std::copy_n(workspace->values.begin() + static_cast<std::ptrdiff_t>(i * seats_), seats_,
                  leaves[i]->values.begin());
    }
  }

 private:
  // What a thread works with.
  struct Workspace {
    Workspace(std::unique_ptr<nets::ClassicNet::Scratch> memory, const std::optional<Voters>& voters)
        : scratch(std::move(memory)) {
      if (voters) votes.emplace(*voters);
    }

    std::unique_ptr<nets::ClassicNet::Scratch> scratch;
    std::optional<PlannerVotes> votes;
    std::vector<nets::ClassicQuestion> questions;
    std::vector<float> values;       // of all leaves
    std::vector<std::size_t> asked;  // the leaves that the network must look at
  };

  // From logits to priors; the search divides them by their sum.
  static void soften(std::span<float> logits) {
    if (logits.empty()) return;
    const float most = *std::max_element(logits.begin(), logits.end());
    for (float& logit : logits) logit = std::exp(logit - most);
  }

  std::shared_ptr<const nets::ClassicNet> net_;
  std::size_t seats_;
  double share_;
  std::optional<Voters> voters_;
  Pool<Workspace> workspaces_;
  PolicyValueCache cache_{kCacheSlots};
};

}  // namespace hegemon::search
