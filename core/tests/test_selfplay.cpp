#include <atomic>
#include <chrono>
#include <map>
#include <set>
#include <thread>

#include "nets_helpers.hpp"
#include "search/net_evaluator.hpp"
#include "search_helpers.hpp"
#include "selfplay/simultaneous.hpp"

namespace hegemon::selfplay {
namespace {

using search::smcts::Evaluation;
using search::smcts::Evaluator;
using simultaneous::Game;
using simultaneous::kNeutral;
using simultaneous::Order;

Game small_board() { return {simultaneous::grid_map(3, 2), simultaneous::soares2025()}; }

SimultaneousSettings few_visits() {
  SimultaneousSettings settings;
  settings.search = search::smcts::published();
  settings.visits = 6;
  settings.temperature_turns = 3;
  settings.turn_limit = 20;
  return settings;
}

SimultaneousSamples play_some(const Game& game, const SimultaneousSettings& settings, int threads = 1,
                              std::uint64_t count = 6, const Evaluator& evaluator = {}, std::uint64_t first = 0) {
  return play(game, settings, evaluator, 5, first, count, threads);
}

void expect_same(const SimultaneousSamples& one, const SimultaneousSamples& other) {
  EXPECT_EQ(one.games, other.games);
  EXPECT_EQ(one.winners, other.winners);
  EXPECT_EQ(one.lengths, other.lengths);
  EXPECT_EQ(one.game, other.game);
  EXPECT_EQ(one.round, other.round);
  EXPECT_EQ(one.seat, other.seat);
  EXPECT_EQ(one.full_search, other.full_search);
  EXPECT_EQ(one.value, other.value);
  EXPECT_EQ(one.owners, other.owners);
  EXPECT_EQ(one.armies, other.armies);
  EXPECT_EQ(one.orders, other.orders);
  EXPECT_EQ(one.order_offsets, other.order_offsets);
  EXPECT_EQ(one.plan_offsets, other.plan_offsets);
  EXPECT_EQ(one.policy_target, other.policy_target);
}

TEST(SelfPlay, ThreadsPlayTheSameGames) {
  const Game game = small_board();
  const SimultaneousSamples alone = play_some(game, few_visits());
  ASSERT_GT(alone.seat.size(), 20u);
  expect_same(alone, play_some(game, few_visits(), 2));
  SimultaneousSamples parts = play_some(game, few_visits(), 1, 2);
  parts.add(play_some(game, few_visits(), 2, 4, {}, 2));
  EXPECT_EQ(parts.orders, alone.orders);
  EXPECT_EQ(parts.game, alone.game);
  EXPECT_NE(play(game, few_visits(), {}, 6, 0, 6, 1).orders, alone.orders);
}

// Both threads ask one network with one cache.
TEST(SelfPlay, ThreadsThatShareANetworkPlayTheSameGames) {
  const Game game = small_board();
  const search::NetEvaluator judge(nets::make_net("soares2025", nets::random_soares2025(Random(3)), game),
                                   game.map->size());
  SimultaneousSettings settings = few_visits();
  settings.search.evaluation = Evaluation::network;
  settings.search.policy_trust = 0.5;
  settings.visits = 3;
  settings.turn_limit = 5;
  const Evaluator evaluator = search::smcts::evaluator_of(judge, true);
  const SimultaneousSamples guided = play_some(game, settings, 1, 4, evaluator);
  expect_same(guided, play_some(game, settings, 2, 4, evaluator));
  EXPECT_NE(guided.orders, play_some(game, few_visits(), 1, 4).orders);
}

TEST(SelfPlay, SamplesAreWholeAndTheirSharesSumToOne) {
  const Game game = small_board();
  const SimultaneousSamples samples = play_some(game, few_visits());
  const std::size_t count = samples.seat.size(), territories = static_cast<std::size_t>(game.map->size());
  ASSERT_EQ(samples.plan_offsets.size(), count + 1);
  ASSERT_EQ(samples.order_offsets.size(), samples.policy_target.size() + 1);
  EXPECT_EQ(samples.owners.size(), count * territories);
  EXPECT_EQ(samples.armies.size(), count * territories);
  EXPECT_EQ(samples.plan_offsets.front(), 0);
  EXPECT_EQ(samples.plan_offsets.back(), static_cast<std::int64_t>(samples.policy_target.size()));
  EXPECT_EQ(samples.order_offsets.back(), static_cast<std::int64_t>(samples.orders.size()));
  for (std::size_t i = 0; i < count; ++i) {
    const auto first = samples.policy_target.begin() + samples.plan_offsets[i];
    const auto last = samples.policy_target.begin() + samples.plan_offsets[i + 1];
    ASSERT_LT(first, last);
    EXPECT_NEAR(std::accumulate(first, last, 0.0), 1.0, 1e-5);
    EXPECT_GE(*std::min_element(first, last), 0.0f);
    EXPECT_LE(std::abs(samples.value[i]), 1.0f);
    EXPECT_EQ(samples.full_search[i], 1);
  }
}

// The position, the seat and the plans of a sample belong together.
TEST(SelfPlay, DeploymentsAreOnLandOfTheSeat) {
  const Game game = small_board();
  const SimultaneousSamples samples = play_some(game, few_visits());
  const std::size_t territories = static_cast<std::size_t>(game.map->size());
  for (std::size_t i = 0; i < samples.seat.size(); ++i) {
    const std::int8_t* owners = samples.owners.data() + i * territories;
    for (std::int64_t at = samples.order_offsets[samples.plan_offsets[i]];
         at < samples.order_offsets[samples.plan_offsets[i + 1]]; ++at) {
      const Order& order = samples.orders[at];
      if (order.kind == simultaneous::OrderKind::deploy) {
        EXPECT_EQ(owners[order.target], samples.seat[i]);
      }
    }
  }
}

TEST(SelfPlay, ResultsAreThoseOfTheGames) {
  const Game game = small_board();
  const SimultaneousSettings settings = few_visits();
  const SimultaneousSamples samples = play_some(game, settings);
  EXPECT_EQ(samples.games, (std::vector<std::uint64_t>{0, 1, 2, 3, 4, 5}));
  std::map<std::uint64_t, std::set<std::pair<int, int>>> decisions;
  for (std::size_t i = 0; i < samples.seat.size(); ++i) {
    EXPECT_TRUE(decisions[samples.game[i]].insert({samples.round[i], samples.seat[i]}).second) << "noted twice";
  }
  int decided = 0;
  for (std::size_t g = 0; g < samples.games.size(); ++g) {
    EXPECT_GE(samples.winners[g], kNeutral);
    EXPECT_LT(samples.winners[g], simultaneous::kSeats);
    EXPECT_LE(samples.lengths[g], settings.turn_limit);
    if (samples.lengths[g] < settings.turn_limit) {
      EXPECT_NE(samples.winners[g], kNeutral);
    }
    decided += samples.winners[g] != kNeutral;
    EXPECT_EQ(decisions[g].size(), static_cast<std::size_t>(2 * samples.lengths[g]));  // both seats in every turn
  }
  EXPECT_GT(decided, 0);
}

TEST(SelfPlay, ShortSearchesAreMarked) {
  const Game game = small_board();
  SimultaneousSettings settings = few_visits();
  settings.fast_visits = 2;
  const auto share = [&](double full_share) {
    settings.full_share = full_share;
    const SimultaneousSamples samples = play_some(game, settings);
    return std::accumulate(samples.full_search.begin(), samples.full_search.end(), 0.0) /
           static_cast<double>(samples.full_search.size());
  };
  EXPECT_EQ(share(0.0), 0.0);
  EXPECT_EQ(share(1.0), 1.0);
  EXPECT_NEAR(share(0.25), 0.25, 0.15);
}

TEST(SelfPlay, CanBeStoppedByAnotherThread) {
  const Game game = small_board();
  SimultaneousSettings settings = few_visits();
  std::atomic<bool> stop{false};
  settings.stop = &stop;
  expect_same(play_some(game, settings), play_some(game, few_visits()));
  std::jthread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    stop = true;
  });
  EXPECT_THROW(play_some(game, settings, 2, 1'000'000), Stopped);
}

}  // namespace
}  // namespace hegemon::selfplay
