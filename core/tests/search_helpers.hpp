// The published settings, and a game small enough to be solved by hand, for the tests of the simultaneous search.
#pragma once

#include "helpers.hpp"
#include "search/smcts/search.hpp"
#include "search/smcts/select.hpp"

namespace hegemon::search::smcts {

using sim::Game;
using sim::Ints;
using sim::Phase;
using sim::Plan;
using sim::State;

inline const std::vector<Selection> kSelections{Selection::serialised, Selection::duct, Selection::regret};

inline Settings published() {
  Settings settings;
  settings.selection = Selection::serialised;
  settings.expand = Expand::all;
  settings.evaluation = Evaluation::none;
  settings.duplicates = settings.idle_terminals = settings.blind_pending = true;
  settings.root_priors = false;
  return settings;
}

inline Result search_with(const Game& game, const State& state, const Settings& settings, std::uint64_t visits,
                          std::uint64_t seed = 1, const Evaluator& evaluator = {}, int seat = 0) {
  Random random(seed);
  return search(game, state, seat, settings, Budget{visits, 0}, random, evaluator);
}

// Each seat has one army next to two empty territories and nothing else to do: two plans each, "low" and "high".
struct MatrixGame {
  Game game{std::make_shared<Map>(6, sim::Links{{0, 1}, {0, 2}, {3, 4}, {3, 5}}, std::vector<Group>{}),
            sim::soares2025()};
  State state = sim::board({0, -1, -1, 1, -1, -1}, {1, 0, 0, 1, 0, 0});
  double payoff[2][2] = {{1.0, -0.4}, {-0.6, 0.6}};  // for seat 0: row low or high, column low or high
  // Equilibrium: rows 6/13 and 7/13, value 9/65.

  MatrixGame() { game.rules.base_income = 0; }

  void evaluate(Batch& batch) const {
    batch.values.clear();
    for (std::size_t row = 0; row < batch.rows(); ++row) {
      const std::int8_t* owners = batch.owners.data() + 6 * row;
      const double value = payoff[owners[2] == 0][owners[5] == 1];
      batch.values.push_back(static_cast<float>(batch.seats[row] == 0 ? value : -value));
    }
  }
  Result solve(Selection selection, std::uint64_t visits, double exploration = 0.35) const {
    Settings settings;
    settings.selection = selection;
    settings.evaluation = Evaluation::network;
    settings.depth = 2;
    settings.policy_trust = 0;
    settings.exploration = exploration;
    return search_with(game, state, settings, visits, 1,
                       [this](Batch& batch, const Deadline&) { return evaluate(batch), true; });
  }
  // The weight of attacking the lower territory.
  static double low(const Result& result) {
    double low = 0, sum = 0;
    for (const RootPlan& plan : result.plans) {
      sum += plan.weight;
      if (plan.plan.front().target == 1) low += plan.weight;
    }
    return low / sum;
  }
};

}  // namespace hegemon::search::smcts
