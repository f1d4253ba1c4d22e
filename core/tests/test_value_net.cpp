// The value network of the simultaneous game, what it is given, and the positions that it learns from.
#include <cmath>

#include "planner_helpers.hpp"
#include "search/rollouts/games.hpp"
#include "search/rollouts/search.hpp"
#include "value_helpers.hpp"

namespace hegemon::search::rollouts {
namespace {

using planner::Knowledge;
using planner::usual_weights;

TEST(ValueNet, ValuesAreTheDifferenceOfTheSeatsAndFeaturesCompareThem) {
  Random random(4);
  const std::vector<float> parameters = any_parameters(ValueNet::kParameters, random);
  const ValueNet net(parameters);
  for (const sim::Rules& rules : {sim::warlight1(), sim::warlight2()}) {
    const sim::Game game = ring(rules);
    const Knowledge knowledge = knowing(game);
    planner::Planner planner(knowledge);
    sim::State state = sim::start(game, random);
    sim::Plans plans;
    sim::Scratch scratch;
    int turns = 0;
    for (; turns < 40 && state.head().phase != sim::Phase::over; ++turns) {
      const auto features = measure(knowledge, state);
      for (int seat = 0; seat < sim::kSeats; ++seat) {
        for (const float feature : features[seat]) ASSERT_TRUE(std::isfinite(feature));
        const auto owned = std::count(state.owners(), state.owners() + state.size(), seat);
        ASSERT_NEAR(features[seat][kLand], static_cast<double>(owned) / state.size(), 1e-6);
      }
      for (const std::size_t compared : {kArmies, kIncome, kStrength, kTerritories}) {
        ASSERT_NEAR(features[0][compared], -features[1][compared], 1e-5);
      }
      for (const std::size_t own : {kAtRisk, kNear, kNearer}) ASSERT_EQ(features[0][own], features[1][own + 1]);
      const double logit = logit_of(parameters, features[0]) - logit_of(parameters, features[1]);
      ASSERT_NEAR(value(knowledge, &net, state, 0), std::tanh(0.5 * logit), 1e-4);
      ASSERT_NEAR(value(knowledge, &net, state, 0), -value(knowledge, &net, state, 1), 1e-12);
      for (int seat = 0; seat < sim::kSeats; ++seat) {
        planner.plan(state, seat, planner::usual_style(knowledge.weights), random, plans[seat]);
      }
      sim::Chance chance(random);
      sim::resolve(game, state, plans, chance, scratch, nullptr);
    }
    EXPECT_GT(turns, 3);
  }
}

TEST(ValueNet, AnotherNumberOfParametersIsRefused) {
  EXPECT_THROW(ValueNet(std::vector<float>(ValueNet::kParameters - 1)), std::invalid_argument);
}

TEST(Positions, ComeWithTheSharesThatTheSeatsHadInTheEnd) {
  Random random(5);
  const sim::Game game = ring(sim::warlight2());
  const Positions found = positions_of_games(game, usual_weights(game.rules), nullptr, {3, 60, 0.1}, random);
  ASSERT_EQ(found.features.size(), found.games.size() * kFeatures * sim::kSeats);
  ASSERT_EQ(found.shares.size(), found.games.size() * sim::kSeats);
  EXPECT_EQ(found.games.front(), 0);
  EXPECT_EQ(found.games.back(), 2);
  for (std::size_t i = 0; i < found.games.size(); ++i) {
    EXPECT_NEAR(found.shares[2 * i] + found.shares[2 * i + 1], 1, 1e-6);
    if (i > 0 && found.games[i] == found.games[i - 1]) EXPECT_EQ(found.shares[2 * i], found.shares[2 * i - 2]);
  }
}

TEST(Positions, OfSearchesAreOtherGamesThanThoseOfPlanners) {
  const sim::Game game = ring(sim::warlight2());
  std::vector<Positions> found;
  for (const std::uint64_t visits : {0, 30, 30}) {
    Random random(5);
    found.push_back(positions_of_games(game, usual_weights(game.rules), nullptr, {4, 40, 0.0, visits}, random));
  }
  EXPECT_EQ(found[1].features, found[2].features);
  EXPECT_NE(found[0].features, found[1].features);
}

TEST(ValueNet, ASearchEvaluatesWithIt) {
  Random random(6);
  const sim::Game game = ring(sim::warlight2());
  const Knowledge knowledge = knowing(game);
  const std::vector<sim::State> worlds{sim::start(game, random)};
  std::vector<float> parameters(ValueNet::kParameters);
  const ValueNet even(parameters);  // every position is worth 0 to it
  const Result found = search(knowledge, &even, worlds, 0, {.candidates = 4}, {.visits = 20}, random);
  EXPECT_EQ(found.value, 0);
}

TEST(ValueNet, RolloutsAreShorterWithIt) {
  const sim::Game game = ring(sim::warlight2());
  const Knowledge knowledge = knowing(game);
  const ValueNet even(std::vector<float>(ValueNet::kParameters));
  for (const ValueNet* net : {&even, static_cast<const ValueNet*>(nullptr)}) {
    Random random(7);
    const Result found = search(knowledge, net, {opening(game, 0, 6)}, 0, {.candidates = 4}, {.visits = 20}, random);
    EXPECT_EQ(found.turns, found.visits * (net ? 2 : 5));
  }
}

}  // namespace
}  // namespace hegemon::search::rollouts
