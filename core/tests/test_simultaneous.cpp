#include "helpers.hpp"

namespace hegemon::simultaneous {
namespace {

// --- Deployments and legal orders
// ---------------------------------------------------------------------------------------

TEST(Deploy, ExcessIsClippedRefusedOrAllowed) {
  Game game{path_map(8, 8), warlight1()};
  const Plans plans{Plan{deploy(0, 3), deploy(1, 4), deploy(2, 2), deploy(3, 6)}, Plan{}};
  const auto total = [&](ExcessDeploy excess) {
    game.rules.excess_deploy = excess;
    return armies_of(after(game, two_halves(), plans));
  };
  EXPECT_EQ(total(ExcessDeploy::clip), (Ints{8, 7, 5, 5, 5, 5, 5, 5}));
  EXPECT_EQ(total(ExcessDeploy::refuse), (Ints{8, 5, 7, 5, 5, 5, 5, 5}));
  EXPECT_EQ(total(ExcessDeploy::allow), (Ints{8, 9, 7, 5, 5, 5, 5, 5}));
}

TEST(Check, NamesTheFirstReasonAndDropsTheOrder) {
  const Game game{path_map(8, 8), warlight1()};
  const std::vector<std::pair<Order, std::string>> orders{{pick(0), "wrong phase"},
                                                          {deploy(8, 1), "no such territory"},
                                                          {move(0, 8, 1), "no such territory"},
                                                          {move(-1, 0, 1), "no such territory"},
                                                          {deploy(4, 1), "not your territory"},
                                                          {move(4, 3, 1), "not your territory"},
                                                          {move(0, 2, 1), "not adjacent"},
                                                          {deploy(0, 0), "needs at least one army"},
                                                          {move(0, 1, -2), "needs at least one army"},
                                                          {deploy(0, 5), ""},
                                                          {deploy(1, 1), "more than the income"},
                                                          {move(0, 1, 2), ""}};
  Plan plan;
  for (const auto& [order, reason] : orders) plan.push_back(order);
  Ints refused;
  for (const auto& [order, reason] : check(game, two_halves(), 0, plan)) {
    EXPECT_EQ(describe(reason), orders[order].second);
    refused.push_back(order);
  }
  EXPECT_EQ(refused, (Ints{0, 1, 2, 3, 4, 5, 6, 7, 8, 10}));
  EXPECT_EQ(armies_of(after(game, two_halves(), {plan, Plan{}})), (Ints{8, 7, 5, 5, 5, 5, 5, 5}));
}

TEST(Check, SourceMayBecomeOwnOnlyUnderExecutionCheck) {
  Game game = plain_game(8);
  EXPECT_EQ(check(game, two_halves(), 0, {move(4, 5, 1)}).size(), 1u);
  game.rules.source_check = SourceCheck::execution;
  EXPECT_TRUE(check(game, two_halves(), 0, {move(4, 5, 1)}).empty());
}

// --- Moving ----------------------------------------------------------------------------------------------------------

TEST(Move, AStackMarchesThroughTheWholeMap) {
  Game game{path_map(9), soares2025()};
  Ints owners(9, -1), armies(9, 0);
  owners[0] = 0, owners[8] = 1, armies[0] = 10;
  Plans plans;
  for (int t = 0; t < 8; ++t) plans[0].push_back(move(t, t + 1, 10));
  State state = after(game, board(owners, armies), plans, {0});
  EXPECT_EQ(owners_of(state), Ints(9, 0));
  EXPECT_EQ(state.armies()[8], 10);
  EXPECT_EQ(state.head().winner, 0);
  game.rules.moving_twice = MovingTwice::never;
  state = after(game, board(owners, armies), plans, {0});
  EXPECT_EQ(state.armies()[1], 10);
  EXPECT_EQ(state.owners()[2], kNeutral);
}

TEST(Move, ArrivalsStayUnlessMovingTwiceIsFree) {
  Game game = plain_game(8);
  const Plans plans{Plan{move(1, 2, 3), move(0, 1, 4), move(1, 0, 9)}, Plan{}};
  EXPECT_EQ(armies_of(after(game, two_halves(), plans)), (Ints{2, 5, 8, 5, 5, 5, 5, 5}));
  game.rules.moving_twice = MovingTwice::free;
  EXPECT_EQ(armies_of(after(game, two_halves(), plans)), (Ints{6, 1, 8, 5, 5, 5, 5, 5}));
}

TEST(Move, RetakenLandIsFrozenOnlyWhenTheRulesSay) {
  Game game = plain_game(3);
  const Plans plans{Plan{move(0, 1, 29), move(1, 2, 10)}, Plan{move(2, 1, 19)}};
  for (const bool frozen : {true, false}) {
    game.rules.captured_frozen = frozen;
    State state = board({0, 0, 1}, {30, 5, 20});
    state.head().first = 1;
    const Log log = play(game, state, plans);
    EXPECT_TRUE(log.at(0).captured && log.at(1).captured);
    EXPECT_EQ(log.at(2).reason, frozen ? Reason::nothing_to_send : Reason::none);
    EXPECT_EQ(armies_of(state), frozen ? (Ints{1, 18, 1}) : (Ints{1, 14, 3}));
  }
}

TEST(Move, LossesAreTakenFromUsableArmiesOnlyWhenTheRulesSay) {
  Game game = plain_game(3);
  const Plans plans{Plan{move(0, 1, 10), move(1, 2, 99)}, Plan{move(2, 1, 3)}};
  for (const bool frozen : {true, false}) {
    game.rules.losses_frozen = frozen;
    State state = board({0, 0, 1}, {11, 5, 4});
    state.head().first = 1;
    const Log log = play(game, state, plans);
    EXPECT_EQ(log.at(0).kills, 2);
    EXPECT_EQ(log.at(2).armies, frozen ? 2 : 4);
  }
}

TEST(Move, OneLinkIsUsedOnceInEachDirection) {
  Game game = plain_game(8);
  const Plans plans{Plan{move(0, 1, 1), move(0, 1, 1), move(1, 0, 1), move(1, 2, 1)}, Plan{}};
  EXPECT_EQ(reasons_of(log_of(game, two_halves(), plans)),
            (std::vector<Reason>{Reason::none, Reason::link_used, Reason::none, Reason::none}));
  game.rules.same_link_twice = true;
  EXPECT_EQ(reasons_of(log_of(game, two_halves(), plans)), std::vector<Reason>(4, Reason::none));
}

TEST(Move, AnOrderThatSentNothingLeavesItsLinkFree) {
  Game game = plain_game(3);
  game.rules.moving_twice = MovingTwice::free;
  const Log log =
      log_of(game, board({0, 0, 1}, {5, 1, 9}), {Plan{move(1, 2, 1), move(0, 1, 4), move(1, 2, 1)}, Plan{}});
  EXPECT_EQ(reasons_of(log), (std::vector<Reason>{Reason::nothing_to_send, Reason::none, Reason::none}));
}

TEST(Move, TransfersAndAttacksSwapWhenTheTargetChangesHands) {
  Game game = plain_game(4);
  State state = board({0, 0, 1, 1}, {9, 1, 9, 9});
  state.head().first = 1;
  const Log log = play(game, state, {Plan{move(0, 1, 8), move(1, 0, 1)}, Plan{move(2, 1, 8), move(3, 2, 1)}});
  ASSERT_EQ(log.size(), 4u);
  EXPECT_TRUE(log[0].captured);
  EXPECT_EQ(log[1].kind, EventKind::attack);
  EXPECT_EQ(log[2].kind, EventKind::transfer);
  EXPECT_EQ(log[3].reason, Reason::source_lost);
}

// --- Whose order runs when -------------------------------------------------------------------------------------------

TEST(Interleave, FewerDeployOrdersBegin) {
  const Game game{path_map(8, 8), soares2025()};
  for (int i = 0; i < 50; ++i) {
    const int mine = i % 5, theirs = i / 5 % 5, coin = i / 25;
    Plans plans{Plan(mine, deploy(0, 1)), Plan(theirs, deploy(4, 1))};
    for (const Order& order : {move(0, 1, 1), move(1, 2, 1), move(2, 3, 1)}) plans[0].push_back(order);
    for (const Order& order : {move(4, 5, 1), move(5, 6, 1)}) plans[1].push_back(order);
    const int first = mine == theirs ? coin : theirs < mine, second = 1 - first;
    EXPECT_EQ(move_seats(log_of(game, two_halves(), plans, {coin})), (Ints{first, second, first, second, 0}));
  }
}

TEST(Interleave, EveryPairHasItsCoin) {
  Game game = plain_game(8);
  game.rules.interleave = Interleave::coin_per_pair;
  Plans plans{Plan{move(0, 1, 1), move(1, 2, 1), move(2, 3, 1)}, Plan{move(7, 6, 1), move(6, 5, 1), move(5, 4, 1)}};
  for (int coins = 0; coins < 8; ++coins) {
    const int a = coins & 1, b = coins >> 1 & 1, c = coins >> 2;
    EXPECT_EQ(move_seats(log_of(game, two_halves(), plans, {a, b, c})), (Ints{a, 1 - a, b, 1 - b, c, 1 - c}));
  }
  plans[1].resize(1);
  EXPECT_EQ(move_seats(log_of(game, two_halves(), plans, {1})), (Ints{1, 0, 0, 0}));
}

TEST(Interleave, CycleChangesWhoBeginsEveryTurn) {
  const Game game = plain_game(8);
  State state = two_halves();
  for (const int first : {0, 1, 0}) {
    EXPECT_EQ(state.head().first, first);
    const Plans plans{Plan{move(0, 1, 1), move(1, 2, 1)}, Plan{move(7, 6, 1), move(6, 5, 1)}};
    EXPECT_EQ(move_seats(play(game, state, plans)), (Ints{first, 1 - first, first, 1 - first}));
  }
}

TEST(Interleave, IdleOrdersAreFreeOrUseTheirSlot) {
  Game game = plain_game(8);
  const Plans plans{Plan{move(0, 1, 1), move(1, 2, 1), move(2, 3, 1)}, Plan{move(7, 6, 1), move(6, 5, 1)}};
  State bare = two_halves();
  bare.armies()[0] = 1;
  game.rules.idle_orders = IdleOrders::use_slot;
  EXPECT_EQ(move_seats(log_of(game, bare, plans)), (Ints{0, 1, 0, 1, 0}));
  game.rules.idle_orders = IdleOrders::free;
  EXPECT_EQ(move_seats(log_of(game, bare, plans)), (Ints{0, 0, 1, 0, 1}));
}

// --- The end ---------------------------------------------------------------------------------------------------------

TEST(End, RoundCapDraws) {
  Game game = plain_game(8);
  EXPECT_EQ(game.round_cap(), 0);
  EXPECT_EQ((Game{path_map(10), warlight1()}).round_cap(), 100);
  EXPECT_EQ((Game{path_map(10), warlight2()}).round_cap(), 60);
  EXPECT_EQ((Game{path_map(27), warlight2()}).round_cap(), 67);
  game.rules.round_cap = 2;
  State state = two_halves();
  play(game, state, {});
  EXPECT_EQ(state.head().phase, Phase::play);
  play(game, state, {});
  EXPECT_EQ(state.head().phase, Phase::over);
  EXPECT_EQ(state.head().winner, kNeutral);
  EXPECT_EQ(deciders(game, state), 0u);
  EXPECT_EQ(after(game, state, {Plan{deploy(0, 5)}, Plan{}}), state);
}

TEST(End, TheLastSeatOnTheBoardWins) {
  const Game game = plain_game(2);
  const auto winner = [&](const Ints& owners) {
    const State state = after(game, board(owners, {1, 1}), {});
    EXPECT_EQ(state.head().phase, Phase::over);
    return state.head().winner;
  };
  EXPECT_EQ(winner({0, -1}), 0);
  EXPECT_EQ(winner({1, 1}), 1);
  EXPECT_EQ(winner({-1, -1}), kNeutral);
}

// --- Picks -----------------------------------------------------------------------------------------------------------

TEST(Picks, RankedListsWithACoinForEveryConflict) {
  const Game game{path_map(8, 8), warlight1()};
  const Plans plans{picks({0, 1, 2, 3}), picks({0, 2, 1, 3})};
  EXPECT_EQ(deciders(game, pick_board(2)), 3u);
  const auto owners = [&](int first_coin, int second_coin) {
    const State state = after(game, pick_board(2), plans, {first_coin, second_coin});
    EXPECT_EQ(state.head().phase, Phase::play);
    return Ints{state.owners(), state.owners() + 4};
  };
  EXPECT_EQ(owners(0, 0), (Ints{0, 0, 1, 1}));
  EXPECT_EQ(owners(0, 1), (Ints{0, 1, 1, 0}));
  EXPECT_EQ(owners(1, 0), (Ints{1, 0, 0, 1}));
  EXPECT_EQ(owners(1, 1), (Ints{1, 0, 1, 0}));
}

TEST(Picks, RankedListsServedInSnakeOrder) {
  const Game game{path_map(8, 8), warzone()};
  for (const int first : {0, 1}) {
    const Plan wishes = picks({0, 1, 2, 3, 4, 5});
    const State state = after(game, pick_board(3), {wishes, wishes}, {first});
    const int other = 1 - first;
    EXPECT_EQ(owners_of(state), (Ints{first, other, other, first, first, other, -1, -1}));
    EXPECT_EQ(armies_of(state), (Ints{5, 5, 5, 5, 5, 5, 2, 2}));
  }
}

TEST(Picks, TurnByTurnInSnakeOrder) {
  const Game game{path_map(8, 8), warlight2()};
  State state = pick_board(3);
  const Ints seats{0, 1, 1, 0, 0, 1};
  for (int made = 0; made < 6; ++made) {
    const int seat = seats[made];
    EXPECT_EQ(snake_seat(made), seat);
    EXPECT_EQ(deciders(game, state), 1u << seat);
    EXPECT_EQ(state.head().phase, Phase::pick);
    Plans plans;
    plans[seat] = picks({5 - made});
    EXPECT_EQ(play(game, state, plans).at(0).kind, EventKind::pick);
    EXPECT_EQ(state.marks()[5 - made], kOffered | picked_by(seat));
  }
  EXPECT_EQ(state.head().phase, Phase::play);
  EXPECT_EQ(owners_of(state), (Ints{1, 0, 0, 1, 1, 0, -1, -1}));
}

TEST(Picks, IllegalPicksAreNamed) {
  using enum Reason;
  using List = std::vector<std::pair<int, Reason>>;
  const auto refused = [](const Rules& rules, const State& state, const Plan& plan) {
    List list;
    for (const auto& [order, reason] : check({path_map(8, 8), rules}, state, 0, plan)) list.emplace_back(order, reason);
    return list;
  };
  State state = pick_board(3);
  EXPECT_EQ(refused(warlight1(), state, picks({5, 4, 3, 2, 1, 0})), List{});
  const List reasons = refused(warlight1(), state, {deploy(0, 1), pick(8), pick(-1), pick(7), pick(2), pick(2)});
  EXPECT_EQ(
      reasons,
      (List{{0, wrong_phase}, {1, no_such_territory}, {2, no_such_territory}, {3, not_offered}, {5, named_twice}}));
  EXPECT_EQ(refused(warlight1(), state, picks({5})), (List{{1, wrong_count}}));
  state.owners()[3] = 1;
  EXPECT_EQ(refused(warlight2(), state, picks({3})), (List{{0, not_offered}}));
  EXPECT_EQ(refused(warlight2(), state, picks({1, 2})), (List{{1, wrong_count}}));
}

// --- Fog -------------------------------------------------------------------------------------------------------------

TEST(Fog, EventsAreSeenNearOwnLandBeforeOrAfter) {
  Game game = plain_game(6);
  game.rules.fog = Fog::normal;
  using Seen = std::vector<std::array<bool, 2>>;
  const auto seen = [&](const State& state, const Plans& plans) {
    Seen list;
    for (const Event& event : log_of(game, state, plans)) list.push_back(event.seen);
    return list;
  };
  const Plan near{deploy(0, 1), move(0, 1, 8)}, far{deploy(5, 1), move(3, 2, 8), move(5, 4, 1)};
  EXPECT_EQ(seen(board({0, -1, -1, 1, 1, 1}, {9, 1, 1, 9, 9, 9}), {near, far}),
            (Seen{{true, false}, {false, true}, {true, false}, {true, true}, {false, true}}));
  const State last_stand = board({0, 1, 1, 1, 1, 1}, {1, 9, 9, 9, 9, 9});
  EXPECT_EQ(seen(last_stand, {Plan{}, Plan{move(1, 0, 8), move(5, 4, 1)}}), (Seen{{true, true}, {false, true}}));
}

}  // namespace
}  // namespace hegemon::simultaneous
