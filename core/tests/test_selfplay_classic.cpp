// Games of the classic game for learning, by search and by a policy that an expert corrects.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "classic_helpers.hpp"
#include "search/policy_value_cache.hpp"
#include "selfplay/classic.hpp"

namespace hegemon::selfplay {
namespace {

using classic::Game;
using classic::Phase;
using classic::State;

// Likes the actions at the end of the list, and the seat with more armies.
class LastIsBest : public nets::ClassicNet {
 public:
  std::unique_ptr<Scratch> make_scratch() const override { return std::make_unique<Scratch>(); }
  void evaluate(std::span<const nets::ClassicQuestion> questions, Scratch&) const override {
    for (const auto& question : questions) {
      const State& state = *question.state;
      double armies[2] = {1, 1};
      for (int t = 0; t < state.size(); ++t) {
        if (state.owners()[t] >= 0) armies[state.owners()[t]] += state.armies()[t];
      }
      question.values[0] = static_cast<float>((armies[0] - armies[1]) / (armies[0] + armies[1]));
      question.values[1] = -question.values[0];
      for (std::size_t i = 0; i < question.logits.size(); ++i) question.logits[i] = 0.3f * static_cast<float>(i);
    }
  }
};

Game hex() { return {classic::grid_map(3, 2), classic::heredia2022(), 2}; }

ClassicSettings few_visits(bool expert = false) {
  ClassicSettings settings;
  settings.search.tree.cutoff = 10;
  settings.visits = 12;
  settings.fast_visits = 0;
  settings.temperature_decisions = 10;
  settings.decision_limit = 80;
  settings.expert = expert;
  settings.explore = 0.1;
  return settings;
}

ClassicSettings with_net(bool expert = false) {
  ClassicSettings settings = few_visits(expert);
  settings.search.tree.selection = search::Selection::puct;
  settings.search.tree.noise = 0.25;
  return settings;
}

void expect_same(const ClassicSamples& one, const ClassicSamples& other) {
  EXPECT_EQ(one.games, other.games);
  EXPECT_EQ(one.winners, other.winners);
  EXPECT_EQ(one.lengths, other.lengths);
  EXPECT_EQ(one.game, other.game);
  EXPECT_EQ(one.decision, other.decision);
  EXPECT_EQ(one.seat, other.seat);
  EXPECT_EQ(one.phase, other.phase);
  EXPECT_EQ(one.full_search, other.full_search);
  EXPECT_EQ(one.value, other.value);
  EXPECT_EQ(one.states, other.states);
  EXPECT_EQ(one.action_offsets, other.action_offsets);
  EXPECT_EQ(one.policy_target, other.policy_target);
}

void expect_sound(const ClassicSamples& samples) {
  ASSERT_EQ(samples.action_offsets.size(), samples.seat.size() + 1);
  for (std::size_t i = 0; i < samples.seat.size(); ++i) {
    double sum = 0;
    for (std::int64_t at = samples.action_offsets[i]; at < samples.action_offsets[i + 1]; ++at) {
      sum += samples.policy_target[static_cast<std::size_t>(at)];
    }
    EXPECT_NEAR(sum, 1.0, 1e-5);
    EXPECT_GT(samples.action_offsets[i + 1] - samples.action_offsets[i], 1);
    EXPECT_LE(std::abs(samples.value[i]), 1.0f);
  }
}

TEST(ClassicSelfPlay, ThreadsPlayTheSameGames) {
  const Game game = hex();
  const auto net = std::make_shared<LastIsBest>();
  for (const bool expert : {false, true}) {
    const ClassicSamples alone = play(game, with_net(expert), net, 5, 0, 6, 1);
    expect_sound(alone);
    expect_same(alone, play(game, with_net(expert), net, 5, 0, 6, 2));
    ClassicSamples parts = play(game, with_net(expert), net, 5, 0, 2, 2);
    const ClassicSamples rest = play(game, with_net(expert), net, 5, 2, 4, 1);
    EXPECT_EQ(parts.seat.size() + rest.seat.size(), alone.seat.size());
    EXPECT_NE(play(game, with_net(expert), net, 6, 0, 6, 1).states, alone.states);
  }
}

TEST(ClassicSelfPlay, WithoutANetworkSearchesPlayOut) {
  const ClassicSamples samples = play(hex(), few_visits(), nullptr, 1, 0, 4, 1);
  expect_sound(samples);
  EXPECT_GT(samples.seat.size(), 60u);
  for (const std::int32_t length : samples.lengths) EXPECT_LE(length, 80);
}

TEST(ClassicSelfPlay, CanBeStopped) {
  ClassicSettings settings = few_visits();
  const std::atomic<bool> stop{true};
  settings.stop = &stop;
  EXPECT_THROW(play(hex(), settings, nullptr, 1, 0, 4, 2), Stopped);
}

TEST(ClassicSelfPlay, QuickSearchesAreNotFull) {
  ClassicSettings settings = few_visits();
  settings.fast_visits = 3;
  settings.full_share = 0.3;
  const ClassicSamples samples = play(hex(), settings, nullptr, 1, 0, 12, 2);
  double full = 0;
  for (const auto flag : samples.full_search) full += flag;
  EXPECT_NEAR(full / static_cast<double>(samples.full_search.size()), 0.3, 0.08);
}

TEST(ClassicSelfPlay, TheExpertLooksAtOnePhaseOfAGameAtATime) {
  const ClassicSamples samples = play(hex(), few_visits(true), nullptr, 1, 0, 30, 1);
  EXPECT_LE(samples.seat.size(), 60u);
  EXPECT_GT(samples.seat.size(), 40u);
  std::set<std::int8_t> phases;
  for (std::size_t i = 0; i < samples.seat.size(); ++i) {
    phases.insert(samples.phase[i]);
    if (i > 0 && samples.game[i] == samples.game[i - 1]) {
      EXPECT_EQ(samples.phase[i], samples.phase[i - 1]);
    }
  }
  EXPECT_EQ(phases.size(), 5u);  // pick, setup, place, attack, fortify
}

TEST(PolicyValueCache, GivesBackWhatFits) {
  search::PolicyValueCache cache(8);
  const std::vector<float> values{0.5f, -0.5f}, priors{1, 2, 3};
  std::vector<float> found(2), actions(3), fewer(2), none;
  EXPECT_FALSE(cache.find(3, found, actions));
  cache.store(3, values, priors);
  EXPECT_TRUE(cache.find(3, found, actions));
  EXPECT_EQ(found, values);
  EXPECT_EQ(actions, priors);
  EXPECT_TRUE(cache.find(3, found, none));
  EXPECT_FALSE(cache.find(3, found, fewer));
  EXPECT_FALSE(cache.find(11, found, actions));  // the same slot
  cache.store(11, values, {});
  EXPECT_FALSE(cache.find(3, found, actions));
  EXPECT_TRUE(cache.find(11, found, none));
  EXPECT_FALSE(cache.find(11, found, actions));
}

}  // namespace
}  // namespace hegemon::selfplay
