// Which child to visit next, by UCT or by PUCT: the largest mean + factor * weight.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "search/mcts/settings.hpp"
#include "search/mcts/tree.hpp"

namespace hegemon::search {

// The first edge with the largest mean + factor * weight. Four running maxima, because one would be a chain.
inline std::uint32_t best_score(const Score* scores, std::uint32_t count, float factor) {
  float best[4] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};
  const auto score = [&](std::uint32_t i) { return scores[i].mean + factor * scores[i].weight; };
  std::uint32_t i = 0;
  for (; i + 4 <= count; i += 4) {
    for (std::uint32_t lane = 0; lane < 4; ++lane) {
      const float here = score(i + lane);
      best[lane] = here > best[lane] ? here : best[lane];
    }
  }
  for (; i < count; ++i) best[0] = std::max(best[0], score(i));
  const float most = std::max(std::max(best[0], best[1]), std::max(best[2], best[3]));
  for (i = 0; i < count; ++i) {
    if (score(i) == most) return i;
  }
  return 0;
}

// Brings an edge's two numbers up to date. A visit under way counts as one that was lost by the seat that chooses.
template <class Action>
void refresh(Node<Action>& node, std::uint32_t at, const Settings& settings) {
  const Edge<Action>& edge = node.edges()[at];
  const double n = edge.visits + edge.pending, lost = edge.pending * settings.virtual_loss;
  Score& score = node.scores()[at];
  score.mean = static_cast<float>(n > 0 ? (edge.sum - lost) / n : node.worth - settings.first_play);
  if (settings.selection == Selection::uct) {
    score.weight = static_cast<float>((node.expanded ? edge.prior * node.options : 1.0) / std::sqrt(std::max(n, 1.0)));
  } else {
    score.weight = static_cast<float>(edge.prior / (1 + n));
  }
}

template <class Action>
float exploration_factor(const Node<Action>& node, const Settings& settings) {
  const double n = std::max<double>(1, node.visits + node.pending);
  return static_cast<float>(settings.exploration * std::sqrt(settings.selection == Selection::uct ? std::log(n) : n));
}

// KataGo's forced playouts: a child of the root that was visited at all gets at least sqrt(k P N) visits.
template <class Action>
bool is_short(const Node<Action>& node, std::uint32_t at, double k) {
  const Edge<Action>& edge = node.edges()[at];
  const double n = edge.visits + edge.pending;
  return n > 0 && n * n < k * edge.prior * (node.visits + node.pending);
}

template <class Action>
std::uint32_t select(Node<Action>& node, const Settings& settings, bool is_root) {
  if (is_root && settings.forced_playouts > 0) {
    for (std::uint32_t i = 0; i < node.count; ++i) {
      if (is_short(node, i, settings.forced_playouts)) return i;
    }
  }
  return best_score(node.scores(), node.count, exploration_factor(node, settings));
}

// The outcome that is furthest behind its probability; edges of an exact chance node hold it as their prior.
template <class Action>
std::uint32_t most_behind(const Node<Action>& node) {
  const double next = static_cast<double>(node.visits) + node.pending + 1;
  std::uint32_t best = 0;
  double most = -INFINITY;
  for (std::uint32_t i = 0; i < node.count; ++i) {
    const Edge<Action>& edge = node.edges()[i];
    const double behind = edge.prior * next - (edge.visits + edge.pending);
    if (behind > most) {
      most = behind;
      best = i;
    }
  }
  return best;
}

}  // namespace hegemon::search
