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

// A draft of a handful of territories, and many armies on each: a game of two turns.
Weights of_small() {
  Weights w;
  w.turns = 14.0;
  w.land = 0.027;
  w.group = 0.18;
  w.effort = 4.4;
  w.walls = 0.54;
  w.broken = 150.0;
  w.denied = 1.4;
  w.card = 1.7;
  w.finish = 6.8;
  w.hands = 0.57;
  w.killed = 100.0;
  w.lost = 0.54;
  w.ahead = 0.45;
  w.chain = 0.61;
  w.danger = 7.4;
  w.feared = 0.009;
  w.spread = 0.11;
  w.greed = 0.027;
  w.defend = 0.4;
  w.mass = 8.7;
  w.pull = 0.064;
  w.far = 0.98;
  w.even = 0.55;
  w.wait = 1.3;
  return w;
}

constexpr int kSmall = 8;  // territories

}  // namespace

Weights usual_weights(const classic::Game& game) {
  const classic::Rules& rules = game.rules;
  if (rules.income_base == classic::IncomeBase::territories && rules.income_divisor == 1) return of_duels();
  if (game.seats > 2) return of_many();
  if (rules.deal == classic::Deal::draft && game.map->size() <= kSmall) return of_small();
  Weights weights;
  if (rules.attacks_per_turn == 1) weights.least = 0.6;  // the only attack of a turn must succeed
  return weights;
}

}  // namespace hegemon::search::classic_planner
