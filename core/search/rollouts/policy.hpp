// Plans that a policy network proposes for a position.
#pragma once

#include "search/rollouts/policy_net.hpp"

namespace hegemon::search::rollouts {

class Policy {
 public:
  // The position must outlive it, and be one of play, without marches in the same turn.
  Policy(const planner::Knowledge& knowledge, const PolicyNet& net, const sim::State& state, int seat);

  // A plan at random, by the probabilities of the network.
  sim::Plan propose(Random& random) const;

 private:
  const Option& draw(const std::vector<Option>& options, Random& random) const;

  const PolicyNet& net_;
  Draft draft_;
  PolicyNet::Reading reading_;
};

}  // namespace hegemon::search::rollouts
