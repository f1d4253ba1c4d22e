// One episode of mcts.hpp.
#pragma once

#include "search/mcts/mcts.hpp"

namespace hegemon::search {

// From the root to a leaf. Whatever is passed is marked as under way, so that other threads look elsewhere. On return
// worker.state is the leaf's position, or leaf.values holds the result (`done`).
template <Domain D>
auto Search<D>::descend(Worker& worker, LeafT& leaf) -> Descent {
  State& state = worker.state;
  state = *state_;
  leaf.path.clear();
  leaf.node = nullptr;
  NodeT* node = root_;
  for (;;) {
    if (node->mover == kOver) {
      domain_.returns(state, std::span(leaf.values.data(), static_cast<std::size_t>(domain_.seats())));
      return Descent::done;
    }
    const bool is_chance = node->mover == kChance;
    Taken taken;
    if (node == root_ && !worker.ahead.empty()) {
      taken = worker.ahead.back();
      worker.ahead.pop_back();
    } else {
      const int drawn = is_chance ? domain_.sample(state, worker.random) : 0;
      node->mutex.lock();
      if (node == root_) settle_late(worker);
      if (!is_chance && expands_all() && !node->expanded) {
        const bool busy = std::exchange(node->evaluating, true);
        node->mutex.unlock();
        leaf.node = node;
        return busy ? Descent::collision : Descent::leaf;
      }
      taken = take(*node, is_chance ? choose_outcome(worker, *node, drawn) : choose(worker, *node));
      if (node == root_) look_ahead(worker);
      node->mutex.unlock();
    }
    const auto& [at, fresh, action, known] = taken;
    NodeT* child = known;
    leaf.path.push_back({node, at});

    if (is_chance) {
      domain_.apply_outcome(state, domain_.outcome_of(action));
    } else {
      domain_.apply(state, action);
    }
    if (fresh && !expands_all()) {
      settle_chance(worker);
      return Descent::leaf;
    }
    if (!child) {
      NodeT* grown = grow(state, *worker.arena, worker.random);
      node->mutex.lock();
      EdgeT& again = node->edges()[at];  // the edges may have moved
      if (!again.child) again.child = grown;
      child = again.child;
      node->mutex.unlock();
    }
    node = child;
  }
}

// Marks an edge as under way. The node is locked.
template <Domain D>
auto Search<D>::take(NodeT& node, std::uint32_t at) -> Taken {
  EdgeT& edge = node.edges()[at];
  const bool fresh = edge.visits + edge.pending == 0;
  ++edge.pending;
  ++node.pending;
  if (node.mover >= 0) refresh(node, at, settings_);
  return {at, fresh, edge.action, edge.child};
}

// With several threads the first steps of a few episodes are chosen at once, because all threads meet at the root.
template <Domain D>
void Search<D>::look_ahead(Worker& worker) {
  constexpr std::size_t kAhead = 3;
  if (settings_.threads == 1 || evaluator_ || settings_.parallel == Parallel::leaf) return;
  while (worker.ahead.size() < kAhead) worker.ahead.push_back(take(*root_, choose(worker, *root_)));
}

template <Domain D>
std::uint32_t Search<D>::choose(Worker& worker, NodeT& node) {
  if (!node.expanded && node.count < node.options) {
    const std::uint32_t index = shuffled(node.count, node.options, node.key);
    node.add(domain_.action(worker.state, index), *worker.arena);
    return node.count - 1;
  }
  if (settings_.selection == Selection::gumbel) {
    return &node == root_ && halving_ready_ ? halving_.select(node)
                                            : select_improved(node, settings_.doubt, worker.policy);
  }
  return select(node, settings_, &node == root_);
}

template <Domain D>
std::uint32_t Search<D>::choose_outcome(Worker& worker, NodeT& node, int outcome) {
  if (node.expanded) return most_behind(node);
  const Action wanted = domain_.outcome(outcome);
  for (std::uint32_t i = 0; i < node.count; ++i) {
    if (node.edges()[i].action == wanted) return i;
  }
  node.add(wanted, *worker.arena);
  return node.count - 1;
}

template <Domain D>
void Search<D>::settle_chance(Worker& worker) {
  while (domain_.mover(worker.state) == kChance) {
    domain_.apply_outcome(worker.state, domain_.sample(worker.state, worker.random));
  }
}

// To the end or to the cutoff. False if the time is up before there is a value, unless there must be one.
template <Domain D>
bool Search<D>::play_out(State& state, Random& random, const Deadline& deadline, bool must, Values& values) {
  constexpr int kLook = 64;  // decisions between looks at the clock
  const std::span<double> seats(values.data(), static_cast<std::size_t>(domain_.seats()));
  const int most = settings_.playout == Playout::none ? 0 : settings_.cutoff > 0 ? settings_.cutoff : kPlayoutLimit;
  for (int made = 0;; ++made) {
    const int mover = domain_.mover(state);
    if (mover == kOver) {
      domain_.returns(state, seats);
      return true;
    }
    if (made == most) break;
    if (made % kLook == kLook - 1 && deadline.passed()) {
      if (!must) return false;
      domain_.evaluate(state, seats);  // better a rough value than none
      return true;
    }
    domain_.apply(state, domain_.playout_action(state, random, settings_.playout));
    while (domain_.mover(state) == kChance) domain_.apply_outcome(state, domain_.sample(state, random));
  }
  if (most == kPlayoutLimit) {
    std::fill(seats.begin(), seats.end(), 0.0);
  } else {
    domain_.evaluate(state, seats);
  }
  return true;
}

// The root is where threads meet, so its part waits until this thread comes to lock it anyway.
template <Domain D>
void Search<D>::back_up(Worker& worker, const LeafT& leaf, const Values& values, std::uint32_t weight) {
  for (const auto& [node, at] : leaf.path) {
    const double value = node->mover >= 0 ? values[static_cast<std::size_t>(node->mover)] : 0.0;
    if (node == root_) {
      worker.late.push_back({at, weight, value});
      continue;
    }
    node->mutex.lock();
    settle(*node, {at, weight, value});
    node->mutex.unlock();
  }
}

// Counts a finished visit. The node is locked.
template <Domain D>
void Search<D>::settle(NodeT& node, const Visit& visit) {
  EdgeT& edge = node.edges()[visit.edge];
  --edge.pending;
  --node.pending;
  edge.visits += visit.weight;
  node.visits += visit.weight;
  if (node.mover < 0) return;
  edge.sum += visit.value * visit.weight;
  refresh(node, visit.edge, settings_);
}

// Counts at the root what has waited. The root is locked.
template <Domain D>
void Search<D>::settle_late(Worker& worker) {
  for (const Visit& visit : worker.late) settle(*root_, visit);
  worker.late.clear();
}

// Leaves nothing of this worker at the root that is not counted.
template <Domain D>
void Search<D>::flush(Worker& worker) {
  if (worker.late.empty() && worker.ahead.empty()) return;
  root_->mutex.lock();
  settle_late(worker);
  for (const Taken& taken : worker.ahead) {
    --root_->edges()[taken.edge].pending;
    --root_->pending;
    refresh(*root_, taken.edge, settings_);
  }
  worker.ahead.clear();
  root_->mutex.unlock();
}

// Takes the marks of an episode that was not finished away.
template <Domain D>
void Search<D>::cancel(const LeafT& leaf) {
  for (const auto& [node, at] : leaf.path) {
    node->mutex.lock();
    --node->edges()[at].pending;
    --node->pending;
    if (node->mover >= 0) refresh(*node, at, settings_);
    node->mutex.unlock();
  }
}

}  // namespace hegemon::search
