#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "arrays.hpp"
#include "bindings.hpp"
#include "interrupt.hpp"
#include "search/rollouts/belief.hpp"
#include "search/rollouts/games.hpp"
#include "search/rollouts/positions.hpp"
#include "search/rollouts/search.hpp"
#include "settings.hpp"
#include "simultaneous/position.hpp"
#include "tuples.hpp"
#include "value_nets.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hegemon::search::rollouts;
using hegemon::Random;
using hegemon::search::Budget;
namespace planner = hegemon::search::planner;

namespace {

// A seat of one game: what it knows of the game, and what it believes of the position.
class Player {
 public:
  Player(const sim::Game& game, int seat, const Settings& settings, const planner::Weights& weights,
         std::shared_ptr<const ValueNet> net, std::shared_ptr<const PolicyNet> policy)
      : knowledge_(game, weights),
        net_(std::move(net)),
        policy_(std::move(policy)),
        planner_(knowledge_),
        belief_(knowledge_, settings.proposed > 0 ? policy_.get() : nullptr, seat, settings.worlds),
        seat_(seat),
        settings_(settings) {
    sim::require_seat(seat);
  }

  void observe(const sim::State& view, const std::optional<OrderList>& orders, const OrderList& seen, Random& random) {
    sim::require_game(knowledge_.game, view);
    sim::Plan plan;
    if (orders) plan = to_plan(*orders);
    const sim::Plan others = to_plan(seen);
    for (const sim::Order& order : others) {
      hegemon::require(
          order.source >= 0 && order.source < view.size() && order.target >= 0 && order.target < view.size(),
          "an order of a territory that the map does not have");
    }
    belief_.observe(view, orders ? &plan : nullptr, others, random);
  }

  // Throws std::invalid_argument if nothing was observed, or there is nothing to decide.
  Result search(std::uint64_t visits, double seconds, Random& random, bool fair) {
    require_observed();
    Random local = random;
    Result result = watched(fair, [&](hegemon::search::Watch& watch) {
      return hegemon::search::rollouts::search(knowledge_, {net_.get(), policy_.get()}, belief_.worlds(), seat_,
                                               settings_, Budget{visits, seconds, &watch}, local);
    });
    random = local;
    return result;
  }

  OrderList plan(Random& random) {
    require_observed();
    sim::Plan plan;
    planner_.plan(belief_.worlds().front(), seat_, planner::usual_style(knowledge_.weights), random, plan);
    return to_list(plan);
  }

  std::vector<sim::State> worlds() const { return belief_.worlds(); }

 private:
  void require_observed() const {
    hegemon::require(!belief_.worlds().empty(), "nothing was observed yet");
    const auto deciding = sim::deciders(knowledge_.game, belief_.worlds().front());
    hegemon::require(deciding >> seat_ & 1, "the seat has nothing to decide");
  }

  planner::Knowledge knowledge_;
  std::shared_ptr<const ValueNet> net_;
  std::shared_ptr<const PolicyNet> policy_;
  planner::Planner planner_;
  Belief belief_;
  int seat_;
  Settings settings_;
};

}  // namespace

