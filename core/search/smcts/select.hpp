// Choosing one of several arms: upper confidence bounds and regret matching. Nothing here knows of plans or trees.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "search/smcts/settings.hpp"

namespace hegemon::search::smcts {

struct Arm {
  std::uint32_t visits = 0;
  float prior = 1.0f;  // P; 1 without a policy
  double total = 0.0;  // sum of values, always from the searching seat's point of view
};

struct RegretArm : Arm {
  double regret = 0.0;
  double share = 0.0;  // sum of the strategies played: the average strategy, not normalised
};

inline double mean(const Arm& arm) { return arm.visits > 0 ? arm.total / arm.visits : 0.0; }

// Prior of one of k candidates to which the policy gives probability p (Bauer 2024, Soares 2025).
inline float trusted_prior(double trust, double p, std::size_t k) {
  return static_cast<float>(trust * p * static_cast<double>(k) + (1.0 - trust));
}

// Turns the logits of one list of candidates into priors.
template <class A>
void set_priors(std::span<A> arms, const float* logits, double trust) {
  double most = -1e300, sum = 0;
  for (std::size_t i = 0; i < arms.size(); ++i) most = std::max<double>(most, logits[i]);
  for (std::size_t i = 0; i < arms.size(); ++i) sum += std::exp(logits[i] - most);
  for (std::size_t i = 0; i < arms.size(); ++i) {
    arms[i].prior = trusted_prior(trust, std::exp(logits[i] - most) / sum, arms.size());
  }
}

// The arm with the highest upper confidence bound for a player of this sign; ties are broken uniformly. Arms never
// tried come first where the formula has no bound for them.
template <class A>
int select_bound(std::span<const A> arms, double visits, double node_mean, double sign, const Settings& settings,
                 Random& random) {
  const bool ucb = settings.formula == Formula::ucb;
  const auto k = static_cast<double>(arms.size());
  const double root = ucb ? std::sqrt(std::log(std::max(visits, 1.0))) : std::sqrt(visits) / k;
  const double scale = settings.exploration * root;
  int best = 0;
  std::uint32_t ties = 0;
  double highest = -1e300;
  for (std::size_t i = 0; i < arms.size(); ++i) {
    const A& arm = arms[i];
    double score = 0;
    if (ucb) {
      score = arm.visits == 0 ? 1e9 + arm.prior
                              : sign * arm.total / arm.visits + scale * arm.prior / std::sqrt(double(arm.visits));
    } else {
      const double value = arm.visits == 0 ? node_mean : arm.total / arm.visits;
      score = sign * value + scale * arm.prior / (1.0 + arm.visits);
    }
    if (score < highest) continue;
    ties = score > highest ? 1 : ties + 1;
    highest = score;
    if (ties == 1 || random.below(ties) == 0) best = static_cast<int>(i);
  }
  return best;
}

// Regret matching (Hart and Mas-Colell 2000): probabilities proportional to positive regret.
template <class A>
void regret_strategy(std::span<const A> arms, std::vector<double>& strategy) {
  strategy.resize(arms.size());
  double sum = 0;
  for (const A& arm : arms) sum += std::max(arm.regret, 0.0);
  for (std::size_t i = 0; i < arms.size(); ++i) {
    strategy[i] = sum > 0 ? std::max(arms[i].regret, 0.0) / sum : 1.0 / static_cast<double>(arms.size());
  }
}

inline int sample(std::span<const double> weights, double sum, Random& random) {
  double at = random.uniform() * sum;
  for (std::size_t i = 0; i + 1 < weights.size(); ++i) {
    if ((at -= weights[i]) < 0) return static_cast<int>(i);
  }
  return static_cast<int>(weights.size()) - 1;
}

// An arm by regret matching with a share gamma of exploration, along the priors; adds to the average strategy with the
// given weight. Arms never tried come first.
template <class A>
int select_regret(std::span<A> arms, double gamma, double weight, Random& random, std::vector<double>& strategy) {
  regret_strategy(std::span<const A>(arms), strategy);
  double priors = 0;
  int untried = -1;
  for (std::size_t i = 0; i < arms.size(); ++i) {
    arms[i].share += weight * strategy[i];
    priors += arms[i].prior;
    if (arms[i].visits == 0 && (untried < 0 || arms[i].prior > arms[untried].prior)) untried = static_cast<int>(i);
  }
  if (untried >= 0) return untried;
  for (std::size_t i = 0; i < arms.size(); ++i) {
    const double even = priors > 0 ? arms[i].prior / priors : 1.0 / static_cast<double>(arms.size());
    strategy[i] = (1 - gamma) * strategy[i] + gamma * even;
  }
  return sample(strategy, 1.0, random);
}

}  // namespace hegemon::search::smcts
