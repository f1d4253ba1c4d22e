// Luck of the dice in a rollout: how much more a seat's share of the win has grown than it could expect to. Taken off
// the end of the rollout, it leaves the same mean with much less variance.
#pragma once

#include <span>

#include "classic/game.hpp"
#include "search/classic_planner/planner.hpp"

namespace hegemon::search::classic_rollouts {

namespace classic = hegemon::classic;

class Luck {
 public:
  Luck(const classic_planner::Knowledge& knowledge, int seat);

  // A new rollout.
  void begin() { sum_ = 0.0; }
  // Measures what armies and land are worth now; once a turn is enough.
  void look(const classic::State& state);
  // Before the outcome of a battle or a throw is applied.
  void count(const classic::State& state, int outcome);
  double sum() const { return sum_; }

 private:
  const classic_planner::Knowledge& k_;
  std::size_t seat_;
  double sum_ = 0.0;
  std::vector<double> shares_;
  std::vector<double> army_;  // what one army is worth in the logit of its seat
  std::vector<double> land_;  // the same of a territory
};

}  // namespace hegemon::search::classic_rollouts
