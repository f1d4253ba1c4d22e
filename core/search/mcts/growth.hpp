// Growing the tree of mcts.hpp: nodes, their edges and priors, and what is kept of an older tree.
#pragma once

#include "search/mcts/mcts.hpp"

namespace hegemon::search {

template <Domain D>
void Search<D>::plant(const State& state) {
  if (arenas_.empty()) arenas_.push_back(std::make_unique<Arena>());
  for (auto& arena : arenas_) arena->reset();
  Random random = random_.stream(0x7265);
  root_ = grow(state, *arenas_[0], random);
}

// A node for the position, without a visit yet.
template <Domain D>
auto Search<D>::grow(const State& state, Arena& arena, Random& random) -> NodeT* {
  NodeT* node = make_node<Action>(arena);
  node->mover = static_cast<std::int8_t>(domain_.mover(state));
  if (settings_.reuse) node->hash = domain_.hash(state);
  if (node->mover == kChance && settings_.chance == ChanceMode::exact) list_outcomes(*node, state, arena);
  if (node->mover < 0) return node;
  node->options = domain_.count(state);
  node->key = static_cast<std::uint32_t>(random.next());
  return node;
}

template <Domain D>
void Search<D>::list_outcomes(NodeT& node, const State& state, Arena& arena) {
  const auto outcomes = domain_.outcomes(state, kMostOutcomes);
  if (outcomes.empty()) return;
  node.reserve(static_cast<std::uint32_t>(outcomes.size()), arena);
  for (const auto& [outcome, probability] : outcomes) {
    node.add(domain_.outcome(outcome), arena).prior = static_cast<float>(probability);
  }
  node.expanded = true;
}

// Gives a node all its edges, with the evaluator's priors or equal ones. The node is locked.
template <Domain D>
void Search<D>::expand(NodeT& node, const LeafT& leaf, Arena& arena) {
  const auto count = static_cast<std::uint32_t>(leaf.actions.size());
  node.reserve(count, arena);
  double total = 0;
  for (float prior : leaf.priors) total += prior;
  const bool given = leaf.priors.size() == count && total > 0;
  const double trust = given ? settings_.policy_trust : 0.0, equal = 1.0 / count;
  for (std::uint32_t i = 0; i < count; ++i) {
    EdgeT& edge = node.add(leaf.actions[i], arena);
    edge.prior = static_cast<float>(given ? trust * leaf.priors[i] / total + (1 - trust) * equal : equal);
  }
  node.expanded = true;
  if (evaluator_) node.worth = static_cast<float>(leaf.values[static_cast<std::size_t>(node.mover)]);
  for (std::uint32_t i = 0; i < count; ++i) refresh(node, i, settings_);
  if (&node == root_) prepare_root();
}

// Noise and sequential halving, once the root has its edges.
template <Domain D>
void Search<D>::prepare_root() {
  if (settings_.noise > 0) mix_priors(*root_);
  if (settings_.selection == Selection::gumbel) {
    Random random = random_.stream(0x6775);
    halving_.begin(*root_, settings_, budget_visits_, random);
    halving_ready_ = true;
  }
}

template <Domain D>
void Search<D>::mix_priors(NodeT& node) {
  Random random = random_.stream(0x6e6f);
  const std::vector<double> noise = dirichlet(node.count, settings_.noise_alpha, random);
  for (std::uint32_t i = 0; i < node.count; ++i) {
    float& prior = node.edges()[i].prior;
    prior = static_cast<float>((1 - settings_.noise) * prior + settings_.noise * noise[i]);
    refresh(node, i, settings_);
  }
}

// Looks for the position in the old tree and keeps what lies below it.
template <Domain D>
bool Search<D>::keep_subtree(std::uint64_t hash) {
  std::vector<const NodeT*> open{root_};
  const NodeT* found = nullptr;
  while (!open.empty()) {
    const NodeT* node = open.back();
    open.pop_back();
    if (node->hash == hash && node->mover >= 0 && (!found || node->visits > found->visits)) found = node;
    for (std::uint32_t i = 0; i < node->count; ++i) {
      if (node->edges()[i].child) open.push_back(node->edges()[i].child);
    }
  }
  if (!found) return false;
  auto fresh = std::make_unique<Arena>();
  root_ = copy_tree(*found, *fresh);
  arenas_.clear();
  arenas_.push_back(std::move(fresh));
  reused_ = root_->visits;
  return true;
}

}  // namespace hegemon::search
