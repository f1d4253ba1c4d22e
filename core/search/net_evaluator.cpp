#include "search/net_evaluator.hpp"

#include <algorithm>

namespace hegemon::search {

namespace {

// What is put before the network between two looks at the clock: a fraction of a millisecond's work.
constexpr int kMostTerritories = 256;
constexpr std::size_t kMostOrders = 2048;

using simultaneous::Order;

}  // namespace

struct NetEvaluator::Workspace {
  // Plans of a question that wait for their logits.
  struct Piece {
    std::size_t at;  // of the first plan among all
    std::size_t plans;
  };

  std::unique_ptr<nets::PolicyValueNet::Scratch> scratch;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> rows;  // key and number of every question; equal keys together
  // What is put before the network next.
  std::vector<encode::Position> positions;
  std::vector<std::size_t> begins;  // where the questions of each position begin in `rows`
  std::vector<Order> orders;
  std::vector<std::int32_t> plan_offsets, position_offsets;
  std::vector<Piece> pieces;
  std::vector<float> values, logits;
};

// One call. Rows of the same position form a group, which is put before the network as one position with all its plans.
class NetEvaluator::Session {
 public:
  Session(const NetEvaluator& evaluator, Workspace& workspace, std::span<const encode::Position> positions,
          const nets::Candidates& candidates, bool cached, std::span<float> values, std::span<float> logits)
      : evaluator_(evaluator),
        workspace_(workspace),
        positions_(positions),
        candidates_(candidates),
        cached_(cached),
        values_(values),
        logits_(logits) {}

  bool run(const Deadline& deadline, EvalCounts& eval_counts) {
    eval_counts.questions += positions_.size();
    if (deadline.passed()) return false;
    group();
    clear();
    for (std::size_t begin = 0; begin < workspace_.rows.size();) {
      const std::size_t end = group_end(begin);
      if (!known(begin, end)) {
        if (full() && !flush(deadline, eval_counts)) return false;
        if (!add(begin, end, deadline, eval_counts)) return false;
      }
      begin = end;
    }
    if (!workspace_.positions.empty()) flush(deadline, eval_counts);
    return true;
  }

 private:
  void group() {
    workspace_.rows.clear();
    for (std::uint32_t i = 0; i < positions_.size(); ++i) {
      workspace_.rows.emplace_back(cached_ ? position_key(positions_[i], evaluator_.territories_) : i, i);
    }
    if (cached_) std::sort(workspace_.rows.begin(), workspace_.rows.end());
  }

  std::size_t group_end(std::size_t begin) const {
    std::size_t end = begin + 1;
    while (end < workspace_.rows.size() && workspace_.rows[end].first == workspace_.rows[begin].first) ++end;
    return end;
  }

  std::size_t plan_begin(std::size_t row) const { return static_cast<std::size_t>(candidates_.position_offsets[row]); }
  std::size_t plan_end(std::size_t row) const {
    return static_cast<std::size_t>(candidates_.position_offsets[row + 1]);
  }

  // Whether the cache answers the whole group. Logits are not in it: they belong to plans.
  bool known(std::size_t begin, std::size_t end) {
    if (!cached_) return false;
    for (std::size_t i = begin; i < end && !candidates_.empty(); ++i) {
      const std::size_t row = workspace_.rows[i].second;
      if (plan_begin(row) < plan_end(row)) return false;
    }
    float value = 0;
    if (!evaluator_.cache_.find(workspace_.rows[begin].first, value)) return false;
    for (std::size_t i = begin; i < end; ++i) values_[workspace_.rows[i].second] = value;
    return true;
  }

  bool full() const {
    return workspace_.positions.size() >= evaluator_.at_once_ || workspace_.orders.size() >= kMostOrders;
  }

  // A group of very many plans is put before the network in several parts.
  bool add(std::size_t begin, std::size_t end, const Deadline& deadline, EvalCounts& eval_counts) {
    add_position(begin);
    for (std::size_t i = begin; i < end && !candidates_.empty(); ++i) {
      const std::size_t row = workspace_.rows[i].second;
      if (workspace_.orders.size() >= kMostOrders) {
        if (!flush(deadline, eval_counts)) return false;
        add_position(begin);
      }
      add_plans(plan_begin(row), plan_end(row));
    }
    return true;
  }

