#include "search/classic_planner/weights.hpp"

namespace hegemon::search::classic_planner {
namespace {

// Several seats: whoever attacks much is weak when the others come.
Weights of_many() {
  Weights w;
  w.turns = 5.0;
  w.land = 0.084;
  w.group = 1.9;
  w.effort = 1.2;
  w.walls = 1.1;
  w.broken = 91.0;
  w.denied = 0.053;
  w.card = 1.7;
  w.finish = 2.0;
  w.hands = 0.61;
  w.killed = 0.53;
  w.lost = 2.8;
  w.ahead = 0.92;
  w.chain = 0.61;
  w.danger = 1.8;
  w.feared = 0.087;
  w.spread = 0.14;
  w.greed = 0.048;
  w.defend = 0.27;
  w.mass = 0.2;
  w.pull = 0.097;
  w.far = 0.56;
  w.even = 0.51;
  w.wait = 0.37;
  return w;
}

// Fair duels, few attacks a turn, and an army for every territory: land is everything, and games are long.
Weights of_duels() {
  Weights w;
  w.turns = 61.0;
  w.land = 0.14;
  w.group = 1.0;
  w.effort = 1.8;
  w.walls = 1.0;
  w.broken = 21.0;
  w.denied = 0.22;
  w.card = 0.97;
  w.finish = 2.8;
  w.hands = 0.55;
  w.killed = 0.005;
  w.lost = 2.6;
  w.ahead = 0.16;
  w.chain = 0.5;
  w.danger = 0.044;
  w.feared = 1.0;
  w.spread = 0.038;
  w.greed = 0.69;
  w.defend = 0.59;
  w.mass = 5.5;
  w.pull = 0.014;
  w.far = 0.79;
  w.even = 0.85;
  w.wait = 2.1;
  w.value_income = w.value_land = 5.0;
  return w;
}

}  // namespace

Weights usual_weights(const classic::Rules& rules, int seats) {
  if (rules.income_base == classic::IncomeBase::territories && rules.income_divisor == 1) return of_duels();
  return seats > 2 ? of_many() : Weights{};
}

}  // namespace hegemon::search::classic_planner
