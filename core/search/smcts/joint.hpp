// The tree of the joint selections: a node is a position, and both seats choose at once from statistics of their own.
#pragma once

#include "search/smcts/search.hpp"
#include "search/smcts/select.hpp"

namespace hegemon::search::smcts {

// Side 0 is the searching seat, side 1 the other.
inline constexpr int kSides = 2;

struct Candidate : RegretArm {
  PlanRef plan;
  std::uint32_t row = kNone;  // side 0: its cells, one for each candidate of the other side
  std::uint32_t row_capacity = 0;
};

// One pair of plans.
struct Cell {
  std::uint32_t child = kNone;  // the first of its outcomes
  std::uint32_t visits = 0;
  double total = 0.0;
};

struct Side {
  std::uint32_t first = kNone;
  std::uint16_t count = 0;
  std::uint16_t capacity = 0;
  bool closed = false;  // no further candidates can be found
};

struct JointNode : Arm {
  std::array<Side, kSides> sides;
  std::uint32_t state = kNone;
  std::uint32_t next = kNone;  // another outcome of the same pair
  std::uint16_t depth = 0;
  std::uint16_t outcome = 0;
  bool final = false;    // always worth `worth`
  bool waiting = false;  // for the network's answer
  bool guided = false;   // the policy was asked to order its candidates
  float worth = 0.0f;
};

// Nodes, candidates and cells, and how they grow (joint.cpp), also by what a policy says of them
// (policy.cpp). Knows nothing of how plans are chosen.
class JointTree {
 public:
  JointTree(SearchContext& context, const sim::State& root, Random drawing);

  JointNode& node(std::uint32_t index) { return *nodes_.at(index); }
  std::span<Candidate> candidates(const Side& side) {
    if (side.count == 0) return {};
    return {candidates_.at(side.first), side.count};
  }
  // Draws candidates until each side has as many as its visits allow.
  void widen(JointNode& node) { draw(node, allowed_candidates(context_.settings, node.visits)); }
  // Draws candidates until each side has so many.
  void draw(JointNode& node, int count);
  // The cell of a pair; it stays where it is until the node is widened.
  Cell& cell(JointNode& node, int i, int j);
  const Cell* find_cell(const JointNode& node, int i, int j) const;
  // The child for a pair of plans and the number of an outcome; resolves the turn if it is new.
  std::uint32_t child(JointNode& node, int i, int j, int outcome, bool& created);
  // Asks about a node, whose position must be in context.state: a row for each side, with the plans it has.
  void add_plans(const JointNode& node, Batch& batch);
  // Takes the priors of a node from the answer to these rows.
  void set_priors(JointNode& node, const Batch& batch, std::size_t row);
  // Draws candidates of a node that is passed through for the first time, and lets the policy put them in order. Most
  // leaves are never reached again: to ask about their plans would be wasted.
  void guide(JointNode& node);
  void read_state(const JointNode& node, sim::State& state) const { states_.read(node.state, state); }
  void read_plan(PlanRef ref, sim::Plan& plan) const { store_.read(ref, plan); }
  int seat_of(int side) const { return side == 0 ? context_.seat : 1 - context_.seat; }
  std::size_t bytes() const {
    return nodes_.bytes() + candidates_.bytes() + cells_.bytes() + states_.bytes() + store_.bytes();
  }

 private:
  bool draw_one(JointNode& node, int side);
  bool cross(const JointNode& node, int side, Random& random, sim::Plan& plan);
  PlanRef good_plan(const Side& side, int number, int among, Random& random);
  void reserve(Side& side);

  SearchContext& context_;
  IndexPool<JointNode> nodes_;
  IndexPool<Candidate> candidates_;
  IndexPool<Cell> cells_;
  StateStore states_;
  PlanStore store_;
  Random drawing_;                          // of the root's candidates
  sim::Plan first_parent_, second_parent_;  // scratch
  Batch batch_;
};

}  // namespace hegemon::search::smcts
