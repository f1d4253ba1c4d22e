// The planner's odds and plans, what is believed under fog, and the rollout search.
#include "planner_helpers.hpp"
#include "search/rollouts/belief.hpp"
#include "search/rollouts/games.hpp"
#include "search/rollouts/replies.hpp"
#include "search/rollouts/search.hpp"
#include "search/rollouts/value.hpp"
#include "search/rollouts/variation.hpp"
#include "simultaneous/combat.hpp"

namespace hegemon::search::rollouts {
namespace {

using planner::Knowledge;
using planner::Odds;
using planner::Planner;
using planner::Surety;

TEST(Odds, NeedsAreTheFewestThatAreSureEnough) {
  for (const sim::Rules& rules : {sim::warlight1(), sim::warlight2(), sim::soares2025()}) {
    const Odds odds(rules);
    for (int defenders = 0; defenders < 40; ++defenders) {
      for (const Surety surety : {Surety::even, Surety::likely, Surety::sure}) {
        const int needed = odds.needed(defenders, surety);
        const double wanted = planner::kSurety[static_cast<int>(surety)];
        EXPECT_GE(Odds::captures(rules, needed, defenders), wanted);
        EXPECT_TRUE(needed == 1 || Odds::captures(rules, needed - 1, defenders) < wanted);
      }
    }
  }
}

TEST(Odds, AreThoseOfTheRules) {
  Random random(5);
  sim::Chance chance(random);
  for (const sim::Rules& rules : {sim::warlight1(), sim::warlight2()}) {
    int captured = 0;
    for (int i = 0; i < 20'000; ++i) captured += sim::fight(rules, 7, 4, chance).captured;
    EXPECT_NEAR(captured / 20'000.0, Odds::captures(rules, 7, 4), 0.015);
  }
}

TEST(Odds, NobodyTakesAnythingWithoutKills) {
  sim::Rules rules = sim::warlight2();
  rules.offense_kill_percent = 0;
  EXPECT_GT(Odds(rules).needed(1, Surety::even), 1'000'000);
}

TEST(Planner, TakesTheLastTerritoryOfABonus) {
  const sim::Game game = ring(sim::warlight2());
  sim::State state = opening(game, 0, 7);
  state.owners()[1] = 0;
  const Knowledge knowledge = knowing(game);
  Planner planner(knowledge);
  Random random(1);
  sim::Plan plan;
  planner.plan(state, 0, planner::usual_style(knowledge.weights), random, plan);
  const bool taken = std::any_of(plan.begin(), plan.end(), [](const sim::Order& order) {
    return order.kind == sim::OrderKind::move && order.target == 2 && order.armies >= 3;
  });
  EXPECT_TRUE(taken);
}

TEST(Planner, PlansAreLegalInWholeGames) {
  for (const sim::Rules& rules : {sim::warlight1(), sim::warlight2(), sim::soares2025()}) {
    const sim::Game game = ring(rules, 5);
    const Knowledge knowledge = knowing(game);
    Planner planner(knowledge);
    Random random(3);
    sim::Scratch scratch;
    for (int played = 0; played < 20; ++played) {
      sim::State state = sim::start(game, random);
      while (state.head().phase != sim::Phase::over && state.head().round < 40) {
        sim::Plans plans;
        for (int seat = 0; seat < sim::kSeats; ++seat) {
          if (!(sim::deciders(game, state) >> seat & 1)) continue;
          planner.plan(state, seat, planner::random_style(knowledge.weights, random), random, plans[seat]);
          EXPECT_TRUE(sim::check(game, state, seat, plans[seat]).empty());
        }
        sim::Chance chance(random);
        sim::resolve(game, state, plans, chance, scratch, nullptr);
      }
    }
  }
}

// Whether every move sends armies that are there, and neutrals are attacked by enough to fall more often than not.
bool tidy(const Knowledge& k, const sim::State& state, int seat, const sim::Plan& plan) {
  std::vector<int> left(static_cast<std::size_t>(state.size())), sent(left.size());
  for (int t = 0; t < state.size(); ++t) left[t] = state.armies()[t] - k.game.rules.stands_guard;
  for (const sim::Order& order : plan) {
    left[order.source] += order.kind == sim::OrderKind::deploy ? order.armies : -order.armies;
    if (order.kind == sim::OrderKind::move) sent[order.target] += order.armies;
  }
  for (int t = 0; t < state.size(); ++t) {
    if (state.owners()[t] == seat && left[t] < 0) return false;
    if (sent[t] > 0 && state.owners()[t] == sim::kNeutral &&
        sent[t] < k.odds.needed(state.armies()[t], planner::Surety::even))
      return false;
  }
  return true;
}

TEST(Variation, MakesLegalPlansThatDeployNoMoreThanTheIncome) {
  for (const sim::Rules& rules : {sim::warlight1(), sim::warlight2(), sim::soares2025()}) {
    const sim::Game game = ring(rules, 5);
    const Knowledge knowledge = knowing(game);
    Planner planner(knowledge);
    Random random(11);
    sim::Scratch scratch;
    int changed = 0, tried = 0;
    for (int played = 0; played < 10; ++played) {
      sim::State state = sim::start(game, random);
      while (state.head().phase != sim::Phase::over && state.head().round < 25) {
        sim::Plans plans;
        for (int seat = 0; seat < sim::kSeats; ++seat) {
          if (!(sim::deciders(game, state) >> seat & 1)) continue;
          planner.plan(state, seat, planner::random_style(knowledge.weights, random), random, plans[seat]);
          if (state.head().phase != sim::Phase::play) continue;
          const Variation variation(knowledge, state, seat);
          sim::Plan other;
          planner.plan(state, seat, planner::random_style(knowledge.weights, random), random, other);
          for (int i = 0; i < 5; ++i) {
            const sim::Plan mutant = variation.mutate(plans[seat], random);
            changed += mutant != plans[seat];
            ++tried;
            EXPECT_TRUE(sim::check(game, state, seat, mutant).empty());
            const sim::Plan crossed = variation.cross(mutant, other, random);
            EXPECT_TRUE(sim::check(game, state, seat, crossed).empty());
            if (knowledge.marches) continue;
            EXPECT_TRUE(tidy(knowledge, state, seat, mutant));
            EXPECT_TRUE(tidy(knowledge, state, seat, crossed));
          }
        }
        sim::Chance chance(random);
        sim::resolve(game, state, plans, chance, scratch, nullptr);
      }
    }
    EXPECT_GT(2 * changed, tried);
  }
}

TEST(Replies, MeetsMostOftenWhatHurtsMost) {
  Random random(4);
  Replies replies(planner::Weights{}, 8, 0.1, 0.0, random);
  std::array<int, 8> met{};
  for (int i = 0; i < 400; ++i) {
    const std::size_t reply = replies.draw(random);
    replies.told(reply, reply == 5 ? 0.4 : 0.0);
    ++met[reply];
  }
  EXPECT_GT(met[5], 200);
  EXPECT_GT(*std::min_element(met.begin(), met.end()), 5);
}

TEST(Evaluation, IsAntisymmetricAndLikesIncome) {
  const sim::Game game = ring(sim::warlight2());
  const Knowledge knowledge = knowing(game);
  sim::State state = opening(game, 0, 7);
  EXPECT_NEAR(value(knowledge, nullptr, state, 0), 0.0, 1e-6);
  state.owners()[1] = state.owners()[2] = 0;
  EXPECT_GT(value(knowledge, nullptr, state, 0), 0.3);
  EXPECT_NEAR(value(knowledge, nullptr, state, 0), -value(knowledge, nullptr, state, 1), 1e-6);
}

TEST(RolloutSearch, FindsTheWinAndRepeatsItself) {
  const sim::Game game = ring(sim::warlight2());
  sim::State state = opening(game, 0, 1);
  state.armies()[0] = 20;
  const Knowledge knowledge = knowing(game);
  Budget budget;
  budget.visits = 200;
  Random first(9), second(9);
  const Settings whole{.decided = 1};
  const Result result = search(knowledge, {}, {state}, 0, whole, budget, first);
  EXPECT_GT(result.value, 0.8);
  EXPECT_EQ(result.visits, 200u);
  EXPECT_EQ(result.plans.front().plan, search(knowledge, {}, {state}, 0, whole, budget, second).plans.front().plan);
}

TEST(RolloutSearch, ADecidedGameNeedsATenthOfTheBudget) {
  const sim::Game game = ring(sim::warlight2());
  const Knowledge knowledge = knowing(game);
  for (const bool won : {false, true}) {
    sim::State state = opening(game, 0, won ? 1 : 6);
    if (won) state.armies()[0] = 40;
    Random random(9);
    const Result result = search(knowledge, {}, {state}, 0, {.candidates = 4}, {.visits = 4000}, random);
    if (won) {
      EXPECT_GT(result.value, 0.99);
      EXPECT_GE(result.visits, 400U);
      EXPECT_LT(result.visits, 600U);
    } else {
      EXPECT_LT(result.value, 0.99);
      EXPECT_EQ(result.visits, 4000U);
    }
  }
}

TEST(RolloutSearch, TheOtherSeatLooksForRepliesWithinTheBudget) {
  const sim::Game game = ring(sim::warlight2());
  const Knowledge knowledge = knowing(game);
  sim::State state = opening(game, 0, 2);
  state.armies()[0] = state.armies()[2] = 9;
  for (const std::uint64_t visits : {100, 400, 2000, 2001}) {
    std::vector<Result> found;
    for (const double countered : {0.0, 0.3, 0.3}) {
      Random random(8);
      found.push_back(search(knowledge, {}, {state}, 0, {.countered = countered}, {.visits = visits}, random));
      EXPECT_LE(found.back().visits, visits);
    }
    const auto others = [&](const Result& result) {  // rollouts that no own plan has met
      std::uint64_t met = 0;
      for (const Candidate& candidate : result.plans) met += candidate.visits;
      return result.visits - met;
    };
    EXPECT_EQ(others(found[0]), 0U);
    EXPECT_EQ(others(found[1]), others(found[2]));
    if (visits < 2000) continue;
    EXPECT_GT(others(found[1]), visits / 50);
    EXPECT_LT(others(found[1]), visits / 2);
  }
}

// How far off the believed income of the other seat is on average, in a game in which everything that is seen must agree.
double off_by(const PolicyNet* policy) {
  const sim::Game game = ring(sim::warlight2(), 6);
  const Knowledge knowledge = knowing(game);
  Planner planner(knowledge);
  Random random(11);
  sim::Scratch scratch;
  sim::State state = opening(game, 0, 9);
  Belief belief(knowledge, policy, 0, 8);
  sim::Plans plans;
  sim::Log log;
  double off = 0;
  for (int turn = 0; turn < 8 && state.head().phase == sim::Phase::play; ++turn) {
    const sim::State view = sim::view(game, state, 0);
    sim::Plan seen;
    for (const sim::Event& event : log) {
      if (event.seat == 1 && event.seen[0] && event.kind != sim::EventKind::idle) seen.push_back(event.order);
    }
    belief.observe(view, turn > 0 ? &plans[0] : nullptr, seen, random);
    EXPECT_EQ(belief.worlds().size(), 8u);
    for (const sim::State& world : belief.worlds()) {
      EXPECT_EQ(sim::view(game, world, 0), view);
      off += std::abs(sim::income(game, world, 1) - sim::income(game, state, 1)) / 64.0;
    }
    for (int seat = 0; seat < 2; ++seat) {
      planner.plan(state, seat, planner::usual_style(knowledge.weights), random, plans[seat]);
    }
    sim::Chance chance(random);
    log.clear();
    sim::resolve(game, state, plans, chance, scratch, &log);
  }
  return off;
}

TEST(Belief, AgreesWithEverythingThatIsSeen) {
  const PolicyNet any(std::vector<float>(PolicyNet::kParameters));  // all options are equal to it
  const double planners = off_by(nullptr), both = off_by(&any);
  EXPECT_LT(planners, 3.0);
  EXPECT_LT(both, 3.0);
  EXPECT_NE(planners, both);
}

TEST(PlannerGames, EqualWeightsAreEqual) {
  const sim::Game game = ring(sim::warlight2());
  Random random(2);
  const planner::Weights weights;
  EXPECT_NEAR(play_planners(game, weights, weights, 40, 40, random), 0.5, 0.12);
  planner::Weights timid;
  timid.greed = 1000;  // attacks nothing
  EXPECT_GT(play_planners(game, weights, timid, 5, 30, random), 0.8);
}

}  // namespace
}  // namespace hegemon::search::rollouts
