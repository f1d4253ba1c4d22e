// Setup, income, placing, attacking, fortifying and the end of the classic game.
#include "classic_helpers.hpp"

namespace hegemon::classic {
namespace {

Rules with(Rules rules, auto&& change) {
  change(rules);
  return rules;
}

// --- Setup -----------------------------------------------------------------------------------------------------------

TEST(ClassicStart, WhatCannotBeSeated) {
  for (int seats : {-1, 0, 1, 7}) EXPECT_THROW(Game(path_map(9), Rules{}, seats), std::invalid_argument);
  EXPECT_THROW(Game(path_map(3), Rules{}, 4), std::invalid_argument);
  EXPECT_NO_THROW(Game(path_map(4), Rules{}, 4));
  const Rules scattered = with(heredia2022(), [](Rules& r) { r.setup_place = SetupPlace::random; });
  EXPECT_THROW(Game(path_map(9), scattered, 2), std::invalid_argument);
}

TEST(ClassicStart, DraftInTurnThenFourAtATime) {
  Rules rules = heredia2022();
  rules.starter = Starter::random;  // has nothing to do with the draft
  const Game game(path_map(5), rules, 2);
  Random random(1);
  State state = start(game, random);
  const Seat starter = state.head().starter;
  for (int t : {3, 0, 4, 1, 2}) {
    ASSERT_EQ(state.head().phase, Phase::pick);
    ASSERT_EQ(actions_of(game, state).size(), static_cast<std::size_t>(5 - state.head().decisions));
    ASSERT_EQ(state.head().mover, state.head().decisions % 2);
    play(game, state, pick_at(t));
  }
  EXPECT_EQ(owners_of(state), (Ints{1, 1, 0, 0, 0}));
  EXPECT_EQ(armies_of(state), Ints(5, 1));
  Ints placed;
  for (int i = 0; state.head().phase == Phase::setup; ++i) {
    ASSERT_EQ(state.head().mover, i % 2);
    const auto actions = actions_of(game, state);
    ASSERT_EQ(actions.size(), i % 2 == 0 ? 3u : 2u);
    placed.push_back(actions[0].armies);
    play(game, state, actions[0]);
  }
  Ints expected(20, 4);  // 42 and 43 armies are left
  expected.insert(expected.end(), {2, 3});
  EXPECT_EQ(placed, expected);
  EXPECT_EQ(total_of(state), 90);
  EXPECT_EQ(state.head().mover, starter);
  EXPECT_EQ(state.head().phase, Phase::place);
  EXPECT_EQ(state.head().pool, (std::array<std::uint16_t, kMaxSeats>{}));
}

TEST(ClassicStart, DraftWithoutSetup) {
  const Game game(path_map(5), with(heredia2022(), [](Rules& r) { r.setup_place = SetupPlace::none; }), 3);
  Random random(2);
  State state = start(game, random);
  for (int t = 0; t < 5; ++t) play(game, state, pick_at(t));
  EXPECT_EQ(owners_of(state), (Ints{0, 1, 2, 0, 1}));
  EXPECT_EQ(state.head().phase, Phase::place);
  EXPECT_EQ(state.head().mover, 0);
  EXPECT_EQ(total_of(state), 5);
}

TEST(ClassicStart, SetupOneAtATimeUntilAllPoolsAreEmpty) {
  const Game game(path_map(5), with({}, [](Rules& r) { r.pool = 4; }), 3);
  Random random(2);
  State state = start(game, random);  // 2, 2 and 1 territories: 2, 2 and 3 armies to place
  Ints movers;
  while (state.head().phase == Phase::setup) {
    movers.push_back(state.head().mover);
    const Action action = random_action(game, state, random);
    EXPECT_EQ(action.armies, 1);
    EXPECT_EQ(state.owners()[action.source], state.head().mover);
    play(game, state, action);
  }
  EXPECT_EQ(movers, (Ints{0, 1, 2, 0, 1, 2, 2}));
  EXPECT_EQ(total_of(state), 12);
  EXPECT_EQ(state.head().mover, 0);
}

TEST(ClassicStart, PoolsOfTheTable) {
  const Ints pools{0, 0, 40, 35, 30, 25, 20};
  for (int seats = 2; seats <= kMaxSeats; ++seats) {
    Random random(3);
    const Game game(path_map(18), with({}, [](Rules& r) { r.setup_place = SetupPlace::random; }), seats);
    const State state = start(game, random);
    EXPECT_EQ(total_of(state), seats * pools[static_cast<std::size_t>(seats)]);
    EXPECT_EQ(state.head().phase, Phase::place);
    EXPECT_EQ(state.bytes(), game.state_bytes());
    for (int seat = 0; seat < seats; ++seat) EXPECT_LE(std::abs(state.land<1>(seat).size() - 18 / seats), 1);
  }
}

TEST(ClassicStart, AlternateDealAndRandomStarter) {
  Random random(4);
  const State fixed = start(Game(path_map(6), yao2025(), 4), random);
  EXPECT_EQ(owners_of(fixed), (Ints{0, 1, 2, 3, 0, 1}));
  EXPECT_EQ(armies_of(fixed), Ints(6, 1));
  const Game game(path_map(6), swiss2025(), 3);
  Ints starters(3), first_owner(3);
  for (int i = 0; i < 3000; ++i) {
    const State state = start(game, random);
    EXPECT_EQ(state.head().mover, state.head().starter);
    EXPECT_EQ(total_of(state), 18);
    ++starters[static_cast<std::size_t>(state.head().starter)];
    ++first_owner[static_cast<std::size_t>(state.owners()[0])];
  }
  EXPECT_LT(simultaneous::chi_square(starters), 14);
  EXPECT_LT(simultaneous::chi_square(first_owner), 14);
}

// --- Income and placing ----------------------------------------------------------------------------------------------

TEST(ClassicIncome, Variants) {
  const auto map = path_map(30, 3);  // groups of three, worth two
  Ints owners(30, 1);
  std::fill_n(owners.begin(), 14, 0);  // four whole groups
  const auto pays = [&](auto&& change, int round = 1) {
    const Game game(map, with({}, change), 2);
    State state = board(game, owners, Ints(30, 5));
    state.head().round = round;
    return income(game, state, 0);
  };
  EXPECT_EQ(pays([](Rules&) {}), 14 / 3 + 8);
  EXPECT_EQ(pays([](Rules& r) { r.groups_pay = false; }), 4);
  EXPECT_EQ(pays([](Rules& r) { r.income_least = 7; }), 7 + 8);
  EXPECT_EQ(pays([](Rules& r) { r.income_least = 7, r.income_least_in_all = true; }), 4 + 8);
  EXPECT_EQ(pays([](Rules& r) { r.income_least = 13, r.income_least_in_all = true; }), 13);
  EXPECT_EQ(pays([](Rules& r) { r.income_most = 1; }), 1 + 8);
  EXPECT_EQ(pays([](Rules& r) { r.income_divisor = 1; }), 14 + 8);
  EXPECT_EQ(pays([](Rules& r) { r.income_base = IncomeBase::armies; }), 70 / 3 + 8);
  EXPECT_EQ(pays([](Rules& r) { r.army_cap = 75; }), 5);
  EXPECT_EQ(pays([](Rules& r) { r.army_cap = 60; }), 0);
  EXPECT_EQ(pays([](Rules& r) { r.group_growth_percent = 50; }, 1), 4 + 8);
  EXPECT_EQ(pays([](Rules& r) { r.group_growth_percent = 50; }, 3), 4 + 4 * 4);  // 4.5 each
  EXPECT_EQ(pays([](Rules& r) { r.group_growth_percent = 100; }, 1000), kMaxIncome);
}

TEST(ClassicIncome, NothingToPlaceGoesStraightToTheAttacks) {
  const Game game(path_map(6), with(yao2025(), [](Rules& r) { r.army_cap = 9; }), 2);
  State state = board(game, {0, 0, 0, 1, 1, 1}, {3, 3, 3, 3, 3, 2});
  begin_turn(game, state, 0);
  EXPECT_EQ(state.head().phase, Phase::attack);
  begin_turn(game, state, 1);
  EXPECT_EQ(state.head().to_place, 1);
  EXPECT_EQ(state.head().phase, Phase::place);
}

TEST(ClassicPlace, Amounts) {
  const auto amounts = [](Amounts mode, bool duplicates, int to_place) {
    const Game game(path_map(2),
                    with(swiss2025(), [&](Rules& r) { r.place_amounts = mode, r.duplicates = duplicates; }), 2);
    State state = board(game, {0, 1}, {1, 1}, Phase::place);
    state.head().to_place = to_place;
    return amounts_of(game, state, place_at(0, 0));
  };
  const auto half = Amounts::one_half_all;
  EXPECT_EQ(amounts(half, true, 1), (Ints{1, 1}));
  EXPECT_EQ(amounts(half, true, 2), (Ints{1, 1, 2}));
  EXPECT_EQ(amounts(half, true, 3), (Ints{1, 1, 3}));
  EXPECT_EQ(amounts(half, true, 4), (Ints{1, 2, 4}));
  EXPECT_EQ(amounts(half, true, 9), (Ints{1, 4, 9}));
  EXPECT_EQ(amounts(half, false, 1), (Ints{1}));
  EXPECT_EQ(amounts(half, false, 2), (Ints{1, 2}));
  EXPECT_EQ(amounts(half, false, 3), (Ints{1, 3}));
  EXPECT_EQ(amounts(half, false, 4), (Ints{1, 2, 4}));
  EXPECT_EQ(amounts(Amounts::any, true, 4), (Ints{1, 2, 3, 4}));
  EXPECT_EQ(amounts(Amounts::all, true, 4), (Ints{4}));
}

TEST(ClassicPlace, BorderOnlyAndUntilAllIsPlaced) {
  const Ints owners{0, 0, 0, 1, 1};
  const Game border(path_map(5), swiss2025(), 2), anywhere(path_map(5), Rules{}, 2);
  State state = board(border, owners, Ints(5, 1));
  begin_turn(border, state, 0);
  EXPECT_FALSE(allows(border, state, place_at(0, 1)) || allows(border, state, place_at(1, 1)));
  play(border, state, place_at(2, 1));
  EXPECT_EQ(state.head().phase, Phase::place);
  EXPECT_EQ(state.head().to_place, 4);  // three, and two for the group, one of which is gone
  play(border, state, place_at(2, 4));
  EXPECT_EQ(state.head().phase, Phase::attack);
  EXPECT_EQ(state.armies()[2], 6);
  State other = board(anywhere, owners, Ints(5, 1));
  begin_turn(anywhere, other, 0);
  EXPECT_EQ(actions_of(anywhere, other).size(), 15u);
  EXPECT_TRUE(allows(anywhere, other, place_at(0, 5)));
}

// --- The end ---------------------------------------------------------------------------------------------------------

TEST(ClassicEnd, EliminationWithThreeSeats) {
  const Game game(path_map(3), with(swiss2025(), [](Rules& r) { r.moves_after_win = false; }), 3);
  State state = board(game, {0, 1, 2}, {9, 1, 4});
  play(game, state, blitz(0, 1, 8), {7});
  EXPECT_EQ(state.head().phase, Phase::attack);
  EXPECT_EQ(armies_of(state), (Ints{1, 8, 4}));
  play(game, state, pass());
  play(game, state, pass());
  EXPECT_EQ(state.head().mover, 2) << "seat 1 is out";
  EXPECT_EQ(state.head().round, 1);
  play(game, state, place_at(2, 1));
  play(game, state, place_at(2, state.head().to_place));
  play(game, state, pass());
  play(game, state, pass());
  EXPECT_EQ(state.head().mover, 0);
  EXPECT_EQ(state.head().round, 2);
  play(game, state, place_at(1, state.head().to_place));
  play(game, state, blitz(1, 2, state.armies()[1] - 1), {3});
  EXPECT_EQ(state.head().phase, Phase::over);
  EXPECT_EQ(state.head().winner, 0);
  EXPECT_EQ(state.head().turns, 2);
  EXPECT_EQ(count_actions(game, state), 0u);
}

TEST(ClassicEnd, WinWithTheLastAttackAllowed) {
  Rules rules;  // nothing would be left of the turn but to draw a card
  rules.attacks_per_turn = 1;
  rules.fortify = Fortify::none;
  const Game game(path_map(3), rules, 2);
  State state = board(game, {0, 0, 1}, {1, 9, 1});
  play(game, state, blitz(1, 2, 8), {6});
  EXPECT_EQ(state.head().phase, Phase::over);
  EXPECT_EQ(state.head().winner, 0);
  EXPECT_EQ(state.head().turns, 0);
  EXPECT_EQ(armies_of(state), (Ints{1, 5, 3})) << "the fewest move in";
}

TEST(ClassicEnd, MovesAfterTheWin) {
  for (const bool on : {false, true}) {
    const Game game(path_map(3), with(swiss2025(), [&](Rules& r) { r.moves_after_win = on; }), 2);
    State state = board(game, {0, 0, 1}, {5, 3, 1});
    play(game, state, blitz(1, 2, 2), {1});
    if (on) {
      EXPECT_EQ(state.head().phase, Phase::attack);
      EXPECT_EQ(actions_of(game, state), std::vector<Action>{pass()});
      play(game, state, pass());
      play(game, state, shift(0, 2, 4));
    }
    EXPECT_EQ(state.head().phase, Phase::over);
    EXPECT_EQ(state.head().winner, 0);
    EXPECT_EQ(state.head().turns, on ? 1 : 0);
    EXPECT_EQ(armies_of(state), on ? (Ints{1, 1, 6}) : (Ints{5, 1, 2}));
  }
}

TEST(ClassicEnd, TurnCap) {
  const auto winner = [](CapResult result, const Ints& armies) {
    const Game game(path_map(5), with(swiss2025(), [&](Rules& r) { r.turn_cap = 7, r.cap_result = result; }), 3);
    State state = board(game, {0, 0, 1, 1, 2}, armies, Phase::fortify);
    state.head().turns = 5;
    play(game, state, pass());
    EXPECT_EQ(state.head().phase, Phase::place);
    end_turn(game, state);
    EXPECT_EQ(state.head().phase, Phase::over);
    EXPECT_EQ(state.head().turns, 7);
    return static_cast<int>(state.head().winner);
  };
  EXPECT_EQ(winner(CapResult::draw, {1, 1, 1, 1, 9}), kNobody);
  EXPECT_EQ(winner(CapResult::armies, {1, 1, 1, 1, 9}), 2);
  EXPECT_EQ(winner(CapResult::armies, {5, 4, 1, 1, 9}), kNobody);
  EXPECT_EQ(winner(CapResult::armies, {1, 1, 9, 1, 9}), 1);
  EXPECT_EQ(winner(CapResult::territories, {1, 1, 1, 1, 9}), kNobody);
}

TEST(ClassicEnd, DecisionCapWaitsForTheDice) {
  const auto end = [](CapResult result, int outcome) {
    const Game game(path_map(3), with(swiss2025(), [&](Rules& r) { r.decision_cap = 1, r.cap_result = result; }), 2);
    State state = board(game, {0, 0, 1}, {1, 4, 2});
    apply(game, state, blitz(1, 2, 3));
    EXPECT_EQ(state.head().phase, Phase::attack);
    EXPECT_EQ(count_actions(game, state), 0u);
    apply_outcome(game, state, outcome);
    EXPECT_EQ(state.head().phase, Phase::over);
    return static_cast<int>(state.head().winner);
  };
  EXPECT_EQ(end(CapResult::draw, 3), kNobody);
  EXPECT_EQ(end(CapResult::armies, 3), 0);        // 2 against 1
  EXPECT_EQ(end(CapResult::armies, 4), kNobody);  // 2 against 2
  EXPECT_EQ(end(CapResult::territories, 4), 0);
  EXPECT_EQ(end(CapResult::draw, 1), 0) << "whoever has everything has won";
  const Game draft(path_map(3), with(heredia2022(), [](Rules& r) { r.decision_cap = 1; }), 2);
  Random random(5);
  State state = start(draft, random);
  play(draft, state, pick_at(0));
  EXPECT_EQ(state.head().phase, Phase::over);
  EXPECT_EQ(state.head().winner, kNobody) << "the first to pick has not won";
}

}  // namespace
}  // namespace hegemon::classic
