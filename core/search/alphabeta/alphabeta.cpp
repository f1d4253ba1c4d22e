#include "search/alphabeta/alphabeta.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace hegemon::search {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::uint64_t kDraftDue = 0x5851f42d4c957f2dULL;
// Moves that are reported with their lines; on a large map there are hundreds, and lines take time.
constexpr std::size_t kLines = 16;

}  // namespace

LinearEvaluation::LinearEvaluation(const Weights& weights) {
  const double sum = weights[0] + weights[1] + weights[2] + weights[3];
  for (std::size_t i = 0; i < 4; ++i) scaled_[i] = sum > 0 ? 2 * weights[i] / sum : 0;
  shift_ = sum > 0 ? 1 : 0;
}

AlphaBeta::AlphaBeta(const classic::Game& game, const AlphaBetaSettings& settings)
    : settings_(check_fields(settings)),
      evaluate_(settings.weights),
      position_(game, settings.foresight),
      table_(std::size_t{1} << settings.table_bits),
      table_shift_(64 - settings.table_bits),
      plies_(static_cast<std::size_t>(settings.depth) + 1),
      check_every_(std::max(1, 8192 / game.map->size())) {}

void AlphaBeta::begin(const classic::State& state, int seat, double seconds, Watch* watch) {
  position_.load(state, seat);
  ++searches_;  // forgets the table: what a search finds depends on nothing before it
  deadline_ = Deadline(seconds, watch);
  nodes_to_clock_check_ = check_every_;
  stopped_ = false;
  nodes_ = cutoffs_ = table_hits_ = 0;
}

double AlphaBeta::value(const classic::State& state, int seat, int depth) {
  begin(state, seat, 0, nullptr);
  if (plies_.size() <= static_cast<std::size_t>(depth)) plies_.resize(static_cast<std::size_t>(depth) + 1);
  return negamax(depth, -kInfinity, kInfinity, 0, nullptr);
}

AlphaBetaResult AlphaBeta::search(const classic::State& state, double seconds, bool all_exact, Watch* watch) {
  require_seconds(seconds);
  const auto began = std::chrono::steady_clock::now();
  begin(state, state.head().mover, seconds, watch);
  AlphaBetaResult result;
  list_root(result.moves);
  while (!stopped_ && result.depth < settings_.depth) {
    if (iterate(result.moves, result.depth + 1, all_exact)) ++result.depth;
  }
  result.value = std::clamp(result.moves.front().value, -1.0, 1.0);
  for (RootMove& move : result.moves) move.value = std::clamp(move.value, -1.0, 1.0);
  for (std::size_t i = 0; i < std::min(result.moves.size(), kLines); ++i) tell_line(result.moves[i]);
  result.nodes = nodes_;
  result.cutoffs = cutoffs_;
  result.table_hits = table_hits_;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return result;
}

// Passing comes first: an attack must be better than that. Until it is looked at a move is worth what the board is.
void AlphaBeta::list_root(std::vector<RootMove>& moves) {
  std::vector<PredictedMove> list;
  position_.list_moves(list);
  if (list.back().passes()) std::rotate(list.begin(), list.end() - 1, list.end());
  for (const PredictedMove& move : list) {
    RootMove root;
    root.move = move;
    root.action = position_.action(move);
    root.value = evaluate_(position_.features());
    root.exact = false;
    moves.push_back(std::move(root));
  }
}

// Looks at all moves, in the order of the iteration before, and puts the best first. False if time ran out; a move
// found better until then is kept, for the best one of before was looked at first.
bool AlphaBeta::iterate(std::vector<RootMove>& moves, int depth, bool all_exact) {
  double best = -kInfinity;
  std::size_t best_at = 0;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    RootMove& root = moves[i];
    // Passing wins ties, so that equal values must be distinguished from better ones.
    const double reached = root.move.passes() ? std::nextafter(best, -kInfinity) : best;
    const double alpha = all_exact ? -kInfinity : reached;
    const std::uint64_t before = nodes_;
    const double value = try_move(root.move, depth, alpha, kInfinity, 0);
    root.nodes += nodes_ - before;
    if (stopped_) break;
    root.value = value;
    root.exact = value > alpha;
    root.answers = plies_[1].line;
    if (value > reached) {
      best = value;
      best_at = i;
    }
  }
  const auto first = moves.begin(), chosen = first + static_cast<std::ptrdiff_t>(best_at);
  std::rotate(first, chosen, chosen + 1);
  if (!stopped_) {
    std::stable_sort(first + 1, moves.end(), [](const RootMove& a, const RootMove& b) { return a.value > b.value; });
  }
  return !stopped_;
}

