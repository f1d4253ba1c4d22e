#include <chrono>
#include <set>
#include <thread>

#include "coevolution_helpers.hpp"
#include "search/coevolution/pair_table.hpp"
#include "simultaneous/evaluate.hpp"

namespace hegemon::search {
namespace {

using simultaneous::material;

Coevolution search(const Game& game, const State& state, int seat, const CoevolutionSettings& settings, int generations,
                   std::uint64_t key = 1) {
  Random random(key);
  return coevolve({game, state, seat, generations, 0.0, {}, {}}, settings, random);
}

std::vector<Genes> genes_of(const std::vector<Individual>& population) {
  std::vector<Genes> genes;
  for (const Individual& one : population) genes.push_back(one.genes);
  return genes;
}

// --- Fitness ---------------------------------------------------------------------------------------------------------

double value_of_pair(const Game& game, State state, int seat, const Individual& own, const Individual& other,
                     double discount) {
  simultaneous::Plans plans;
  plans[seat] = own.plan;
  plans[1 - seat] = other.plan;
  simultaneous::play(game, state, plans);
  return material(game, state, seat) * (state.head().phase == Phase::over ? 1.0 : discount);
}

TEST(Coevolution, FitnessIsTheMeanOverTheOtherPopulation) {
  Random random(7);
  const Game game = certain_game(simultaneous::grid_map(4, 3));
  for (const CoevolutionSettings& settings : {small(), ggnet(), marching()}) {
    for (const int generations : {1, 4}) {
      const int seat = generations % 2;
      const State state = some_position(game, random, 6);
      const Coevolution result = search(game, state, seat, settings, generations);
      ASSERT_EQ(result.generations, generations);
      std::vector<double> against(result.other.size());
      for (const Individual& own : result.own) {
        double sum = 0;
        for (std::size_t j = 0; j < against.size(); ++j) {
          const double value = value_of_pair(game, state, seat, own, result.other[j], settings.discount);
          sum += value;
          against[j] -= value;
        }
        EXPECT_NEAR(own.fitness, sum / 10, 1e-12);
      }
      for (std::size_t j = 0; j < against.size(); ++j) EXPECT_NEAR(result.other[j].fitness, against[j] / 10, 1e-12);
    }
  }
}

TEST(Coevolution, TheFittestComesFirstAndEqualOnesInTheOrderTheyCame) {
  const Game game = certain_game(simultaneous::grid_map(4, 3));
  Random random(2);
  const Coevolution result = search(game, some_position(game, random, 4), 0, small(), 3);
  for (std::size_t i = 1; i < result.own.size(); ++i) EXPECT_GE(result.own[i - 1].fitness, result.own[i].fitness);
  // All outcomes are worth the same: nothing may be reordered, so the elites stay in front.
  Random same(3);
  const auto zero = [](std::span<const State>, int, std::span<double> values) {
    std::fill(values.begin(), values.end(), 0.0);
  };
  const State state = some_position(game, random, 1);
  const Coevolution tied = coevolve({game, state, 0, 3, 0.0, zero, {}}, small(), same);
  EXPECT_EQ(tied.own[0].fitness, 0.0);
  EXPECT_EQ(tied.own[0].age, 3);
}

TEST(PairTable, UnknownPairsAreLeftOut) {
  PairTable table(2, 2);
  table.values = {0.5, std::nan(""), 0.25, std::nan("")};
  std::vector<Individual> own(2), other(2);
  table.rate(own, other, false);
  EXPECT_EQ(own[0].fitness, 0.5);
  EXPECT_EQ(own[1].fitness, 0.25);
  EXPECT_EQ(other[0].fitness, -0.375);
  EXPECT_EQ(other[1].fitness, -1.0);
}

TEST(PairTable, SkippedPairsCountNothing) {
  PairTable table(2, 3);
  table.values = {1.0, 0.5, 0.25, 0.125, -1.0, 0.75};
  table.over = {1, 0, 0, 0, 1, 0};
  std::vector<Individual> own(2), other(3);
  table.rate(own, other, true);
  // Pair 0 is over, so the first undecided pair (0.5) is skipped; of pairs 1 to 3 none is, and K is 4.
  EXPECT_DOUBLE_EQ(own[0].fitness, (1.0 + 0.25) / 3);
  EXPECT_DOUBLE_EQ(own[1].fitness, (0.125 - 1.0 + 0.75) / 3);
  EXPECT_EQ(other[1].fitness, 0.5);
  table.rate(own, other, false);
  EXPECT_DOUBLE_EQ(own[0].fitness, 1.75 / 3);
}

// --- Generations -----------------------------------------------------------------------------------------------------

TEST(Coevolution, ElitesSurviveUnchanged) {
  Random random(4);
  const Game game = certain_game(simultaneous::grid_map(4, 4));
  const State state = some_position(game, random, 4);
  for (const CoevolutionSettings& settings : {small(), ggnet()}) {
    const Coevolution before = search(game, state, 0, settings, 2), after = search(game, state, 0, settings, 3);
    const std::size_t kept = settings.survival == Survival::elites ? 2 : 5;
    for (std::size_t i = 0; i < kept; ++i) {
      const auto same = std::find_if(after.own.begin(), after.own.end(), [&](const Individual& one) {
        return one.genes == before.own[i].genes && one.age == before.own[i].age + 1;
      });
      EXPECT_NE(same, after.own.end());
    }
  }
}

TEST(Coevolution, PairsThatHaveMetAreNotResolvedAgain) {
  Random random(5);
  const Game game{simultaneous::grid_map(4, 4), simultaneous::soares2025()};
  const State state = some_position(game, random, 2);
  EXPECT_EQ(search(game, state, 0, small(), 2).pairs, 100u + 2 * (100 + 2 * 2 * 8));
  EXPECT_EQ(search(game, state, 0, ggnet(), 2).pairs, 100u + 2 * (100 - 25));
}

TEST(Coevolution, EqualOutcomesAreEvaluatedOnce) {
  // Two armies and no income: few different plans, so many pairs end alike.
  Game game = certain_game(simultaneous::path_map(9));
  game.rules.base_income = 0;
  const State state = simultaneous::board({0, -1, -1, -1, -1, -1, -1, -1, 1}, {3, 0, 2, 2, 2, 2, 2, 0, 3});
  std::uint64_t asked = 0;
  const Evaluator evaluate = [&](std::span<const State> states, int seat, std::span<double> values) {
    std::set<std::uint64_t> hashes;
    for (std::size_t i = 0; i < states.size(); ++i) {
      hashes.insert(states[i].hash());
      values[i] = material(game, states[i], seat);
    }
    EXPECT_EQ(hashes.size(), states.size());
    asked += states.size();
  };
  Random random(6);
  const Coevolution result = coevolve({game, state, 0, 2, 0.0, evaluate, {}}, small(20), random);
  EXPECT_EQ(result.evaluations, asked);
  EXPECT_LT(result.evaluations, result.pairs / 4);
  EXPECT_EQ(genes_of(result.own), genes_of(search(game, state, 0, small(20), 2, 6).own));
}

TEST(Coevolution, TheSameStreamGivesTheSamePopulations) {
  Random random(8);
  for (const auto& [name, rules] : simultaneous::presets()) {
    Game game{simultaneous::grid_map(4, 4), rules};
    game.rules.fog = simultaneous::Fog::none;
    const State state = some_position(game, random, 3);
    for (const CoevolutionSettings& settings : {small(), ggnet(), marching()}) {
      const Coevolution a = search(game, state, 1, settings, 3, 9), b = search(game, state, 1, settings, 3, 9);
      EXPECT_EQ(genes_of(a.own), genes_of(b.own));
      EXPECT_EQ(genes_of(a.other), genes_of(b.other));
      EXPECT_EQ(a.own[0].fitness, b.own[0].fitness);
      EXPECT_NE(genes_of(a.own), genes_of(search(game, state, 1, settings, 3, 10).own));
      for (const Individual& one : a.own) EXPECT_TRUE(check(game, state, 1, one.plan).empty());
    }
  }
}

TEST(Coevolution, TheBestScoresAreKeptOfTheSampledPlans) {
  const Game game{simultaneous::grid_map(4, 4), simultaneous::soares2025()};
  Random random(10);
  const State state = some_position(game, random, 3);
  CoevolutionSettings settings = small(3);
  settings.init_samples = 40;
  settings.elites = 3;  // nothing but what was sampled
  std::vector<std::pair<double, Genes>> scored;
  const Scorer score = [&](std::span<const std::int32_t> genes, int seat, std::span<double> scores) {
    ASSERT_EQ(scores.size(), 40u);
    const std::size_t length = genes.size() / 40;
    for (std::size_t i = 0; i < 40; ++i) {
      const auto row = genes.subspan(i * length, length);
      scores[i] = static_cast<double>(i * 17 % 40);
      if (seat == 0) scored.emplace_back(scores[i], Genes(row.begin(), row.end()));
    }
  };
  const Coevolution result = coevolve({game, state, 0, 1, 0.0, {}, score}, settings, random);
  std::sort(scored.rbegin(), scored.rend());
  std::set<Genes> expected, found;
  for (int i = 0; i < 3; ++i) expected.insert(scored[static_cast<std::size_t>(i)].second);
  for (const Individual& one : result.own) found.insert(one.genes);
  EXPECT_EQ(found, expected);
}

// --- Time ------------------------------------------------------------------------------------------------------------

TEST(Coevolution, ALimitOfTimeEndsASearchOnALargeMap) {
  const Game game{simultaneous::grid_map(20, 20), simultaneous::soares2025()};
  Random random(12);
  const State state = some_position(game, random, 10);
  for (const double limit : {1e-6, 0.002, 0.05}) {
    const Coevolution result = coevolve({game, state, 0, 0, limit, {}, {}}, marching(30), random);
    ASSERT_FALSE(result.own.empty());
    EXPECT_TRUE(check(game, state, 0, result.own[0].plan).empty());
  }
}

// An evaluation of one millisecond a position.
void slowly(std::span<const State> states, int, std::span<double> values) {
  std::this_thread::sleep_for(std::chrono::milliseconds(states.size()));
  std::fill(values.begin(), values.end(), 0.0);
}

TEST(Coevolution, ASlowEvaluationIsGivenNoMorePositionsThanThereIsTimeFor) {
  const Game game{simultaneous::grid_map(5, 5), simultaneous::soares2025()};
  Random random(13);
  const State state = some_position(game, random, 3);
  const Coevolution result = coevolve({game, state, 0, 0, 0.1, slowly, {}}, small(30), random);
  EXPECT_LT(result.evaluations, 200u);
  EXPECT_GE(result.evaluations, 16u);
  EXPECT_EQ(result.generations, 0);
}

TEST(Coevolution, LateEvaluationGoesOnAfterTheTime) {
  const Game game{simultaneous::grid_map(5, 5), simultaneous::soares2025()};
  Random random(14);
  const State state = some_position(game, random, 3);
  CoevolutionSettings settings = small(10);
  settings.late_evaluation = true;
  const Coevolution result = coevolve({game, state, 0, 0, 0.005, slowly, {}}, settings, random);
  EXPECT_EQ(result.pairs, 200u);  // the first table, and the last one
  EXPECT_GT(result.seconds, 0.01);
}

TEST(Coevolution, ASearchNeedsALimitAndAPositionToPlanIn) {
  const Game game{simultaneous::grid_map(4, 4), simultaneous::warlight2()};
  Random random(15);
  const State picking = simultaneous::start(game, random), state = some_position(game, random, 1);
  EXPECT_THROW(coevolve({game, picking, 0, 1, 0.0, {}, {}}, small(), random), std::invalid_argument);
  EXPECT_THROW(coevolve({game, state, 0, 0, 0.0, {}, {}}, small(), random), std::invalid_argument);
  EXPECT_THROW(coevolve({game, state, 0, 1, 0.0, {}, {}}, small(0), random), std::invalid_argument);
}

// --- Illegal plans ---------------------------------------------------------------------------------------------------

TEST(Coevolution, WithoutCorrectionThePlanThatIsPlayedIsStillLegal) {
  Game game{simultaneous::grid_map(4, 4), simultaneous::soares2025()};
  CoevolutionSettings settings = small();
  settings.uncorrected_crossover = settings.idle_mutation = true;
  Random random(16);
  int too_many = 0;
  for (std::uint64_t key = 0; key < 10; ++key) {
    const State state = some_position(game, random, 5);
    const int due = income(game, state, 0);
    game.rules.excess_deploy = simultaneous::ExcessDeploy::refuse;
    for (const Individual& one : search(game, state, 0, settings, 4, key).own) {
      EXPECT_TRUE(check(game, state, 0, one.plan).empty());
      EXPECT_LE(deployed(game, one.genes), due);
    }
    game.rules.excess_deploy = simultaneous::ExcessDeploy::allow;
    too_many += deployed(game, search(game, state, 0, settings, 4, key).own[0].genes) > due;
  }
  EXPECT_GT(too_many, 0);  // where the rules allow it the fault pays, as in the published program
}

}  // namespace
}  // namespace hegemon::search
