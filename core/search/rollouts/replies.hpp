// How the other seat may reply: styles of the planner. Those that hurt most are met most often, so that a search looks
// for the best answer to a mixture of good replies (fictitious play), not to replies at random.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "search/planner/planner.hpp"

namespace hegemon::search::rollouts {

class Replies {
 public:
  // A share `proposed` of them comes from a policy network.
  Replies(const planner::Weights& weights, int count, double noise, double proposed, Random& random) {
    for (int i = 0; i < std::max(1, count); ++i) {
      const bool usual = i == 0;
      replies_.push_back(
          {usual ? planner::usual_style(weights) : planner::random_style(weights, random), random.next()});
      if (usual) replies_.front().style.noise = noise;
      replies_.back().proposed = !usual && proposed > 0 && random.uniform() < proposed;
    }
  }

  // The next reply: each once at first, then mostly those that did best.
  std::size_t draw(Random& random) {
    if (drawn_ < replies_.size()) return drawn_++;
    if (random.uniform() < kExplored) return random.below(static_cast<std::uint32_t>(replies_.size()));
    double sum = 0;
    for (const Reply& reply : replies_) sum += weight(reply);
    double at = random.uniform() * sum;
    for (std::size_t i = 0; i < replies_.size(); ++i) {
      at -= weight(replies_[i]);
      if (at < 0) return i;
    }
    return replies_.size() - 1;
  }

  // A reply that is no style, but comes from a search; its number.
  std::size_t add_searched() {
    replies_.push_back({.searched = true});
    return replies_.size() - 1;
  }

  bool proposed(std::size_t reply) const { return replies_[reply].proposed; }
  bool searched(std::size_t reply) const { return replies_[reply].searched; }
  const planner::Style& style(std::size_t reply) const { return replies_[reply].style; }
  // Of the noise of the style or of the proposal: a reply is the same plan whenever it meets the same position.
  std::uint64_t key(std::size_t reply) const { return replies_[reply].key; }
  // What a reply was worth to the other seat, against the plans that are still considered.
  void told(std::size_t reply, double value) {
    replies_[reply].total += value;
    replies_[reply].met += 1;
    total_ += value;
    met_ += 1;
  }

 private:
  static constexpr double kExplored = 0.25;
  static constexpr double kTemperature = 0.08;
  static constexpr double kPrior = 2.0;  // a reply that was met seldom is taken for an average one

  struct Reply {
    planner::Style style{};
    std::uint64_t key = 0;
    bool searched = false;
    bool proposed = false;
    double total = 0.0;
    double met = 0.0;
  };

  double weight(const Reply& reply) const {
    const double mean = met_ > 0 ? total_ / met_ : 0.0;
    return std::exp((reply.total - reply.met * mean) / (reply.met + kPrior) / kTemperature);
  }

  std::vector<Reply> replies_;
  std::size_t drawn_ = 0;
  double total_ = 0.0, met_ = 0.0;
};

}  // namespace hegemon::search::rollouts