void bind_rollouts(nb::module_& module) {
  bind_settings_class<Settings>(module, "RolloutSettings", "The fields of hegemon.search.RolloutSettings.");

  bind_settings_class<planner::Weights>(module, "PlannerWeights", "The fields of hegemon.search.PlannerWeights.");
  nb::class_<Result>(module, "RolloutResult", "What a rollout search found; the plan to play comes first.")
      .def_prop_ro(
          "plans",
          [](const Result& self) {
            std::vector<std::tuple<OrderList, std::uint64_t, double>> list;
            for (const Candidate& c : self.plans) list.emplace_back(to_list(c.plan), c.visits, c.value());
            return list;
          },
          "(orders, visits, value) of every plan tried.")
      .def_prop_ro(
          "best", [](const Result& self) { return to_list(self.plans.front().plan); },
          "The orders of the plan to play.")
      .def_ro("value", &Result::value)
      .def_ro("visits", &Result::visits)
      .def_ro("turns", &Result::turns)
      .def_ro("scenarios", &Result::scenarios)
      .def_ro("seconds", &Result::seconds);

  module.attr("SIMULTANEOUS_FEATURES") = kFeatures;
  module.def(
      "land_swapped", [] { return std::vector<int>(kLandSwapped.begin(), kLandSwapped.end()); },
      "Of every column in rows of territories, the column that tells the same of the other seat.");
  module.def(
      "group_swapped", [] { return std::vector<int>(kGroupSwapped.begin(), kGroupSwapped.end()); },
      "The same for rows of bonuses.");
  module.attr("BOARD_WIDTH") = ValueNet::kWidth;
  module.attr("LAND_SCALE") = ValueNet::kLandScale;
  module.attr("GROUP_SCALE") = ValueNet::kGroupScale;
  bind_value_net<ValueNet>(module, "SimultaneousValueNet")
      .def(
          "shares",
          [](const ValueNet& self, const sim::Game& game, const sim::State& state) {
            require_whole(game, state);
            const planner::Knowledge knowledge(game, planner::usual_weights(game.rules));
            const double share = (1 + value(knowledge, &self, state, 0)) / 2;
            return std::vector<double>{share, 1 - share};
          },
          "game"_a, "state"_a, "The share of the win that each seat may expect at the beginning of a turn.");

  module.def(
      "value_inputs",
      [](const sim::Game& game, const sim::State& state) {
        require_whole(game, state);
        const planner::Knowledge knowledge(game, planner::usual_weights(game.rules));
        std::vector<float> features;
        for (const Features& of_seat : measure(knowledge, state)) {
          features.insert(features.end(), of_seat.begin(), of_seat.end());
        }
        Board board;
        BoardReader().read(knowledge, state, board);
        return std::tuple(copy_table(features, kFeatures), copy_table(board.land, kLandColumns),
                          copy_table(board.groups, kGroupColumns));
      },
      "game"_a, "state"_a,
      "What the value network sees of a position: the features of both seats, and rows of territories and of bonuses.");

  nb::class_<Player>(module, "RolloutPlayer", "A seat of a simultaneous game that remembers what it has seen.")
      .def(nb::init<const sim::Game&, int, const Settings&, const planner::Weights&, std::shared_ptr<const ValueNet>,
                    std::shared_ptr<const PolicyNet>>(),
           "game"_a, "seat"_a, "settings"_a, "weights"_a, "net"_a.none(), "policy"_a.none())
      .def("observe", &Player::observe, "view"_a, "orders"_a.none(), "seen"_a, "random"_a,
           "Take in what is seen now; orders are those given since the view before, or None, and seen those of the "
           "other seat as far as they were seen.")
      .def("search", &Player::search, "visits"_a, "seconds"_a, "random"_a, "fair"_a = false,
           "Search for the seat's best plan in the positions that it believes in.")
      .def("plan", &Player::plan, "random"_a, "The planner's plan, without search.")
      .def_prop_ro("worlds", &Player::worlds, "Whole positions that may be the true one.");

  module.def(
      "usual_weights", [](const sim::Game& game) { return named_values(planner::usual_weights(game.rules)); }, "game"_a,
      "The weights of the planner for the rules of the game, by name.");
  module.def(
      "play_planners",
      [](const sim::Game& game, const planner::Weights& first, const planner::Weights& second, int pairs,
         int most_turns, Random& random) {
        return unlocked(random,
                        [&](Random& local) { return play_planners(game, first, second, pairs, most_turns, local); });
      },
      "game"_a, "first"_a, "second"_a, "pairs"_a, "most_turns"_a, "random"_a,
      "The share of points of the first weights in games of planners, in pairs with swapped seats.");
  module.def(
      "learning_positions",
      [](const sim::Game& game, const planner::Weights& weights, std::shared_ptr<const ValueNet> net,
         std::shared_ptr<const PolicyNet> policy, int games, int most_turns, double stray, std::uint64_t visits,
         int playouts, int aside, Random& random) {
        const Positions found = unlocked(random, [&](Random& local) {
          return positions_of_games(game, weights, {net.get(), policy.get()},
                                    {games, most_turns, stray, visits, playouts, aside}, local);
        });
        Arrays arrays;
        arrays["features"] = copy_table(found.features, kFeatures * sim::kSeats);
        arrays["land"] = copy_table(found.board.land, kLandColumns);
        arrays["lands"] = copy_array(found.lands);
        arrays["groups"] = copy_table(found.board.groups, kGroupColumns);
        arrays["games"] = copy_array(found.games);
        arrays["ends"] = copy_array(found.ends);
        arrays["expected"] = copy_array(found.expected);
        arrays["ahead"] = copy_array(found.ahead);
        arrays["played"] = copy_array(found.played);
        return arrays;
      },
      "game"_a, "weights"_a, "net"_a.none(), "policy"_a.none(), "games"_a, "most_turns"_a, "stray"_a, "visits"_a,
      "playouts"_a, "aside"_a, "random"_a,
      "Positions at the beginning of turns in games of planners, or of searches with so many visits: what a value "
      "network sees of them, the number of the game, and values for the first seat (NaN: not known): ends of the "
      "games, what the searches expected, and means of playouts of the policy network, for a few turns ahead and "
      "played to the end.");
}
