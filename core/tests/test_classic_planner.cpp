// The planner of the classic game, its odds, the luck of dice, and the rollout search.
#include <map>
#include <numeric>

#include "classic_helpers.hpp"
#include "search/classic_rollouts/games.hpp"
#include "search/classic_rollouts/luck.hpp"
#include "search/classic_rollouts/search.hpp"
#include "search/classic_rollouts/value.hpp"

namespace hegemon::search::classic_rollouts {
namespace {

using classic::Action;
using classic::Game;
using classic::Phase;
using classic::Rules;
using classic::State;
using classic_planner::Knowledge;
using classic_planner::Odds;
using classic_planner::Planner;
using classic_planner::usual_style;
using classic_planner::usual_weights;
using classic_planner::Weights;

std::vector<Rules> all_rules() {
  Rules single, drafted;
  single.attack_mode = classic::AttackMode::roll;
  single.attack_dice = classic::AttackDice::choose;
  single.attacks_per_turn = 2;
  single.card_values = classic::CardValues::fixed;
  single.card_bonus_on = classic::CardBonusOn::each;
  drafted.deal = classic::Deal::draft;
  drafted.occupy = classic::Occupy::one;
  drafted.fortify_moves = 3;
  drafted.fortify_fresh = true;
  drafted.fortify_where = classic::Where::border;
  drafted.capture_hands = classic::CaptureHands::keep;
  drafted.group_growth_percent = 5;
  return {Rules{},
          classic::heredia2022(),
          classic::swiss2025(),
          classic::swiss2025_text(),
          classic::yao2025(),
          classic::yao2025_code(),
          classic::aminian2020(),
          single,
          drafted};
}

TEST(ClassicOdds, AreThoseOfTheBattleTables) {
  const Odds dice{Rules{}}, duel(classic::aminian2020());
  for (const int armies : {2, 3, 5, 9, 20}) {
    for (const int defenders : {1, 2, 4, 11}) {
      const auto exact = classic::battle_distribution(armies - 1, defenders);
      const double win = std::accumulate(exact.begin(), exact.begin() + armies - 1, 0.0);
      EXPECT_NEAR(dice.win(armies, defenders), win, 1e-5);
      const auto fair = classic::duel_distribution(armies, defenders);
      EXPECT_NEAR(duel.win(armies, defenders), std::accumulate(fair.begin(), fair.begin() + armies, 0.0), 1e-5);
      double moved = 0, killed = 0;
      for (int a = 1; a < armies; ++a) moved += a * exact[static_cast<std::size_t>(a - 1)] / win;
      for (int d = 1; d <= defenders; ++d)
        killed += (defenders - d) * exact[static_cast<std::size_t>(armies - 1 + d - 1)];
      EXPECT_NEAR(dice.attack(armies, defenders).moved, moved, 1e-4);
      EXPECT_NEAR(dice.attack(armies, defenders).killed, killed + win * defenders, 1e-4);
    }
  }
  EXPECT_EQ(dice.win(1, 1), 0.0);
  EXPECT_GT(dice.win(3000, 1000), 0.99);
  EXPECT_LT(dice.win(1000, 3000), 0.01);
}

TEST(ClassicOdds, SingleRollsEndWithTheAttacksOfTheTurn) {
  const Odds odds(classic::yao2025_code());
  ASSERT_EQ(classic::yao2025_code().attack_mode, classic::AttackMode::roll);
  EXPECT_NEAR(odds.win(4, 1), 855.0 / 1296, 1e-5);
  EXPECT_EQ(odds.win(4, 3), 0.0);  // one roll kills two at most
}

// Everything that the planner decides is legal, in whatever style, to the end of the game.
TEST(ClassicPlanner, PlaysLegallyUnderAllRulesOnAllMaps) {
  Random random(1);
  std::map<Phase, int> seen;
  for (const Rules& rules : all_rules()) {
    for (const classic::MapPointer& map :
         {classic::grouped_grid(), classic::path_map(7), classic::grid_map(9, 9), classic::broken_map()}) {
      for (int seats = 2; seats <= std::min(6, map->size()); seats += 2) {
        const Game game = classic::game_of(map, rules, seats);
        const Knowledge knowledge(game, usual_weights(game));
        Planner planner(knowledge);
        for (int round = 0; round < 2; ++round) {
          int i = 0;
          classic::play_legally(game, random, seen, [&](const State& state) {
            const bool usual = i++ % 3 == 0;
            return planner.decide(state,
                                  usual ? usual_style(knowledge.weights) : random_style(knowledge.weights, random));
          });
        }
      }
    }
  }
  classic::expect_every_phase(seen);
}

TEST(ClassicPlanner, DoesNotLookAtTheCardsOfOthers) {
  Random random(3);
  const Game game = classic::game_of(classic::grouped_grid(), Rules{}, 3);
  const Knowledge knowledge(game, usual_weights(game));
  Planner planner(knowledge);
  State state = classic::start(game, random);
  int compared = 0;
  for (int i = 0; i < 600 && state.head().phase != Phase::over; ++i) {
    const State view = classic::view(game, state, state.head().mover);
    const Action action = planner.decide(state, usual_style(knowledge.weights));
    for (int deal = 0; deal < 3; ++deal) {
      const State other = classic::determinize(game, view, random);
      compared += !(other == state);
      EXPECT_EQ(planner.decide(other, usual_style(knowledge.weights)), action);
    }
    classic::step(game, state, action, random);
  }
  EXPECT_GT(compared, 20);
}

TEST(ClassicPlanner, TakesTheLastTerritoryOfTheOtherSeat) {
  const Game game = classic::game_of(classic::path_map(3), Rules{}, 2);
  State state(3, 2, game.card_copies());
  for (const int t : {0, 1, 2}) {
    state.owners()[t] = t == 2 ? 1 : 0;
    state.land<1>(t == 2 ? 1 : 0).add(t);
    state.set_armies(t, t == 1 ? 9 : 1);
  }
  state.head().phase = Phase::attack;
  const Knowledge knowledge(game, usual_weights(game));
  const Action action = Planner(knowledge).decide(state, usual_style(knowledge.weights));
  EXPECT_EQ(action.kind, classic::ActionKind::attack);
  EXPECT_EQ(action.source, 1);
  EXPECT_EQ(action.target, 2);
}

TEST(ClassicPlanner, IsStrongerThanRandomPlay) {
  for (const Rules& rules : {Rules{}, classic::swiss2025(), classic::heredia2022(), classic::aminian2020()}) {
    const Game game = classic::game_of(classic::grouped_grid(), rules, 2);
    const Knowledge knowledge(game, usual_weights(game));
    Planner planner(knowledge);
    Random random(7);
    int won = 0;
    for (int i = 0; i < 40; ++i) {
      State state = classic::start(game, random);
      while (state.head().phase != Phase::over && state.head().turns < 300) {
        const bool ours = state.head().mover == i % 2;
        classic::step(
            game, state,
            ours ? planner.decide(state, usual_style(knowledge.weights)) : classic::random_action(game, state, random),
            random);
      }
      won += state.head().winner == i % 2;
    }
    EXPECT_GE(won, 34);
  }
}

TEST(ClassicValue, SharesAreSharesOfTheWin) {
  Random random(2);
  for (const int seats : {2, 4, 6}) {
    const Game game = classic::game_of(classic::grouped_grid(), Rules{}, seats);
    const Weights weights = usual_weights(game);
    std::vector<double> values(static_cast<std::size_t>(seats));
    State state = classic::start(game, random);
    for (int i = 0; i < 500 && state.head().phase != Phase::over; ++i) {
      shares(game, state, weights, values);
      EXPECT_NEAR(std::accumulate(values.begin(), values.end(), 0.0), 1.0, 1e-9);
      for (const double value : values) EXPECT_GE(value, 0.0);
      classic::step(game, state, classic::random_action(game, state, random), random);
    }
  }
}

// What is taken off as luck is nothing on average, whatever is attacked.
TEST(ClassicLuck, IsNothingOnAverage) {
  for (const Rules& rules : {Rules{}, classic::aminian2020()}) {
    const Game game = classic::game_of(classic::grouped_grid(), rules, 2);
    const Knowledge knowledge(game, usual_weights(game));
    Random random(4);
    State start = classic::start(game, random);
    while (start.head().phase != Phase::attack)
      classic::step(game, start, classic::random_action(game, start, random), random);
    std::vector<Action> actions;
    classic::legal_actions(game, start, actions);
    Luck luck(knowledge, 0);
    luck.look(start);
    for (const Action& action : actions) {
      if (action.kind != classic::ActionKind::attack) continue;
      luck.begin();
      State state = start;
      classic::apply(game, state, action);
      double mean = 0;
      for (const auto& [outcome, probability] : classic::outcomes(game, state)) {
        luck.begin();
        luck.count(state, outcome);
        mean += probability * luck.sum();
      }
      EXPECT_NEAR(mean, 0.0, 1e-5);
    }
  }
}

TEST(ClassicRollouts, TheSameSeedGivesTheSameSearch) {
  Random random(6);
  for (const Rules& rules : all_rules()) {
    const Game game = classic::game_of(classic::grouped_grid(), rules, 2);
    State state = classic::start(game, random);
    Player once(game, {}, usual_weights(game)), again(game, {}, usual_weights(game));
    for (int i = 0; i < 25 && state.head().phase != Phase::over; ++i) {
      const State view = classic::view(game, state, state.head().mover);
      Random first(i), second(i);
      const Result a = once.search(view, {.visits = 60}, first), b = again.search(view, {.visits = 60}, second);
      ASSERT_EQ(a.candidates.front().action, b.candidates.front().action);
      EXPECT_EQ(a.visits, b.visits);
      EXPECT_EQ(a.share, b.share);
      EXPECT_LE(a.visits, 60U);
      for (const Candidate& candidate : a.candidates) ASSERT_TRUE(classic::is_legal(game, state, candidate.action));
      classic::step(game, state, a.candidates.front().action, random);
    }
  }
}

TEST(ClassicRollouts, NothingToDecideIsRefused) {
  const Game game = classic::game_of(classic::grouped_grid(), Rules{}, 2);
  Random random(1);
  State state = classic::start(game, random);
  Player player(game, {}, usual_weights(game));
  EXPECT_THROW(player.search(state, {}, random), std::invalid_argument);  // no limit
  state.head().phase = Phase::over;
  EXPECT_THROW(player.search(state, {.visits = 10}, random), std::invalid_argument);
  EXPECT_THROW(player.decide(state), std::invalid_argument);
}

TEST(ClassicRollouts, GamesOfEqualPlannersAreEven) {
  Random random(9);
  for (const int seats : {2, 3, 6}) {
    const Game game = classic::game_of(classic::grouped_grid(), Rules{}, seats);
    const Weights weights = usual_weights(game);
    EXPECT_NEAR(play_planners(game, weights, weights, 150, 100, random), 0.5, 0.1);
  }
}

}  // namespace
}  // namespace hegemon::search::classic_rollouts
