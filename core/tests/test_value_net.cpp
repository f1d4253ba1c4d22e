// The value network of the simultaneous game, what it is given, and the positions that it learns from.
#include <cmath>

#include "planner_helpers.hpp"
#include "search/rollouts/positions.hpp"
#include "search/rollouts/search.hpp"
#include "value_helpers.hpp"

namespace hegemon::search::rollouts {
namespace {

using planner::Knowledge;
using planner::usual_weights;

// The sum of rows after their layers, for a seat that sees the columns in this order.
std::vector<double> sum_of(const std::vector<float>& p, std::size_t& at, const std::vector<float>& rows,
                           std::span<const int> swapped, int seat, double scale) {
  const std::size_t columns = swapped.size(), begin = at;
  std::vector<double> sum(ValueNet::kWidth);
  for (std::size_t row = 0; row < rows.size(); row += columns) {
    std::vector<double> seen;
    for (std::size_t i = 0; i < columns; ++i) {
      seen.push_back(rows[row + (seat == 0 ? i : static_cast<std::size_t>(swapped[i]))]);
    }
    at = begin;
    const auto out = through(p, at, seen, {ValueNet::kWidth, ValueNet::kWidth});
    for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += scale * out[j];
  }
  return sum;
}

// The network, written the long way.
double number_of(const std::vector<float>& p, const Features& features, const Board& board, int seat) {
  std::size_t at = 0;
  std::vector<double> all(features.begin(), features.end());
  for (const auto& part : {sum_of(p, at, board.land, kLandSwapped, seat, ValueNet::kLandScale),
                           sum_of(p, at, board.groups, kGroupSwapped, seat, ValueNet::kGroupScale)}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return through(p, at, all, {64, 64, 1})[0];
}

sim::State swapped_seats(sim::State state) {
  for (int t = 0; t < state.size(); ++t) {
    if (state.owners()[t] >= 0) state.owners()[t] = static_cast<sim::Seat>(1 - state.owners()[t]);
  }
  return state;
}

void expect_swapped(const std::vector<float>& rows, const std::vector<float>& others, std::span<const int> swapped) {
  ASSERT_EQ(rows.size(), others.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t column = i % swapped.size();
    ASSERT_EQ(rows[i], others[i - column + static_cast<std::size_t>(swapped[column])]);
    ASSERT_TRUE(std::isfinite(rows[i]));
  }
}

TEST(ValueNet, ValuesAreTheDifferenceOfTheSeatsAndFeaturesCompareThem) {
  Random random(4);
  std::vector<float> parameters = any_parameters(ValueNet::kParameters, random);
  for (float& p : parameters) p *= 0.2F;  // so that no value is beyond doubt
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
      Board board, other;
      BoardReader().read(knowledge, state, board);
      BoardReader().read(knowledge, swapped_seats(state), other);
      expect_swapped(board.land, other.land, kLandSwapped);
      expect_swapped(board.groups, other.groups, kGroupSwapped);
      const double logit = number_of(parameters, features[0], board, 0) - number_of(parameters, features[1], board, 1);
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

TEST(Positions, ComeWithTheEndsOfTheirGames) {
  Random random(5);
  const sim::Game game = ring(sim::warlight2());
  const Positions found = positions_of_games(game, usual_weights(game.rules), {}, {3, 60, 0.1}, random);
  ASSERT_EQ(found.features.size(), found.games.size() * kFeatures * sim::kSeats);
  ASSERT_EQ(found.ends.size(), found.games.size());
  EXPECT_EQ(found.games.front(), 0);
  EXPECT_EQ(found.games.back(), 2);
  for (std::size_t i = 0; i < found.games.size(); ++i) {
    EXPECT_LE(std::abs(found.ends[i]), 1);
    EXPECT_TRUE(std::isnan(found.expected[i]) && std::isnan(found.ahead[i]) && std::isnan(found.played[i]));
    if (i > 0 && found.games[i] == found.games[i - 1]) EXPECT_EQ(found.ends[i], found.ends[i - 1]);
  }
}

TEST(Positions, OfSearchesAreOtherGamesThanThoseOfPlanners) {
  const sim::Game game = ring(sim::warlight2());
  std::vector<Positions> found;
  for (const std::uint64_t visits : {0, 30, 30}) {
    Random random(5);
    found.push_back(positions_of_games(game, usual_weights(game.rules), {}, {4, 40, 0.0, visits}, random));
  }
  EXPECT_EQ(found[1].features, found[2].features);
  EXPECT_EQ(found[1].board.land, found[2].board.land);
  EXPECT_NE(found[0].features, found[1].features);
  EXPECT_TRUE(std::any_of(found[1].expected.begin(), found[1].expected.end(), [](float x) { return std::abs(x) > 0; }));
}

TEST(Positions, WithAPolicyNetworkComeWithPlayoutsAndOthersBesideTheWay) {
  const sim::Game game = ring(sim::warlight2());
  Random random(9);
  const PolicyNet policy(any_parameters(PolicyNet::kParameters, random));
  const Positions found =
      positions_of_games(game, usual_weights(game.rules), {nullptr, &policy}, {3, 30, 0.0, 30, 2, 2}, random);
  std::size_t aside = 0;
  for (std::size_t i = 0; i < found.games.size(); ++i) {
    EXPECT_LE(std::abs(found.ahead[i]), 1);
    EXPECT_LE(std::abs(found.played[i]), 1);
    aside += std::isnan(found.ends[i]);
  }
  EXPECT_GT(aside, 0u);
  EXPECT_LE(aside, 2 * (found.games.size() - aside));
}

TEST(ValueNet, ASearchEvaluatesWithIt) {
  Random random(6);
  const sim::Game game = ring(sim::warlight2());
  const Knowledge knowledge = knowing(game);
  const std::vector<sim::State> worlds{sim::start(game, random)};
  std::vector<float> parameters(ValueNet::kParameters);
  const ValueNet even(parameters);  // every position is worth 0 to it
  const Result found = search(knowledge, {&even}, worlds, 0, {.candidates = 4}, {.visits = 20}, random);
  EXPECT_EQ(found.value, 0);
}

TEST(ValueNet, RolloutsAreShorterWithIt) {
  const sim::Game game = ring(sim::warlight2());
  const Knowledge knowledge = knowing(game);
  const ValueNet even(std::vector<float>(ValueNet::kParameters));
  for (const ValueNet* net : {&even, static_cast<const ValueNet*>(nullptr)}) {
    Random random(7);
    const Result found = search(knowledge, {net}, {opening(game, 0, 6)}, 0, {.candidates = 4}, {.visits = 20}, random);
    EXPECT_EQ(found.turns, found.visits * (net ? 1 : 5));
  }
}

}  // namespace
}  // namespace hegemon::search::rollouts
