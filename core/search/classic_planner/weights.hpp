// What the planner of the classic game and its evaluation count. `hegemon train planner` finds them by games against
// each other.
#pragma once

#include "base/fields.hpp"
#include "classic/game.hpp"

namespace hegemon::search::classic_planner {

namespace classic = hegemon::classic;

struct Weights {
  // The planner. Worths are in armies.
  double turns = 18.0;
  double land = 0.12;
  double group = 1.7;
  double effort = 1.2;
  double walls = 0.81;
  double broken = 25.0;
  double denied = 0.04;
  double card = 1.2;
  double finish = 2.5;
  double hands = 0.5;
  double killed = 0.25;
  double lost = 2.1;
  double ahead = 0.54;
  double chain = 1.0;
  double danger = 0.97;
  double feared = 0.067;
  double spread = 0.16;
  double greed = 0.11;
  double least = 0.0;
  double defend = 0.33;
  double mass = 0.29;
  double pull = 0.1;
  double far = 0.24;
  double even = 1.0;
  double wait = 0.53;
  // The evaluation: factors on logarithms of a seat's share.
  double value_armies = 2.5;
  double value_income = 0.5;
  double value_land = 0.5;
  double value_strength = 2.5;
  double value_cards = 0.5;
  double value_tempo = 1.2;

  template <class Self, class Field>
  static void fields(Self& w, Field&& field) {
    constexpr Range kWorth{0, 1e4}, kAny{-1e4, 1e4}, kShare{0, 1};
    field("turns", w.turns, kWorth, "Turns for which income is counted.");
    field("land", w.land, kWorth, "Worth of any territory, besides its income.");
    field("group", w.group, kWorth, "Factor on groups to be completed.");
    field("effort", w.effort, kWorth, "How fast a group loses worth with the armies that stand in its way.");
    field("walls", w.walls, kWorth, "How fast a group loses worth with the territories from which it can be entered.");
    field("broken", w.broken, kWorth, "Breaking a group of another seat, as a share of its worth.");
    field("denied", w.denied, kWorth, "Standing in the way of a group, as a share of its worth.");
    field("card", w.card, kWorth, "Worth of a card, as a share of a third of the next set.");
    field("finish", w.finish, kWorth, "Worth of eliminating a seat; ten times as much if that wins the game.");
    field("hands", w.hands, kWorth, "Worth of a captured card, as a share of a third of the next set.");
    field("killed", w.killed, kWorth, "Worth of an army of another seat that falls.");
    field("lost", w.lost, kWorth, "Worth of an own army that falls.");
    field("ahead", w.ahead, Range{0, 3}, "How much more a fallen army counts for the stronger of two seats.");
    field("chain", w.chain, kWorth, "Factor on what an attack may take after its target.");
    field("danger", w.danger, kWorth, "How likely land that could be taken is attacked.");
    field("feared", w.feared, kWorth, "Share of the income of other seats that is expected where they may attack.");
    field("spread", w.spread, kWorth, "Worth of a link to foreign land that an attack closes, or opens.");
    field("greed", w.greed, kAny, "Worth below which nothing is attacked.");
    field("least", w.least, kShare, "Odds below which nothing is attacked.");
    field("defend", w.defend, kWorth, "Factor on own land in danger, where armies are placed.");
    field("mass", w.mass, kWorth, "Worth of an army already there, where armies are placed.");
    field("pull", w.pull, kWorth, "How much armies are wanted next to what is worth taking.");
    field("far", w.far, kShare, "How much armies are wanted a step away from where they are wanted.");
    field("even", w.even, kShare, "Odds below which an attack is rolled throw by throw, where the rules let it.");
    field("wait", w.wait, kWorth, "Armies for a set below which a seat keeps it if it can.");
    field("value_armies", w.value_armies, kAny, "Evaluation: armies.");
    field("value_income", w.value_income, kAny, "Evaluation: income.");
    field("value_land", w.value_land, kAny, "Evaluation: territories.");
    field("value_strength", w.value_strength, kAny, "Evaluation: armies with the income of some turns.");
    field("value_cards", w.value_cards, kAny, "Evaluation: what cards are worth, in armies.");
    field("value_tempo", w.value_tempo, kAny, "Evaluation: having the turn.");
  }
};

// The weights found for games like this one.
Weights usual_weights(const classic::Game& game);

}  // namespace hegemon::search::classic_planner
