// The pair table: what comes out when every plan of one population meets every plan of the other.
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>

#include "search/coevolution/coevolution.hpp"

namespace hegemon::search {

// How much of a limit of time is left; without a limit there is always enough.
class Timer {
 public:
  Timer(double seconds, Watch* watch) : seconds_(seconds), deadline_(seconds, watch) {}
  double used() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }
  bool limited() const { return seconds_ > 0; }
  double left() const { return deadline_.left(); }
  // Whether the search is to end early, whatever the clock says.
  bool stopped() const { return deadline_.stopped(); }
  bool passed() const { return deadline_.passed(); }
  // What is left of a time that was measured, without the waiting for a processor in it.
  double without_waiting(double measured) const { return std::max(0.1 * measured, measured - deadline_.just_waited()); }
  const Deadline& deadline() const { return deadline_; }

 private:
  using Clock = std::chrono::steady_clock;
  double seconds_;
  Deadline deadline_;
  Clock::time_point started_ = Clock::now();
};

// Values of pairs for the searching seat; NaN is not known yet.
struct PairTable {
  PairTable(std::size_t rows, std::size_t columns)
      : columns(columns), values(rows * columns, std::numeric_limits<double>::quiet_NaN()), over(rows * columns) {}

  std::size_t columns;
  std::vector<double> values;
  std::vector<std::uint8_t> over;  // whether the game ended in the pair's turn

  // Sets fitness to the mean of the known values of a plan's pairs, for the opponent with a minus.
  void rate(std::vector<Individual>& own, std::vector<Individual>& other, bool skipped_pairs) const;
};

// Resolves pairs and evaluates what comes out of them, equal positions once.
class PairResolver {
 public:
  PairResolver(const CoevolutionTask& task, const CoevolutionSettings& settings, const Timer& timer, Random& random,
               EvalCounts& eval_counts);

  // Fills in all unknown values of the table. False if time ran out: then some are still unknown.
  bool fill(PairTable& table, std::vector<Individual>& own, std::vector<Individual>& other);

  std::uint64_t pairs() const { return pairs_; }
  std::uint64_t evaluations() const { return evaluations_; }

 private:
  bool asks_network() const { return !task_.evaluate && settings_.evaluation == Evaluation::network; }
  bool hurried() const { return timer_.limited() && !settings_.late_evaluation; }
  bool out_of_time() const { return hurried() ? timer_.passed() : timer_.stopped(); }
  void resolve(PairTable& table, std::size_t cell);
  std::uint32_t find_or_add(std::uint64_t hash);
  bool evaluate_waiting(PairTable& table);
  std::size_t affordable(std::size_t count) const;
  void evaluate(std::size_t first, std::size_t count);
  void evaluate_by(std::span<const simultaneous::State> states, int seat, std::span<double> values);
  void ask_network(std::span<const simultaneous::State> states, int seat, std::span<double> values);

  const CoevolutionTask& task_;
  const CoevolutionSettings& settings_;
  const Timer& timer_;
  simultaneous::Chance chance_;
  simultaneous::Scratch scratch_;
  simultaneous::Plans plans_;
  std::vector<simultaneous::State> outcomes_;                   // distinct ones, and room for the next
  std::size_t count_ = 0;                                       // distinct outcomes waiting
  std::vector<std::uint64_t> hashes_;                           // of the outcomes
  std::vector<std::uint32_t> index_;                            // open addressing: outcome + 1, or 0
  std::vector<std::pair<std::size_t, std::uint32_t>> waiting_;  // cells and their outcomes
  std::vector<double> values_, mirror_;
  std::vector<encode::Position> positions_;  // scratch
  std::vector<float> answers_;
  EvalCounts& eval_counts_;
  double evaluation_seconds_ = 0.0;
  std::uint64_t pairs_ = 0, evaluations_ = 0;
};

}  // namespace hegemon::search
