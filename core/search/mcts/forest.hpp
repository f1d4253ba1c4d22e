// Several trees searched at once: one per position, per world that hidden cards allow, or per thread.
#pragma once

#include <algorithm>
#include <chrono>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "search/mcts/batcher.hpp"
#include "search/mcts/mcts.hpp"

namespace hegemon::search {

template <Domain D>
class Forest {
 public:
  using State = typename D::State;
  using Action = typename D::Action;
  using Tree = Search<D>;

  // The evaluator, if there is one, must outlive the forest.
  Forest(D domain, const Settings& settings, Evaluator<D>* evaluator = nullptr)
      : domain_(std::move(domain)), settings_(settings), evaluator_(evaluator) {
    if (!evaluator || evaluator->in_place()) return;
    batcher_ = std::make_unique<Batcher<D>>(*evaluator);
    evaluator_ = batcher_.get();
  }

  // One tree for each position; a single one is searched by all threads.
  void begin(const std::vector<State>& states, Random random) {
    if (states.empty()) throw std::invalid_argument("there is no position to search");
    if (trees_.size() != states.size()) trees_.clear();
    Settings own = settings_;
    if (states.size() > 1) own.threads = 1;
    while (trees_.size() < states.size()) {
      trees_.push_back(std::make_unique<Tree>(domain_, own, evaluator_));
    }
    try {
      for (std::size_t i = 0; i < states.size(); ++i) trees_[i]->begin(states[i], random.stream(i));
    } catch (...) {
      trees_.clear();  // some have begun and others have not
      throw;
    }
  }

  // The budget is for each tree; the time is for all together.
  void run(const Budget& budget) {
    require(!trees_.empty(), "begin comes before run");
    require_limit(budget);
    if (trees_.size() == 1) return run_one(budget);
    const std::size_t threads = std::min(thread_count(settings_.threads), trees_.size());
    const Deadline deadline(budget.seconds, budget.watch);
    if (batcher_) batcher_->expect(threads);
    on_threads(threads, [&](std::size_t thread) {
      std::vector<Tree*> mine;
      for (std::size_t i = thread; i < trees_.size(); i += threads) mine.push_back(trees_[i].get());
      if (batcher_) {
        const Leaving leaving{*batcher_};
        return together(mine, budget, deadline);
      }
      for (std::size_t i = 0; i < mine.size(); ++i) {  // what is left of the time, in equal parts
        const double left = budget.seconds > 0 ? std::max(1e-6, deadline.left()) : 0.0;
        mine[i]->run({budget.visits, left / static_cast<double>(mine.size() - i), budget.watch});
      }
    });
  }

  std::vector<Report<Action>> reports() {
    require(!trees_.empty(), "begin and run come before a report");
    std::vector<Report<Action>> all;
    for (auto& tree : trees_) all.push_back(tree->report());
    return all;
  }

 private:
  void run_one(const Budget& budget) {
    if (!batcher_) return trees_[0]->run(budget);
    batcher_->expect(thread_count(settings_.threads));
    trees_[0]->run(budget, [&] { batcher_->leave(); });
  }

  // One thread with several trees: a leaf or more of each, then one question to the evaluator.
  void together(const std::vector<Tree*>& trees, const Budget& budget, const Deadline& deadline) {
    const auto began = Deadline::Clock::now();
    struct Running {
      Tree* tree;
      typename Tree::Workers workers;
      std::size_t first = 0, last = 0;
      bool more = true;
    };
    std::vector<Running> running;
    for (Tree* tree : trees) running.push_back({tree, tree->open(budget, 1)});
    const auto step = [&] {
      std::vector<Leaf<D>*> asked;
      bool more = false;
      for (Running& one : running) {
        one.first = asked.size();
        if (one.more) one.more = one.tree->collect(*one.workers[0], budget, deadline, asked);
        one.last = asked.size();
        more |= one.more;
      }
      if (!asked.empty()) batcher_->evaluate(asked);
      for (Running& one : running) {
        for (std::size_t i = one.first; i < one.last; ++i) one.tree->complete(*one.workers[0], *asked[i]);
      }
      return more;
    };
    while (step()) {
    }
    const double seconds = std::chrono::duration<double>(Deadline::Clock::now() - began).count();
    for (Running& one : running) one.tree->close(one.workers, seconds);
  }

  struct Leaving {
    Batcher<D>& batcher;
    ~Leaving() { batcher.leave(); }
  };

  D domain_;
  Settings settings_;
  Evaluator<D>* evaluator_;
  std::unique_ptr<Batcher<D>> batcher_;
  std::vector<std::unique_ptr<Tree>> trees_;
};

// The reports of several trees of the same decision as one: visits added up, values and targets weighted by them.
template <class Action>
Report<Action> merge(const std::vector<Report<Action>>& reports) {
  if (reports.size() == 1) return reports[0];
  Report<Action> sum;
  std::size_t most = 0;
  for (const Report<Action>& report : reports) most += report.candidates.size();
  CandidateIndex<Action> index(most);
  double value = 0, all = 0;
  for (const Report<Action>& report : reports) {
    double own = 0;
    for (const Candidate<Action>& candidate : report.candidates) {
      own += static_cast<double>(candidate.visits);
      const std::size_t at = index.find_or_add(sum.candidates, candidate.action);
      if (at == sum.candidates.size()) {
        Candidate<Action> fresh = candidate;
        fresh.visits = 0;
        fresh.value = fresh.prior = fresh.target = 0;
        sum.candidates.push_back(std::move(fresh));
      }
      const auto found = sum.candidates.begin() + static_cast<std::ptrdiff_t>(at);
      if (candidate.visits > found->visits) found->line = candidate.line;
      found->value += candidate.value * static_cast<double>(candidate.visits);
      found->visits += candidate.visits;
      found->prior += candidate.prior / static_cast<double>(reports.size());
      found->target += candidate.target / static_cast<double>(reports.size());
    }
    value += report.value * own;
    all += own;
    sum.visits += report.visits;
    sum.reused += report.reused;
    sum.nodes += report.nodes;
    sum.bytes += report.bytes;
    sum.seconds = std::max(sum.seconds, report.seconds);
    sum.depth = std::max(sum.depth, report.depth);
  }
  for (auto& candidate : sum.candidates) {
    if (candidate.visits > 0) candidate.value /= static_cast<double>(candidate.visits);
  }
  std::stable_sort(sum.candidates.begin(), sum.candidates.end(), is_better<Action>);
  sum.value = all > 0 ? value / all : 0.0;
  return sum;
}

}  // namespace hegemon::search
