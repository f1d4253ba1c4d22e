// The rules of thumb of the classic game.
#include <map>
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

TEST(ClassicHeuristic, MeetsThePlannerAndItsSearch) {
  const Game game = classic::game_of(classic::grouped_grid(), Rules{}, 2);
  const auto weights = classic_planner::usual_weights(game);
  const auto play = [&](std::uint64_t visits, int pairs) {
    Random random(2);
    const double share =
        classic_rollouts::play_heuristic(game, {}, weights, {}, {.visits = visits}, false, pairs, 60, random);
    return std::pair(share, random.next());
  };
  EXPECT_GT(play(0, 20).first, 0.2);
  EXPECT_LT(play(0, 20).first, 0.9);
  EXPECT_EQ(play(0, 20), play(0, 20));
  EXPECT_NE(play(8, 2).second, play(0, 2).second);
}

}  // namespace
}  // namespace hegemon::search::classic_heuristic