double AlphaBeta::negamax(int depth, double alpha, double beta, std::size_t ply, Prediction::Undo* due) {
  ++nodes_;
  if (depth > 0 && !position_.over()) return look_inside(depth, alpha, beta, ply, due);
  if (due != nullptr) position_.draft(*due);
  plies_[ply].line.clear();
  return position_.over() ? LinearEvaluation::end(position_.won(), depth) : evaluate_(position_.features());
}

// The value of a move, or a bound of it that is enough. Before a last draft, which can only help the seat that drafts,
// the bound is at hand without it.
double AlphaBeta::try_move(const PredictedMove& move, int depth, double alpha, double beta, std::size_t ply) {
  if (out_of_time()) return 0;
  Prediction::Undo& undo = plies_[ply].undo;
  const bool due = position_.apply(move, undo);
  if (due && depth == 1) {
    const double bound = evaluate_(position_.features_before_draft());
    if (position_.mover() == position_.searcher() ? bound >= beta : bound <= alpha) {
      ++nodes_;
      plies_[ply + 1].line.clear();
      position_.take_back(undo);
      return bound;
    }
  }
  const double value = negamax(depth - 1, alpha, beta, ply + 1, due ? &undo : nullptr);
  position_.take_back(undo);
  return value;
}

double AlphaBeta::look_inside(int depth, double alpha, double beta, std::size_t ply, Prediction::Undo* due) {
  Ply& here = plies_[ply];
  here.line.clear();
  // A draft follows from the position before it, so that positions are known by that and found without drafting.
  const std::uint64_t key = position_.hash() + (due != nullptr ? kDraftDue : 0);
  Entry& known = entry(key);
  const bool found = known.key == key && known.search == searches_;
  // Only an equal depth will do: the value is to be that of this depth.
  if (found && known.depth == depth &&
      (known.bound == Bound::exact || (known.bound == Bound::lower ? known.value >= beta : known.value <= alpha))) {
    ++table_hits_;
    here.line.assign(1, known.move);
    return known.value;
  }
  if (due != nullptr) position_.draft(*due);
  position_.list_moves(here.moves);
  if (found) {
    const auto at = std::find(here.moves.begin(), here.moves.end(), known.move);
    if (at != here.moves.end()) std::rotate(here.moves.begin(), at, at + 1);
  }
  const bool maximising = position_.mover() == position_.searcher();
  double low = alpha, high = beta, best = maximising ? -kInfinity : kInfinity;
  PredictedMove best_move;
  for (const PredictedMove& move : here.moves) {
    const double value = try_move(move, depth, low, high, ply);
    if (stopped_) return 0;
    if (maximising ? value <= best : value >= best) continue;
    best = value;
    best_move = move;
    here.line.assign(1, move);
    if (depth > 1) here.line.insert(here.line.end(), plies_[ply + 1].line.begin(), plies_[ply + 1].line.end());
    (maximising ? low : high) = maximising ? std::max(low, best) : std::min(high, best);
    if (low >= high) {
      ++cutoffs_;
      break;
    }
  }
  const Bound bound = best <= alpha ? Bound::upper : best >= beta ? Bound::lower : Bound::exact;
  known = {key, best, best_move, searches_, static_cast<std::uint8_t>(depth), bound};
  return best;
}

bool AlphaBeta::out_of_time() {
  if (--nodes_to_clock_check_ > 0) return stopped_;
  nodes_to_clock_check_ = check_every_;
  stopped_ = stopped_ || deadline_.passed();
  return stopped_;
}

void AlphaBeta::tell_line(RootMove& move) {
  std::vector<Prediction::Undo> undos(move.answers.size() + 1);
  position_.play(move.move, undos[0]);
  for (std::size_t i = 0; i < move.answers.size(); ++i) {
    move.line.push_back(position_.action(move.answers[i]));
    position_.play(move.answers[i], undos[i + 1]);
  }
  for (std::size_t i = undos.size(); i-- > 0;) position_.take_back(undos[i]);
}

}  // namespace hegemon::search
