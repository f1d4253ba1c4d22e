// Many episodes of mcts.hpp, on threads, within a budget.
#pragma once

#include "search/mcts/mcts.hpp"

namespace hegemon::search {

// Makes ready for a run within the budget, with a worker for each thread.
template <Domain D>
auto Search<D>::open(const Budget& budget, std::size_t threads) -> Workers {
  require(state_.has_value(), "begin comes before run");
  require_limit(budget);
  if (settings_.selection == Selection::gumbel && budget.visits == 0) {
    throw std::invalid_argument("selection=gumbel needs a number of visits");
  }
  budget_visits_ = budget.visits;
  if (root_->expanded && settings_.selection == Selection::gumbel) prepare_root();
  claimed_ = 0;
  any_visit_ = stop_ = false;
  while (arenas_.size() < threads) arenas_.push_back(std::make_unique<Arena>());
  Workers workers;
  for (std::size_t i = 0; i < threads; ++i) {
    workers.push_back(std::make_unique<Worker>(*state_, random_.stream(runs_ * 256 + i + 1)));
    workers[i]->arena = arenas_[i].get();
  }
  ++runs_;
  return workers;
}

template <Domain D>
void Search<D>::close(const Workers& workers, double seconds) {
  for (const auto& worker : workers) {
    flush(*worker);
    visits_ += worker->visits;
    depth_ = std::max(depth_, worker->depth);
  }
  seconds_ += seconds;
}

template <Domain D>
void Search<D>::run(const Budget& budget, const std::function<void()>& after) {
  const auto began = Deadline::Clock::now();
  const Deadline deadline(budget.seconds, budget.watch);
  const std::size_t threads = thread_count(settings_.threads);
  const Workers workers = open(budget, threads);
  const bool leaf = settings_.parallel == Parallel::leaf && threads > 1 && !evaluator_;
  const auto done = [&] { close(workers, std::chrono::duration<double>(Deadline::Clock::now() - began).count()); };
  const auto leave = [&] {
    if (after) after();
  };
  try {
    on_threads(leaf ? 1 : threads, [&](std::size_t i) {
      try {
        work(*workers[i], budget, deadline);
      } catch (...) {
        stop_ = true;
        leave();
        throw;
      }
      leave();
    });
  } catch (...) {
    done();
    state_.reset();  // the tree has leaves that will never be evaluated
    throw;
  }
  done();
}

// Whether one decision at the root has had nearly all visits, or, after more of them, some that are worth the same.
template <Domain D>
bool Search<D>::decided() {
  constexpr std::uint32_t kLeast = 256, kLeastOfEqual = 2048;
  constexpr double kEqual = 0.004;
  const std::lock_guard lock(root_->mutex);
  if (root_->visits < kLeast) return false;
  const EdgeT* edges = root_->edges();
  const EdgeT* end = edges + root_->count;
  const EdgeT* most = std::max_element(edges, end, [](auto& one, auto& other) { return one.visits < other.visits; });
  const double wanted = settings_.sure * root_->visits;
  if (root_->visits < kLeastOfEqual || most->visits >= wanted) return most->visits >= wanted;
  const double least = most->sum / most->visits - kEqual;
  double equal = 0;
  for (const EdgeT* edge = edges; edge != end; ++edge) {
    if (edge->visits > 0 && edge->sum / edge->visits >= least) equal += edge->visits;
  }
  return equal >= wanted;
}

// One more episode, if the budget allows it. The first is always allowed. Threads take visits in small lots, so that
// they do not meet at the counter.
template <Domain D>
bool Search<D>::claim(Worker& worker, const Budget& budget, const Deadline& deadline) {
  constexpr std::uint64_t kLook = 64;  // visits between looks at the root
  if (stop_.load(std::memory_order_relaxed)) return false;
  if (any_visit_.load(std::memory_order_relaxed) && deadline.passed()) return false;
  const bool may_end = settings_.sure > 0 && settings_.selection != Selection::gumbel;
  if (may_end && worker.visits % kLook == kLook - 1 && decided()) {
    stop_ = true;
    return false;
  }
  if (budget.visits == 0) return true;
  if (worker.lot == 0) {
    constexpr std::uint64_t kLargest = 16;
    const std::uint64_t threads = thread_count(settings_.threads);
    const std::uint64_t wanted = std::clamp<std::uint64_t>(budget.visits / (8 * threads), 1, kLargest);
    const std::uint64_t taken = claimed_.fetch_add(wanted, std::memory_order_relaxed);
    if (taken >= budget.visits) return false;
    worker.lot = std::min(wanted, budget.visits - taken);
  }
  --worker.lot;
  return true;
}

template <Domain D>
void Search<D>::work(Worker& worker, const Budget& budget, const Deadline& deadline) {
  worker.state = State(*state_);  // memory of this thread, away from that of the others
  if (evaluator_) return gather(worker, budget, deadline);
  if (settings_.parallel == Parallel::leaf && settings_.threads > 1)
    return work_leaf_parallel(worker, budget, deadline);
  work_in_place(worker, budget, deadline);
}

template <Domain D>
void Search<D>::work_in_place(Worker& worker, const Budget& budget, const Deadline& deadline) {
  LeafT leaf(*state_);
  Values values{};
  while (claim(worker, budget, deadline)) {
    const Descent descent = descend(worker, leaf);
    if (descent == Descent::collision) {  // another thread is just expanding this node
      withdraw(worker, leaf);
      std::this_thread::yield();
      continue;
    }
    if (descent == Descent::leaf) expand_in_place(worker, leaf);
    if (descent == Descent::done) {
      values = leaf.values;
    } else {
      const bool must = !any_visit_.load(std::memory_order_relaxed);
      if (!play_out(worker.state, worker.random, deadline, must, values)) return cancel(leaf);
    }
    count_visit(worker, leaf, values);
    worker.depth = std::max(worker.depth, static_cast<int>(leaf.path.size()));
  }
}

// Where all children come at once, gives the leaf its own, all alike.
template <Domain D>
void Search<D>::expand_in_place(Worker& worker, LeafT& leaf) {
  if (!leaf.node) return;
  domain_.list(worker.state, leaf.actions);
  const std::lock_guard lock(leaf.node->mutex);
  expand(*leaf.node, leaf, *worker.arena);
  leaf.node->evaluating = false;
}

// Adds leaves of this tree that need an evaluation, at most so many. False when the budget is used up.
template <Domain D>
bool Search<D>::collect(Worker& worker, const Budget& budget, const Deadline& deadline, std::vector<LeafT*>& asked) {
  const auto most = static_cast<std::size_t>(evaluator_->in_place() ? 1 : std::max(1, settings_.batch));
  for (std::size_t used = 0; used < most;) {
    if (!claim(worker, budget, deadline)) return false;
    if (worker.leaves.size() <= used) worker.leaves.push_back(std::make_unique<LeafT>(*state_));
    LeafT& leaf = *worker.leaves[used];
    const Descent descent = descend(worker, leaf);
    worker.depth = std::max(worker.depth, static_cast<int>(leaf.path.size()));
    if (descent == Descent::collision) {  // somebody is already asking: continue after the answer
      withdraw(worker, leaf);
      return true;
    }
    if (descent == Descent::done) {
      count_visit(worker, leaf, leaf.values);
      continue;
    }
    leaf.state = worker.state;
    leaf.priors.clear();
    domain_.list(worker.state, leaf.actions);
    asked.push_back(&leaf);
    ++used;
  }
  return true;
}

// A leaf has been evaluated.
template <Domain D>
void Search<D>::complete(Worker& worker, const LeafT& leaf) {
  {
    const std::lock_guard lock(leaf.node->mutex);
    expand(*leaf.node, leaf, *worker.arena);
    leaf.node->evaluating = false;
  }
  count_visit(worker, leaf, leaf.values);
}

// An episode that came to nothing: another may take its place.
template <Domain D>
void Search<D>::withdraw(Worker& worker, const LeafT& leaf) {
  cancel(leaf);
  ++worker.lot;
}

template <Domain D>
void Search<D>::count_visit(Worker& worker, const LeafT& leaf, const Values& values) {
  back_up(worker, leaf, values, 1);
  ++worker.visits;
  note_visit();
}

template <Domain D>
void Search<D>::note_visit() {
  if (!any_visit_.load(std::memory_order_relaxed)) any_visit_.store(true, std::memory_order_relaxed);
}

template <Domain D>
void Search<D>::gather(Worker& worker, const Budget& budget, const Deadline& deadline) {
  std::vector<LeafT*> asked;
  for (bool more = true; more;) {
    asked.clear();
    more = collect(worker, budget, deadline, asked);
    if (more || !asked.empty())
      evaluator_->evaluate(asked);  // even with nothing: others may be waiting for this thread
    for (const LeafT* leaf : asked) complete(worker, *leaf);
    if (asked.empty()) std::this_thread::yield();  // another thread is evaluating the leaf that this one came to
  }
}

}  // namespace hegemon::search
