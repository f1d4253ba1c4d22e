// Candidate plans: where they come from and how a tree keeps them.
#pragma once

#include <cstdint>

#include "simultaneous/game.hpp"
#include "simultaneous_memory.hpp"
#include "simultaneous_settings.hpp"

namespace hegemon::search::smcts {

namespace rules = hegemon::simultaneous;

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

  PlanRef add(const rules::Plan& plan);
  void read(PlanRef ref, rules::Plan& plan) const;
  bool same(PlanRef ref, const rules::Plan& plan) const;
  static std::uint16_t tag(const rules::Plan& plan);
  std::size_t bytes() const { return orders_.bytes(); }

 private:
  Arena<std::uint64_t> orders_;
};

// A plan for the seat from the random generator or, with the percentage set, from the sharp one; empty if the seat has
// nothing to decide.
void draw_plan(const rules::Game& game, const rules::State& state, int seat, const Settings& settings, Random& random,
               rules::Scratch& scratch, rules::Plan& plan);

// Like random_plan, but with everything in few places: armies deployed on one or two borders, each stack sent to one
// target after the other with what it needs or with all it has, and on through what it takes where the rules let
// armies move again.
void sharp_plan(const rules::Game& game, const rules::State& state, int seat, Random& random, rules::Scratch& scratch,
                rules::Plan& plan);

// Puts part of one plan onto another: the armies of some territories do what they do in `scion`, all others what they
// do in `stock`; the deployments are those of one of the two. Legal if both are.
void graft_plan(const rules::Plan& stock, const rules::Plan& scion, Random& random, rules::Plan& plan);

}  // namespace hegemon::search::smcts
