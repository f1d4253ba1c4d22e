// A network as searches ask it: in place, on the thread that asks, with an eye on the clock, and about equal positions
// once. What it says is the same with and without the cache.
#pragma once

#include <memory>
#include <span>

#include "base/pool.hpp"
#include "nets/net.hpp"
#include "search/budget.hpp"
#include "search/value_cache.hpp"

namespace hegemon::search {

// How many positions were asked about, and how many of them the network had to look at.
struct EvalCounts {
  std::uint64_t questions = 0;
  std::uint64_t evaluations = 0;
};

class NetEvaluator {
 public:
  static constexpr std::size_t kEntries = 1u << 17;  // of the cache: 2 MB

  NetEvaluator(std::shared_ptr<const nets::PolicyValueNet> net, int territories, std::size_t entries = kEntries);
  ~NetEvaluator();

  // Fills in a value for each position and a logit for each plan. False if the time ran out before all was answered.
  // Without `cached` every position is looked at. Any number of threads may ask at a time.
  bool answer(std::span<const encode::Position> positions, const nets::Candidates& candidates, const Deadline& deadline,
              bool cached, std::span<float> values, std::span<float> logits, EvalCounts& eval_counts) const;

  // Positions that are evaluated between two looks at the clock, at most.
  std::size_t at_once() const { return at_once_; }

 private:
  struct Workspace;  // the working memory of one call
  class Session;

  std::shared_ptr<const nets::PolicyValueNet> net_;
  int territories_;
  std::size_t at_once_;
  mutable ValueCache cache_;
  mutable Pool<Workspace> workspaces_;
};

}  // namespace hegemon::search
