// Simultaneous positions from parts and bytes: what is accepted can be played.
#include "helpers.hpp"
#include "simultaneous/position.hpp"

namespace hegemon::simultaneous {
namespace {

template <class Call>
std::string refusal(Call&& call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(SimultaneousPosition, EveryPositionAndViewComesBack) {
  Random random(5);
  Scratch scratch;
  for (const auto& [name, rules] : presets()) {
    const Game game{grid_map(4, 4), rules};
    State state = start(game, random);
    for (int turn = 0; turn < 30 && state.head().phase != Phase::over; ++turn) {
      for (const State& one : {state, view(game, state, turn % 2)}) {
        EXPECT_EQ(from_bytes(one.block()), one);
        const auto n = static_cast<std::size_t>(one.size());
        EXPECT_EQ(make_state({{one.owners(), n}, {one.armies(), n}, {one.marks(), n}, one.head()}), one);
      }
      Plans plans;
      const unsigned who = deciders(game, state);
      for (int seat = 0; seat < kSeats; ++seat) {
        if (who >> seat & 1) random_plan(game, state, seat, random, scratch, plans[seat]);
      }
      EXPECT_EQ(refusal([&] { require_runnable(game, state, plans); }), "");
      Chance chance(random);
      resolve(game, state, plans, chance, scratch, nullptr);
    }
  }
}

TEST(SimultaneousPosition, SpoiltBytesAreRefusedOrPlayed) {
  Random random(6);
  Scratch scratch;
  int accepted = 0, refused = 0;
  for (const auto& [name, rules] : presets()) {
    const Game game{grid_map(3, 3), rules};
    for (int round = 0; round < 300; ++round) {
      const State state = start(game, random);
      std::vector<std::byte> bytes(state.block().begin(), state.block().end());
      for (int change = random.between(1, 4); change > 0; --change) {
        const auto at = random.below(static_cast<std::uint32_t>(bytes.size()));
        bytes[at] = static_cast<std::byte>(random.chance(60) ? random.below(5) : random.below(256));
      }
      const std::string problem = refusal([&] {
        State spoilt = determinize(game, from_bytes(bytes), 0);
        for (int turn = 0; turn < 20 && spoilt.head().phase != Phase::over; ++turn) {
          Plans plans;
          const unsigned who = deciders(game, spoilt);
          for (int seat = 0; seat < kSeats; ++seat) {
            if (who >> seat & 1) random_plan(game, spoilt, seat, random, scratch, plans[seat]);
          }
          require_runnable(game, spoilt, plans);
          Chance chance(random);
          resolve(game, spoilt, plans, chance, scratch, nullptr);
        }
      });
      EXPECT_EQ(problem.find("illegal pick"), std::string::npos) << "there is always something to pick";
      ++(problem.empty() ? accepted : refused);
    }
  }
  EXPECT_GT(accepted, 100);
  EXPECT_GT(refused, 100);
}

TEST(SimultaneousPosition, FaultsAreNamed) {
  const State whole = two_halves();
  const auto why = [&](auto&& spoil) {
    State state = whole;
    spoil(state, state.head());
    return refusal([&] { from_bytes(state.block()); });
  };
  using Head = State::Header;
  EXPECT_EQ(why([](State&, Head&) {}), "");
  EXPECT_EQ(why([](State& s, Head&) { s.owners()[1] = 2; }), "no seat 2");
  EXPECT_EQ(why([](State& s, Head&) { s.armies()[1] = -2; }), "armies must be 0 to 10000000, not -2");
  EXPECT_EQ(why([](State& s, Head&) { s.marks()[7] = 16; }), "unknown marks on territory 7");
  const std::string header = "impossible round, phase, winner or number of picks";
  EXPECT_EQ(why([](State&, Head& h) { h.round = -1; }), header);
  EXPECT_EQ(why([](State&, Head& h) { h.first = 2; }), header);
  EXPECT_EQ(why([](State&, Head& h) { h.picks_made = 1; }), header);
  EXPECT_EQ(why([](State&, Head& h) { h.phase = Phase::pick; }), "all picks are made, but the phase is pick");
  EXPECT_EQ(why([](State&, Head& h) {
              h.phase = Phase::pick;
              h.picks_each = 1;
            }),
            "fewer territories are offered than picks are left");
  EXPECT_EQ(why([](State&, Head& h) { ++h.territories; }), "these bytes are no position");
  EXPECT_EQ(refusal([] { from_bytes({}); }), "these bytes are no position");
  EXPECT_EQ(refusal([] { make_state({}); }), "owners, armies and marks must have one entry per territory");
}

TEST(SimultaneousPosition, TurnsThatCannotBeResolvedAreRefused) {
  Game game = plain_game(8);
  const auto why = [&](const State& state, const Plan& plan) {
    return refusal([&] { require_runnable(game, state, {plan, {}}); });
  };
  const State whole = two_halves();
  EXPECT_EQ(why(whole, {move(3, 4, 2)}), "");
  EXPECT_EQ(why(State(3), {}), "the position belongs to another map");
  State hidden = whole;
  hidden.owners()[7] = kUnknown;
  EXPECT_EQ(why(hidden, {}), "part of the position is hidden: determinize it first");
  game.rules.illegal_orders = IllegalOrders::refuse_plan;
  EXPECT_EQ(why(whole, {move(3, 8, 2)}), "no such territory");
  EXPECT_EQ(why(whole, {move(3, 5, 2)}), "not adjacent");
  EXPECT_EQ(why(whole, {deploy(3, -1)}), "impossible number of armies");
  EXPECT_EQ(why(pick_board(1), {deploy(3, 1)}).substr(0, 12), "illegal pick");
  game.rules.illegal_orders = IllegalOrders::drop;
  EXPECT_EQ(why(whole, {move(3, 80, 2)}), "") << "dropped by the rules";
}

}  // namespace
}  // namespace hegemon::simultaneous
