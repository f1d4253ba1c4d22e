// The networks of the rollout search; without one of them, the planner and its weights serve instead.
#pragma once

#include "search/rollouts/policy_net.hpp"
#include "search/rollouts/value_net.hpp"

namespace hegemon::search::rollouts {

struct Networks {
  const ValueNet* value = nullptr;
  const PolicyNet* policy = nullptr;
};

}  // namespace hegemon::search::rollouts
