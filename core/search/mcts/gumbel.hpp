// Planning with Gumbel noise (Danihelka, Guez, Schrittwieser, Silver 2022): sequential halving of a few actions at the
// root, and below it the choice that keeps visits closest to the improved policy.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "base/random.hpp"
#include "search/mcts/settings.hpp"
#include "search/mcts/tree.hpp"

namespace hegemon::search {

inline double gumbel(Random& random) { return -std::log(-std::log(random.uniform())); }

// Values are -1 .. 1 here and 0 .. 1 in the paper; its constants c_visit = 50 and c_scale = 1.
inline double scaled_value(double value, double most_visits) { return (50.0 + most_visits) * (value + 1) / 2; }

template <class Action>
double log_prior(const Edge<Action>& edge) {
  return std::log(std::max(1e-9, static_cast<double>(edge.prior)));
}

// What a position is worth to its mover: the mean of its visits, with the visited actions weighted by their priors.
template <class Action>
double mixed_value(const Node<Action>& node) {
  const auto* edges = node.edges();
  double visits = 0, sum = 0, weight = 0, weighted = 0;
  for (std::uint32_t i = 0; i < node.count; ++i) {
    if (edges[i].visits == 0) continue;
    visits += edges[i].visits;
    sum += edges[i].sum;
    weight += edges[i].prior;
    weighted += edges[i].prior * edges[i].sum / edges[i].visits;
  }
  const double mean = visits > 0 ? sum / visits : 0.0;
  return weight > 0 ? (mean + visits * weighted / weight) / (1 + visits) : mean;
}

// What an action is worth, as if `doubt` more visits had found it no better and no worse than the position: the few
// visits of one action may have met good dice, and its neighbour's bad ones.
template <class Action>
double doubted_value(const Edge<Action>& edge, double mixed, double doubt) {
  return edge.visits > 0 ? (edge.sum + doubt * mixed) / (edge.visits + doubt) : mixed;
}

// The improved policy: priors and values, where an unvisited action is worth what the visited ones average.
template <class Action>
void improved_policy(const Node<Action>& node, double doubt, std::vector<double>& policy) {
  const auto* edges = node.edges();
  double most = 0;
  for (std::uint32_t i = 0; i < node.count; ++i) most = std::max<double>(most, edges[i].visits);
  const double mixed = mixed_value(node);
  policy.resize(node.count);
  double top = -INFINITY, total = 0;
  for (std::uint32_t i = 0; i < node.count; ++i) {
    policy[i] = log_prior(edges[i]) + scaled_value(doubted_value(edges[i], mixed, doubt), most);
    top = std::max(top, policy[i]);
  }
  for (double& p : policy) total += p = std::exp(p - top);
  for (double& p : policy) p /= total;
}

template <class Action>
std::uint32_t select_improved(const Node<Action>& node, double doubt, std::vector<double>& policy) {
  improved_policy(node, doubt, policy);
  const double all = 1.0 + node.visits + node.pending;
  std::uint32_t best = 0;
  double most = -INFINITY;
  for (std::uint32_t i = 0; i < node.count; ++i) {
    const double score = policy[i] - (node.edges()[i].visits + node.edges()[i].pending) / all;
    if (score > most) {
      most = score;
      best = i;
    }
  }
  return best;
}

// Sequential halving at the root. Guarded by the root's lock.
class Halving {
 public:
  template <class Action>
  void begin(const Node<Action>& root, const Settings& settings, std::uint64_t visits, Random& random) {
    noise_.resize(root.count);
    considered_.resize(root.count);
    std::iota(considered_.begin(), considered_.end(), 0u);
    for (double& noise : noise_) noise = gumbel(random);
    doubt_ = settings.doubt;
    std::stable_sort(considered_.begin(), considered_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return noise_[a] + log_prior(root.edges()[a]) > noise_[b] + log_prior(root.edges()[b]);
    });
    const auto most = static_cast<std::size_t>(std::max(1, settings.gumbel_actions));
    if (considered_.size() > most) considered_.resize(most);
    rounds_ = std::max(1, static_cast<int>(std::bit_width(considered_.size() - 1)));
    visits_ = visits;
    target_ = share();
  }

  // The considered action with the fewest visits; the worse half goes when all have their share.
  template <class Action>
  std::uint32_t select(const Node<Action>& root) {
    for (;;) {
      const auto fewest =
          std::min_element(considered_.begin(), considered_.end(),
                           [&](std::uint32_t a, std::uint32_t b) { return tried(root, a) < tried(root, b); });
      if (tried(root, *fewest) < target_ || considered_.size() <= 2) return *fewest;
      rank(root);
      considered_.resize((considered_.size() + 1) / 2);
      target_ += share();
    }
  }

  template <class Action>
  void rank(const Node<Action>& root) {
    double most = 0;
    for (std::uint32_t i = 0; i < root.count; ++i) most = std::max<double>(most, root.edges()[i].visits);
    const double mixed = mixed_value(root);
    const auto score = [&](std::uint32_t i) {
      const auto& edge = root.edges()[i];
      const double value = edge.visits > 0 ? doubted_value(edge, mixed, doubt_) : -1.0;
      return noise_[i] + log_prior(edge) + scaled_value(value, most);
    };
    std::stable_sort(considered_.begin(), considered_.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return score(a) > score(b); });
  }
  // Best first once ranked.
  const std::vector<std::uint32_t>& considered() const { return considered_; }

 private:
  template <class Action>
  static std::uint64_t tried(const Node<Action>& root, std::uint32_t at) {
    return root.edges()[at].visits + root.edges()[at].pending;
  }
  std::uint64_t share() const {
    return std::max<std::uint64_t>(1, visits_ / (static_cast<std::uint64_t>(rounds_) * considered_.size()));
  }

  std::vector<double> noise_;
  std::vector<std::uint32_t> considered_;
  std::uint64_t visits_ = 0, target_ = 0;
  int rounds_ = 1;
  double doubt_ = 0;
};

}  // namespace hegemon::search
