// The rules of thumb of the classic game.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>

#include <memory>

#include "bindings.hpp"
#include "classic/position.hpp"
#include "interrupt.hpp"
#include "search/classic_heuristic/heuristic.hpp"
#include "search/classic_rollouts/games.hpp"
#include "tuples.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using hegemon::Random;
using hegemon::search::classic_heuristic::Heuristic;
using hegemon::search::classic_planner::Weights;
namespace classic = hegemon::classic;
namespace rollouts = hegemon::search::classic_rollouts;

void bind_classic_heuristic(nb::module_& module) {
  nb::class_<Heuristic>(module, "ClassicHeuristic", "Rules of thumb for the classic game, without search.")
      .def(
          "__init__",
          [](Heuristic* self, const classic::Game& game, double greed, double caution) {
            new (self) Heuristic(game, {.greed = greed, .caution = caution});
          },
          "game"_a, "greed"_a, "caution"_a)
      .def(
          "decide",  // holds the interpreter, as the object has working memory
          [](Heuristic& self, const classic::State& view) {
            classic::require_decision(self.game(), view);
            return to_tuple(self.decide(view));
          },
          "view"_a, "The action of the seat that decides.");

  module.def(
      "play_classic_heuristic",
      [](const classic::Game& game, const rollouts::Settings& settings, const Weights& weights,
         std::shared_ptr<const rollouts::ValueNet> net, std::uint64_t visits, bool known, int pairs, int most_turns,
         Random& random) {
        Random local = random;
        const double share = watched(false, [&](hegemon::search::Watch& watch) {
          return rollouts::play_heuristic(game, settings, weights, std::move(net), {.visits = visits, .watch = &watch},
                                          known, pairs, most_turns, local);
        });
        random = local;
        return share;
      },
      "game"_a, "settings"_a, "weights"_a, "net"_a.none(), "visits"_a, "known"_a, "pairs"_a, "most_turns"_a, "random"_a,
      "The share of points of the planner against the rules of thumb, in pairs of games with swapped seats; with "
      "visits, of its search with so many rollouts per decision, which may know what its opponents are.");
}
