#include <set>

#include "classic_helpers.hpp"

namespace hegemon {
namespace classic {
namespace {

using Counts = std::array<std::uint32_t, 3>;

double win_chance(const std::vector<double>& distribution, int attackers) {
  return std::accumulate(distribution.begin(), distribution.begin() + attackers, 0.0);
}

// Every throw of a dice against d, sorted and compared.
Counts count_throws(int a, int d) {
  Counts counts{};
  const int all = static_cast<int>(std::lround(std::pow(6, a + d)));
  for (int number = 0; number < all; ++number) {
    Ints attack, defence;
    int rest = number;
    for (int i = 0; i < a + d; ++i, rest /= 6) (i < a ? attack : defence).push_back(rest % 6);
    std::sort(attack.rbegin(), attack.rend());
    std::sort(defence.rbegin(), defence.rend());
    std::size_t lost = 0;
    for (std::size_t i = 0; i < std::min(attack.size(), defence.size()); ++i) lost += attack[i] <= defence[i];
    ++counts[lost];
  }
  return counts;
}

TEST(Dice, TablesAreExact) {
  for (int a = 1; a <= 3; ++a) {
    for (int d = 1; d <= 2; ++d) {
      EXPECT_EQ(throws(a, d).attacker_loses, count_throws(a, d)) << a << " against " << d;
      EXPECT_EQ(throws(a, d).all, static_cast<std::uint32_t>(std::lround(std::pow(6, a + d))));
    }
  }
}

TEST(Dice, AsManyDiceAsArmies) {
  EXPECT_EQ((Ints{attack_dice(1), attack_dice(2), attack_dice(3), attack_dice(9)}), (Ints{1, 2, 3, 3}));
  EXPECT_EQ((Ints{defence_dice(1), defence_dice(2), defence_dice(3)}), (Ints{1, 2, 2}));
}

TEST(Dice, SampledThrowsFollowTheTables) {
  Random random(1);
  for (int a = 1; a <= 3; ++a) {
    for (int d = 1; d <= 2; ++d) {
      Ints counts(3);
      std::vector<double> expected;
      for (int i = 0; i < 20'000; ++i) ++counts[static_cast<std::size_t>(sample_throw(a, d, random))];
      for (std::uint32_t count : throws(a, d).attacker_loses) expected.push_back(double(count) / throws(a, d).all);
      EXPECT_LT(chi_square(counts, expected), 16) << a << " against " << d;
      if (std::min(a, d) == 1) {
        EXPECT_EQ(counts[2], 0);
      }
    }
  }
}

TEST(Dice, KnownChancesToWin) {
  struct Odds {
    int attackers, defenders;
    double win;
  };
  for (const Odds& odds : {Odds{1, 1, .4167}, Odds{2, 1, .7542}, Odds{2, 2, .3627}, Odds{3, 1, .9164},
                           Odds{3, 2, .6560}, Odds{3, 3, .4703}, Odds{4, 3, .6416}, Odds{5, 5, .5062}}) {
    const auto distribution = battle_distribution(odds.attackers, odds.defenders);
    EXPECT_NEAR(win_chance(distribution, odds.attackers), odds.win, 5e-5) << odds.attackers << " v " << odds.defenders;
  }
}

TEST(Dice, DistributionsSumToOne) {
  for (const auto& [a, d] :
       std::vector<std::pair<int, int>>{{1, 1}, {1, 9}, {9, 1}, {2, 2}, {7, 5}, {40, 30}, {300, 250}}) {
    for (const auto& distribution : {battle_distribution(a, d), duel_distribution(a, d)}) {
      ASSERT_EQ(distribution.size(), static_cast<std::size_t>(a + d));
      EXPECT_NEAR(std::accumulate(distribution.begin(), distribution.end(), 0.0), 1.0, 1e-12);
      EXPECT_GE(*std::min_element(distribution.begin(), distribution.end()), 0.0);
    }
  }
}

TEST(Dice, DuelIsATossOfCoins) {
  for (int a = 1; a <= 20; ++a) {
    for (int d = 1; d <= 20; ++d) {
      const auto distribution = duel_distribution(a, d);
      double win = 0, term = std::pow(0.5, d);  // of exactly k heads lost before the d-th is won
      for (int k = 0; k < a - 1; ++k) {
        win += term;
        term *= 0.5 * (d + k) / (k + 1);
      }
      ASSERT_NEAR(win_chance(distribution, a), win, 1e-12) << a << " against " << d;
      ASSERT_EQ(distribution[0], 0.0) << "who wins has two left";
    }
    EXPECT_NEAR(win_chance(duel_distribution(a + 1, a), a + 1), 0.5, 1e-12);
  }
}

TEST(Dice, OutcomeNumbersGoBothWays) {
  constexpr int attackers = 5, defenders = 4;
  for (int outcome = 0; outcome < attackers + defenders; ++outcome) {
    const Battle left = battle_left(attackers, outcome, false), duel = battle_left(attackers, outcome, true);
    EXPECT_EQ(battle_outcome(attackers, left), outcome);
    EXPECT_EQ(battle_outcome(attackers, duel), outcome);
    EXPECT_NE(left.attackers > 0, left.defenders > 0);
    EXPECT_EQ(duel.defenders, left.defenders);
    EXPECT_EQ(duel.attackers, std::max(left.attackers, 1));
  }
}

TEST(Dice, SampledBattlesFollowTheDistributions) {
  Random random(2);
  for (const auto& [a, d] : std::vector<std::pair<int, int>>{{1, 1}, {2, 3}, {5, 5}, {6, 2}, {12, 9}}) {
    for (const bool duel : {false, true}) {
      const auto distribution = duel ? duel_distribution(a, d) : battle_distribution(a, d);
      Ints counts(static_cast<std::size_t>(a + d));
      for (int i = 0; i < 20'000; ++i) {
        const Battle left = duel ? sample_duel(a, d, random) : sample_battle(a, d, random);
        ++counts[static_cast<std::size_t>(battle_outcome(a, left))];
      }
      for (std::size_t i = 0; i < counts.size(); ++i) {
        EXPECT_FALSE(counts[i] > 0 && distribution[i] == 0.0);
      }
      EXPECT_LT(chi_square(counts, distribution), 2.0 * (a + d) + 14)
          << a << " against " << d << (duel ? ", duel" : "");
    }
  }
}

TEST(Dice, HugeBattlesEnd) {
  Random random(3);
  const Battle battle = sample_battle(100'000, 100'000, random), duel = sample_duel(100'000, 100'000, random);
  EXPECT_GT(battle.attackers, 10'000) << "many against many, the attacker is the stronger";
  EXPECT_EQ(battle.defenders, 0);
  EXPECT_TRUE(duel.attackers == 1 || duel.defenders == 0);
}

}  // namespace
}  // namespace classic

namespace {

template <class T>
class SetOf : public testing::Test {};
using Widths = testing::Types<Set<1>, Set<8>>;
TYPED_TEST_SUITE(SetOf, Widths);

template <class T>
constexpr int kBits = static_cast<int>(sizeof(T)) * 8;

template <class T>
T set_of(const std::set<int>& members) {
  T result{};
  for (int t : members) result.add(t);
  return result;
}

template <class T>
std::set<int> members_of(const T& set) {
  std::vector<int> list;
  set.each([&](int t) { list.push_back(t); });
  EXPECT_TRUE(std::is_sorted(list.begin(), list.end()));
  return {list.begin(), list.end()};
}

TYPED_TEST(SetOf, EdgesOfTheWords) {
  TypeParam set{};
  EXPECT_TRUE(set.empty());
  EXPECT_EQ(set.size(), 0);
  for (int t = 0; t < kBits<TypeParam>; ++t) {
    EXPECT_FALSE(set.has(t));
    set.add(t);
    EXPECT_TRUE(set.has(t));
    EXPECT_EQ(set.nth(t), t);
  }
  EXPECT_EQ(set.size(), kBits<TypeParam>);
  for (int t = 0; t < kBits<TypeParam>; ++t) {
    EXPECT_EQ(set.nth(0), t);
    EXPECT_FALSE(set.empty());
    set.remove(t);
  }
  EXPECT_EQ(set, TypeParam{});
}

TYPED_TEST(SetOf, AgreesWithATree) {
  Random random(4);
  std::set<int> tree, before;
  TypeParam set{};
  for (int i = 0; i < 4000; ++i) {
    const int t = random.between(0, kBits<TypeParam> - 1);
    const bool member = random.chance(50);
    if (random.chance(50)) {
      set.put(t, member);
    } else {
      member ? set.add(t) : set.remove(t);
    }
    member ? static_cast<void>(tree.insert(t)) : static_cast<void>(tree.erase(t));
    ASSERT_EQ(set.has(t), member);
    ASSERT_EQ(set.size(), static_cast<int>(tree.size()));
    ASSERT_EQ(set.empty(), tree.empty());
    if (i % 50 != 49) continue;
    ASSERT_EQ(members_of(set), tree);
    int k = 0;
    for (int member_of_tree : tree) ASSERT_EQ(set.nth(k++), member_of_tree);
    std::set<int> both, either = tree, rest;
    either.insert(before.begin(), before.end());
    for (int m : tree) (before.contains(m) ? both : rest).insert(m);
    const TypeParam other = set_of<TypeParam>(before);
    ASSERT_EQ(set & other, set_of<TypeParam>(both));
    ASSERT_EQ(set | other, set_of<TypeParam>(either));
    ASSERT_EQ(set.minus(other), set_of<TypeParam>(rest));
    ASSERT_EQ(set == other, tree == before);
    before = tree;
  }
}

}  // namespace
}  // namespace hegemon
