// Candidate plans: where they come from and how a tree keeps them.
#pragma once

#include <cstdint>

#include "search/planner/planner.hpp"
#include "search/smcts/index_pool.hpp"
#include "search/smcts/settings.hpp"
#include "simultaneous/game.hpp"

namespace hegemon::search::smcts {

namespace sim = hegemon::simultaneous;

struct PlanRef {
  std::uint32_t first = 0;
  std::uint16_t orders = 0;
  std::uint16_t tag = 0;  // of the orders: different tags are different plans
};

// Plans as eight bytes an order.
class PlanStore {
 public:
  // Orders beyond this are left off: a legal plan without its last orders is legal.
  static constexpr std::size_t kMost = 4096;

  PlanRef add(const sim::Plan& plan);
  void read(PlanRef ref, sim::Plan& plan) const;
  bool same(PlanRef ref, const sim::Plan& plan) const;
  static std::uint16_t tag(const sim::Plan& plan);
  std::size_t bytes() const { return orders_.bytes(); }

 private:
  IndexPool<std::uint64_t> orders_;
};

// The planner of a search, with what it knows of the game.
struct Planned {
  explicit Planned(const sim::Game& game) : knowledge(game, planner::usual_weights(game.rules)), planner(knowledge) {}

  planner::Knowledge knowledge;
  planner::Planner planner;
};

// A plan for the seat from the random generator or, with the percentages set, from the planner or the focused
// generator; empty if the seat has nothing to decide.
void draw_plan(const sim::Game& game, const sim::State& state, int seat, const Settings& settings, Planned* planned,
               Random& random, sim::Scratch& scratch, sim::Plan& plan);

// Like random_plan, but with everything in few places: armies deployed on one or two borders, each stack sent to one
// target after the other with what it needs or with all it has, and on through what it takes where the rules let
// armies move again.
void focused_plan(const sim::Game& game, const sim::State& state, int seat, Random& random, sim::Scratch& scratch,
                  sim::Plan& plan);

// Puts part of one plan onto another: the armies of some territories do what they do in `second`, all others what they
// do in `first`; the deployments are those of one of the two. Legal if both are.
void cross_plans(const sim::Plan& first, const sim::Plan& second, Random& random, sim::Plan& plan);

}  // namespace hegemon::search::smcts
