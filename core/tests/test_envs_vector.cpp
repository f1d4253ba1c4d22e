// Games side by side: threads, the three ways to go on after the end, illegal actions, and rows that stay up to date.
#include <gtest/gtest.h>

#include <memory>
#include <numeric>

#include "classic_helpers.hpp"
#include "envs/classic_env.hpp"
#include "envs/simultaneous_env.hpp"
#include "envs/vector_env.hpp"
#include "helpers.hpp"

namespace hegemon::envs {
namespace {

std::vector<std::uint64_t> seeds_for(int games) {
  std::vector<std::uint64_t> seeds(static_cast<std::size_t>(games));
  std::iota(seeds.begin(), seeds.end(), 7);
  return seeds;
}
std::vector<std::int64_t> any(int games) { return std::vector<std::int64_t>(static_cast<std::size_t>(games), -1); }

// Everything that the steps of random play wrote.
template <class Env>
std::vector<float> trace(const Env& env, const VectorSettings& settings, int steps) {
  VectorEnv<Env> games(env, settings);
  games.reset(seeds_for(settings.games), {});
  std::vector<float> told;
  for (int i = 0; i < steps; ++i) {
    games.step(any(settings.games));
    const Buffers& b = games.buffers();
    told.insert(told.end(), b.observations.begin(), b.observations.end());
    told.insert(told.end(), b.masks.begin(), b.masks.end());
    told.insert(told.end(), b.rewards.begin(), b.rewards.end());
  }
  return told;
}

TEST(VectorEnvs, ThreadsChangeNothing) {
  const classic::Game classic_game(classic::grid_map(3, 2), classic::yao2025(), 2);
  const ClassicEnv one(classic_game, 30);
  const simultaneous::Game game{simultaneous::grid_map(3, 2), simultaneous::soares2025()};
  const SimultaneousEnv two(game, 30);
  for (const bool opponents : {true, false}) {
    VectorSettings settings{.games = 100, .opponents = opponents, .autoreset = Autoreset::same_step};
    const auto first = trace(one, settings, 40), second = trace(two, settings, 40);
    settings.threads = 3;
    EXPECT_EQ(trace(one, settings, 40), first);
    EXPECT_EQ(trace(two, settings, 40), second);
  }
}

TEST(VectorEnvs, AllGamesAreResetBeforeTheFirstStep) {
  const classic::Game game(classic::grid_map(3, 2), classic::yao2025(), 2);
  const ClassicEnv env(game, 30);
  VectorEnv<ClassicEnv> games(env, {.games = 2});
  const bool chosen[] = {true, false};
  EXPECT_THROW(games.step(any(2)), std::invalid_argument);
  EXPECT_THROW(games.reset_chosen(chosen), std::invalid_argument);
  EXPECT_THROW(games.reset(seeds_for(2), chosen), std::invalid_argument);
  games.reset(seeds_for(2), {});
  games.step(any(2));
  games.reset(seeds_for(2), chosen);
}

// Plays with each way to go on and compares what must agree between them.
TEST(VectorEnvs, TheNextGameBeginsInTheSameStepInTheNextOneOrWhenReset) {
  const classic::Game game(classic::grid_map(3, 2), classic::yao2025(), 2);
  const ClassicEnv env(game, 1000);
  const auto make = [&](Autoreset autoreset) {
    auto games = std::make_unique<VectorEnv<ClassicEnv>>(env, VectorSettings{.games = 1, .autoreset = autoreset});
    games->reset(seeds_for(1), {});
    return games;
  };
  const auto next = make(Autoreset::next_step), same = make(Autoreset::same_step), off = make(Autoreset::disabled);
  int ended = 0;
  for (int i = 0; i < 1000; ++i) {
    for (const auto* games : {&next, &same, &off}) (*games)->step(any(1));
    ASSERT_EQ(next->buffers().terminated, same->buffers().terminated);
    ASSERT_EQ(next->buffers().rewards, same->buffers().rewards);
    ASSERT_EQ(next->buffers().winners, same->buffers().winners);
    if (!next->buffers().terminated[0]) {
      ASSERT_EQ(next->buffers().observations, same->buffers().observations);
      continue;
    }
    ++ended;
    EXPECT_NE(next->buffers().rewards[0], 0.0f);
    ASSERT_EQ(next->buffers().observations, same->buffers().final_observations);
    EXPECT_EQ(next->buffers().masks[0], 1);
    EXPECT_EQ(std::accumulate(next->buffers().masks.begin(), next->buffers().masks.end(), 0), 1);
    next->step(any(1));
    ASSERT_EQ(next->buffers().observations, same->buffers().observations);
    ASSERT_EQ(next->buffers().masks, same->buffers().masks);
    EXPECT_EQ(next->buffers().rewards[0], 0.0f);
    off->step(any(1));  // nothing happens
    EXPECT_EQ(off->buffers().terminated[0], 1);
    EXPECT_EQ(off->buffers().rewards[0], 0.0f);
    const bool chosen[] = {true};
    off->reset_chosen(chosen);
    ASSERT_EQ(off->buffers().observations, same->buffers().observations);
  }
  EXPECT_GT(ended, 5);
}

TEST(VectorEnvs, RowsAreWhatANewLookShows) {
  for (const auto& [name, rules] : simultaneous::presets()) {
    SCOPED_TRACE(name);
    const simultaneous::Game game{simultaneous::grid_map(4, 4), rules};
    const SimultaneousEnv env(game, 50);
    for (const bool opponents : {true, false}) {
      VectorEnv<SimultaneousEnv> games(env, {.games = 3, .opponents = opponents});
      games.reset(seeds_for(3), {});
      std::vector<float> row(static_cast<std::size_t>(env.width()));
      for (int i = 0; i < 300; ++i) {
        games.step(any(3));
        for (std::size_t g = 0; g < 3; ++g) {
          env.observe(games.episode(g), games.buffers().movers[g], row.data());
          const auto* at = games.buffers().observations.data() + g * row.size();
          ASSERT_TRUE(std::equal(row.begin(), row.end(), at));
        }
      }
    }
  }
}

TEST(VectorEnvs, AnIllegalActionBecomesTheFirstLegalOne) {
  const classic::Game game(classic::grid_map(3, 2), classic::yao2025(), 2);
  const ClassicEnv env(game, 1000);
  VectorEnv<ClassicEnv> wrong(env, {.games = 1}), right(env, {.games = 1});
  for (auto* games : {&wrong, &right}) games->reset(seeds_for(1), {});
  for (int i = 0; i < 100; ++i) {
    const auto& masks = wrong.buffers().masks;
    const auto first = std::find(masks.begin(), masks.end(), 1) - masks.begin();
    const auto none = std::find(masks.begin(), masks.end(), 0) - masks.begin();
    const bool ended = wrong.buffers().terminated[0];
    wrong.step(std::vector<std::int64_t>{none});
    right.step(std::vector<std::int64_t>{first});
    EXPECT_EQ(wrong.buffers().illegal[0], !ended);
    EXPECT_EQ(right.buffers().illegal[0], 0);
    ASSERT_EQ(wrong.buffers().observations, right.buffers().observations);
  }
}

TEST(VectorEnvs, TheLearnerPlaysItsSeatUntilItIsOut) {
  const classic::Game game(classic::grid_map(4, 3), classic::swiss2025(), 4);
  const ClassicEnv env(game, 400);
  VectorEnv<ClassicEnv> games(env, {.games = 20, .seat = 2, .autoreset = Autoreset::same_step});
  games.reset(seeds_for(20), {});
  int lost = 0, won = 0;
  for (int i = 0; i < 1500; ++i) {
    games.step(any(20));
    for (std::size_t g = 0; g < 20; ++g) {
      EXPECT_EQ(games.buffers().movers[g], 2);
      const float reward = games.buffers().rewards[g];
      lost += reward == -1.0f / 3;
      won += reward == 1.0f;
      EXPECT_EQ(reward != 0.0f, games.buffers().terminated[g] == 1);
    }
  }
  EXPECT_GT(lost, won);
  EXPECT_GT(won, 0);
}

TEST(VectorEnvs, LongGamesAreCutOff) {
  const classic::Game game(classic::grid_map(4, 3), classic::Rules{}, 2);
  const ClassicEnv by_turns(game, 4), by_steps(game, 100'000);
  VectorEnv<ClassicEnv> one(by_turns, {.games = 8}), two(by_steps, {.games = 8, .step_limit = 9});
  for (auto* games : {&one, &two}) {
    games->reset(seeds_for(8), {});
    int cut = 0;
    for (int i = 0; i < 400; ++i) {
      games->step(any(8));
      for (std::size_t g = 0; g < 8; ++g) {
        cut += games->buffers().truncated[g];
        EXPECT_FALSE(games->buffers().truncated[g] && games->buffers().rewards[g] != 0.0f);
      }
    }
    EXPECT_GT(cut, 8);
  }
}

TEST(VectorEnvs, RefusesWhatCannotBe) {
  const classic::Game game(classic::grid_map(3, 2), classic::yao2025(), 2);
  const ClassicEnv env(game, 100), never(game, 0);
  EXPECT_THROW(VectorEnv<ClassicEnv>(env, {.games = 0}), std::invalid_argument);
  EXPECT_THROW(VectorEnv<ClassicEnv>(env, {.games = 1, .seat = 2}), std::invalid_argument);
  EXPECT_THROW(VectorEnv<ClassicEnv>(never, {.games = 1}), std::invalid_argument);
  VectorEnv<ClassicEnv> games(env, {.games = 2});
  EXPECT_THROW(games.reset(seeds_for(1), {}), std::invalid_argument);
  games.reset(seeds_for(2), {});
  const auto before = games.buffers().observations;
  for (const std::int64_t action : {-2, env.actions()})
    EXPECT_THROW(games.step(std::vector<std::int64_t>{-1, action}), std::invalid_argument);
  EXPECT_THROW(games.step(any(3)), std::invalid_argument);
  EXPECT_EQ(games.buffers().observations, before);
  classic::Rules short_rules = classic::yao2025();
  short_rules.turn_cap = 1;
  const classic::Game one_turn(classic::grid_map(3, 2), short_rules, 2);
  const ClassicEnv first_only(one_turn, 100);
  VectorEnv<ClassicEnv> late(first_only, {.games = 1, .seat = 1});
  EXPECT_THROW(late.reset(seeds_for(1), {}), std::invalid_argument);
}

}  // namespace
}  // namespace hegemon::envs
