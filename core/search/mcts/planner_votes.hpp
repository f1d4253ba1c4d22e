// What the planner would do in a position, in a few styles, as a part of the priors of a tree search: a network that has
// seen few games of a kind still looks at sensible decisions first.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "classic/game.hpp"
#include "search/classic_planner/planner.hpp"

namespace hegemon::search {

// Read by all threads.
struct Voters {
  explicit Voters(const classic::Game& game) : knowledge(game, classic_planner::usual_weights(game)) {
    Random random(1);
    styles.push_back(classic_planner::usual_style(knowledge.weights));
    while (styles.size() < kStyles) styles.push_back(classic_planner::random_style(knowledge.weights, random));
  }

  static constexpr std::size_t kStyles = 4;

  classic_planner::Knowledge knowledge;
  std::vector<classic_planner::Style> styles;
};

// Has working memory, so every thread needs its own.
class PlannerVotes {
 public:
  explicit PlannerVotes(const Voters& voters) : voters_(voters), planner_(voters.knowledge) {}

  // Gives a share of the priors, whose sum becomes one, to what the styles would do.
  void mix(const classic::State& state, std::span<const classic::Action> actions, double share,
           std::span<float> priors) {
    float sum = 0;
    for (const float prior : priors) sum += prior;
    for (float& prior : priors) prior *= static_cast<float>(1 - share) / sum;
    const auto vote = static_cast<float>(share / static_cast<double>(voters_.styles.size()));
    for (const classic_planner::Style& style : voters_.styles) {
      const auto found = std::find(actions.begin(), actions.end(), planner_.decide(state, style));
      if (found != actions.end()) priors[static_cast<std::size_t>(found - actions.begin())] += vote;
    }
  }

 private:
  const Voters& voters_;
  classic_planner::Planner planner_;
};

}  // namespace hegemon::search
