// The rules of thumb of the classic game.
#include <algorithm>
#include <map>
#include <memory>
#include <numeric>

#include "classic_helpers.hpp"
#include "search/classic_heuristic/heuristic.hpp"
#include "search/classic_rollouts/games.hpp"

namespace hegemon::search::classic_heuristic {
namespace {

using classic::Action;
using classic::Game;
using classic::Phase;
using classic::Rules;
using classic::State;

TEST(ClassicForecasts, AreExactUpToAHundredAndCloseBeyond) {
  Forecasts dice(false), duel(true);
  const auto exact = classic::battle_distribution(3, 2);
  EXPECT_EQ(dice.of(3, 2).chance, exact[0] + exact[1] + exact[2]);
  const double left = exact[0] + 2 * exact[1] + 3 * exact[2], held = exact[3] + 2 * exact[4];
  EXPECT_EQ(dice.of(3, 2).profit, (2 - held) - (3 - left));
  const auto large = classic::battle_distribution(100, 99);
  EXPECT_EQ(dice.of(100, 99).chance, std::accumulate(large.begin(), large.begin() + 100, 0.0));
  EXPECT_EQ(duel.of(2, 1).chance, 0.5);
  EXPECT_EQ(dice.of(3, 0).chance, dice.of(3, 1).chance);
  EXPECT_EQ(dice.of(200, 100).chance, dice.of(100, 50).chance);
  EXPECT_EQ(dice.of(200, 100).profit, 2 * dice.of(100, 50).profit);
  EXPECT_EQ(dice.of(200, 101).chance, dice.of(100, 50).chance);  // 50.5 and 51.5 are rounded to even numbers
  EXPECT_EQ(dice.of(200, 103).chance, dice.of(100, 52).chance);
  EXPECT_EQ(dice.of(500'000, 1).chance, dice.of(100, 1).chance);
}

// Everything that it decides is legal, and the same from a view.
TEST(ClassicHeuristic, PlaysLegallyAndSeesOnlyWhatTheSeatMaySee) {
  Random random(1);
  std::map<Phase, int> seen;
  Rules single, drafted;
  single.attack_mode = classic::AttackMode::roll;
  single.fortify = classic::Fortify::adjacent;
  single.card_values = classic::CardValues::fixed;
  drafted.deal = classic::Deal::draft;
  drafted.fortify_moves = 0;
  drafted.fortify_fresh = true;
  drafted.fortify_where = classic::Where::border;
  for (const Rules& rules : {Rules{}, single, drafted, classic::heredia2022(), classic::swiss2025(), classic::yao2025(),
                             classic::aminian2020()}) {
    for (const classic::MapPointer& map :
         {classic::grouped_grid(), classic::path_map(7), classic::grid_map(9, 9), classic::broken_map()}) {
      for (int seats = 2; seats <= std::min(6, map->size()); seats += 2) {
        const Game game = classic::game_of(map, rules, seats);
        Heuristic heuristic(game, {});
        classic::play_legally(game, random, seen, [&](const State& state) {
          const Action action = heuristic.decide(state);
          EXPECT_EQ(action, heuristic.decide(classic::view(game, state, state.head().mover)));
          return action;
        });
      }
    }
  }
  classic::expect_every_phase(seen);
}

TEST(ClassicHeuristic, CautionAsksForBetterOdds) {
  const Game game = classic::game_of(classic::grouped_grid(), Rules{}, 2);
  Heuristic bold(game, {.caution = 0}), careful(game, {.caution = 3});
  Random random(1);
  int attacks = 0, fewer = 0;
  for (int i = 0; i < 20; ++i) {
    State state = classic::start(game, random);
    for (int step = 0; step < 100 && state.head().phase != Phase::over; ++step) {
      if (state.head().phase == Phase::attack) {
        attacks += bold.decide(state).kind == classic::ActionKind::attack;
        fewer += careful.decide(state).kind == classic::ActionKind::attack;
      }
      classic::step(game, state, classic::random_action(game, state, random), random);
    }
  }
  EXPECT_GT(attacks, fewer);
  EXPECT_GT(fewer, 0);
}

using classic_rollouts::Challenge;
using classic_rollouts::kFeatures;
using classic_rollouts::Player;
using classic_rollouts::Results;

double score(const Results& results) {
  return std::accumulate(results.points.begin(), results.points.end(), 0.0) /
         static_cast<double>(results.points.size());
}

TEST(ClassicHeuristic, MeetsThePlannerAndItsSearch) {
  const Game game = classic::game_of(classic::grouped_grid(), classic::swiss2025(), 2);
  Player player(game, {}, classic_planner::usual_weights(game));
  const auto play = [&](int pairs, std::uint64_t visits) {
    return play_heuristic(player, {.pairs = pairs, .most_turns = 60, .budget = {.visits = visits}}, Random(2));
  };
  const Results planned = play(20, 0);
  EXPECT_GT(score(planned), 0.2);
  EXPECT_LT(score(planned), 0.9);
  EXPECT_EQ(planned.points, play(20, 0).points);
  EXPECT_NE(play(1, 200).features, play(1, 0).features);
  EXPECT_EQ(play(1, 50).features, play(1, 50).features);
  EXPECT_EQ(planned.points, play(20, 0).points);
}

// Either seat begins once in a pair, and positions belong to games in order.
TEST(ClassicHeuristic, GamesToLearnFromHaveAPositionForEveryTurn) {
  const Game game = classic::game_of(classic::grouped_grid(), classic::heredia2022(), 2);
  Player player(game, {}, classic_planner::usual_weights(game));
  const auto play = [&](int astray) {
    return play_heuristic(player, {.pairs = 30, .most_turns = 60, .astray = astray}, Random(3));
  };
  const Results all = play(0), later = play(6);
  for (const Results& found : {all, later}) {
    ASSERT_EQ(found.points.size(), 60U);
    ASSERT_EQ(found.starts.size(), 60U);
    EXPECT_EQ(std::accumulate(found.starts.begin(), found.starts.end(), 0), 30);
    ASSERT_EQ(found.features.size(), found.games.size() * kFeatures);
    EXPECT_TRUE(std::is_sorted(found.games.begin(), found.games.end()));
    EXPECT_LT(found.games.back(), 60);
  }
  EXPECT_EQ(all.games.front(), 0);
  EXPECT_NE(all.points, later.points);
}

// A network that likes nothing but land makes the search take more of it than one that dislikes it.
TEST(ClassicHeuristic, ABestResponseFollowsTheNetworkOfItsOwnSeat) {
  constexpr std::size_t kLand = 6, kHidden = classic_rollouts::ValueNet::kHidden;
  const Game game = classic::game_of(classic::grouped_grid(), classic::swiss2025(), 2);
  const auto land = [&](float sign) {
    std::vector<float> parameters(classic_rollouts::ValueNet::kParameters);
    parameters[kLand * kHidden] = 1;                         // a hidden unit that is the share of the land
    parameters[kFeatures * kHidden + kHidden] = 1;           // the same in the second layer
    parameters[parameters.size() - 1 - kHidden] = 3 * sign;  // the sum
    parameters.back() = -3 * sign;                           // even at a fair share
    Player player(game, {.turns = 1, .ends = 1, .few = 100, .luck = 0, .thumb = 1},
                  classic_planner::usual_weights(game));
    player.know(std::make_shared<const classic_rollouts::ValueNet>(parameters));
    const Results found = play_heuristic(player, {.pairs = 3, .most_turns = 6, .budget = {.visits = 150}}, Random(4));
    double sum = 0;
    for (std::size_t row = 0; row < found.games.size(); ++row) sum += found.features[row * kFeatures + kLand];
    return sum / static_cast<double>(found.games.size());
  };
  EXPECT_GT(land(1), land(-1) + 0.1);
}

}  // namespace
}  // namespace hegemon::search::classic_heuristic
