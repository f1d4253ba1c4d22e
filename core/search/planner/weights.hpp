// What the planner and the evaluation count. `hegemon train planner` finds them by games against each other.
#pragma once

#include "base/fields.hpp"
#include "simultaneous/rules.hpp"

namespace hegemon::search::planner {

namespace sim = hegemon::simultaneous;

struct Weights {
  // The planner. Worths are in armies.
  double turns = 14.7;
  double patience = 0.2;
  double land = 0.02;
  double broken = 3.5;
  double denied = 0.16;
  double contested = 0.12;
  double traded = 0.04;
  double raid = 16.0;
  double relief = 1.3;
  double risk = 0.5;
  double far = 0.97;
  double pull = 4.7;
  double attack = 1.0;
  double defend = 8.0;
  double feared = 0.8;
  double assumed = 1.6;
  double greed = 0.78;
  // The evaluation: factors on differences between the seats.
  double value_armies = 0.5;
  double value_income = 1.0;
  double value_strength = 1.0;
  double value_land = 0.1;
  double value_at_risk = -0.5;
  double value_near = 1.0;
  double value_nearer = 0.5;

  template <class Self, class Field>
  static void fields(Self& w, Field&& field) {
    constexpr Range kWorth{0, 1e4}, kAny{-1e4, 1e4}, kShare{0, 0.99};
    field("turns", w.turns, kWorth, "Turns for which a bonus is counted.");
    field("patience", w.patience, kShare, "What a bonus is worth if it comes a turn later.");
    field("land", w.land, kWorth, "Worth of any territory.");
    field("broken", w.broken, kWorth, "Breaking a bonus of the other seat, as a share of the bonus.");
    field("denied", w.denied, kWorth, "Standing in the way of a bonus, as a share of the bonus.");
    field("contested", w.contested, kWorth, "Factor on bonuses of which the other seat holds a part.");
    field("traded", w.traded, kWorth, "Worth of a defender that falls with its territory.");
    field("raid", w.raid, kWorth, "Worth of any territory of the other seat.");
    field("relief", w.relief, kWorth, "Taking a neighbour that threatens own land, as a share of the land's worth.");
    field("risk", w.risk, kWorth, "How likely land in danger is attacked.");
    field("far", w.far, kShare, "How much armies are wanted a step away from where they are wanted.");
    field("pull", w.pull, kWorth, "How much more armies are wanted next to the other seat.");
    field("attack", w.attack, kWorth, "Factor on land of the other seat.");
    field("defend", w.defend, kWorth, "Factor on own land in danger.");
    field("feared", w.feared, kWorth, "Share of the other seat's income that is expected where it may attack.");
    field("assumed", w.assumed, kWorth,
          "Armies that are expected to be deployed on attacked land, in equal shares of the other seat's income.");
    field("greed", w.greed, kWorth, "Worth per army below which nothing is attacked.");
    field("value_armies", w.value_armies, kAny, "Evaluation: armies, as a logarithm of the ratio.");
    field("value_income", w.value_income, kAny, "Evaluation: income, as a logarithm of the ratio.");
    field("value_strength", w.value_strength, kAny, "Evaluation: armies with four turns of income, likewise.");
    field("value_land", w.value_land, kAny, "Evaluation: territories, likewise.");
    field("value_at_risk", w.value_at_risk, kAny, "Evaluation: bonuses with land that a neighbour can take.");
    field("value_near", w.value_near, kAny, "Evaluation: bonuses by how little is missing.");
    field("value_nearer", w.value_nearer, kAny, "Evaluation: the same, counting what is almost complete.");
  }
};

// The weights found for rules like these.
Weights usual_weights(const sim::Rules& rules);

}  // namespace hegemon::search::planner
