#include "search_helpers.hpp"

namespace hegemon::search::smcts {
namespace {

TEST(Smcts, RegretMatchingFindsAMixedEquilibrium) {
  const MatrixGame matrix;
  const Result result = matrix.solve(Selection::regret, 40'000);
  ASSERT_EQ(result.plans.size(), 2u);
  EXPECT_NEAR(MatrixGame::low(result), 6.0 / 13, 0.04);
  EXPECT_NEAR(result.value, 9.0 / 65, 0.05);
}

// The reply knows the plan, so the search takes the row whose worst case is best, and thinks it worth that.
TEST(Smcts, SerialisedSearchMissesTheMixedEquilibrium) {
  const MatrixGame matrix;
  const Result result = matrix.solve(Selection::serialised, 40'000);
  EXPECT_GT(MatrixGame::low(result), 0.9);
  EXPECT_NEAR(result.value, -0.4, 0.05);
}

TEST(Smcts, DecoupledSearchDoesNotLetTheReplyKnowThePlan) {
  const MatrixGame matrix;
  EXPECT_GT(matrix.solve(Selection::duct, 40'000, 1.0).value, 0.0);
}

// The enemy's last territory will hold 66 armies this turn and twice as many the next: now it can be taken with 110 of
// 130, later never.
struct OneTurnFromTheEnd {
  Game game{std::make_shared<Map>(3, sim::Links{{0, 1}, {1, 2}}, std::vector<Group>{{60, {2}}}), sim::soares2025()};
  State state = sim::board({0, 0, 1}, {0, 125, 1});

  bool wins(const Plan& plan) const {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      Random random(seed);
      sim::Scratch scratch;
      sim::Plans plans{plan, {}};
      sim::random_plan(game, state, 1, random, scratch, plans[1]);
      State after = state;
      sim::Chance chance(random);
      sim::resolve(game, after, plans, chance, scratch, nullptr);
      if (after.head().winner != 0) return false;
    }
    return true;
  }
};

TEST(Smcts, EverySelectionTakesAWinInOneTurn) {
  const OneTurnFromTheEnd end;
  for (const Selection selection : kSelections) {
    for (const Expand expand : {Expand::all, Expand::one}) {
      for (const Evaluation evaluation : {Evaluation::none, Evaluation::material}) {
        for (std::uint64_t seed = 0; seed < 3; ++seed) {
          Settings settings;
          settings.selection = selection;
          settings.expand = expand;
          settings.evaluation = evaluation;
          settings.candidates = 60;
          const Result result = search_with(end.game, end.state, settings, expand == Expand::all ? 30 : 1200, seed);
          EXPECT_TRUE(end.wins(result.plans[0].plan)) << int(selection) << int(expand) << int(evaluation);
          EXPECT_GT(result.plans[0].value(), 0.8);
        }
      }
    }
  }
}

TEST(Smcts, AnIterationOfThePublishedSearchIsTwentyRollouts) {
  const Game game{sim::grid_map(4, 3), sim::soares2025()};
  Random deal(3);
  const State state = sim::start(game, deal);
  const Result result = search_with(game, state, published(), 30);
  EXPECT_EQ(result.counts.iterations, 30u);
  EXPECT_EQ(result.counts.leaves, 600u);
  EXPECT_EQ(result.visits, 600u);
  EXPECT_EQ(result.plans.size(), 20u);
  EXPECT_LE(result.counts.rollouts, 600u);
  EXPECT_GT(result.counts.rollouts, 590u);
  EXPECT_LE(result.counts.turns, 600u * 11);
}

TEST(Smcts, ThePublishedSearchStallsOnFinishedGames) {
  const OneTurnFromTheEnd end;
  Settings settings = published();
  const Result stalled = search_with(end.game, end.state, settings, 300);
  settings.idle_terminals = false;
  const Result counted = search_with(end.game, end.state, settings, 300);
  EXPECT_LT(stalled.counts.leaves, 20u * 100);
  EXPECT_GE(counted.counts.leaves, stalled.counts.leaves + 200);
  EXPECT_EQ(counted.visits, counted.counts.leaves);
}

TEST(Smcts, TheSameSeedGivesTheSameSearch) {
  const Game game{sim::grid_map(4, 3), sim::warlight1()};
  Game open = game;
  open.rules.fog = sim::Fog::none;
  State state = sim::board({0, 0, -1, -1, -1, -1, -1, -1, -1, -1, 1, 1}, Ints(12, 3));
  for (const Selection selection : kSelections) {
    Settings settings;
    settings.selection = selection;
    settings.focused = 50;
    settings.widening = 1;
    settings.outcomes = 3;
    const auto key = [&](std::uint64_t seed) {
      const Result result = search_with(open, state, settings, 300, seed);
      std::vector<std::tuple<std::size_t, std::uint64_t, double>> list;
      for (const RootPlan& plan : result.plans) list.emplace_back(plan.plan.size(), plan.visits, plan.total);
      return list;
    };
    EXPECT_EQ(key(7), key(7));
    EXPECT_NE(key(7), key(8));
  }
}

TEST(Smcts, PlansAreLegalUnderAllRulesAndFogWithAnyBudget) {
  for (const auto& [name, preset] : sim::presets()) {
    const Game game{sim::grid_map(5, 4), preset};
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      Random random(seed);
      State state = sim::start(game, random);
      sim::Scratch scratch;
      for (int turn = 0; turn < 8 && state.head().phase != Phase::over; ++turn) {
        sim::Plans plans;
        for (int seat = 0; seat < sim::kSeats; ++seat) {
          if (!(sim::deciders(game, state) >> seat & 1)) continue;
          Settings settings;
          settings.selection = kSelections[random.below(3)];
          settings.focused = static_cast<int>(random.below(3)) * 50;
          settings.expand = random.chance(50) ? Expand::all : Expand::one;
          settings.cache_opponent = random.chance(50);
          settings.threads = 1 + static_cast<int>(random.below(2));
          const Budget budget = random.chance(50) ? Budget{20, 0} : Budget{0, 1e-6};
          const State seen = sim::view(game, state, seat);
          const Result result = search(game, seen, seat, settings, budget, random);
          ASSERT_FALSE(result.plans.empty());
          for (const RootPlan& plan : result.plans) {
            ASSERT_TRUE(sim::check(game, state, seat, plan.plan).empty()) << name;
          }
          plans[seat] = result.plans[0].plan;
        }
        sim::Chance chance(random);
        sim::resolve(game, state, plans, chance, scratch, nullptr);
      }
    }
  }
}

TEST(Smcts, FocusedPlansAreLegalUnderAnyRules) {
  Random random(5);
  sim::Scratch scratch;
  Plan plan;
  std::size_t orders = 0;
  for (int round = 0; round < 300; ++round) {
    Game game{round % 2 ? sim::dense_map() : sim::broken_map(), sim::any_rules(random)};
    State state(game.map->size());
    for (int t = 0; t < state.size(); ++t) {
      state.owners()[t] = static_cast<sim::Seat>(random.between(-1, 1));
      state.armies()[t] = random.between(0, 9);
    }
    state = sim::view(game, state, 0);
    focused_plan(game, state, 0, random, scratch, plan);
    EXPECT_TRUE(sim::check(game, state, 0, plan).empty());
    orders += plan.size();
  }
  EXPECT_GT(orders, 1000u);
}

TEST(Smcts, ATimeLimitIsKept) {
  const Game game{sim::grid_map(20, 20), sim::soares2025()};
  Random random(1);
  const State state = sim::start(game, random);
  for (const Selection selection : kSelections) {
    for (const double seconds : {0.0005, 0.05}) {
      Settings settings;
      settings.selection = selection;
      settings.expand = Expand::all;
      const Result result = search(game, state, 1, settings, Budget{0, seconds}, random);
      EXPECT_LT(result.seconds, seconds + 0.2);  // machines that run tests are busy
      EXPECT_FALSE(result.plans.empty());
    }
  }
}

TEST(Smcts, WideningAddsCandidatesWithVisits) {
  const Game game{sim::grid_map(4, 3), sim::soares2025()};
  Random deal(3);
  const State state = sim::start(game, deal);
  for (const Selection selection : kSelections) {
    Settings settings;
    settings.selection = selection;
    settings.widening = 2;
    settings.candidates = 1000;
    for (const std::uint64_t visits : {25u, 400u}) {
      const auto found = static_cast<double>(search_with(game, state, settings, visits).plans.size());
      EXPECT_NEAR(found, 2 * std::sqrt(static_cast<double>(visits)), 2.0) << int(selection);
    }
  }
}

TEST(Smcts, GivenPlansAreTheFirstCandidates) {
  const Game game{sim::grid_map(4, 3), sim::soares2025()};
  const State state = sim::board({0, 0, -1, -1, -1, -1, -1, -1, -1, -1, 1, 1}, Ints(12, 3));
  const Plan strange{{sim::OrderKind::deploy, 0, 0, 2}, {sim::OrderKind::deploy, 1, 1, 3}};
  const Plan reply{{sim::OrderKind::deploy, 10, 10, 4}, {sim::OrderKind::deploy, 11, 11, 1}};
  for (const Selection selection : {Selection::duct, Selection::regret}) {
    Settings settings;
    settings.selection = selection;
    settings.widening = 1;
    settings.crossover = 50;
    Random random(1);
    const Result result = search(game, state, 0, settings, Budget{1, 0}, random, {}, {{{strange}, {reply}}});
    ASSERT_EQ(result.plans.size(), 1U);
    EXPECT_EQ(result.plans[0].plan, strange);
    ASSERT_FALSE(result.plans[0].line.empty());
    EXPECT_EQ(result.plans[0].line[0][1], reply);
    const Result longer = search(game, state, 0, settings, Budget{100, 0}, random, {}, {{{strange}, {reply}}});
    EXPECT_GT(longer.plans.size(), 1);  // others are drawn besides
  }
}

TEST(Smcts, EqualPlansAreKeptOnlyAsPublished) {
  const MatrixGame matrix;
  for (const Selection selection : kSelections) {
    Settings settings;
    settings.selection = selection;
    EXPECT_EQ(search_with(matrix.game, matrix.state, settings, 50).plans.size(), 2u);
    settings.duplicates = true;
    EXPECT_EQ(search_with(matrix.game, matrix.state, settings, 50).plans.size(), 20u);
  }
}

TEST(Smcts, ThreadsAreAddedUpAtTheRoot) {
  const Game game{sim::grid_map(4, 3), sim::soares2025()};
  Random deal(3);
  const State state = sim::start(game, deal);
  for (const Selection selection : kSelections) {
    Settings settings;
    settings.selection = selection;
    settings.threads = 3;
    const Result result = search_with(game, state, settings, 301);
    EXPECT_EQ(result.counts.iterations, 301u);
    EXPECT_EQ(result.plans.size(), 20u);  // all trees drew the same candidates
    std::uint64_t visits = 0;
    for (const RootPlan& plan : result.plans) visits += plan.visits;
    EXPECT_EQ(visits, result.visits);
  }
}

}  // namespace
}  // namespace hegemon::search::smcts
