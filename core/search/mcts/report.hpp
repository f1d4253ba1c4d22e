// What a search of mcts.hpp has found.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <type_traits>

#include "base/hash.hpp"
#include "search/mcts/mcts.hpp"

namespace hegemon::search {

// The most visited way on, without the outcomes of chance.
template <class Action>
std::vector<Action> principal_line(const Node<Action>* node, std::vector<Action> line = {}) {
  constexpr std::size_t kLongest = 12;
  while (node && node->count > 0 && line.size() < kLongest) {
    const auto* edges = node->edges();
    const auto* best =
        std::max_element(edges, edges + node->count, [](const auto& a, const auto& b) { return a.visits < b.visits; });
    if (best->visits == 0) break;
    if (node->mover >= 0) line.push_back(best->action);
    node = best->child;
  }
  return line;
}

// Visits that forced playouts alone brought are taken away again (Wu 2019), so that they are not learned.
template <class Action>
std::vector<double> pruned_visits(const Node<Action>& root, const Settings& settings) {
  std::vector<double> visits(root.count);
  std::uint32_t best = 0;
  for (std::uint32_t i = 0; i < root.count; ++i) {
    visits[i] = root.edges()[i].visits;
    if (visits[i] > visits[best]) best = i;
  }
  if (settings.forced_playouts <= 0 || root.count == 0) return visits;
  const double factor = settings.exploration * std::sqrt(std::max<double>(1, root.visits));
  const auto score = [&](std::uint32_t i, double n) {
    const auto& edge = root.edges()[i];
    return (edge.visits > 0 ? edge.sum / edge.visits : -1.0) + factor * edge.prior / (1 + n);
  };
  const double top = score(best, visits[best]);
  for (std::uint32_t i = 0; i < root.count; ++i) {
    if (i == best) continue;
    auto forced = static_cast<int>(std::sqrt(settings.forced_playouts * root.edges()[i].prior * root.visits));
    while (forced-- > 0 && visits[i] > 0 && score(i, visits[i] - 1) < top) visits[i] -= 1;
    if (visits[i] <= 1) visits[i] = 0;
  }
  return visits;
}

// Finds the candidate of an action: without it, joining candidates would take the square of their number.
template <class Action>
class CandidateIndex {
 public:
  static_assert(std::has_unique_object_representations_v<Action>);

  explicit CandidateIndex(std::size_t most) : slots_(std::bit_ceil(2 * most + 2), 0) {}

  // The candidate of this action among those that were added, or where the next one goes.
  std::size_t find_or_add(const std::vector<Candidate<Action>>& candidates, const Action& action) {
    for (std::size_t slot = hash(action) & (slots_.size() - 1);; slot = (slot + 1) & (slots_.size() - 1)) {
      if (slots_[slot] == 0) {
        slots_[slot] = ++count_;
        return count_ - 1;
      }
      if (candidates[slots_[slot] - 1].action == action) return slots_[slot] - 1;
    }
  }

 private:
  static std::size_t hash(const Action& action) {
    std::array<unsigned char, sizeof(Action)> bytes;
    std::memcpy(bytes.data(), &action, sizeof(Action));
    std::uint64_t value = 0;
    for (const unsigned char byte : bytes) value = value * 0x100000001b3ULL + byte;
    return static_cast<std::size_t>(mix(value));
  }

  std::vector<std::uint32_t> slots_;  // number of a candidate + 1
  std::uint32_t count_ = 0;
};

// Rules that list an action twice have its visits added up. The first of the equals stays where it is.
template <class Action>
void join_equals(std::vector<Candidate<Action>>& candidates) {
  std::size_t kept = 0;
  CandidateIndex<Action> index(candidates.size());
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const std::size_t at = index.find_or_add(candidates, candidates[i].action);
    const auto found = candidates.begin() + static_cast<std::ptrdiff_t>(at);
    if (at == kept) {
      if (kept != i) candidates[kept] = std::move(candidates[i]);
      ++kept;
      continue;
    }
    const auto& other = candidates[i];
    const double visits = static_cast<double>(found->visits + other.visits);
    const double sum =
        found->value * static_cast<double>(found->visits) + other.value * static_cast<double>(other.visits);
    found->value = visits > 0 ? sum / visits : 0.0;
    if (other.visits > found->visits) found->line = other.line;
    found->visits += other.visits;
    found->prior += other.prior;
    found->target += other.target;
  }
  candidates.resize(kept);
}

// More visits, then a higher prior.
template <class Action>
bool is_better(const Candidate<Action>& a, const Candidate<Action>& b) {
  return a.visits != b.visits ? a.visits > b.visits : a.prior > b.prior;
}

template <Domain D>
auto Search<D>::report() -> Report<Action> {
  require(state_.has_value(), "begin and run come before a report");
  Report<Action> report;
  std::vector<double> targets = pruned_visits(*root_, settings_);
  if (settings_.selection == Selection::gumbel && root_->count > 0) improved_policy(*root_, settings_.doubt, targets);
  double all = 0, sum = 0;
  for (double target : targets) all += target;
  for (std::uint32_t i = 0; i < root_->count; ++i) {
    const EdgeT& edge = root_->edges()[i];
    sum += edge.sum;
    Candidate<Action> candidate;
    candidate.action = edge.action;
    candidate.visits = edge.visits;
    candidate.value = edge.visits > 0 ? edge.sum / edge.visits : 0.0;
    candidate.prior = edge.prior;
    candidate.target = all > 0 ? targets[i] / all : 0.0;
    candidate.line = principal_line(edge.child);
    report.candidates.push_back(std::move(candidate));
  }
  const Action chosen =
      halving_ready_ ? (halving_.rank(*root_), root_->edges()[halving_.considered().front()].action) : Action{};
  join_equals(report.candidates);
  // Most visits first, then the highest prior; between equals the order in which they were tried decides, and that is
  // random. What sequential halving decided comes before what was visited most.
  std::stable_sort(report.candidates.begin(), report.candidates.end(), is_better<Action>);
  if (halving_ready_) {
    std::stable_partition(report.candidates.begin(), report.candidates.end(),
                          [&](const auto& candidate) { return candidate.action == chosen; });
  }
  report.value = root_->visits > 0 ? sum / root_->visits : 0.0;
  report.visits = visits_;
  report.reused = reused_;
  for (const auto& arena : arenas_) report.bytes += arena->bytes();
  report.nodes = 1 + visits_ + reused_;
  report.seconds = seconds_;
  report.depth = depth_;
  visits_ = 0;
  seconds_ = 0;
  return report;
}

}  // namespace hegemon::search
