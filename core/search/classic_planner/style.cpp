#include "search/classic_planner/style.hpp"

#include <cmath>

namespace hegemon::search::classic_planner {

Style usual_style(const Weights& weights) { return {.weights = weights}; }

Style random_style(const Weights& weights, Random& random) {
  Style style{.weights = weights, .noise = 0.8 * random.uniform(), .key = random.next()};
  Weights& w = style.weights;
  const auto vary = [&](double& weight, double wide) { weight *= std::exp(wide * (random.uniform() - 0.5)); };
  vary(w.turns, 1.5);
  vary(w.group, 2.0);
  vary(w.effort, 1.5);
  vary(w.broken, 2.0);
  vary(w.denied, 2.0);
  vary(w.card, 2.0);
  vary(w.hands, 2.0);
  vary(w.killed, 1.0);
  vary(w.lost, 1.0);
  vary(w.chain, 1.5);
  vary(w.danger, 2.5);
  vary(w.defend, 2.5);
  vary(w.pull, 1.5);
  w.feared *= 2 * random.uniform();
  w.greed += 3 * (random.uniform() - 0.5);
  w.even = random.uniform();
  w.wait *= 2 * random.uniform();
  return style;
}

}  // namespace hegemon::search::classic_planner
