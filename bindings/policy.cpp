#include "search/rollouts/policy.hpp"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>

#include "arrays.hpp"
#include "bindings.hpp"
#include "interrupt.hpp"
#include "search/rollouts/games.hpp"
#include "simultaneous/position.hpp"
#include "tuples.hpp"
#include "value_nets.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hegemon::search::rollouts;
using hegemon::Random;
namespace planner = hegemon::search::planner;

namespace {

Arrays arrays_of(const Choices& found) {
  Arrays arrays;
  arrays["features"] = copy_table(found.features, kFeatures);
  arrays["land"] = copy_table(found.land, kLandColumns);
  arrays["groups"] = copy_table(found.groups, kGroupColumns);
  arrays["near"] = copy_table(found.near, 2);
  arrays["members"] = copy_table(found.members, 2);
  arrays["kinds"] = copy_array(found.kinds);
  arrays["sources"] = copy_array(found.sources);
  arrays["targets"] = copy_array(found.targets);
  arrays["columns"] = copy_table(found.columns, kOptionColumns);
  arrays["choices"] = copy_array(found.choices);
  arrays["shares"] = copy_array(found.shares);
  arrays["counts"] = copy_table(found.counts, Choices::kCounts);
  arrays["games"] = copy_array(found.games);
  return arrays;
}

// The network needs a position of play, under rules that it knows.
void require_drafts(const sim::Game& game, const sim::State& state, int seat) {
  sim::require_whole(game, state);
  sim::require_seat(seat);
  hegemon::require(state.head().phase == sim::Phase::play, "plans are proposed while a game is played");
  hegemon::require(game.rules.moving_twice != sim::MovingTwice::free,
                   "plans are proposed under rules that do not let armies march on");
}

}  // namespace

void bind_policy(nb::module_& module) {
  module.attr("POLICY_WIDTH") = PolicyNet::kWidth;
  module.attr("POLICY_PARTS") = PolicyNet::kParts;
  module.attr("NEAR_SCALE") = PolicyNet::kNearScale;
  module.attr("OPTION_COLUMNS") = kOptionColumns;
  bind_value_net<PolicyNet>(module, "PolicyNet", "A network that proposes plans.")
      .def(
          "propose",
          [](const PolicyNet& self, const sim::Game& game, const sim::State& state, int seat, Random& random) {
            require_drafts(game, state, seat);
            const planner::Knowledge knowledge(game, planner::usual_weights(game.rules));
            return to_list(Policy(knowledge, self, state, seat).propose(random));
          },
          "game"_a, "state"_a, "seat"_a, "random"_a, "A plan at random, by the probabilities of the network.")
      .def(
          "choices",
          [](const PolicyNet& self, const sim::Game& game, const sim::State& state, int seat, const OrderList& orders,
             Random& random) {
            require_drafts(game, state, seat);
            const planner::Knowledge knowledge(game, planner::usual_weights(game.rules));
            const sim::Plan plan = to_plan(orders);
            hegemon::require(sim::check(game, state, seat, plan).empty(), "the plan is illegal");
            Choices found;
            found.add(knowledge, state, seat, plan, 0, random);
            const PolicyInputs inputs = policy_inputs(knowledge, state, seat);
            const auto reading = self.read(inputs);
            const auto place = [&](int row) { return row < 0 ? -1 : static_cast<int>(inputs.board.places[row]); };
            std::vector<float> logits;
            for (std::size_t i = 0; i < found.kinds.size(); ++i) {
              Option option{static_cast<OptionKind>(found.kinds[i]), place(found.sources[i]), place(found.targets[i])};
              std::copy_n(found.columns.begin() + static_cast<std::ptrdiff_t>(i * kOptionColumns), kOptionColumns,
                          option.row.begin());
              logits.push_back(self.logit(reading, option));
            }
            return std::tuple(arrays_of(found), copy_array(logits.data(), logits.size()));
          },
          "game"_a, "state"_a, "seat"_a, "orders"_a, "random"_a,
          "The plan as choices, as learning_choices has them, and the logits of their options.");
  module.def(
      "learning_choices",
      [](const sim::Game& game, const planner::Weights& weights, std::shared_ptr<const ValueNet> net,
         std::shared_ptr<const PolicyNet> policy, int games, int most_turns, std::uint64_t visits, Random& random) {
        const Choices found = unlocked(random, [&](Random& local) {
          return choices_of_games(game, weights, {net.get(), policy.get()},
                                  {.games = games, .most_turns = most_turns, .visits = visits}, local);
        });
        return arrays_of(found);
      },
      "game"_a, "weights"_a, "net"_a.none(), "policy"_a.none(), "games"_a, "most_turns"_a, "visits"_a, "random"_a,
      "What searches with so many visits decide in games with themselves, as choices among the options of drafts.");
}
