#include "helpers.hpp"
#include "search/simultaneous.hpp"
#include "search/simultaneous_bandit.hpp"

namespace hegemon::search::smcts {
namespace {

using rules::Game;
using rules::Ints;
using rules::Phase;
using rules::Plan;
using rules::State;

const std::vector<Selection> kSelections{Selection::serialised, Selection::duct, Selection::regret};

Settings published() {
  Settings settings;
  settings.selection = Selection::serialised;
  settings.expand = Expand::all;
  settings.evaluation = Evaluation::none;
  settings.duplicates = settings.idle_terminals = settings.blind_pending = true;
  settings.root_priors = false;
  return settings;
}

Result search_with(const Game& game, const State& state, const Settings& settings, std::uint64_t visits,
                   std::uint64_t seed = 1, const Evaluator& evaluator = {}, int seat = 0) {
  Random random(seed);
  return search(game, state, seat, settings, Budget{visits, 0}, random, evaluator);
}

// Each seat has one army next to two empty territories and nothing else to do: two plans each, "low" and "high".
struct MatrixGame {
  Game game{std::make_shared<Map>(6, rules::Links{{0, 1}, {0, 2}, {3, 4}, {3, 5}}, std::vector<Group>{}),
            rules::soares2025()};
  State state = rules::board({0, -1, -1, 1, -1, -1}, {1, 0, 0, 1, 0, 0});
  double payoff[2][2] = {{1.0, -0.4}, {-0.6, 0.6}};  // for seat 0: row low or high, column low or high
  // Equilibrium: rows 6/13 and 7/13, value 9/65.

  MatrixGame() { game.rules.base_income = 0; }

  void evaluate(Batch& batch) const {
    batch.values.clear();
    for (std::size_t row = 0; row < batch.rows(); ++row) {
      const std::int8_t* owners = batch.owners.data() + 6 * row;
      const double value = payoff[owners[2] == 0][owners[5] == 1];
      batch.values.push_back(static_cast<float>(batch.seats[row] == 0 ? value : -value));
    }
  }
  Result solve(Selection selection, std::uint64_t visits, double exploration = 0.35) const {
    Settings settings;
    settings.selection = selection;
    settings.evaluation = Evaluation::network;
    settings.depth = 2;
    settings.trust = 0;
    settings.exploration = exploration;
    return search_with(game, state, settings, visits, 1, [this](Batch& batch) { evaluate(batch); });
  }
  // The weight of attacking the lower territory.
  static double low(const Result& result) {
    double low = 0, sum = 0;
    for (const RootPlan& plan : result.plans) {
      sum += plan.weight;
      if (plan.plan.front().target == 1) low += plan.weight;
    }
    return low / sum;
  }
};

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
  Game game{std::make_shared<Map>(3, rules::Links{{0, 1}, {1, 2}}, std::vector<Group>{{60, {2}}}), rules::soares2025()};
  State state = rules::board({0, 0, 1}, {0, 125, 1});

