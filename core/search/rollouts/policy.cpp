#include "search/rollouts/policy.hpp"

#include <algorithm>
#include <cmath>

namespace hegemon::search::rollouts {

Policy::Policy(const planner::Knowledge& knowledge, const PolicyNet& net, const sim::State& state, int seat)
    : net_(net), draft_(knowledge, state, seat), reading_(net.read(policy_inputs(knowledge, state, seat))) {}

sim::Plan Policy::propose(Random& random) const {
  static thread_local std::vector<Option> options;
  Draft draft = draft_;
  for (bool more = true; more;) {
    draft.takes(options);
    const Option& option = draw(options, random);
    more = option.kind != OptionKind::stop;
    draft.choose(option);
  }
  for (draft.deployments(options); !options.empty(); draft.deployments(options)) {
    draft.choose(draw(options, random));
  }
  // All idle armies are decided from the same draft: none of them waits for another.
  const Draft before = draft;
  int source = -1;
  for (const Draft::Link& link : before.links()) {
    if (link.source == source) continue;
    source = link.source;
    before.sends(source, options);
    if (!options.empty()) draft.choose(draw(options, random));
  }
  return draft.plan(random.below(4) != 0);
}

const Option& Policy::draw(const std::vector<Option>& options, Random& random) const {
  static thread_local std::vector<double> weights;
  weights.clear();
  double most = -1e30;
  for (const Option& option : options) {
    weights.push_back(net_.logit(reading_, option));
    most = std::max(most, weights.back());
  }
  double sum = 0;
  for (double& weight : weights) sum += weight = std::exp(weight - most);
  double at = random.uniform() * sum;
  for (std::size_t i = 0; i < options.size(); ++i) {
    at -= weights[i];
    if (at < 0) return options[i];
  }
  return options.back();
}

}  // namespace hegemon::search::rollouts
