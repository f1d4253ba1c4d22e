#include "search_helpers.hpp"

namespace hegemon::search::smcts {
namespace {

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
  const Evaluator likes_high = [](Batch& batch, const Deadline&) {
    batch.values.assign(batch.rows(), 0.0f);
    for (std::size_t plan = 0; plan + 1 < batch.plan_offsets.size(); ++plan) {
      const int target = batch.orders[static_cast<std::size_t>(batch.plan_offsets[plan])].target;
      batch.logits.push_back(target == 2 || target == 5 ? 3.0f : 0.0f);
    }
    return true;
  };
  for (const Selection selection : kSelections) {
    for (const Formula formula : {Formula::ucb, Formula::puct}) {
      Settings settings;
      settings.selection = selection;
      settings.formula = formula;
      settings.evaluation = Evaluation::network;
      settings.gamma = 1.0;
      settings.policy_trust = 0.9;
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
  const Game game{sim::grid_map(4, 3), sim::soares2025()};
  Random deal(3);
  const State state = sim::start(game, deal);
  for (const bool cached : {false, true}) {
    Settings settings = published();
    settings.evaluation = Evaluation::network;
    settings.cache_opponent = cached;
    std::size_t rows = 0;
    bool same = true;
    const Evaluator look = [&](Batch& batch,
                               const Deadline&) {  // the published guided iteration: 20 plans, 20 replies to each
      rows = batch.rows();
      const auto plan = [&](int number) {
        return std::span<const sim::Order>(batch.orders.data() + batch.plan_offsets[number],
                                           batch.orders.data() + batch.plan_offsets[number + 1]);
      };
      for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(batch.leaf_offsets[i + 1] - batch.leaf_offsets[i], 20);
        same &= std::ranges::equal(plan(i), plan(batch.leaf_offsets[7] + i));
      }
      batch.values.assign(rows, 0.0f);
      return true;
    };
    search_with(game, state, settings, 1, 1, look);
    EXPECT_EQ(rows, 20u);
    EXPECT_EQ(same, cached);
  }
}

}  // namespace
}  // namespace hegemon::search::smcts