  bool wins(const Plan& plan) const {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      Random random(seed);
      rules::Scratch scratch;
      rules::Plans plans{plan, {}};
      rules::random_plan(game, state, 1, random, scratch, plans[1]);
      State after = state;
      rules::Chance chance(random);
      rules::resolve(game, after, plans, chance, scratch, nullptr);
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
  const Game game{rules::grid_map(4, 3), rules::soares2025()};
  Random deal(3);
  const State state = rules::start(game, deal);
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
  const Game game{rules::grid_map(4, 3), rules::warlight1()};
  Game open = game;
  open.rules.fog = rules::Fog::none;
  State state = rules::board({0, 0, -1, -1, -1, -1, -1, -1, -1, -1, 1, 1}, Ints(12, 3));
  for (const Selection selection : kSelections) {
    Settings settings;
    settings.selection = selection;
    settings.sharp_percent = 50;
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
  for (const auto& [name, preset] : rules::presets()) {
    const Game game{rules::grid_map(5, 4), preset};
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      Random random(seed);
      State state = rules::start(game, random);
      rules::Scratch scratch;
      for (int turn = 0; turn < 8 && state.head().phase != Phase::over; ++turn) {
        rules::Plans plans;
        for (int seat = 0; seat < rules::kSeats; ++seat) {
          if (!(rules::deciders(game, state) >> seat & 1)) continue;
          Settings settings;
          settings.selection = kSelections[random.below(3)];
          settings.sharp_percent = static_cast<int>(random.below(3)) * 50;
          settings.expand = random.chance(50) ? Expand::all : Expand::one;
          settings.cache_opponent = random.chance(50);
          settings.threads = 1 + static_cast<int>(random.below(2));
          settings.nodes = random.chance(20) ? 5 : 1000;
          const Budget budget = random.chance(50) ? Budget{20, 0} : Budget{0, 1e-6};
          const State seen = rules::view(game, state, seat);
          const Result result = search(game, seen, seat, settings, budget, random);
          ASSERT_FALSE(result.plans.empty());
          for (const RootPlan& plan : result.plans) {
            ASSERT_TRUE(rules::check(game, state, seat, plan.plan).empty()) << name;
          }
          plans[seat] = result.plans[0].plan;
        }
        rules::Chance chance(random);
        rules::resolve(game, state, plans, chance, scratch, nullptr);
      }
    }
  }
}

TEST(Smcts, SharpPlansAreLegalUnderAnyRules) {
  Random random(5);
  rules::Scratch scratch;
  Plan plan;
  std::size_t orders = 0;
  for (int round = 0; round < 300; ++round) {
    Game game{round % 2 ? rules::dense_map() : rules::broken_map(), rules::any_rules(random)};
    State state(game.map->size());
    for (int t = 0; t < state.size(); ++t) {
      state.owners()[t] = static_cast<rules::Seat>(random.between(-1, 1));
      state.armies()[t] = random.between(0, 9);
    }
    state = rules::view(game, state, 0);
    sharp_plan(game, state, 0, random, scratch, plan);
    EXPECT_TRUE(rules::check(game, state, 0, plan).empty());
    orders += plan.size();
  }
  EXPECT_GT(orders, 1000u);
}

TEST(Smcts, ATimeLimitIsKept) {
  const Game game{rules::grid_map(20, 20), rules::soares2025()};
  Random random(1);
  const State state = rules::start(game, random);
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
  const Game game{rules::grid_map(4, 3), rules::soares2025()};
  Random deal(3);
  const State state = rules::start(game, deal);
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
  const Game game{rules::grid_map(4, 3), rules::soares2025()};
  Random deal(3);
  const State state = rules::start(game, deal);
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

// --- The network -----------------------------------------------------------------------------------------------------

TEST(Smcts, PolicyTrustMixesThePolicyWithOne) {
  EXPECT_FLOAT_EQ(trusted_prior(0.75, 0.1, 20), 0.75f * 0.1f * 20 + 0.25f);
  EXPECT_FLOAT_EQ(trusted_prior(0.0, 0.7, 20), 1.0f);
  EXPECT_FLOAT_EQ(trusted_prior(1.0, 0.5, 4), 2.0f);
  std::array<Arm, 3> arms;
  const std::array<float, 3> logits{std::log(2.0f), std::log(3.0f), std::log(5.0f)};
  set_priors(std::span<Arm>(arms), logits.data(), 0.5);
  EXPECT_NEAR(arms[0].prior, 0.5 * 0.2 * 3 + 0.5, 1e-6);
  EXPECT_NEAR(arms[2].prior, 0.5 * 0.5 * 3 + 0.5, 1e-6);
}

TEST(Smcts, BoundsAreTheFormulasOfThePapers) {
  std::array<Arm, 2> arms;
  arms[0] = {.visits = 10, .prior = 1.0f, .total = 5.0};
  arms[1] = {.visits = 1, .prior = 1.0f, .total = 0.2};
  Settings settings;
  Random random(1);
  const auto best = [&](double c, double sign) {
    settings.exploration = c;
    return select_bound(std::span<const Arm>(arms), 11, 0.0, sign, settings, random);
  };
  // 0.5 + c sqrt(ln 11 / 10) against 0.2 + c sqrt(ln 11): equal at c = 0.2833.
  EXPECT_EQ(best(0.28, 1), 0);
  EXPECT_EQ(best(0.29, 1), 1);
  EXPECT_EQ(best(0.0, -1), 1);
  settings.formula = Formula::puct;
  // 0.5 + c/2 sqrt(11) / 11 against 0.2 + c/2 sqrt(11) / 2: equal at c = 0.4422.
  EXPECT_EQ(best(0.44, 1), 0);
  EXPECT_EQ(best(0.445, 1), 1);
}

// Says that every position is even and that plans which begin by moving to the higher territory are good.
TEST(Smcts, PriorsSteerTheSearch) {
  const MatrixGame matrix;
  const Evaluator likes_high = [](Batch& batch) {
    batch.values.assign(batch.rows(), 0.0f);
    for (std::size_t plan = 0; plan + 1 < batch.plan_offsets.size(); ++plan) {
      const int target = batch.orders[4 * static_cast<std::size_t>(batch.plan_offsets[plan]) + 2];
      batch.logits.push_back(target == 2 || target == 5 ? 3.0f : 0.0f);
    }
  };
  for (const Selection selection : kSelections) {
    for (const Formula formula : {Formula::ucb, Formula::puct}) {
      Settings settings;
      settings.selection = selection;
      settings.formula = formula;
      settings.evaluation = Evaluation::network;
      settings.gamma = 1.0;
      settings.trust = 0.9;
      const auto visits_low = [&] {
        const Result result = search_with(matrix.game, matrix.state, settings, 400, 1, likes_high);
        double low = 0;
        for (const RootPlan& plan : result.plans) low += plan.plan.front().target == 1 ? double(plan.visits) : 0.0;
        return low / static_cast<double>(result.visits);
      };
      settings.root_priors = true;
      EXPECT_LT(visits_low(), 0.35) << int(selection) << int(formula);
      settings.root_priors = false;
      EXPECT_GT(visits_low(), 0.4) << int(selection) << int(formula);
    }
  }
}

TEST(Smcts, CachedRepliesAreTheSameBelowEveryPlan) {
  const Game game{rules::grid_map(4, 3), rules::soares2025()};
  Random deal(3);
  const State state = rules::start(game, deal);
  for (const bool cached : {false, true}) {
    Settings settings = published();
    settings.evaluation = Evaluation::network;
    settings.cache_opponent = cached;
    std::size_t rows = 0;
    bool same = true;
    const Evaluator look = [&](Batch& batch) {  // the published guided iteration: 20 plans, 20 replies to each
      rows = batch.rows();
      const auto plan = [&](int number) {
        return std::span<const std::int32_t>(batch.orders.data() + 4 * batch.plan_offsets[number],
                                             batch.orders.data() + 4 * batch.plan_offsets[number + 1]);
      };
      for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(batch.leaf_offsets[i + 1] - batch.leaf_offsets[i], 20);
        same &= std::ranges::equal(plan(i), plan(batch.leaf_offsets[7] + i));
      }
      batch.values.assign(rows, 0.0f);
    };
    search_with(game, state, settings, 1, 1, look);
    EXPECT_EQ(rows, 20u);
    EXPECT_EQ(same, cached);
  }
}

}  // namespace
}  // namespace hegemon::search::smcts
