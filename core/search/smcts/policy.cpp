// What the policy of a network says of the candidates of a node.
#include "search/smcts/joint.hpp"

namespace hegemon::search::smcts {

void JointTree::add_plans(const JointNode& node, Batch& batch) {
  for (int number = 0; number < kSides; ++number) {
    batch.add(context_.state, seat_of(number));
    for (const Candidate& candidate : candidates(node.sides[number])) {
      read_plan(candidate.plan, context_.plans[0]);
      batch.add_plan(context_.plans[0]);
    }
  }
}

void JointTree::set_priors(JointNode& node, const Batch& batch, std::size_t row) {
  for (int number = 0; number < kSides; ++number) {
    const float* logits = batch.logits.data() + batch.leaf_offsets[row + static_cast<std::size_t>(number)];
    smcts::set_priors(candidates(node.sides[number]), logits, context_.settings.policy_trust);
  }
}

void JointTree::guide(JointNode& node) {
  node.guided = true;
  read_state(node, context_.state);
  if (!context_.wants_policy(context_.state, node.depth)) return;
  draw(node, std::min(context_.settings.policy_samples, context_.settings.candidates));
  batch_.clear();
  add_plans(node, batch_);
  if (!context_.ask(batch_) || batch_.logits.empty()) return;
  set_priors(node, batch_, 0);
  for (const Side& side : node.sides) {
    std::ranges::stable_sort(candidates(side), std::ranges::greater(), &Candidate::prior);
  }
}

}  // namespace hegemon::search::smcts
