// Presets, tiny maps and shorthand shared by the tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "simultaneous/game.hpp"

namespace hegemon::simultaneous {

// --- The published presets, field by field as src/hegemon/rules/presets.py has them ----------------------------------

inline Rules soares2025() {
  return {.halves = Halves::survivors,
          .annihilation = Annihilation::empty,
          .stands_guard = 0,
          .moving_twice = MovingTwice::free,
          .same_link_twice = true,
          .source_check = SourceCheck::execution,
          .interleave = Interleave::fewer_deploys,
          .idle_orders = IdleOrders::use_slot,
          .excess_deploy = ExcessDeploy::refuse,
          .illegal_orders = IllegalOrders::refuse_plan,
          .start = Start::scatter,
          .territories_each = 2};
}

inline Rules warlight1() {
  return {.luck_percent = 100,
          .halves = Halves::kills,
          .excess_deploy = ExcessDeploy::clip,
          .territories_each = 3,
          .picking = Picking::ranked,
          .ranked_conflict = RankedConflict::coin,
          .offers_per_group = 2,
          .picks_told = false,
          .fog = Fog::normal,
          .round_cap = 100};
}

inline Rules warlight2() {
  Rules rules = warlight1();
  rules.luck_percent = 16;
  rules.halves = Halves::doubles;
  rules.captured_frozen = rules.losses_frozen = true;
  rules.territories_each = 0;
  rules.wastelands = Wastelands::half_groups;
  rules.picking = Picking::snake;
  rules.offers_per_group = 1;
  rules.picks_shrink_percent = 25;
  rules.picks_told = true;
  rules.round_cap = 60;
  rules.round_cap_percent = 250;
  return rules;
}

inline Rules warzone() {
  return {.captured_frozen = true,
          .losses_frozen = true,
          .interleave = Interleave::cycle,
          .idle_orders = IdleOrders::use_slot,
          .excess_deploy = ExcessDeploy::refuse,
          .illegal_orders = IllegalOrders::refuse_plan,
          .territories_each = 3,
          .start_armies = 5,
          .picking = Picking::ranked,
          .ranked_conflict = RankedConflict::snake,
          .picks_told = false,
          .fog = Fog::normal};
}

inline std::vector<std::pair<std::string, Rules>> presets() {
  return {{"soares2025", soares2025()}, {"warlight1", warlight1()}, {"warlight2", warlight2()}, {"warzone", warzone()}};
}

// --- Maps ------------------------------------------------------------------------------------------------------------

using Links = std::vector<std::array<int, 2>>;

// Groups of `group_size` territories in a row, each worth 2.
inline std::vector<Group> runs(int territories, int group_size) {
  std::vector<Group> groups;
  for (int t = 0; t < territories; ++t) {
    if (t % group_size == 0) groups.push_back({2, {}});
    groups.back().members.push_back(static_cast<Territory>(t));
  }
  return groups;
}

inline std::shared_ptr<const Map> path_map(int territories, int group_size = 3) {
  Links links;
  for (int t = 1; t < territories; ++t) links.push_back({t - 1, t});
  return std::make_shared<Map>(territories, links, runs(territories, group_size));
}

// A rectangle; every row is a group.
inline std::shared_ptr<const Map> grid_map(int width, int height) {
  Links links;
  for (int t = 0; t < width * height; ++t) {
    if ((t + 1) % width != 0) links.push_back({t, t + 1});
    if (t + width < width * height) links.push_back({t, t + width});
  }
  return std::make_shared<Map>(width * height, links, runs(width * height, width));
}

// Everything touches everything; the groups overlap: every territory is in two of them.
inline std::shared_ptr<const Map> dense_map() {
  constexpr int n = 12;
  Links links;
  for (int a = 0; a < n; ++a) {
    for (int b = a + 1; b < n; ++b) links.push_back({b, a});
  }
  std::vector<Group> groups = runs(n, 2);
  for (const Group& group : runs(n, 4)) groups.push_back(group);
  return std::make_shared<Map>(n, links, groups);
}

// Two paths and a lonely territory without any link between them.
inline std::shared_ptr<const Map> broken_map() {
  Links links;
  for (int t = 1; t < 18; ++t) {
    if (t != 8) links.push_back({t - 1, t});
  }
  return std::make_shared<Map>(19, links, runs(19, 3));
}

// --- Positions, plans and turns --------------------------------------------------------------------------------------

inline Order deploy(int territory, int armies) { return {OrderKind::deploy, territory, territory, armies}; }
inline Order move(int source, int target, int armies) { return {OrderKind::move, source, target, armies}; }
inline Order pick(int territory) { return {OrderKind::pick, territory, territory, 0}; }

inline Plan picks(std::initializer_list<int> territories) {
  Plan plan;
  for (int t : territories) plan.push_back(pick(t));
  return plan;
}

inline State board(const std::vector<int>& owners, const std::vector<int>& armies) {
  State state(static_cast<int>(owners.size()));
  std::copy(owners.begin(), owners.end(), state.owners());
  std::copy(armies.begin(), armies.end(), state.armies());
  return state;
}

inline std::vector<int> owners_of(const State& state) { return {state.owners(), state.owners() + state.size()}; }
inline std::vector<int> armies_of(const State& state) { return {state.armies(), state.armies() + state.size()}; }

// Resolves a turn with the given chance outcomes, all of which must be used.
inline Log play(const Game& game, State& state, const Plans& plans, const std::vector<std::int32_t>& tape = {}) {
  Scratch scratch;
  Log log;
  Chance chance{std::span<const std::int32_t>(tape)};
  resolve(game, state, plans, chance, scratch, &log);
  EXPECT_TRUE(chance.used_up());
  return log;
}

// The seats of the move orders in the order they ran, idle ones included.
inline std::vector<int> move_seats(const Log& log) {
  std::vector<int> seats;
  for (const Event& event : log) {
    if (event.order.kind == OrderKind::move) seats.push_back(event.seat);
  }
  return seats;
}

inline std::vector<Reason> reasons_of(const Log& log) {
  std::vector<Reason> reasons;
  for (const Event& event : log) reasons.push_back(event.reason);
  return reasons;
}

}  // namespace hegemon::simultaneous
