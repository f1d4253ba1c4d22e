// Rollout search for the simultaneous game. Candidates of the planner are tried against the same scenarios: a whole
// position that fits what is known, a plan of the other seat, and dice. Each trial is played on for some turns by the
// planner for both seats, and evaluated. Candidates that do badly are dropped, and the best ones are crossed.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "search/budget.hpp"
#include "search/planner/planner.hpp"
#include "search/rollouts/networks.hpp"
#include "search/rollouts/settings.hpp"
#include "search/rollouts/value.hpp"

namespace hegemon::search::rollouts {

namespace sim = hegemon::simultaneous;

struct Candidate {
  sim::Plan plan;
  double total = 0.0;
  std::uint64_t visits = 0;
  std::vector<float> values{};  // of its rollouts, in the order of the scenarios

  double value() const { return visits > 0 ? total / static_cast<double>(visits) : -2.0; }
};

struct Result {
  std::vector<Candidate> plans;  // the one to play first
  double value = 0.0;
  std::uint64_t visits = 0;  // rollouts
  std::uint64_t turns = 0;
  std::uint64_t scenarios = 0;
  double seconds = 0.0;
};

// `worlds` are whole positions that may be the true one, at least one.
Result search(const planner::Knowledge& knowledge, const Networks& nets, const std::vector<sim::State>& worlds,
              int seat, const Settings& settings, const Budget& budget, Random& random);

}  // namespace hegemon::search::rollouts
