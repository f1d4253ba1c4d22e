// What a seat believes under fog: whole positions that fit everything it has been told. Every turn the other seat plays in
// each of them as it was seen to play, and as a planner or a policy network would where nobody looks; those positions are
// kept that agree best with what is seen then.
#pragma once

#include <vector>

#include "search/planner/planner.hpp"
#include "search/rollouts/policy_net.hpp"

namespace hegemon::search::rollouts {

namespace sim = hegemon::simultaneous;

class Belief {
 public:
  // Without a policy network planners play alone.
  Belief(const planner::Knowledge& knowledge, const PolicyNet* policy, int seat, int worlds);

  // Takes in what is seen now. `plan` is what the seat ordered since the view before, if there was one, and `seen` what
  // it saw of the other seat's orders, with armies below 1 where it did not see how many.
  void observe(const sim::State& view, const sim::Plan* plan, const sim::Plan& seen, Random& random);
  // Positions that may be the true one; never empty once something was observed.
  const std::vector<sim::State>& worlds() const { return worlds_; }

 private:
  struct Guess {
    sim::State state;
    double surprise = 0.0;  // how much it disagrees with what is seen
  };

  void begin(const sim::State& view, const sim::Plan* picks, Random& random);
  void advance(const sim::State& view, const sim::Plan& plan, const sim::Plan& seen, Random& random);
  bool known(int territory) const { return last_.armies()[territory] != sim::kUnknownArmies; }
  void place_sources(sim::State& world, const sim::Plan& seen) const;
  double agree(const sim::State& world, const sim::Plan& seen, sim::Plan& plan, Random& random) const;
  int hidden_land(const sim::State& world, Random& random) const;
  double surprise(const sim::State& guess, const sim::State& view) const;
  void repair(sim::State& guess, const sim::State& view, Random& random) const;
  void guess_picks(sim::State& guess, const sim::State& view, const sim::Plan* picks, Random& random);

  const planner::Knowledge& k_;
  const PolicyNet* policy_;
  planner::Planner planner_;
  sim::Scratch scratch_;
  int seat_;
  std::size_t size_;
  sim::State last_;  // view
  int round_ = -1;   // of it
  std::vector<sim::State> worlds_;
};

}  // namespace hegemon::search::rollouts
