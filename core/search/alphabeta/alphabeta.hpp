// Alpha-beta search of the prediction tree (Aminian, Ahmadi and Fahmide 2020): iterative deepening, a table of
// positions, best attacks first. Its value is exactly that of plain minimax to the same depth.
//
// A ply is one attack or the end of a turn. With three seats or more everybody plays against the searcher ("paranoid").
#pragma once

#include <cstdint>
#include <vector>

#include "search/alphabeta/prediction.hpp"
#include "search/budget.hpp"

namespace hegemon::search {

// Something that can be done at once, and what comes of it.
struct RootMove {
  PredictedMove move;
  classic::Action action;
  double value = 0;   // between -1 and 1 for the searcher
  bool exact = true;  // or an upper bound, that is enough to see that another move is better
  std::uint64_t nodes = 0;
  std::vector<PredictedMove> answers;  // how play is expected to continue
  std::vector<classic::Action> line;   // the same as actions, of the first moves; drafts are left out
};

struct AlphaBetaResult {
  std::vector<RootMove> moves;  // best first
  double value = 0;
  std::uint64_t nodes = 0;  // positions visited, inner ones and leaves, in all iterations
  std::uint64_t cutoffs = 0, table_hits = 0;
  int depth = 0;  // of the last iteration that was finished
  double seconds = 0;
};

// The weighted sum of the features as a value between -1 and 1.
class LinearEvaluation {
 public:
  explicit LinearEvaluation(const Weights& weights);
  double operator()(const Features& f) const {
    return scaled_[0] * f.land + scaled_[1] * f.armies + scaled_[2] * f.front + scaled_[3] * f.safety - shift_;
  }
  // The end: won or lost, with so many plies to spare.
  static double end(bool won, int spare) { return won ? 1 + kHaste * spare : -1 - kHaste * spare; }

 private:
  static constexpr double kHaste = 1.0 / 1024;
  Weights scaled_;
  double shift_;
};

class AlphaBeta {
 public:
  // `game` must outlive it. Throws std::invalid_argument for settings out of range.
  AlphaBeta(const classic::Game& game, const AlphaBetaSettings& settings);

  // Searches a decision in the phase of attacks for the seat to move. `seconds` 0 is no limit. With `all_exact` every
  // move gets its exact value, not only the best. Deterministic without a limit of time. A watch may end it early.
  AlphaBetaResult search(const classic::State& state, double seconds, bool all_exact = false, Watch* watch = nullptr);

  // The value of a position for a seat: `depth` plies ahead, or 0 as it is. Between -1 and 1 but for wins and
  // losses, which lie the further beyond the sooner they come.
  double value(const classic::State& state, int seat, int depth);

 private:
  enum class Bound : std::uint8_t { exact, lower, upper };
  struct Entry {
    std::uint64_t key = 0;
    double value = 0;
    PredictedMove move;
    std::uint32_t search = 0;
    std::uint8_t depth = 0;
    Bound bound = Bound::exact;
  };
  struct Ply {
    Prediction::Undo undo;
    std::vector<PredictedMove> moves;
    std::vector<PredictedMove> line;
  };

  void begin(const classic::State& state, int seat, double seconds, Watch* watch);
  void list_root(std::vector<RootMove>& moves);
  bool iterate(std::vector<RootMove>& moves, int depth, bool all_exact);
  // The value of the position; `due` is where to note its draft, if that is still to be made.
  double negamax(int depth, double alpha, double beta, std::size_t ply, Prediction::Undo* due);
  double look_inside(int depth, double alpha, double beta, std::size_t ply, Prediction::Undo* due);
  double try_move(const PredictedMove& move, int depth, double alpha, double beta, std::size_t ply);
  bool out_of_time();
  Entry& entry(std::uint64_t key) { return table_[key * 0x9e3779b97f4a7c15ULL >> table_shift_]; }
  void tell_line(RootMove& move);

  AlphaBetaSettings settings_;
  LinearEvaluation evaluate_;
  Prediction position_;
  std::vector<Entry> table_;
  int table_shift_;
  std::uint32_t searches_ = 0;
  std::vector<Ply> plies_;
  Deadline deadline_{0};
  int nodes_to_clock_check_ = 0, check_every_ = 1;
  bool stopped_ = false;
  std::uint64_t nodes_ = 0, cutoffs_ = 0, table_hits_ = 0;
};

}  // namespace hegemon::search
