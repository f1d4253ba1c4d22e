#include "search/coevolution/pair_table.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "simultaneous/evaluate.hpp"

namespace hegemon::search {

using simultaneous::Phase;
using simultaneous::State;

namespace {

constexpr std::size_t kMostOutcomes = 8192;  // evaluated at once; bounds memory for large populations
constexpr std::size_t kFirstOutcomes = 16;   // evaluated at once while it is unknown how long that takes
constexpr double kSlice = 0.001;             // seconds; what took longer may have waited for a processor
constexpr unsigned kPairsPerLook = 8;        // pairs between two looks at the clock

void evaluate_material(const simultaneous::Game& game, std::span<const State> states, int seat,
                       std::span<double> values) {
  for (std::size_t i = 0; i < states.size(); ++i) values[i] = simultaneous::material(game, states[i], seat);
}

}  // namespace

void PairTable::rate(std::vector<Individual>& own, std::vector<Individual>& other, bool skipped_pairs) const {
  std::vector<double> own_sum(own.size()), other_sum(other.size());
  std::vector<int> own_known(own.size()), other_known(other.size());
  std::size_t undecided = 0;
  for (std::size_t cell = 0; cell < values.size(); ++cell) {
    if (std::isnan(values[cell])) continue;
    const bool skipped = !over[cell] && over[undecided++] && skipped_pairs;
    const std::size_t i = cell / columns, j = cell % columns;
    own_sum[i] += skipped ? 0.0 : values[cell];
    other_sum[j] -= skipped ? 0.0 : values[cell];
    ++own_known[i], ++other_known[j];
  }
  for (std::size_t i = 0; i < own.size(); ++i) own[i].fitness = own_known[i] ? own_sum[i] / own_known[i] : -1.0;
  for (std::size_t j = 0; j < other.size(); ++j) {
    other[j].fitness = other_known[j] ? other_sum[j] / other_known[j] : -1.0;
  }
}

PairResolver::PairResolver(const CoevolutionTask& task, const CoevolutionSettings& settings, const Timer& timer,
                           Random& random, EvalCounts& eval_counts)
    : task_(task), settings_(settings), timer_(timer), chance_(random), eval_counts_(eval_counts) {
  const auto pairs = static_cast<std::size_t>(settings.population) * static_cast<std::size_t>(settings.population);
  const std::size_t most = std::min(pairs, kMostOutcomes);
  outcomes_.assign(most + 1, task.state);
  hashes_.resize(most + 1);
  index_.resize(std::bit_ceil(2 * most));
  values_.resize(most);
  mirror_.resize(settings.mirrored ? most : 0);
  waiting_.reserve(pairs);
}

bool PairResolver::fill(PairTable& table, std::vector<Individual>& own, std::vector<Individual>& other) {
  unsigned looks = 0;
  for (std::size_t i = 0; i < own.size(); ++i) {
    std::swap(plans_[task_.seat], own[i].plan);
    bool stopped = false;
    for (std::size_t j = 0; j < other.size() && !stopped; ++j) {
      const std::size_t cell = i * table.columns + j;
      if (!std::isnan(table.values[cell])) continue;
      stopped = looks++ % kPairsPerLook == 0 && out_of_time();
      if (stopped) break;
      std::swap(plans_[1 - task_.seat], other[j].plan);
      resolve(table, cell);
      std::swap(plans_[1 - task_.seat], other[j].plan);
      stopped = count_ + 1 == outcomes_.size() && !evaluate_waiting(table);
    }
    std::swap(plans_[task_.seat], own[i].plan);
    if (stopped) {
      evaluate_waiting(table);
      return false;
    }
  }
  return evaluate_waiting(table);
}

void PairResolver::resolve(PairTable& table, std::size_t cell) {
  State& outcome = outcomes_[count_];
  outcome = task_.state;
  simultaneous::resolve(task_.game, outcome, plans_, chance_, scratch_, nullptr);
  ++pairs_;
  if (outcome.head().phase == Phase::over) {
    const int winner = outcome.head().winner;
    table.values[cell] = winner < 0 ? 0.0 : winner == task_.seat ? 1.0 : -1.0;
    table.over[cell] = 1;
    return;
  }
  waiting_.emplace_back(cell, find_or_add(outcome.hash()));
}

// The number of the waiting outcome that equals the newest; the newest becomes a waiting one if none does.
std::uint32_t PairResolver::find_or_add(std::uint64_t hash) {
  const std::size_t mask = index_.size() - 1;
  for (std::size_t slot = hash & mask;; slot = (slot + 1) & mask) {
    if (index_[slot] == 0) {
      hashes_[count_] = hash;
      index_[slot] = static_cast<std::uint32_t>(++count_);
      return index_[slot] - 1;
    }
    const std::uint32_t known = index_[slot] - 1;
    if (hashes_[known] == hash && outcomes_[known] == outcomes_[count_]) return known;
  }
}

bool PairResolver::evaluate_waiting(PairTable& table) {
  std::size_t done = 0;
  while (done < count_) {
    const std::size_t batch = affordable(count_ - done);
    if (batch == 0) break;
    evaluate(done, batch);
    done += batch;
  }
  for (const auto& [cell, outcome] : waiting_) {
    if (outcome < done) table.values[cell] = values_[outcome];
  }
  const bool all = done == count_;
  waiting_.clear();
  count_ = 0;
  std::fill(index_.begin(), index_.end(), 0);
  return all;
}

// How many of the waiting outcomes can be evaluated in the time left, from what they have taken so far.
std::size_t PairResolver::affordable(std::size_t count) const {
  if (out_of_time()) return 0;
  if (asks_network()) return std::min(count, task_.evaluator->at_once());
  if (!hurried()) return count;
  if (evaluations_ == 0) return std::min(count, kFirstOutcomes);
  const double each = evaluation_seconds_ / static_cast<double>(evaluations_);
  const double left = timer_.left();
  if (left <= each) return 0;
  return std::min(count, static_cast<std::size_t>(std::min(left / std::max(each, 1e-9), 1e9)));
}

void PairResolver::evaluate(std::size_t first, std::size_t count) {
  const double before = timer_.used();
  const std::span<const State> states(outcomes_.data() + first, count);
  const std::span<double> values(values_.data() + first, count);
  evaluate_by(states, task_.seat, values);
  if (settings_.mirrored) {
    evaluate_by(states, 1 - task_.seat, std::span<double>(mirror_.data(), count));
    for (std::size_t i = 0; i < count; ++i) values[i] = (values[i] - mirror_[i]) / 2;
  }
  for (double& value : values) value *= settings_.discount;
  evaluations_ += count;
  const double measured = timer_.used() - before;
  evaluation_seconds_ += measured < kSlice ? measured : timer_.without_waiting(measured);
}

void PairResolver::evaluate_by(std::span<const State> states, int seat, std::span<double> values) {
  if (task_.evaluate) return task_.evaluate(states, seat, values);
  if (asks_network()) return ask_network(states, seat, values);
  evaluate_material(task_.game, states, seat, values);
}

// The clock is looked at between calls, see affordable.
void PairResolver::ask_network(std::span<const State> states, int seat, std::span<double> values) {
  positions_.clear();
  for (const State& state : states) positions_.push_back(encode::position(state, seat));
  answers_.resize(states.size());
  task_.evaluator->answer(positions_, {}, Deadline(0), settings_.cache, answers_, {}, eval_counts_);
  std::copy(answers_.begin(), answers_.end(), values.begin());
}

}  // namespace hegemon::search
