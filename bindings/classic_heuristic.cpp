// The rules of thumb of the classic game.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>

#include <memory>

#include "arrays.hpp"
#include "bindings.hpp"
#include "classic/position.hpp"
#include "interrupt.hpp"
#include "search/classic_heuristic/heuristic.hpp"
#include "search/classic_rollouts/features.hpp"
#include "search/classic_rollouts/games.hpp"
#include "tuples.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using hegemon::Random;
using hegemon::search::classic_heuristic::Heuristic;
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
      [](rollouts::Player& player, std::uint64_t visits, int pairs, int most_turns, int astray, const Random& random) {
        const rollouts::Results found = watched(false, [&, source = random](hegemon::search::Watch& watch) {
          return rollouts::play_heuristic(player, {pairs, most_turns, astray, {.visits = visits, .watch = &watch}},
                                          source);
        });
        return std::tuple(
            copy_array(found.points.data(), found.points.size()), copy_array(found.starts.data(), found.starts.size()),
            copy_table(found.features, rollouts::kFeatures), copy_array(found.games.data(), found.games.size()));
      },
      "player"_a, "visits"_a, "pairs"_a, "most_turns"_a, "astray"_a, "random"_a,
      "Games against the rules of thumb, in pairs with swapped seats, with so many rollouts per decision, or by the "
      "planner alone: the points of every game and whether the player had the first turn; features of its seat at the "
      "beginning of turns, after at most `astray` turns of random styles, and the games in which they came up.");
}
