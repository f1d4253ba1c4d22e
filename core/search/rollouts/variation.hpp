// New plans from old ones: crossed and changed in small ways that a planner does not think of.
#pragma once

#include <vector>

#include "search/planner/planner.hpp"

namespace hegemon::search::rollouts {

namespace sim = hegemon::simultaneous;

class Variation {
 public:
  // Own land and its armies are the same in every world that the seat believes possible.
  Variation(const planner::Knowledge& knowledge, const sim::State& world, int seat);

  // What one plan orders on some territories, with what the other orders on the rest.
  sim::Plan cross(const sim::Plan& a, const sim::Plan& b, Random& random) const;
  // The plan with one or two small changes.
  sim::Plan mutate(const sim::Plan& plan, Random& random) const;

 private:
  void drop(sim::Plan& plan, Random& random) const;
  void reorder(sim::Plan& plan, Random& random) const;
  void resize(sim::Plan& plan, Random& random) const;
  void add_move(sim::Plan& plan, Random& random) const;
  void shift(sim::Plan& plan, Random& random) const;
  void concentrate(sim::Plan& plan, Random& random) const;
  void tidy(sim::Plan& plan) const;
  int idle(const sim::Plan& plan, int territory) const;
  bool mine(int territory) const { return world_.owners()[territory] == seat_; }

  const planner::Knowledge& k_;
  const Map& map_;
  const sim::State& world_;
  int seat_;
  int income_;
  std::vector<int> sources_;  // own land next to land of others
};

}  // namespace hegemon::search::rollouts
