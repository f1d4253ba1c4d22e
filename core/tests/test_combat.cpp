#include "helpers.hpp"
#include "simultaneous/combat.hpp"

namespace hegemon::simultaneous {
namespace {

int floor_tenth(int tenths) { return tenths >= 0 ? tenths / 10 : -((9 - tenths) / 10); }

Battle fight_with(const Rules& rules, int attackers, int defenders, std::vector<std::int32_t> tape = {}) {
  Chance chance{std::span<const std::int32_t>(tape)};
  const Battle battle = fight(rules, attackers, defenders, chance);
  EXPECT_TRUE(chance.used_up());
  return battle;
}

std::vector<double> binomial_weights(int n, double p) {
  std::vector<double> weights{1.0};
  for (int trial = 0; trial < n; ++trial) {
    std::vector<double> longer(weights.size() + 1, 0.0);
    for (std::size_t k = 0; k < weights.size(); ++k) {
      longer[k] += weights[k] * (1 - p);
      longer[k + 1] += weights[k] * p;
    }
    weights = longer;
  }
  return weights;
}

// Exact: sums over everything the dice can show.
double capture_probability(const Rules& rules, int attackers, int defenders) {
  const auto attack = binomial_weights(attackers, 0.6), defense = binomial_weights(defenders, 0.7);
  double sum = 0;
  for (int k = 0; k <= attackers; ++k) {
    for (int l = 0; l <= defenders; ++l) {
      if (fight_with(rules, attackers, defenders, {k, l}).captured) sum += attack[k] * defense[l];
    }
  }
  return sum;
}

struct Odds {
  int defenders, attackers;
  double capture;
};

TEST(Combat, SoaresMatchesIntegerArithmetic) {
  const Rules rules = soares2025();
  for (int a = 0; a <= 300; ++a) {
    for (int d = 0; d <= 300; ++d) {
      const int attackers_left = floor_tenth(10 * a - 7 * d + 5), defenders_left = floor_tenth(10 * d - 6 * a + 5);
      const Battle battle = fight_with(rules, a, d);
      ASSERT_EQ(battle.captured, attackers_left > 0 && defenders_left <= 0) << a << " against " << d;
      ASSERT_EQ(a - battle.losses, std::max(attackers_left, 0)) << a << " against " << d;
      ASSERT_EQ(d - battle.kills, std::max(defenders_left, 0)) << a << " against " << d;
    }
  }
}

TEST(Combat, SoaresFewestAttackers) {
  const Ints fewest{1, 2, 3, 5, 6, 8, 10, 11, 13, 15, 16};
  for (int d = 0; d <= 10; ++d) {
    EXPECT_TRUE(fight_with(soares2025(), fewest[d], d).captured) << d;
    EXPECT_FALSE(fight_with(soares2025(), fewest[d] - 1, d).captured) << d;
  }
}

TEST(Combat, HalvesRoundUpKillsWhenAsked) {
  Rules rules = soares2025();
  rules.halves = Halves::kills;
  for (int a = 0; a <= 300; ++a) {
    for (int d = 0; d <= 300; ++d) {
      const Battle battle = fight_with(rules, a, d);
      ASSERT_EQ(battle.kills, std::min((6 * a + 5) / 10, d));
      ASSERT_EQ(battle.losses, std::min((7 * d + 5) / 10, a));
    }
  }
  EXPECT_EQ(fight_with(rules, 20, 5).losses, 4);  // 3.5
  rules.halves = Halves::survivors;
  EXPECT_EQ(fight_with(rules, 20, 5).losses, 3);
}

TEST(Combat, AnnihilationLeavesNoneOrOne) {
  Rules rules{.offense_kill_percent = 100, .defense_kill_percent = 100, .annihilation = Annihilation::empty};
  for (const auto annihilation : {Annihilation::empty, Annihilation::one_stays}) {
    rules.annihilation = annihilation;
    const int stays = annihilation == Annihilation::one_stays;
    const Battle even = fight_with(rules, 5, 5);
    EXPECT_FALSE(even.captured);
    EXPECT_EQ(even.losses, 5);
    EXPECT_EQ(5 - even.kills, stays);
    const Battle repelled = fight_with(rules, 4, 5);
    EXPECT_FALSE(repelled.captured);
    EXPECT_EQ(repelled.kills, 4);
    const Battle taken = fight_with(rules, 6, 5);
    EXPECT_TRUE(taken.captured);
    EXPECT_EQ(taken.kills, 5);
    EXPECT_EQ(taken.losses, 5);
  }
}

TEST(Combat, Warlight1CaptureTable) {
  const std::vector<Odds> table{
      {1, 1, .180},  {1, 2, .840},   {1, 3, .936},  {1, 4, .974},  {2, 2, .184},  {2, 3, .648},  {2, 4, .821},
      {2, 5, .913},  {2, 6, .959},   {3, 3, .142},  {3, 4, .475},  {3, 5, .683},  {3, 6, .821},  {3, 8, .950},
      {4, 4, .098},  {4, 6, .544},   {4, 8, .826},  {4, 10, .945}, {5, 5, .065},  {5, 8, .594},  {5, 10, .834},
      {5, 12, .943}, {6, 6, .041},   {6, 10, .633}, {6, 12, .842}, {6, 14, .942}, {7, 10, .382}, {7, 14, .850},
      {7, 16, .942}, {10, 15, .403}, {10, 16, .527}};
  for (const auto& [d, a, expected] : table) {
    EXPECT_NEAR(capture_probability(warlight1(), a, d), expected, 0.0005 + 1e-9) << a << " against " << d;
  }
}

TEST(Combat, Warlight2CaptureTable) {
  const std::vector<Odds> table{{3, 4, .1296}, {4, 6, .821},   {5, 7, .028},   {5, 8, .950},
                                {6, 9, .232},  {6, 10, .988},  {7, 10, .006},  {7, 11, .753},
                                {7, 12, .997}, {10, 15, .027}, {10, 16, .716}, {10, 17, .989}};
  for (const auto& [d, a, expected] : table) {
    EXPECT_NEAR(capture_probability(warlight2(), a, d), expected, 0.0005 + 1e-9) << a << " against " << d;
  }
  const std::vector<std::array<int, 3>> certain{{1, 1, 2}, {2, 2, 3}, {3, 3, 5}, {4, 5, 7}, {5, 6, 9}, {6, 8, 11}};
  for (const auto& [d, never, always] : certain) {
    EXPECT_EQ(capture_probability(warlight2(), never, d), 0) << never << " against " << d;
    EXPECT_NEAR(capture_probability(warlight2(), always, d), 1, 1e-12) << always << " against " << d;
  }
}

TEST(Combat, Warlight2SmallBattlesAreCertain) {
  struct Case {
    int attackers, defenders, kills, losses;
    bool captured;
  };
  for (const auto& [a, d, kills, losses, captured] :
       {Case{1, 1, 0, 1, false}, Case{2, 1, 1, 1, true}, Case{2, 2, 1, 1, false}, Case{3, 2, 2, 1, true}}) {
    for (int k = 0; k <= a; ++k) {
      for (int l = 0; l <= d; ++l) {
        const Battle battle = fight_with(warlight2(), a, d, {k, l});
        EXPECT_EQ(battle.kills, kills) << a << " against " << d;
        EXPECT_EQ(battle.losses, losses) << a << " against " << d;
        EXPECT_EQ(battle.captured, captured) << a << " against " << d;
      }
    }
  }
}

TEST(Combat, DoublesDifferFromExactOnlyAtSomeLargeHalves) {
  const Rules doubles = warlight2();
  Rules exact = doubles;
  exact.halves = Halves::kills;
  Random random(1);
  Chance unused(random);
  std::vector<std::pair<int, int>> differ;  // defenders, hits
  for (int armies = 0; armies < 100; ++armies) {
    for (int hits = 0; hits <= armies; ++hits) {
      ASSERT_EQ(rounded_kills(doubles, armies, 60, hits, unused), rounded_kills(exact, armies, 60, hits, unused));
      const auto sloppy = rounded_kills(doubles, armies, 70, hits, unused);
      const auto right = rounded_kills(exact, armies, 70, hits, unused);
      if (sloppy == right) continue;
      EXPECT_EQ(sloppy, right - 1);
      differ.emplace_back(armies, hits);
    }
  }
  EXPECT_EQ(differ, (std::vector<std::pair<int, int>>{{45, 19}, {55, 1}, {85, 22}, {85, 47}, {85, 72}}));
}

TEST(Combat, LuckIsDrawnForTheAttackersFirst) {
  const Battle battle = fight_with(warlight1(), 10, 8, {3, 7});
  EXPECT_EQ(battle.kills, 3);
  EXPECT_EQ(battle.losses, 7);
}

TEST(Combat, WeightedRoundingDrawsOnlyForFractions) {
  const Rules rules{.rounding = Rounding::weighted_random};
  for (const int up : {0, 1}) {
    for (const int more : {0, 1}) {
      const Battle battle = fight_with(rules, 6, 12, {up, more});  // 3.6 and 8.4, of which only 6 can die
      EXPECT_EQ(battle.kills, 3 + up);
      EXPECT_EQ(battle.losses, 6);
      EXPECT_EQ(fight_with(rules, 16, 12, {up, more}).losses, 8 + more);
    }
  }
  const Battle whole = fight_with(rules, 20, 10);
  EXPECT_EQ(whole.kills, 10);
  EXPECT_EQ(whole.losses, 7);
}

TEST(Combat, WeightedRoundingIsFairOnAverage) {
  const Rules rules{.rounding = Rounding::weighted_random};
  Random random(11);
  Chance chance(random);
  constexpr int kBattles = 40'000;
  double kills = 0, losses = 0;
  for (int i = 0; i < kBattles; ++i) {
    const Battle battle = fight(rules, 13, 11, chance);
    kills += battle.kills;
    losses += battle.losses;
  }
  EXPECT_NEAR(kills / kBattles, 7.8, 0.008);  // four standard errors
  EXPECT_NEAR(losses / kBattles, 7.7, 0.0092);
}

TEST(Combat, DiceAreFairOnAverage) {
  Random random(12);
  Chance chance(random);
  constexpr int kBattles = 40'000;
  double kills = 0, losses = 0;
  for (int i = 0; i < kBattles; ++i) {
    const Battle battle = fight(warlight1(), 10, 10, chance);
    kills += battle.kills;
    losses += battle.losses;
  }
  EXPECT_NEAR(kills / kBattles, 6, 0.031);  // four standard errors
  EXPECT_NEAR(losses / kBattles, 7, 0.029);
}

TEST(Combat, NobodyDiesTwice) {
  Random random(13);
  Chance chance(random);
  for (int trial = 0; trial < 60'000; ++trial) {
    const Rules rules = any_rules(random);
    const int a = random.between(0, 15), d = random.between(0, 15);
    const Battle battle = fight(rules, a, d, chance);
    ASSERT_TRUE(battle.kills >= 0 && battle.kills <= d && battle.losses >= 0 && battle.losses <= a);
    ASSERT_EQ(battle.captured, battle.kills == d && battle.losses < a);
    const bool one_stays = rules.annihilation == Annihilation::one_stays;
    ASSERT_TRUE(battle.captured || d == 0 || !one_stays || battle.kills < d);
  }
}

// --- Chance: recorded and replayed -----------------------------------------------------------------------------------

TEST(Chance, ReplaysWhatItRecorded) {
  Random random(8);
  std::vector<std::int32_t> tape;
  Chance live(random, &tape);
  Ints drawn;
  for (int i = 0; i < 20; ++i) {
    drawn.insert(drawn.end(), {live.coin(), live.binomial(9, 60), live.fraction(1, 3)});
  }
  EXPECT_EQ(tape, drawn);
  EXPECT_TRUE(live.used_up());
  Chance again{std::span<const std::int32_t>(tape)};
  for (std::size_t i = 0; i < drawn.size(); i += 3) {
    EXPECT_FALSE(again.used_up());
    EXPECT_EQ(again.coin(), drawn[i]);
    EXPECT_EQ(again.binomial(9, 60), drawn[i + 1]);
    EXPECT_EQ(again.fraction(1, 3), drawn[i + 2]);
  }
  EXPECT_TRUE(again.used_up());
  EXPECT_THROW(again.coin(), std::invalid_argument);
}

TEST(Chance, RefusesImpossibleOutcomes) {
  const auto tape_of = [](const std::int32_t& outcome) { return Chance{std::span<const std::int32_t>(&outcome, 1)}; };
  for (const std::int32_t outcome : {-1, 2}) {
    EXPECT_THROW(tape_of(outcome).coin(), std::invalid_argument);
    EXPECT_THROW(tape_of(outcome).fraction(1, 2), std::invalid_argument);
  }
  for (const std::int32_t outcome : {-1, 6}) EXPECT_THROW(tape_of(outcome).binomial(5, 60), std::invalid_argument);
  const std::int32_t most = 5;
  EXPECT_EQ(tape_of(most).binomial(5, 60), 5);
}

TEST(Chance, FractionsAndCoinsAreFairUnlessFixed) {
  Random random(9);
  Chance chance(random), heads_only(random, nullptr, 1), tails_only(random, nullptr, 0);
  int heads = 0, thirds = 0;
  for (int i = 0; i < 40'000; ++i) {
    heads += chance.coin();
    thirds += chance.fraction(1, 3);
    ASSERT_EQ(heads_only.coin(), 1);
    ASSERT_EQ(tails_only.coin(), 0);
  }
  EXPECT_NEAR(heads / 40'000.0, 0.5, 0.01);
  EXPECT_NEAR(thirds / 40'000.0, 1 / 3.0, 0.0095);
}

TEST(Tape, MustFitTheTurn) {
  const Game game{path_map(8, 8), warlight1()};
  const Plans plans{Plan{move(3, 4, 4)}, Plan{}};
  const auto run = [&](std::vector<std::int32_t> tape) {
    State state = two_halves();
    Scratch scratch;
    Chance chance{std::span<const std::int32_t>(tape)};
    resolve(game, state, plans, chance, scratch, nullptr);
    return chance.used_up();
  };
  EXPECT_TRUE(run({4, 5}));
  EXPECT_FALSE(run({4, 5, 0}));
  EXPECT_THROW(run({4}), std::invalid_argument);
  EXPECT_THROW(run({5, 5}), std::invalid_argument);
  EXPECT_THROW(run({4, -1}), std::invalid_argument);
}

}  // namespace
}  // namespace hegemon::simultaneous