  void add_position(std::size_t begin) {
    workspace_.positions.push_back(positions_[workspace_.rows[begin].second]);
    workspace_.begins.push_back(begin);
    workspace_.position_offsets.push_back(workspace_.position_offsets.back());
  }

  void add_plans(std::size_t first, std::size_t last) {
    if (first == last) return;
    const auto offsets = candidates_.plan_offsets.subspan(first, last - first + 1);
    const auto orders = candidates_.orders.subspan(static_cast<std::size_t>(offsets.front()),
                                                   static_cast<std::size_t>(offsets.back() - offsets.front()));
    const std::int32_t shift = workspace_.plan_offsets.back() - offsets.front();
    for (const std::int32_t offset : offsets.subspan(1)) workspace_.plan_offsets.push_back(offset + shift);
    workspace_.orders.insert(workspace_.orders.end(), orders.begin(), orders.end());
    workspace_.position_offsets.back() += static_cast<std::int32_t>(last - first);
    workspace_.pieces.push_back({first, last - first});
  }

  void clear() {
    workspace_.positions.clear(), workspace_.begins.clear(), workspace_.orders.clear(), workspace_.pieces.clear();
    workspace_.plan_offsets.assign(1, 0);
    workspace_.position_offsets.assign(1, 0);
  }

  // Asks the network about what lies on the workspace. False if the time is over after it.
  bool flush(const Deadline& deadline, EvalCounts& eval_counts) {
    workspace_.values.resize(workspace_.positions.size());
    workspace_.logits.resize(workspace_.plan_offsets.size() - 1);
    nets::Candidates plans{workspace_.orders, workspace_.plan_offsets, workspace_.position_offsets};
    if (workspace_.pieces.empty()) plans = {};
    evaluator_.net_->evaluate(workspace_.positions, plans, *workspace_.scratch, workspace_.values, workspace_.logits);
    nets::require_finite(workspace_.values);
    nets::require_finite(workspace_.logits);
    eval_counts.evaluations += workspace_.positions.size();
    hand_out();
    clear();
    return !deadline.passed();
  }

  void hand_out() {
    for (std::size_t i = 0; i < workspace_.positions.size(); ++i) {
      const std::size_t begin = workspace_.begins[i], end = group_end(begin);
      for (std::size_t at = begin; at < end; ++at) values_[workspace_.rows[at].second] = workspace_.values[i];
      if (cached_) evaluator_.cache_.store(workspace_.rows[begin].first, workspace_.values[i]);
    }
    auto from = workspace_.logits.begin();
    for (const Workspace::Piece& piece : workspace_.pieces) {
      const auto to = from + static_cast<std::ptrdiff_t>(piece.plans);
      std::copy(from, to, logits_.begin() + static_cast<std::ptrdiff_t>(piece.at));
      from = to;
    }
  }

  const NetEvaluator& evaluator_;
  Workspace& workspace_;
  std::span<const encode::Position> positions_;
  const nets::Candidates& candidates_;
  bool cached_;
  std::span<float> values_, logits_;
};

NetEvaluator::NetEvaluator(std::shared_ptr<const nets::PolicyValueNet> net, int territories, std::size_t entries)
    : net_(std::move(net)),
      territories_(territories),
      at_once_(static_cast<std::size_t>(std::max(1, kMostTerritories / territories))),
      cache_(entries) {}

NetEvaluator::~NetEvaluator() = default;

bool NetEvaluator::answer(std::span<const encode::Position> positions, const nets::Candidates& candidates,
                          const Deadline& deadline, bool cached, std::span<float> values, std::span<float> logits,
                          EvalCounts& eval_counts) const {
  const auto workspace = workspaces_.borrow([&] {
    auto fresh = std::make_unique<Workspace>();
    fresh->scratch = net_->make_scratch();
    return fresh;
  });
  return Session(*this, *workspace, positions, candidates, cached, values, logits).run(deadline, eval_counts);
}

}  // namespace hegemon::search
