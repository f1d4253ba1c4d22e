#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <stdexcept>

#include "base/require.hpp"
#include "bindings.hpp"
#include "busy.hpp"
#include "classic/position.hpp"
#include "interrupt.hpp"
#include "search/alphabeta/games.hpp"
#include "search/alphabeta/player.hpp"
#include "settings.hpp"
#include "tuples.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hegemon::search;
using hegemon::require;
using hegemon::classic::Action;
using hegemon::classic::Game;
using hegemon::classic::State;

namespace {

// One player for Python: it keeps its game alive and thinks about one thing at a time.
class Thinker {
 public:
  Thinker(const Game& game, const AlphaBetaSettings& settings) : game_(game), player_(game_, settings) {}

  AlphaBetaResult decide(const State& state, double seconds, bool all_exact, bool fair) {
    require_whole(game_, state);
    require_decision(game_, state);
    require_seconds(seconds);
    const Busy::Use use(busy_, "search");
    return watched(fair, [&](Watch& watch) { return player_.decide(state, seconds, all_exact, &watch); });
  }

 private:
  Game game_;
  Busy busy_;
  AlphaBetaPlayer player_;
};

using MoveTuple = std::tuple<ActionTuple, double, bool, std::uint64_t, std::vector<ActionTuple>>;

MoveTuple move_tuple(const RootMove& move) {
  std::vector<ActionTuple> line;
  for (const Action& action : move.line) line.push_back(to_tuple(action));
  return {to_tuple(move.action), move.value, move.exact, move.nodes, std::move(line)};
}

std::vector<MoveTuple> list_moves(const AlphaBetaResult& result) {
  std::vector<MoveTuple> list;
  for (const RootMove& move : result.moves) list.push_back(move_tuple(move));
  return list;
}

std::vector<PairingPoints> play(const Game& game, const hegemon::FieldValues& settings,
                                const std::vector<Weights>& weights,
                                const std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>>& pairings,
                                std::uint64_t seed, int turns, int threads) {
  require(game.seats == 2, "pairings are played by two seats");
  require(turns >= 1, "a game has at least one turn");
  std::vector<Pairing> list;
  for (const auto& [first, second, number] : pairings) {
    require(first < weights.size() && second < weights.size(), "a pairing names weights that are not there");
    list.push_back({first, second, number});
  }
  const auto read = hegemon::read_fields<AlphaBetaSettings>(settings);
  const nb::gil_scoped_release free;
  std::atomic<bool> stop{false};
  return interruptible(stop, [&] { return play_pairings(game, read, weights, list, seed, turns, threads, &stop); });
}

}  // namespace

void bind_alphabeta(nb::module_& module) {
  nb::class_<AlphaBetaResult>(module, "AlphaBetaResult", "What a search of the prediction tree found.")
      .def_prop_ro("moves", &list_moves, "(action, value, exact, nodes, line) of each, best first.")
      .def_prop_ro(
          "best", [](const AlphaBetaResult& self) { return move_tuple(self.moves.front()); }, "The first of the moves.")
      .def_ro("value", &AlphaBetaResult::value)
      .def_ro("nodes", &AlphaBetaResult::nodes)
      .def_ro("cutoffs", &AlphaBetaResult::cutoffs)
      .def_ro("table_hits", &AlphaBetaResult::table_hits)
      .def_ro("depth", &AlphaBetaResult::depth)
      .def_ro("seconds", &AlphaBetaResult::seconds);

  nb::class_<Thinker>(module, "AlphaBeta", "A player: drafts by border security, attacks by alpha-beta search.")
      .def(
          "__init__",
          [](Thinker* self, const Game& game, const hegemon::FieldValues& settings) {
            new (self) Thinker(game, hegemon::read_fields<AlphaBetaSettings>(settings));
          },
          "game"_a, "settings"_a)
      .def("decide", &Thinker::decide, "state"_a, "seconds"_a = 0.0, "all_exact"_a = false, "fair"_a = false,
           "What the seat to move does; without a limit of time always the same.");

  module.def(
      "play_alphabeta", &play, "game"_a, "settings"_a, "weights"_a, "pairings"_a, "seed"_a, "turns"_a, "threads"_a,
      "Plays pairings (first, second, number) of weights from both seats; the points of each first: 2 for a win, "
      "1 for a tie. The same for any number of threads.");
}
