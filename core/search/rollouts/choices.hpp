// What a policy network learns from: plans that a search has played, as choices among the options of a draft.
#pragma once

#include <cstdint>
#include <vector>

#include "search/rollouts/policy_net.hpp"

namespace hegemon::search::rollouts {

// Positions one after the other, each with its choices. Numbers of rows count within the position.
struct Choices {
  std::vector<float> features;                        // kFeatures of the seat that decides
  std::vector<float> land, groups;                    // rows, from its side
  std::vector<std::int32_t> near, members;            // pairs of rows
  std::vector<std::int32_t> kinds, sources, targets;  // of every option: its kind and rows of territories; -1 is none
  std::vector<float> columns;                         // kOptionColumns of every option
  std::vector<std::int32_t> choices;                  // of every option: which choice of the position it belongs to
  std::vector<float> shares;                          // of every option: how often it was chosen
  std::vector<std::int32_t> counts;  // of every position: rows of land, of groups, pairs of both kinds, options
  std::vector<std::int32_t> games;   // of every position

  static constexpr int kCounts = 5;

  // Adds a position with a legal plan of the seat; of each step of a draft one choice at random, and all idle armies.
  void add(const planner::Knowledge& knowledge, const sim::State& state, int seat, const sim::Plan& plan, int game,
           Random& random);
};

}  // namespace hegemon::search::rollouts
