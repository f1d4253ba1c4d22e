// Presets, tiny maps and shorthand shared by the tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
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

// Any rules at all: every field that matters after the start is drawn from its range.
inline Rules any_rules(Random& random) {
  const auto any = [&](auto last) {
    return static_cast<decltype(last)>(random.below(static_cast<unsigned>(last) + 1));
  };
  return {.offense_kill_percent = random.between(0, 100),
          .defense_kill_percent = random.between(0, 100),
          .luck_percent = random.between(0, 4) * 25,
          .rounding = any(Rounding::weighted_random),
          .halves = any(Halves::doubles),
          .annihilation = any(Annihilation::one_stays),
          .stands_guard = random.between(0, 1),
          .moving_twice = any(MovingTwice::never),
          .captured_frozen = random.chance(50),
          .losses_frozen = random.chance(50),
          .same_link_twice = random.chance(50),
          .source_check = any(SourceCheck::execution),
          .interleave = any(Interleave::cycle),
          .idle_orders = any(IdleOrders::free),
          .base_income = random.between(0, 9),
          .excess_deploy = any(ExcessDeploy::allow),
          .illegal_orders = any(IllegalOrders::drop),
          .fog = any(Fog::complete),
          .round_cap = random.between(0, 12)};
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

using Ints = std::vector<int>;

inline State board(const Ints& owners, const Ints& armies) {
  State state(static_cast<int>(owners.size()));
  std::copy(owners.begin(), owners.end(), state.owners());
  std::copy(armies.begin(), armies.end(), state.armies());
  return state;
}

inline Ints owners_of(const State& state) { return {state.owners(), state.owners() + state.size()}; }
inline Ints armies_of(const State& state) { return {state.armies(), state.armies() + state.size()}; }

// Resolves a turn with the given chance outcomes, all of which must be used.
inline Log play(const Game& game, State& state, const Plans& plans, const std::vector<std::int32_t>& tape = {}) {
  Scratch scratch;
  Log log;
  Chance chance{std::span<const std::int32_t>(tape)};
  resolve(game, state, plans, chance, scratch, &log);
  EXPECT_TRUE(chance.used_up());
  return log;
}

inline State after(const Game& game, State state, const Plans& plans, const std::vector<std::int32_t>& tape = {}) {
  play(game, state, plans, tape);
  return state;
}

inline Log log_of(const Game& game, State state, const Plans& plans, const std::vector<std::int32_t>& tape = {}) {
  return play(game, state, plans, tape);
}

// The seats of the move orders in the order they ran, idle ones included.
inline Ints move_seats(const Log& log) {
  Ints seats;
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

// Seat 0 owns 0-3, seat 1 owns 4-7, five armies each.
inline State two_halves() { return board({0, 0, 0, 0, 1, 1, 1, 1}, Ints(8, 5)); }

// warzone without fog: no luck, one army stays, one move an army, strict alternation.
inline Game plain_game(int territories) {
  Game game{path_map(territories, territories), warzone()};
  game.rules.fog = Fog::none;
  return game;
}

// Six of eight territories are offered.
inline State pick_board(int picks_each) {
  State state = board(Ints(8, -1), Ints(8, 2));
  std::fill_n(state.marks(), 6, kOffered);
  state.head().phase = Phase::pick;
  state.head().picks_each = static_cast<std::int16_t>(picks_each);
  return state;
}

// Sum of squared deviations over the expected count; about one per category when all are equally likely.
inline double chi_square(const Ints& counts) {
  const double expected = std::accumulate(counts.begin(), counts.end(), 0) / double(counts.size());
  double sum = 0;
  for (const int count : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

// --- Hostile plans ---------------------------------------------------------------------------------------------------

// Sensible or not; source and target may not even exist.
inline Order any_order(const Map& map, Random& random) {
  constexpr std::array amounts{std::numeric_limits<int>::min(), -1, 0, 1, 2, 3, 5, 9, 30,
                               std::numeric_limits<int>::max()};
  const int source = random.chance(5) ? random.between(-1, map.size()) : random.between(0, map.size() - 1);
  int target = random.between(-1, map.size());
  if (source >= 0 && source < map.size() && random.chance(90)) {
    const auto near = map.neighbours(source);
    if (!near.empty()) target = near[random.below(static_cast<std::uint32_t>(near.size()))];
  }
  const auto kind = random.chance(3) ? OrderKind::pick : random.chance(30) ? OrderKind::deploy : OrderKind::move;
  return {kind, source, target, amounts[random.below(amounts.size())]};
}

inline Plan any_plan(const Game& game, const State& state, int seat, Random& random) {
  Plan plan;
  for (int i = random.between(0, 40); i > 0; --i) {
    plan.push_back(any_order(*game.map, random));
    const bool must_be_legal = game.rules.illegal_orders == IllegalOrders::refuse_plan;
    if (must_be_legal && !check(game, state, seat, plan).empty()) plan.pop_back();
  }
  return plan;
}

// Armies come only from deployments and go only in battle; nothing on the board or in the log is impossible.
inline void expect_sound(const Rules& rules, const State& before, const State& after, const Log& log) {
  std::int64_t expected = std::accumulate(before.armies(), before.armies() + before.size(), std::int64_t{0});
  for (const Event& event : log) {
    if (event.kind == EventKind::deploy) expected += event.armies;
    expected -= event.kills + event.losses;
    ASSERT_TRUE(event.seen[event.seat]);
  }
  ASSERT_EQ(std::accumulate(after.armies(), after.armies() + after.size(), std::int64_t{0}), expected);
  const int least = rules.stands_guard == 1 && rules.annihilation == Annihilation::one_stays ? 1 : 0;
  for (int t = 0; t < after.size(); ++t) {
    ASSERT_GE(after.armies()[t], least);
    ASSERT_TRUE(after.owners()[t] >= kNeutral && after.owners()[t] < kSeats);
  }
}

}  // namespace hegemon::simultaneous
