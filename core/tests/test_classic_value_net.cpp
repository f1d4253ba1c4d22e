// The value network of the classic game, what it is given, and the positions that it learns from.
#include <cmath>
#include <numeric>

#include "classic_helpers.hpp"
#include "search/classic_rollouts/games.hpp"
#include "search/classic_rollouts/search.hpp"
#include "value_helpers.hpp"

namespace hegemon::search::classic_rollouts {
namespace {

using classic::Game;
using classic::Phase;
using classic::Rules;
using classic::State;
using classic_planner::Knowledge;
using classic_planner::usual_weights;

TEST(ClassicValueNet, SharesAreTheSoftmaxOverSeatsThatOwnLand) {
  Random random(3);
  const std::vector<float> parameters = any_parameters(ValueNet::kParameters, random);
  const ValueNet net(parameters);
  for (const int seats : {2, 3, 6}) {
    const Game game = classic::game_of(classic::grouped_grid(), Rules{}, seats);
    const Knowledge knowledge(game, usual_weights(game));
    State state = classic::start(game, random);
    std::vector<double> values(static_cast<std::size_t>(seats));
    std::vector<Features> features(values.size());
    for (int i = 0; i < 800 && state.head().phase != Phase::over; ++i) {
      net.shares(knowledge, state, values);
      measure(knowledge, state, features);
      double sum = 0;
      for (std::size_t s = 0; s < values.size(); ++s) {
        const bool alive = std::find(state.owners(), state.owners() + state.size(), static_cast<int>(s)) !=
                           state.owners() + state.size();
        ASSERT_EQ(alive, features[s] != Features{});
        for (const float feature : features[s]) ASSERT_TRUE(std::isfinite(feature));
        sum += alive ? std::exp(logit_of(parameters, features[s])) : 0.0;
      }
      for (std::size_t s = 0; s < values.size(); ++s) {
        const double expected = features[s] == Features{} ? 0.0 : std::exp(logit_of(parameters, features[s])) / sum;
        ASSERT_NEAR(values[s], expected, 1e-4);
        const double alone = 1 / (1 + std::exp(-logit_of(parameters, features[s])));
        ASSERT_NEAR(net.win(knowledge, state, static_cast<int>(s)), alone, 1e-4);
      }
      classic::step(game, state, classic::random_action(game, state, random), random);
    }
  }
}

TEST(ClassicValueNet, AnotherNumberOfParametersIsRefused) {
  EXPECT_THROW(ValueNet(std::vector<float>(ValueNet::kParameters - 1)), std::invalid_argument);
}

TEST(ClassicPositions, ComeWithTheSharesThatTheSeatsHadInTheEnd) {
  Random random(5);
  for (const int seats : {2, 4}) {
    const auto count = static_cast<std::size_t>(seats);
    const Game game = classic::game_of(classic::grouped_grid(), Rules{}, seats);
    const Positions found = positions_of_games(game, {}, usual_weights(game), nullptr, {6, 300, 0.05}, random);
    const std::size_t rows = found.games.size();
    ASSERT_GE(rows, 6U);
    ASSERT_EQ(found.features.size(), rows * count * kFeatures);
    ASSERT_EQ(found.shares.size(), rows * count);
    EXPECT_EQ(found.games.back(), 5);
    for (std::size_t row = 0; row < rows; ++row) {
      const auto* shares = found.shares.data() + row * count;
      EXPECT_NEAR(std::accumulate(shares, shares + count, 0.0), 1.0, 1e-5);
      if (row > 0 && found.games[row] == found.games[row - 1]) {
        EXPECT_TRUE(std::equal(shares, shares + count, shares - count));
      }
    }
  }
}

TEST(ClassicRollouts, ANetworkMayLookAfterTheOwnTurnAlone) {
  Random random(8);
  const auto net = std::make_shared<const ValueNet>(any_parameters(ValueNet::kParameters, random));
  const Game game = classic::game_of(classic::grouped_grid(), Rules{}, 3);
  Player player(game, {.turns = 1, .ends = 1}, usual_weights(game), net);
  State state = classic::start(game, random);
  for (int i = 0; i < 60 && state.head().phase != Phase::over; ++i) {
    const State view = classic::view(game, state, state.head().mover);
    const Result result = player.search(view, {.visits = 40}, random);
    ASSERT_TRUE(classic::is_legal(game, state, result.candidates.front().action));
    classic::step(game, state, result.candidates.front().action, random);
  }
}

}  // namespace
}  // namespace hegemon::search::classic_rollouts
