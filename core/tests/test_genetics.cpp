#include "coevolution_helpers.hpp"
#include "search/coevolution/offspring.hpp"

namespace hegemon::search {
namespace {

std::vector<std::shared_ptr<const Map>> maps() {
  return {simultaneous::path_map(9), simultaneous::grid_map(4, 4), simultaneous::dense_map(),
          simultaneous::broken_map()};
}

Genes any_genes(int length, Random& random) {
  Genes genes(static_cast<std::size_t>(length));
  for (std::int32_t& gene : genes) {
    gene = random.chance(5) ? static_cast<std::int32_t>(random.next()) : random.between(-3, 12);
  }
  return genes;
}

std::vector<Individual> random_plans(const Game& game, const State& state, int seat, int count, Random& random) {
  std::vector<Individual> population(static_cast<std::size_t>(count));
  simultaneous::Scratch scratch;
  for (Individual& one : population) {
    random_plan(game, state, seat, random, scratch, one.plan);
    one.genes.resize(static_cast<std::size_t>(simultaneous::gene_count(*game.map)));
    simultaneous::encode(*game.map, one.plan, one.genes);
  }
  return population;
}

template <class Body>
void for_all_presets(const Body& body) {
  Random random(11);
  for (const auto& [name, rules] : simultaneous::presets()) {
    for (const auto& map : maps()) {
      for (int turns = 0; turns < 8; turns += 2) {
        SCOPED_TRACE(name);
        const Game game{map, rules};
        body(game, some_position(game, random, turns), random);
      }
    }
  }
}

void expect_playable(const Game& game, const State& state, int seat, const Genetics& genetics, const Genes& genes) {
  EXPECT_TRUE(check(game, state, seat, genetics.decode(genes)).empty());
  EXPECT_EQ(deployed(game, genes), income(game, state, seat));
}

TEST(Genetics, AnyVectorIsCorrectedToALegalPlanThatDeploysTheIncome) {
  for_all_presets([](const Game& game, const State& state, Random& random) {
    for (const auto [march_on, timing] : {std::pair(false, false), {true, false}, {false, true}, {true, true}}) {
      const Genetics genetics(game, state, 1, march_on, timing);
      Genes genes = any_genes(genetics.length(), random);
      genetics.correct(genes, random);
      expect_playable(game, state, 1, genetics, genes);
      const Genes corrected = genes;
      genetics.correct(genes, random);
      EXPECT_EQ(genes, corrected);  // what is legal is left alone
    }
  });
}

TEST(Genetics, EveryChildIsALegalPlan) {
  for_all_presets([](const Game& game, const State& state, Random& random) {
    for (const CoevolutionSettings& settings : {small(), ggnet(), marching()}) {
      const Genetics genetics(game, state, 0, settings.march_on);
      auto parents = random_plans(game, state, 0, 6, random);
      for (int generation = 0; generation < 3; ++generation) {
        const auto children = offspring(parents, 7, settings, genetics, random);
        ASSERT_EQ(children.size(), 7u);
        for (const Genes& child : children) expect_playable(game, state, 0, genetics, child);
        for (std::size_t i = 0; i < parents.size(); ++i) parents[i].genes = children[i];
      }
    }
  });
}

TEST(Genetics, EncodesAsTheCoreDoes) {
  for_all_presets([](const Game& game, const State& state, Random& random) {
    const Genetics genetics(game, state, 0, false);
    for (const Individual& one : random_plans(game, state, 0, 5, random)) {
      Genes genes(one.genes.size(), 99);
      genetics.encode(one.plan, genes);
      EXPECT_EQ(genes, one.genes);
      EXPECT_EQ(genetics.decode(genes), simultaneous::decode(*game.map, genes));
    }
  });
}

TEST(Genetics, AHugeIncomeIsSpreadAtOnce) {
  const auto map = std::make_shared<Map>(2, simultaneous::Links{{0, 1}}, std::vector<Group>{{kMaxGroupValue, {0}}});
  const Game game{map, simultaneous::soares2025()};
  const State state = simultaneous::board({0, 1}, {1, 1});
  const Genetics genetics(game, state, 0, false);
  Random random(1);
  for (const std::int32_t first : {0, simultaneous::kMaxArmies}) {
    Genes genes{first, 0, 0, 0};
    genetics.correct(genes, random);
    EXPECT_EQ(genes, (Genes{kMaxGroupValue + 5, 0, 0, 0}));
  }
}

TEST(Genetics, CutAttacksLeavesOnlyArmiesThatAreThere) {
  Random random(3);
  for (const auto& map : maps()) {
    const Game game{map, simultaneous::soares2025()};
    const State state = some_position(game, random, 4);
    const Genetics genetics(game, state, 0, false);
    Genes genes = any_genes(genetics.length(), random);
    genetics.correct(genes, random);
    const Genes before = genes;
    genetics.cut_attacks(genes, random);
    std::vector<std::int64_t> sent(static_cast<std::size_t>(map->size()));
    for (const auto& order : genetics.decode(genes)) {
      if (order.kind == simultaneous::OrderKind::move) sent[order.source] += order.armies;
    }
    for (int t = 0; t < map->size(); ++t) EXPECT_LE(sent[t], state.armies()[t] + genes[t]);
    for (std::size_t gene = 0; gene < genes.size(); ++gene)
      EXPECT_TRUE(genes[gene] == before[gene] || genes[gene] == 0);
  }
}

TEST(Genetics, MarchingOnOrdersTheMovesSoThatAStackRunsThrough) {
  // The links are numbered from the far end, so that link order alone would try the last step first.
  const auto map = std::make_shared<Map>(4, simultaneous::Links{{2, 3}, {1, 2}, {0, 1}}, std::vector<Group>{});
  const Game game{map, simultaneous::soares2025()};
  State state = simultaneous::board({0, -1, -1, 1}, {9, 0, 0, 0});
  const Genetics genetics(game, state, 0, true);
  Random random(1);
  Genes genes(static_cast<std::size_t>(genetics.length()));
  genes[4] = genes[5] = genes[6] = 50;
  genetics.correct(genes, random);
  EXPECT_EQ(simultaneous::after(game, state, {genetics.decode(genes), Plan{}}, {0}).head().winner, 0);
  genes[6] = 0;  // nothing arrives at 1 any more
  genetics.correct(genes, random);
  EXPECT_EQ(genes, (Genes{5, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
  Game strict = game;
  strict.rules.source_check = simultaneous::SourceCheck::planning;
  genes[4] = genes[5] = genes[6] = 50;
  Genetics(strict, state, 0, true).correct(genes, random);
  EXPECT_EQ(genes, (Genes{5, 0, 0, 0, 0, 0, 50, 0, 0, 0}));
}

TEST(Genetics, TimesPutTheMovesInOrder) {
  using simultaneous::Order;
  constexpr auto kMove = simultaneous::OrderKind::move;
  const auto map = std::make_shared<Map>(6, simultaneous::Links{{0, 1}, {1, 2}, {3, 4}, {4, 5}}, std::vector<Group>{});
  const Game game{map, simultaneous::soares2025()};
  const State state = simultaneous::board({0, -1, -1, 0, -1, 1}, {9, 0, 0, 9, 0, 0});
  const Genetics genetics(game, state, 0, true, true);
  ASSERT_EQ(genetics.length(), 6 + 8 + 6);
  const Plan plan{{kMove, 3, 4, 2}, {kMove, 0, 1, 7}, {kMove, 1, 2, 7}, {kMove, 4, 5, 2}};
  Genes genes(static_cast<std::size_t>(genetics.length()), 99);
  genetics.encode(plan, genes);
  EXPECT_EQ(genetics.decode(genes), plan);  // the order is kept
  genes[14 + 4] = 0;                        // armies march on from 4 at once
  EXPECT_EQ(genetics.decode(genes), (Plan{plan[0], plan[3], plan[1], plan[2]}));
  genes[14 + 3] = 15;  // and not before they are there
  EXPECT_EQ(genetics.decode(genes), (Plan{plan[1], plan[2], plan[0], plan[3]}));
}

TEST(Operators, OnePointGivesComplementaryChildren) {
  const Genes a{1, 2, 3, 4}, b{5, 6, 7, 8};
  Genes child(4), complement(4);
  one_point(a, b, 1, child, complement);
  EXPECT_EQ(child, (Genes{1, 6, 7, 8}));
  EXPECT_EQ(complement, (Genes{5, 2, 3, 4}));
  one_point(a, b, 3, child, {});
  EXPECT_EQ(child, (Genes{1, 2, 3, 8}));
}

TEST(Operators, MutationsChangeAsManyGenesAsTheyShouldAndNoMoreThanTheyMay) {
  Random random(5);
  Genes replaced(40'000, 100), added(40'000, 100);
  mutate_replacing(replaced, 0.05, 30'000, random);
  mutate_adding(added, 0.25, 30'000, random);
  std::array<int, 10> digits{};
  std::array<int, 9> steps{};
  for (std::size_t i = 0; i < 40'000; ++i) {
    if (i >= 30'000) {
      EXPECT_EQ(replaced[i] + added[i], 200);
      continue;
    }
    if (replaced[i] != 100) ++digits.at(static_cast<std::size_t>(replaced[i]));
    ++steps.at(static_cast<std::size_t>(added[i] - 96));
  }
  for (const int count : digits) EXPECT_NEAR(count, 150, 60);  // five standard deviations
  // Truncation toward zero of 100 + u: every whole number from 96 to 103 has an eighth, apart from those not mutated.
  for (const int step : {0, 1, 2, 3, 5, 6, 7}) EXPECT_NEAR(steps[step], 937.5, 155);
  EXPECT_NEAR(steps[4], 22'500 + 937.5, 400);
  EXPECT_EQ(steps[8], 0);
}

// --- Faults of the published programs --------------------------------------------------------------------------------

struct Faults : testing::Test {
  Game game{simultaneous::grid_map(4, 4), simultaneous::soares2025()};
  Random random{17};
  State state = some_position(game, random, 5);
  Genetics genetics{game, state, 0, false};
  std::vector<Individual> parents = random_plans(game, state, 0, 10, random);
};

TEST_F(Faults, IdleMutationLeavesNothingButRecombination) {
  CoevolutionSettings settings = small();
  settings.mutation_rate = settings.gene_rate = 1.0;
  settings.uncorrected_crossover = true;
  const auto inherited = [&](const Genes& child) {
    for (std::size_t gene = 0; gene < child.size(); ++gene) {
      if (std::none_of(parents.begin(), parents.end(), [&](const auto& p) { return p.genes[gene] == child[gene]; })) {
        return false;
      }
    }
    return true;
  };
  const auto children = offspring(parents, 20, settings, genetics, random);
  EXPECT_EQ(std::count_if(children.begin(), children.end(), inherited), 0);
  settings.idle_mutation = true;
  const auto idle = offspring(parents, 20, settings, genetics, random);
  EXPECT_EQ(std::count_if(idle.begin(), idle.end(), inherited), 20);
}

TEST_F(Faults, WithoutCorrectionChildrenDeployTooManyOrTooFew) {
  CoevolutionSettings settings = small();
  settings.mutation_rate = 0.0;
  settings.uncorrected_crossover = true;
  const std::int64_t due = income(game, state, 0);
  int more = 0, fewer = 0;
  for (const Genes& child : offspring(parents, 200, settings, genetics, random)) {
    more += deployed(game, child) > due;
    fewer += deployed(game, child) < due;
  }
  EXPECT_GT(more, 0);
  EXPECT_GT(fewer, 0);
}

TEST_F(Faults, ShortMutationNeverReachesTheLaterGenes) {
  CoevolutionSettings settings = ggnet();
  settings.cut_attacks = false;
  std::vector<Individual> clones(20, parents.front());
  const auto changed = [&](bool fault) {
    settings.short_mutation = fault;
    std::size_t last = 0;
    for (const Genes& child : offspring(clones, 20, settings, genetics, random)) {
      for (std::size_t gene = 0; gene < child.size(); ++gene) {
        if (child[gene] != clones[0].genes[gene]) last = std::max(last, gene);
      }
    }
    return last;
  };
  EXPECT_LT(changed(true), 20u);
  EXPECT_GT(changed(false), 20u);
}

}  // namespace
}  // namespace hegemon::search
