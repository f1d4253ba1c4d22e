#include "judge.hpp"

#include <algorithm>

namespace hegemon::search {

namespace {

// What is put before the network between two looks at the clock: a fraction of a millisecond's work.
constexpr int kMostTerritories = 256;
constexpr std::size_t kMostOrders = 2048;

using simultaneous::Order;

}  // namespace

struct Judge::Desk {
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
class Judge::Session {
 public:
  Session(const Judge& judge, Desk& desk, std::span<const encode::Position> positions,
          const nets::Candidates& candidates, bool cached, std::span<float> values, std::span<float> logits)
      : judge_(judge),
        desk_(desk),
        positions_(positions),
        candidates_(candidates),
        cached_(cached),
        values_(values),
        logits_(logits) {}

  bool run(const Deadline& deadline, Tally& tally) {
    tally.questions += positions_.size();
    if (deadline.passed()) return false;
    group();
    clear();
    for (std::size_t begin = 0; begin < desk_.rows.size();) {
      const std::size_t end = group_end(begin);
      if (!known(begin, end)) {
        if (full() && !flush(deadline, tally)) return false;
        if (!add(begin, end, deadline, tally)) return false;
      }
      begin = end;
    }
    if (!desk_.positions.empty()) flush(deadline, tally);
    return true;
  }

 private:
  void group() {
    desk_.rows.clear();
    for (std::uint32_t i = 0; i < positions_.size(); ++i) {
      desk_.rows.emplace_back(cached_ ? position_key(positions_[i], judge_.territories_) : i, i);
    }
    if (cached_) std::sort(desk_.rows.begin(), desk_.rows.end());
  }

  std::size_t group_end(std::size_t begin) const {
    std::size_t end = begin + 1;
    while (end < desk_.rows.size() && desk_.rows[end].first == desk_.rows[begin].first) ++end;
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
      const std::size_t row = desk_.rows[i].second;
      if (plan_begin(row) < plan_end(row)) return false;
    }
    float value = 0;
    if (!judge_.cache_.find(desk_.rows[begin].first, value)) return false;
    for (std::size_t i = begin; i < end; ++i) values_[desk_.rows[i].second] = value;
    return true;
  }

  bool full() const { return desk_.positions.size() >= judge_.at_once_ || desk_.orders.size() >= kMostOrders; }

  // A group of very many plans is put before the network in several parts.
  bool add(std::size_t begin, std::size_t end, const Deadline& deadline, Tally& tally) {
    add_position(begin);
    for (std::size_t i = begin; i < end && !candidates_.empty(); ++i) {
      const std::size_t row = desk_.rows[i].second;
      if (desk_.orders.size() >= kMostOrders) {
        if (!flush(deadline, tally)) return false;
        add_position(begin);
      }
      add_plans(plan_begin(row), plan_end(row));
    }
    return true;
  }

  void add_position(std::size_t begin) {
    desk_.positions.push_back(positions_[desk_.rows[begin].second]);
    desk_.begins.push_back(begin);
    desk_.position_offsets.push_back(desk_.position_offsets.back());
  }

  void add_plans(std::size_t first, std::size_t last) {
    if (first == last) return;
    const auto offsets = candidates_.plan_offsets.subspan(first, last - first + 1);
    const auto orders = candidates_.orders.subspan(static_cast<std::size_t>(offsets.front()),
                                                   static_cast<std::size_t>(offsets.back() - offsets.front()));
    const std::int32_t shift = desk_.plan_offsets.back() - offsets.front();
    for (const std::int32_t offset : offsets.subspan(1)) desk_.plan_offsets.push_back(offset + shift);
    desk_.orders.insert(desk_.orders.end(), orders.begin(), orders.end());
    desk_.position_offsets.back() += static_cast<std::int32_t>(last - first);
    desk_.pieces.push_back({first, last - first});
  }

  void clear() {
    desk_.positions.clear(), desk_.begins.clear(), desk_.orders.clear(), desk_.pieces.clear();
    desk_.plan_offsets.assign(1, 0);
    desk_.position_offsets.assign(1, 0);
  }

  // Asks the network about what lies on the desk. False if the time is over after it.
  bool flush(const Deadline& deadline, Tally& tally) {
    desk_.values.resize(desk_.positions.size());
    desk_.logits.resize(desk_.plan_offsets.size() - 1);
    nets::Candidates plans{desk_.orders, desk_.plan_offsets, desk_.position_offsets};
    if (desk_.pieces.empty()) plans = {};
    judge_.net_->evaluate(desk_.positions, plans, *desk_.scratch, desk_.values, desk_.logits);
    tally.evaluations += desk_.positions.size();
    hand_out();
    clear();
    return !deadline.passed();
  }

  void hand_out() {
    for (std::size_t i = 0; i < desk_.positions.size(); ++i) {
      const std::size_t begin = desk_.begins[i], end = group_end(begin);
      for (std::size_t at = begin; at < end; ++at) values_[desk_.rows[at].second] = desk_.values[i];
      if (cached_) judge_.cache_.store(desk_.rows[begin].first, desk_.values[i]);
    }
    auto from = desk_.logits.begin();
    for (const Desk::Piece& piece : desk_.pieces) {
      const auto to = from + static_cast<std::ptrdiff_t>(piece.plans);
      std::copy(from, to, logits_.begin() + static_cast<std::ptrdiff_t>(piece.at));
      from = to;
    }
  }

  const Judge& judge_;
  Desk& desk_;
  std::span<const encode::Position> positions_;
  const nets::Candidates& candidates_;
  bool cached_;
  std::span<float> values_, logits_;
};

Judge::Judge(std::shared_ptr<const nets::PolicyValueNet> net, int territories, std::size_t entries)
    : net_(std::move(net)),
      territories_(territories),
      at_once_(static_cast<std::size_t>(std::max(1, kMostTerritories / territories))),
      cache_(entries) {}

Judge::~Judge() = default;

bool Judge::answer(std::span<const encode::Position> positions, const nets::Candidates& candidates,
                   const Deadline& deadline, bool cached, std::span<float> values, std::span<float> logits,
                   Tally& tally) const {
  auto desk = borrow();
  const bool complete = Session(*this, *desk, positions, candidates, cached, values, logits).run(deadline, tally);
  give_back(std::move(desk));
  return complete;
}

std::unique_ptr<Judge::Desk> Judge::borrow() const {
  {
    const std::scoped_lock lock(mutex_);
    if (!idle_.empty()) {
      auto desk = std::move(idle_.back());
      idle_.pop_back();
      return desk;
    }
  }
  auto desk = std::make_unique<Desk>();
  desk->scratch = net_->make_scratch();
  return desk;
}

void Judge::give_back(std::unique_ptr<Desk> desk) const {
  const std::scoped_lock lock(mutex_);
  idle_.push_back(std::move(desk));
}

}  // namespace hegemon::search
