#include "search/planner/weights.hpp"

namespace hegemon::search::planner {

Weights usual_weights(const sim::Rules& rules) {
  Weights weights;
  if (rules.moving_twice == sim::MovingTwice::never) return weights;
  // Where armies march on in the same turn, games are short and whatever can be reached is in danger.
  weights.turns = 1.15;
  weights.patience = 0.036;
  weights.land = 0.67;
  weights.broken = 0.25;
  weights.denied = 0.145;
  weights.contested = 1.15;
  weights.traded = 0.29;
  weights.raid = 11.7;
  weights.relief = 0.71;
  weights.risk = 0.09;
  weights.pull = 21.0;
  weights.defend = 13.2;
  weights.feared = 0.065;
  weights.assumed = 1.9;
  weights.greed = 0.39;
  return weights;
}

}  // namespace hegemon::search::planner
