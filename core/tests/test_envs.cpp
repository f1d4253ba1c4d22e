// Numbered actions of both families: whatever is marked is legal, and the marks follow the rules.
#include <gtest/gtest.h>

#include <set>

#include "classic_helpers.hpp"
#include "envs/bits.hpp"
#include "envs/classic_env.hpp"
#include "envs/simultaneous_env.hpp"
#include "helpers.hpp"

namespace hegemon::envs {
namespace {

std::vector<int> marked(const auto& env, const auto& episode, int seat) {
  std::vector<std::uint64_t> words(words_for(env.actions()), 0);
  env.mark(episode, seat, words.data());
  std::vector<int> list;
  for (int action = 0; action < env.actions(); ++action) {
    if (has_bit(words.data(), action)) list.push_back(action);
  }
  EXPECT_EQ(words.back() & (env.actions() % 64 == 0 ? ~0ULL : 0ULL), 0u) << "bits behind the last action";
  return list;
}

// Every marked action of a classic position is a legal action of the rules, or a territory to fortify from.
void expect_legal(const ClassicEnv& env, const ClassicEnv::Episode& episode) {
  const std::vector<int> actions = marked(env, episode, env.mover(episode));
  ASSERT_FALSE(actions.empty());
  std::set<std::int64_t> different;
  for (const int action : actions) {
    if (const int source = env.coding().fortify_source(action); source >= 0) {
      ClassicEnv::Episode next = episode;
      next.source = source;
      EXPECT_FALSE(marked(env, next, env.mover(next)).empty());
      continue;
    }
    const classic::Action decoded = env.coding().decode(episode.state, episode.source, action);
    EXPECT_TRUE(classic::is_legal(env.game(), episode.state, decoded)) << "action " << action;
    EXPECT_TRUE(different.insert(classic::action_code(decoded)).second) << "action " << action << " twice";
  }
}

void play_classic(const classic::Game& game, Random& random, int most) {
  const ClassicEnv env(game, 100'000);
  ClassicEnv::Memory memory;
  ClassicEnv::Episode episode = env.start(random);
  for (int i = 0; i < most && !env.over(episode); ++i) {
    expect_legal(env, episode);
    const std::vector<int> actions = marked(env, episode, env.mover(episode));
    const int other = (env.mover(episode) + 1) % game.seats;
    EXPECT_EQ(marked(env, episode, other), std::vector<int>{ClassicActions::kPass});
    env.step(episode, env.mover(episode), actions[random.below(static_cast<std::uint32_t>(actions.size()))], random,
             memory);
  }
}

TEST(ClassicEnv, MarkedActionsAreLegalInGamesOfAllPresets) {
  Random random(1);
  for (const auto& [name, rules] : classic::presets()) {
    SCOPED_TRACE(name);
    for (const int seats : {2, 3, 6}) play_classic(classic::Game(classic::grid_map(4, 3), rules, seats), random, 150);
    play_classic(classic::Game(classic::grid_map(9, 8), rules, 2), random, 60);
  }
}

TEST(ClassicEnv, MarkedActionsAreLegalUnderAnyRules) {
  Random random(2);
  for (int i = 0; i < 60; ++i) {
    classic::Rules rules = classic::any_rules(random);
    if (rules.deal == classic::Deal::draft && rules.setup_place == classic::SetupPlace::random) continue;
    play_classic(classic::Game(classic::grid_map(3, 3), rules, random.between(2, 4)), random, 120);
  }
}

TEST(ClassicEnv, AnObservationShowsNoHiddenCard) {
  const classic::Game game(classic::grid_map(4, 3), classic::Rules{}, 3);
  const ClassicEnv env(game, 200);
  ClassicEnv::Memory memory;
  Random random(3);
  ClassicEnv::Episode episode = env.start(random);
  std::vector<float> whole(static_cast<std::size_t>(env.width())), seen = whole;
  int held = 0;
  for (int i = 0; i < 1500 && !env.over(episode); ++i) {
    const std::vector<int> actions = marked(env, episode, env.mover(episode));
    env.step(episode, 0, actions[random.below(static_cast<std::uint32_t>(actions.size()))], random, memory);
    for (int seat = 0; seat < 3; ++seat) {
      held += episode.state.head().hand[static_cast<std::size_t>(seat)];
      env.observe(episode, seat, whole.data());
      env.observe({classic::view(game, episode.state, seat), episode.source}, seat, seen.data());
      EXPECT_EQ(whole, seen);
    }
  }
  EXPECT_GT(held, 0);
}

void play_simultaneous(const simultaneous::Game& game, Random& random, int most) {
  const SimultaneousEnv env(game, 100'000);
  SimultaneousEnv::Memory memory;
  SimultaneousEnv::Episode episode = env.start(random);
  for (int i = 0; i < most && !env.over(episode); ++i) {
    const int seat = env.mover(episode);
    const std::vector<int> actions = marked(env, episode, seat);
    ASSERT_FALSE(actions.empty());
    const int action = actions[random.below(static_cast<std::uint32_t>(actions.size()))];
    SimultaneousEnv::Episode before = episode;
    env.coding().add(before.drafts[static_cast<std::size_t>(seat)], action);
    const Draft& draft = before.drafts[static_cast<std::size_t>(seat)];
    if (draft.ended) {
      EXPECT_TRUE(check(game, before.state, seat, draft.plan).empty());
    }
    env.step(episode, seat, action, random, memory);
  }
}

TEST(SimultaneousEnv, PlansMadeOfActionsAreLegal) {
  Random random(4);
  for (const auto& [name, rules] : simultaneous::presets()) {
    SCOPED_TRACE(name);
    play_simultaneous({simultaneous::grid_map(4, 3), rules}, random, 400);
    play_simultaneous({simultaneous::grid_map(9, 8), rules}, random, 400);
  }
  for (int i = 0; i < 40; ++i)
    play_simultaneous({simultaneous::grid_map(4, 4), simultaneous::any_rules(random)}, random, 150);
}

TEST(SimultaneousEnv, ATurnIsDeploymentsThenMovesThenTheEnd) {
  const simultaneous::Game game{simultaneous::path_map(4), simultaneous::soares2025()};
  const SimultaneousActions coding(game);
  const simultaneous::State state = simultaneous::board({0, 0, 1, 1}, {2, 0, 3, 1});
  Draft draft;
  coding.begin(state, 0, draft);
  const auto legal = [&] {
    std::vector<std::uint64_t> words(words_for(coding.count()), 0);
    coding.mark(state, 0, draft, words.data());
    std::vector<int> list;
    for (int action = 0; action < coding.count(); ++action) {
      if (has_bit(words.data(), action)) list.push_back(action);
    }
    return list;
  };
  // Income 5: all, half (2) or one army on the territories 0 and 1.
  EXPECT_EQ(legal(), (std::vector<int>{1, 2, 5, 6, 9, 10}));
  coding.add(draft, 6);  // half on 1
  coding.add(draft, 2);  // the rest there too
  EXPECT_EQ(draft.plan, (simultaneous::Plan{simultaneous::deploy(1, 5)}));
  // Links by source: 0>1, 1>0, 1>2, ..; both sources have at least two armies.
  EXPECT_EQ(legal(), (std::vector<int>{0, 13, 14, 15, 19, 20, 21}));
  coding.add(draft, 21);  // half of 1 to 2
  EXPECT_EQ(legal(), (std::vector<int>{0, 13, 14, 19, 20}));
  coding.add(draft, 14);  // the others to 0
  EXPECT_EQ(legal(), (std::vector<int>{0, 13, 19}));
  coding.add(draft, 0);
  EXPECT_EQ(legal(), std::vector<int>{0});
  EXPECT_EQ(draft.plan,
            (simultaneous::Plan{simultaneous::deploy(1, 5), simultaneous::move(1, 2, 2), simultaneous::move(1, 0, 3)}));
}

TEST(SimultaneousEnv, FogHidesWhatTheSeatMayNotSee) {
  simultaneous::Rules rules = simultaneous::soares2025();
  rules.fog = simultaneous::Fog::normal;
  const simultaneous::Game game{simultaneous::path_map(4), rules};
  const SimultaneousEnv env(game, 100);
  Random random(1);
  SimultaneousEnv::Episode one = env.start(random), two = one;
  one.state = simultaneous::board({0, -1, 1, 1}, {2, 2, 3, 1});
  two.state = simultaneous::board({0, -1, 1, -1}, {2, 2, 9, 7});
  std::vector<float> first(static_cast<std::size_t>(env.width())), second = first;
  env.observe(one, 0, first.data());
  env.observe(two, 0, second.data());
  EXPECT_EQ(first, second);
  two.state.armies()[1] = 5;  // next to own land
  env.observe(two, 0, second.data());
  EXPECT_NE(first, second);
}

}  // namespace
}  // namespace hegemon::envs
