// What a seat believes under fog: whole positions that fit everything it has been told. Every turn the planner plays the
// other seat in each of them, and those are kept that agree best with what is seen then.
#pragma once

#include <vector>

#include "search/planner/planner.hpp"

namespace hegemon::search::rollouts {

namespace sim = hegemon::simultaneous;

class Belief {
 public:
  Belief(const planner::Knowledge& knowledge, int seat, int worlds);

  // Takes in what is seen now. `plan` is what the seat ordered since the view before, if there was one.
  void observe(const sim::State& view, const sim::Plan* plan, Random& random);
  // Positions that may be the true one; never empty once something was observed.
  const std::vector<sim::State>& worlds() const { return worlds_; }

 private:
  struct Guess {
    sim::State state;
    double surprise = 0.0;  // how much it disagrees with what is seen
  };

  void begin(const sim::State& view, Random& random);
  void advance(const sim::State& view, const sim::Plan& plan, Random& random);
  double surprise(const sim::State& guess, const sim::State& view) const;
  void repair(sim::State& guess, const sim::State& view, Random& random) const;
  void guess_picks(sim::State& guess, const sim::State& view, Random& random) const;

  const planner::Knowledge& k_;
  planner::Planner planner_;
  sim::Scratch scratch_;
  int seat_;
  std::size_t size_;
  int round_ = -1;  // of the last view
  std::vector<sim::State> worlds_;
};

}  // namespace hegemon::search::rollouts
