// Planner and rollout search of the classic game.
#include <nanobind/stl/map.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <string>

#include "arrays.hpp"
#include "bindings.hpp"
#include "classic/position.hpp"
#include "interrupt.hpp"
#include "search/classic_rollouts/features.hpp"
#include "search/classic_rollouts/games.hpp"
#include "search/classic_rollouts/search.hpp"
#include "settings.hpp"
#include "tuples.hpp"
#include "value_nets.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hegemon::search::classic_rollouts;
using hegemon::Random;
using hegemon::search::Budget;
using hegemon::search::classic_planner::usual_weights;
using hegemon::search::classic_planner::Weights;

void bind_classic_rollouts(nb::module_& module) {
  bind_settings_class<Settings>(module, "ClassicRolloutSettings",
                                "The fields of hegemon.search.ClassicRolloutSettings.");
  bind_settings_class<Weights>(module, "ClassicPlannerWeights", "The fields of hegemon.search.ClassicPlannerWeights.");

  module.attr("CLASSIC_FEATURES") = kFeatures;
  module.attr("VALUE_HIDDEN") = ValueNet::kHidden;
  bind_value_net<ValueNet>(module, "ClassicValueNet")
      .def(
          "shares",
          [](const ValueNet& self, const classic::Game& game, const classic::State& state) {
            classic::require_game(game, state);
            std::vector<double> values(static_cast<std::size_t>(game.seats));
            self.shares(hegemon::search::classic_planner::Knowledge(game, usual_weights(game)), state, values);
            return values;
          },
          "game"_a, "state"_a, "The share of the win that every seat may expect at the beginning of a turn.");

  nb::class_<Result>(module, "ClassicRolloutResult", "What a rollout search found; the action to take comes first.")
      .def_prop_ro(
          "candidates",
          [](const Result& self) {
            std::vector<std::tuple<ActionTuple, std::uint64_t, double>> list;
            for (const Candidate& c : self.candidates) list.emplace_back(to_tuple(c.action), c.visits, c.value());
            return list;
          },
          "(action, visits, share of the win) of everything tried; an action may come more than once.")
      .def_prop_ro(
          "best", [](const Result& self) { return to_tuple(self.candidates.front().action); }, "The action to take.")
      .def_ro("share", &Result::share)
      .def_ro("visits", &Result::visits)
      .def_ro("decisions", &Result::decisions)
      .def_ro("scenarios", &Result::scenarios)
      .def_ro("seconds", &Result::seconds);

  nb::class_<Player>(module, "ClassicRolloutPlayer", "A seat of a classic game that remembers what did well this turn.")
      .def(nb::init<const classic::Game&, const Settings&, const Weights&, std::shared_ptr<const ValueNet>>(), "game"_a,
           "settings"_a, "weights"_a, "net"_a.none() = nb::none())
      .def(
          "search",
          [](Player& self, const classic::State& view, std::uint64_t visits, double seconds, Random& random,
             bool fair) {
            classic::require_game(self.game(), view);
            Random local = random;
            Result result = watched(fair, [&](hegemon::search::Watch& watch) {
              return self.search(view, Budget{visits, seconds, &watch}, local);
            });
            random = local;
            return result;
          },
          "view"_a, "visits"_a, "seconds"_a, "random"_a, "fair"_a = false,
          "Search for the best action of the seat that decides.")
      .def(
          "decide",
          [](Player& self, const classic::State& view) {
            classic::require_game(self.game(), view);
            return to_tuple(self.decide(view));
          },
          "view"_a, "The planner's action, without search.")
      .def("know", &Player::know, "wins"_a.none(),
           "From now on the network says how likely the own seat wins against the opponent that it was learned "
           "against.");

  module.def(
      "usual_classic_weights", [](const classic::Game& game) { return named_values(usual_weights(game)); }, "game"_a,
      "The weights of the planner for the rules of the game, by name.");
  module.def(
      "play_classic_planners",
      [](const classic::Game& game, const Weights& first, const Weights& second, int pairs, int most_turns,
         Random& random) {
        return unlocked(random,
                        [&](Random& local) { return play_planners(game, first, second, pairs, most_turns, local); });
      },
      "game"_a, "first"_a, "second"_a, "pairs"_a, "most_turns"_a, "random"_a,
      "The share of points of the first weights in games of planners, in pairs with swapped seats.");
  module.def(
      "classic_learning_positions",
      [](const classic::Game& game, const Settings& settings, const Weights& weights,
         std::shared_ptr<const ValueNet> net, int games, int most_turns, double stray, std::uint64_t visits,
         Random& random) {
        const Positions found = unlocked(random, [&](Random& local) {
          return positions_of_games(game, settings, weights, net, {games, most_turns, stray, visits}, local);
        });
        const auto seats = static_cast<std::size_t>(game.seats);
        return std::tuple(copy_table(found.features, kFeatures * seats), copy_table(found.shares, seats),
                          copy_array(found.games.data(), found.games.size()));
      },
      "game"_a, "settings"_a, "weights"_a, "net"_a.none(), "games"_a, "most_turns"_a, "stray"_a, "visits"_a, "random"_a,
      "Positions at the beginning of turns in games of planners, or of searches with so many visits: features of all "
      "seats, the shares of the win that the seats had in the end, and the number of the game.");
  module.def(
      "classic_playouts",
      [](const classic::Game& game, const Weights& weights, int games, int positions, int playouts, int most_turns,
         double stray, Random& random) {
        const Sampling sampling{games, positions, playouts, most_turns, stray};
        const Playouts found =
            unlocked(random, [&](Random& local) { return playouts_of_games(game, weights, sampling, local); });
        const auto seats = static_cast<std::size_t>(game.seats);
        const std::size_t count = found.shares.size() / seats;
        Arrays arrays;
        arrays["states"] = copy_table(found.states, count == 0 ? 1 : found.states.size() / count);
        arrays["shares"] = copy_table(found.shares, seats);
        return arrays;
      },
      "game"_a, "weights"_a, "games"_a, "positions"_a, "playouts"_a, "most_turns"_a, "stray"_a, "random"_a,
      "Positions of any phase in games of planners, and the mean shares of the win when planners play on from there.");
}
