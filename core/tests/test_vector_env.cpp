// Games side by side: action indices, the seat that plays by itself, and going on from kept positions.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>
#include <stdexcept>

#include "classic/vector_env.hpp"
#include "classic_helpers.hpp"

namespace hegemon::classic {
namespace {

Game grid_game(const Rules& rules) { return Game(grid_map(3, 2), rules, 2); }

TEST(VectorEnv, ANumberStandsForActionsThatDifferInArmiesOnly) {
  for (const Rules& rules : {yao2025(), swiss2025()}) {
    const Game game = grid_game(rules);
    Random random(1);
    State state = start(game, random);
    std::vector<Action> actions, memory;
    const auto legal = std::make_unique<bool[]>(static_cast<std::size_t>(count_action_indices(game)));
    for (int i = 0; i < 200 && state.head().phase != Phase::over; ++i) {
      legal_actions(game, state, actions);
      std::map<int, std::set<std::tuple<ActionKind, int, int>>> alike;
      for (const Action& a : actions) alike[action_index(state, a)].insert({a.kind, a.source, a.target});
      mark_legal_indices(game, state, memory, legal.get());
      for (int index = 0; index < count_action_indices(game); ++index) EXPECT_EQ(legal[index], alike.contains(index));
      for (const auto& [index, kinds] : alike) {
        ASSERT_EQ(kinds.size(), 1u);
        const Action chosen = action_at(game, state, index, memory);
        for (const Action& a : actions) EXPECT_FALSE(action_index(state, a) == index && a.armies > chosen.armies);
      }
      step(game, state, random_action(game, state, random), random);
    }
  }
}

TEST(VectorEnv, TheRandomSeatNeverWaitsForADecision) {
  const Game game = grid_game(yao2025());
  const std::vector<Seat> seats = {0, 1, kNobody};
  VectorEnv env(game, seats, Random(5));
  std::vector<Outcome> outcomes(3);
  const std::vector<std::int32_t> any(3, VectorEnv::kRandomly);
  int finished = 0;
  for (std::uint64_t i = 0; i < 500; ++i) {
    const std::vector<Seat> before = env.random_seats();
    env.step(any, Random(5).stream(i), outcomes);
    for (std::size_t g = 0; g < 3; ++g) {
      finished += outcomes[g].over;
      EXPECT_EQ(outcomes[g].next, env.states()[g].head().mover);
      EXPECT_NE(outcomes[g].next, env.random_seats()[g]);
      const bool changes = outcomes[g].over && before[g] != kNobody;
      EXPECT_EQ(env.random_seats()[g], changes ? 1 - before[g] : before[g]);
    }
  }
  EXPECT_GT(finished, 20);
}

TEST(VectorEnv, GoesOnFromKeptPositions) {
  const Game game = grid_game(yao2025());
  const std::vector<Seat> seats = {0, kNobody};
  const std::vector<std::int32_t> any(2, VectorEnv::kRandomly);
  std::vector<Outcome> outcomes(2);
  VectorEnv first(game, seats, Random(5)), second(game, seats, Random(6));
  for (std::uint64_t i = 0; i < 20; ++i) first.step(any, Random(5).stream(i), outcomes);
  second.restore(first.states(), first.random_seats());
  for (std::uint64_t i = 20; i < 60; ++i) {
    first.step(any, Random(5).stream(i), outcomes);
    second.step(any, Random(5).stream(i), outcomes);
  }
  EXPECT_EQ(first.states(), second.states());
  EXPECT_EQ(first.random_seats(), second.random_seats());
}

TEST(VectorEnv, RefusesWhatCannotBe) {
  const Game game = grid_game(yao2025());
  EXPECT_THROW(VectorEnv(game, std::vector<Seat>{2}, Random(1)), std::invalid_argument);
  VectorEnv env(game, std::vector<Seat>{0}, Random(1));
  std::vector<Outcome> outcomes(1);
  const std::vector<State> before = env.states();
  for (const int index : {-2, 1, count_action_indices(game), 1 << 30}) {
    EXPECT_THROW(env.step(std::vector<std::int32_t>{index}, Random(1), outcomes), std::invalid_argument);
  }
  EXPECT_EQ(env.states(), before);
  EXPECT_THROW(env.restore({}, {}), std::invalid_argument);
  EXPECT_THROW(env.restore(before, {1}), std::invalid_argument);  // the random seat would have to decide
  State over = before[0];
  over.head().phase = Phase::over;
  EXPECT_THROW(env.restore({over}, {0}), std::invalid_argument);
}

}  // namespace
}  // namespace hegemon::classic
