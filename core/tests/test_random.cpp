#include <tuple>

#include "base/random.hpp"
#include "helpers.hpp"
#include "simultaneous/batch.hpp"

namespace hegemon::simultaneous {
namespace {

// --- Numbers ---------------------------------------------------------------------------------------------------------

TEST(Random, GivesTheSameNumbersForEver) {
  EXPECT_EQ(mix(0x9e3779b97f4a7c15ULL), 0xe220a8397b1dcdafULL);  // first output of SplitMix64 from seed 0
  using Three = std::array<std::uint64_t, 3>;
  const auto first_three = [](std::uint64_t key) {
    Random random(key);
    Three numbers{};
    for (auto& number : numbers) number = random.next();
    return numbers;
  };
  EXPECT_EQ(first_three(0), (Three{0xa706dd2f4d197e6fULL, 0xb382a305f4414f5eULL, 0x631a9154fbabf717ULL}));
  EXPECT_EQ(first_three(1), (Three{0xe9fd6049d65af21eULL, 0xc51e9aa03802868bULL, 0xf51621f8179d6256ULL}));
  EXPECT_EQ(first_three(~0ULL), (Three{0x6309143e67a47936ULL, 0x774df63d42806e2dULL, 0xff11840ba52baaf9ULL}));
}

TEST(Random, StreamsAreSeparateAndDoNotAdvanceTheirSource) {
  Random source(7), untouched(7);
  Random third = source.stream(3);
  EXPECT_EQ(third.next(), 0x9443d3c7ffc7b4e9ULL);
  EXPECT_EQ(third.next(), 0xaa7d7515952e77f5ULL);
  EXPECT_EQ(source.stream(3).stream(0).next(), 0x134a8f0798ce4b4fULL);
  EXPECT_EQ(source.next(), untouched.next());
  Random copy = source;
  EXPECT_EQ(copy.next(), source.next());
  EXPECT_EQ(source.stream(3).next(), 0x9443d3c7ffc7b4e9ULL);  // whatever the source has drawn meanwhile
  std::vector<std::uint64_t> firsts;
  for (std::uint64_t id = 0; id < 2000; ++id) firsts.push_back(source.stream(id).next());
  std::sort(firsts.begin(), firsts.end());
  EXPECT_EQ(std::unique(firsts.begin(), firsts.end()), firsts.end());
}

TEST(Random, BelowStaysBelow) {
  Random random(1);
  for (const std::uint32_t bound : {1u, 2u, 3u, 10u, 1000u, 0x80000000u, 0x80000001u, 0xffffffffu}) {
    for (int i = 0; i < 2000; ++i) ASSERT_LT(random.below(bound), bound);
  }
}

TEST(Random, BelowIsUniform) {
  Random random(2);
  for (const std::uint32_t bound : {2u, 3u, 6u, 10u, 100u}) {
    Ints counts(bound);
    for (int i = 0; i < 60'000; ++i) ++counts[random.below(bound)];
    EXPECT_LT(chi_square(counts), bound - 1 + 4.5 * std::sqrt(2.0 * (bound - 1))) << bound;
  }
  // Without rejection every third number of this range would come up twice as often.
  Ints remainders(3);
  for (int i = 0; i < 60'000; ++i) ++remainders[random.below(3u << 30) % 3];
  EXPECT_LT(chi_square(remainders), 14);
}

TEST(Random, BetweenIncludesBothEnds) {
  Random random(4);
  Ints counts(5);
  for (int i = 0; i < 5000; ++i) ++counts.at(static_cast<std::size_t>(random.between(-2, 2) + 2));
  EXPECT_LT(chi_square(counts), 19);
  EXPECT_EQ(random.between(6, 6), 6);
}

TEST(Random, ChanceAndBinomialFollowThePercentage) {
  Random random(5);
  int successes = 0;
  for (int i = 0; i < 2000; ++i) {
    ASSERT_FALSE(random.chance(0));
    ASSERT_TRUE(random.chance(100));
    successes += random.binomial(20, 70);
  }
  EXPECT_NEAR(successes / 40'000.0, 0.7, 0.0092);  // four standard errors
  EXPECT_EQ(random.binomial(0, 70), 0);
  EXPECT_EQ(random.binomial(9, 100), 9);
}

TEST(Random, ShuffleGivesEveryOrderEvenly) {
  Random random(6);
  Ints counts(6);
  for (int i = 0; i < 12'000; ++i) {
    Ints cards{0, 1, 2};
    random.shuffle(cards);
    ASSERT_EQ(cards[0] + cards[1] + cards[2], 3);
    ++counts.at(static_cast<std::size_t>(2 * cards[0] + (cards[1] > cards[2])));
  }
  EXPECT_LT(chi_square(counts), 21);
}

// --- Genes: one per territory, one per link and direction ------------------------------------------------------------

TEST(Genes, CountTerritoriesAndLinksBothWays) {
  EXPECT_EQ(gene_count(*path_map(9)), 25);
  EXPECT_EQ(gene_count(*dense_map()), 12 + 12 * 11);
  EXPECT_EQ(gene_count(Map(1, {}, {})), 1);
}

TEST(Genes, PlaceEveryOrder) {
  const Map map(3, {{2, 0}, {0, 1}}, {});
  std::vector<std::int32_t> genes(static_cast<std::size_t>(gene_count(map)), 99);
  encode(map,
         {move(0, 2, 4), deploy(1, 3), move(2, 0, 5), move(0, 1, 6), move(1, 0, 7), deploy(1, 2), move(0, 2, 1),
          move(2, 0, 3)},
         genes);
  EXPECT_EQ(genes, (std::vector<std::int32_t>{0, 5, 0, 8, 6, 5, 7}));
}

TEST(Genes, DecodeInTerritoryThenLinkOrder) {
  const Map map(3, {{2, 0}, {0, 1}}, {});
  const Plan plan = decode(map, std::vector<std::int32_t>{1, 0, 2, 3, 0, 4, 5});
  EXPECT_EQ(plan, (Plan{deploy(0, 1), deploy(2, 2), move(2, 0, 3), move(0, 2, 4), move(1, 0, 5)}));
  EXPECT_TRUE(decode(map, std::vector<std::int32_t>{-1, 0, -2, 0, -3, 0, 0}).empty());
}

TEST(Genes, SurviveARoundTrip) {
  Random random(5);
  for (const auto& map : {path_map(9), grid_map(4, 4), dense_map(), broken_map()}) {
    for (int trial = 0; trial < 50; ++trial) {
      std::vector<std::int32_t> genes(static_cast<std::size_t>(gene_count(*map)));
      for (auto& gene : genes) gene = random.chance(40) ? random.between(1, 9) : 0;
      auto again = genes;
      encode(*map, decode(*map, genes), again);
      ASSERT_EQ(again, genes);
    }
  }
}

// --- Random plans ----------------------------------------------------------------------------------------------------

Plan random_plan_of(const Game& game, const State& state, Random& random) {
  Scratch scratch;
  Plan plan;
  random_plan(game, state, 0, random, scratch, plan);
  return plan;
}

TEST(RandomPlan, DeploysOnTheBorderAndMarchesTowardIt) {
  Game game{path_map(6), soares2025()};
  const State state = board({0, 0, 0, 0, -1, 1}, {3, 0, 2, 0, 100, 1});
  Random random(10);
  Plan plan = random_plan_of(game, state, random);
  ASSERT_EQ(plan.size(), 3u);
  EXPECT_EQ(plan[0], deploy(3, 7));  // base income and the group 0-2; 7 cannot beat 100
  EXPECT_TRUE(std::is_permutation(plan.begin() + 1, plan.end(), Plan{move(0, 1, 3), move(2, 3, 2)}.begin()));
  game.rules.stands_guard = 1;
  plan = random_plan_of(game, state, random);
  ASSERT_EQ(plan.size(), 3u);
  EXPECT_TRUE(std::is_permutation(plan.begin() + 1, plan.end(), Plan{move(0, 1, 2), move(2, 3, 1)}.begin()));
}

TEST(RandomPlan, AttacksOnlyWithWhatItThinksSufficient) {
  Game game{path_map(2), soares2025()};
  game.rules.base_income = 0;
  Random random(11);
  const Ints needed{1, 2, 3, 5, 7, 8, 10, 12, 13, 15, 17};  // round(defenders / 0.6), at least 1
  for (int d = 0; d <= 10; ++d) {
    EXPECT_EQ(random_plan_of(game, board({0, 1}, {needed[d] - 1, d}), random), Plan{}) << d;
    EXPECT_EQ(random_plan_of(game, board({0, 1}, {needed[d], d}), random), Plan{move(0, 1, needed[d])}) << d;
  }
  game.rules.offense_kill_percent = 0;
  EXPECT_EQ(random_plan_of(game, board({0, 1}, {1000, 1}), random), Plan{});
  EXPECT_EQ(random_plan_of(game, board({0, 1}, {1, 0}), random), Plan{move(0, 1, 1)});
}

TEST(RandomPlan, AttacksOneToAllNeighboursWithWhatItHas) {
  Game game{std::make_shared<Map>(4, Links{{0, 1}, {0, 2}, {0, 3}}, std::vector<Group>{}), soares2025()};
  game.rules.base_income = 0;
  Random random(12);
  Ints times(3);
  for (int i = 0; i < 3000; ++i) {
    const Plan plan = random_plan_of(game, board({0, 1, 1, 1}, {1'000'000, 0, 0, 0}), random);
    ++times.at(plan.size() - 1);
    int sent = 0;
    for (const Order& order : plan) sent += order.armies;
    ASSERT_LE(sent, 1'000'000);
  }
  EXPECT_LT(chi_square(times), 14);
}

// Plays to the end with plans made from what each seat sees; every plan must be legal.
void play_in_fog(const Game& game, Random random, int turn_limit, Scratch& scratch) {
  State state = start(game, random);
  while (state.head().phase != Phase::over && state.head().round < turn_limit) {
    Plans plans;
    for (int seat = 0; seat < kSeats; ++seat) {
      if (!(deciders(game, state) >> seat & 1)) continue;
      random_plan(game, view(game, state, seat), seat, random, scratch, plans[seat]);
      ASSERT_TRUE(check(game, state, seat, plans[seat]).empty());
    }
    Chance chance(random);
    Log log;
    resolve(game, state, plans, chance, scratch, &log);
  }
}

TEST(RandomPlan, IsLegalForEveryPresetMapAndFog) {
  Scratch scratch;  // shared on purpose: sizes change from game to game
  for (const auto& [name, rules] : presets()) {
    for (const auto& map : {path_map(9), grid_map(6, 5), dense_map(), broken_map(), grid_map(23, 22)}) {
      Game game{map, rules};
      for (const Fog fog : {Fog::none, Fog::light, Fog::normal, Fog::dense, Fog::complete}) {
        game.rules.fog = fog;
        SCOPED_TRACE(name + ", " + std::to_string(map->size()) + " territories");
        play_in_fog(game, Random(14).stream(static_cast<std::uint64_t>(fog)), map->size() > 99 ? 5 : 60, scratch);
      }
    }
  }
}

// --- Many games on threads -------------------------------------------------------------------------------------------

TEST(Batch, TotalsDoNotDependOnThreads) {
  const auto all = [](const RandomPlay& p) {
    return std::tuple(p.games, p.turns, p.orders, p.wins, p.undecided, p.signature);
  };
  for (const auto& [name, rules] : presets()) {
    for (const auto& map : {path_map(9), grid_map(6, 5)}) {
      const RandomPlay alone = play_random({map, rules}, 1, 0, 60, 30, 1);
      EXPECT_EQ(alone.games, 60u);
      EXPECT_EQ(alone.wins[0] + alone.wins[1] + alone.undecided, 60u);
      EXPECT_EQ(all(play_random({map, rules}, 1, 0, 60, 30, 2)), all(alone)) << name;
      EXPECT_EQ(all(play_random({map, rules}, 1, 0, 60, 30, 3)), all(alone)) << name;
    }
  }
}

TEST(Batch, PartsAddUpAndSeedsDiffer) {
  const Game game{path_map(9), soares2025()};
  const RandomPlay whole = play_random(game, 4, 0, 50, 100, 2);
  const RandomPlay head = play_random(game, 4, 0, 20, 100, 1), tail = play_random(game, 4, 20, 30, 100, 1);
  EXPECT_EQ(whole.signature, head.signature + tail.signature);
  EXPECT_EQ(whole.turns, head.turns + tail.turns);
  EXPECT_NE(whole.signature, play_random(game, 5, 0, 50, 100, 2).signature);
  EXPECT_EQ(play_random(game, 4, 0, 0, 100, 2).games, 0u);
  EXPECT_EQ(play_random(game, 4, 0, 9, 1, 2).turns, 9u);
}

TEST(Batch, PassesOnTheErrorOfAThread) {
  const Game too_small{path_map(3), soares2025()};
  for (const int threads : {1, 3}) EXPECT_THROW(play_random(too_small, 1, 0, 99, 10, threads), std::invalid_argument);
}

TEST(Batch, RandomPlayHasThePublishedStatistics) {
  const RandomPlay play = play_random({path_map(9), soares2025()}, 6, 0, 3000, 100, 2);
  EXPECT_NEAR(play.turns / 3000.0, 12.3, 0.6);
  EXPECT_NEAR(play.orders / double(play.turns), 5.29, 0.1);
  EXPECT_NEAR(play.wins[0] / 3000.0, 0.5, 0.037);
  EXPECT_NEAR(play.undecided / 3000.0, 0.01, 0.007);
}

TEST(Batch, TheLargestMapPlays) {
  for (const auto& [name, rules] : presets()) {
    const RandomPlay play = play_random({path_map(kMaxTerritories), rules}, 7, 0, 2, 40, 2);
    EXPECT_EQ(play.games, 2u) << name;
    EXPECT_GE(play.turns, 40u) << name;
  }
}

// --- Stress: hostile plans under all rules ---------------------------------------------------------------------------

void play_hostile(const Game& game, Random random, Scratch& scratch) {
  State state(game.map->size());
  for (int t = 0; t < state.size(); ++t) {
    state.owners()[t] = static_cast<Seat>(random.between(-1, 1));
    state.armies()[t] = random.between(1, 15);
  }
  for (int turn = 0; turn < 8 && state.head().phase == Phase::play; ++turn) {
    const Plans plans{any_plan(game, state, 0, random), any_plan(game, state, 1, random)};
    const State before = state;
    std::vector<std::int32_t> tape;
    Log log;
    Chance chance(random, &tape);
    resolve(game, state, plans, chance, scratch, &log);
    ASSERT_NO_FATAL_FAILURE(expect_sound(game.rules, before, state, log));
    State again = before;
    play(game, again, plans, tape);
    ASSERT_EQ(again, state);
  }
}

TEST(Stress, HostilePlansLeaveTheBoardSound) {
  Scratch scratch;
  const auto published = presets();
  for (const auto& map : {path_map(9), grid_map(6, 5), dense_map(), broken_map()}) {
    for (std::uint64_t trial = 0; trial < 100; ++trial) {
      Random random = Random(15).stream(trial);
      const Rules rules = trial < published.size() ? published[trial].second : any_rules(random);
      SCOPED_TRACE("trial " + std::to_string(trial) + ", " + std::to_string(map->size()) + " territories");
      ASSERT_NO_FATAL_FAILURE(play_hostile({map, rules}, random, scratch));
    }
  }
}

}  // namespace
}  // namespace hegemon::simultaneous
