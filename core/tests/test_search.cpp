// The tree search on tiny games with known answers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>

#include "toy_games.hpp"

namespace hegemon {
namespace {

using namespace search;
using toy::decide;
using toy::end;
using toy::gamble;
using toy::Game;
using toy::Move;
using toy::solve;
using toy::toss;

Settings with(Selection selection, ChanceMode chance = ChanceMode::sampled) {
  Settings settings;
  settings.selection = selection;
  settings.chance = chance;
  return settings;
}

std::uint64_t total_visits(const Report<Move>& report) {
  std::uint64_t sum = 0;
  for (const auto& candidate : report.candidates) sum += candidate.visits;
  return sum;
}

const Candidate<Move>& candidate_of(const Report<Move>& report, int child) {
  return *std::find_if(report.candidates.begin(), report.candidates.end(),
                       [&](const auto& candidate) { return candidate.action.child == child; });
}

TEST(Shuffled, IsAPermutationForEveryCountAndKey) {
  for (std::uint32_t count : {1u, 2u, 3u, 5u, 16u, 17u, 178u, 1000u}) {
    for (std::uint32_t key : {0u, 1u, 77u, 4'000'000'000u}) {
      std::set<std::uint32_t> seen;
      for (std::uint32_t k = 0; k < count; ++k) seen.insert(shuffled(k, count, key));
      EXPECT_EQ(seen.size(), count);
      EXPECT_LT(*seen.rbegin(), count);
    }
  }
}

TEST(Shuffled, EveryPairOfFirstTwoComesUpAboutEquallyOften) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> seen;
  constexpr int kKeys = 42'000;
  for (int key = 0; key < kKeys; ++key) {
    const auto k = static_cast<std::uint32_t>(mix(static_cast<std::uint64_t>(key)));
    ++seen[{shuffled(0, 7, k), shuffled(1, 7, k)}];
  }
  EXPECT_EQ(seen.size(), 42u);
  for (const auto& [pair, count] : seen) EXPECT_NEAR(count, kKeys / 42, 160);  // five standard deviations
}

TEST(Shuffled, LongOrdersAreEvenToo) {
  std::vector<int> first(150);
  constexpr int kKeys = 150'000;
  for (int key = 0; key < kKeys; ++key) {
    ++first[shuffled(3, 150, static_cast<std::uint32_t>(mix(static_cast<std::uint64_t>(key))))];
  }
  for (int count : first) EXPECT_NEAR(count, kKeys / 150, 160);
}

TEST(BestScore, FindsTheFirstMaximumAtAnyLength) {
  Random random(3);
  for (std::uint32_t count = 1; count < 40; ++count) {
    std::vector<Score> given(count);
    for (auto& score : given) {
      score = {static_cast<float>(random.below(8)), static_cast<float>(random.below(4))};
    }
    std::vector<float> scores;
    for (std::uint32_t i = 0; i < count; ++i) scores.push_back(given[i].mean + 0.5f * given[i].weight);
    const auto expected = std::max_element(scores.begin(), scores.end()) - scores.begin();
    EXPECT_EQ(best_score(given.data(), count, 0.5f), static_cast<std::uint32_t>(expected));
  }
}

TEST(Search, FindsTheBestArmOfABandit) {
  Game bandit{{decide(0, {1, 2, 3, 4}), toss({5, 6}, {0.2, 0.8}), toss({5, 6}, {0.6, 0.4}), toss({5, 6}, {0.5, 0.5}),
               toss({5, 6}, {0.4, 0.6}), end(1.0), end(-1.0)}};
  for (Selection selection : {Selection::uct, Selection::puct, Selection::gumbel}) {
    Settings settings = with(selection);
    settings.exploration = 1.0;
    const auto report = solve(bandit, settings, 20'000);
    EXPECT_EQ(report.candidates[0].action.child, 2);
    EXPECT_NEAR(candidate_of(report, 2).value, 0.2, 0.05);
    EXPECT_EQ(total_visits(report) + (selection != Selection::uct), report.visits)
        << "the first visit expands the root";
  }
}

TEST(Search, SeesThroughTheOpponentAndTheDice) {
  for (Selection selection : {Selection::uct, Selection::puct, Selection::gumbel}) {
    for (ChanceMode chance : {ChanceMode::sampled, ChanceMode::exact}) {
      const auto report = solve(gamble(), with(selection, chance), 20'000);
      EXPECT_EQ(report.candidates[0].action.child, 2);
      EXPECT_NEAR(candidate_of(report, 1).value, 0.3, 1e-9);
      EXPECT_NEAR(candidate_of(report, 2).value, 0.4, chance == ChanceMode::exact ? 0.001 : 0.05);
      EXPECT_LT(candidate_of(report, 3).value, 0.0) << "the opponent does not play at random";
    }
  }
}

TEST(Search, ExactChanceGivesTheExpectimaxValue) {
  // 0.25 * max(0, 0.8) + 0.75 * max(-0.4, 0.1) = 0.275; against a sure 0.26.
  Game game{{decide(0, {1, 2}), end(0.26), toss({3, 4}, {0.25, 0.75}), decide(0, {5, 6}), decide(0, {7, 8}), end(0.0),
             end(0.8), end(-0.4), end(0.1)}};
  Settings settings = with(Selection::uct, ChanceMode::exact);
  settings.exploration = 0.3;
  const auto report = solve(game, settings, 200'000);
  EXPECT_EQ(report.candidates[0].action.child, 2);
  EXPECT_NEAR(candidate_of(report, 2).value, 0.275, 0.003);
}

TEST(Search, FindsAForcedWinInThree) {
  // Seat 0 moves, seat 1 answers, seat 0 wins: only 1 keeps the win whatever seat 1 does.
  Game game{{decide(0, {1, 2}), decide(1, {3, 4}), decide(1, {5, 6}), decide(0, {7, 8}), decide(0, {8, 7}),
             decide(0, {7, 8}), decide(0, {8, 8}), end(1.0), end(-1.0)}};
  for (Selection selection : {Selection::uct, Selection::puct, Selection::gumbel}) {
    const auto report = solve(game, with(selection), 3000);
    EXPECT_EQ(report.candidates[0].action.child, 1);
    ASSERT_GE(report.candidates[0].line.size(), 2u);
    EXPECT_EQ(report.candidates[0].line.back().child, 7);
  }
}

TEST(Search, EverySeatOfThreeMaximisesItsOwnValue) {
  // Seat 0: place 1 lets seat 1 choose, place 2 lets seat 2 choose. Seat 1 prefers 3 (bad for 0), seat 2 prefers 6.
  Game game{{decide(0, {1, 2}), decide(1, {3, 4}), decide(2, {5, 6}), end(std::vector{-0.5, 0.9, -0.4}),
             end(std::vector{0.8, -0.4, -0.4}), end(std::vector{-0.6, 0.5, 0.1}), end(std::vector{0.2, -0.5, 0.3})},
            3};
  for (Selection selection : {Selection::uct, Selection::puct}) {
    const auto report = solve(game, with(selection), 5000);
    EXPECT_EQ(report.candidates[0].action.child, 2);
    EXPECT_NEAR(candidate_of(report, 2).value, 0.2, 0.1);
    EXPECT_EQ(report.candidates[0].line[0].child, 6);
  }
}

TEST(Search, SameSeedAndVisitsGiveTheSameTree) {
  for (Selection selection : {Selection::uct, Selection::puct, Selection::gumbel}) {
    const auto one = solve(gamble(), with(selection), 777, 5), two = solve(gamble(), with(selection), 777, 5);
    ASSERT_EQ(one.candidates.size(), two.candidates.size());
    for (std::size_t i = 0; i < one.candidates.size(); ++i) {
      EXPECT_EQ(one.candidates[i].action, two.candidates[i].action);
      EXPECT_EQ(one.candidates[i].visits, two.candidates[i].visits);
      EXPECT_EQ(one.candidates[i].value, two.candidates[i].value);
    }
  }
  EXPECT_NE(solve(gamble(), with(Selection::uct), 777, 5).value, solve(gamble(), with(Selection::uct), 777, 6).value);
}

TEST(Search, CutoffTakesTheEvaluationOfTheMoverWhoeverThatIs) {
  // A chain of decisions of alternating seats; place 3 is judged 0.5 for seat 0.
  Game game{{decide(0, {1}), decide(1, {2}), decide(0, {3}), decide(1, {4}), end(-1.0)}};
  game.judged = {{0, 0}, {0, 0}, {0, 0}, {0.5, -0.5}, {0, 0}};
  Settings settings = with(Selection::uct);
  settings.cutoff = 2;
  EXPECT_DOUBLE_EQ(solve(game, settings, 1).value, 0.5);
  settings.cutoff = 0;
  EXPECT_DOUBLE_EQ(solve(game, settings, 1).value, -1.0);
}

TEST(VirtualLoss, IsALossForWhoeverChoosesWhoeverMovesNext) {
  Arena arena;
  for (int mover : {0, 1}) {
    Node<Move> node;
    node.mover = static_cast<std::int8_t>(mover);
    node.add({1}, arena);
    Edge<Move>& edge = node.edges()[0];
    edge.visits = 4;
    edge.sum = 1.0;
    Settings settings;
    refresh(node, 0, settings);
    EXPECT_FLOAT_EQ(node.scores()[0].mean, 0.25f);
    edge.pending = 1;
    refresh(node, 0, settings);
    EXPECT_FLOAT_EQ(node.scores()[0].mean, 0.0f);  // (1 - 1) / 5
  }
}

// An evaluator that gives every leaf the same answer and remembers what it was asked.
struct Same : Evaluator<Game> {
  std::vector<float> priors;
  double value = 0.0;
  std::vector<std::vector<int>> asked;
  std::mutex mutex;
  void evaluate(std::span<Leaf<Game>*> leaves) override {
    const std::lock_guard lock(mutex);
    asked.emplace_back();
    for (Leaf<Game>* leaf : leaves) {
      asked.back().push_back(leaf->state);
      leaf->values = {value, -value};
      if (leaf->actions.size() == priors.size()) leaf->priors = priors;
    }
  }
};

// The root's children are the opponent's decisions; so a wrong sign of the virtual loss would send all to one child.
Game opponents(int count) {
  Game game;
  game.places.push_back(decide(0, {}));
  for (int i = 0; i < count; ++i) {
    game.places[0].children.push_back(1 + i);
    game.places.push_back(decide(1, {count + 1, count + 2}));
  }
  game.places.push_back(end(1.0));
  game.places.push_back(end(-1.0));
  return game;
}

TEST(VirtualLoss, SpreadsTheLeavesOfABatch) {
  Same evaluator;
  Settings settings = with(Selection::puct);
  settings.batch = 8;
  solve(opponents(8), settings, 9, 1, &evaluator);
  ASSERT_EQ(evaluator.asked.size(), 2u);
  EXPECT_EQ(evaluator.asked[0], std::vector<int>{0});
  const std::set<int> second(evaluator.asked[1].begin(), evaluator.asked[1].end());
  EXPECT_EQ(second.size(), 8u);
}

TEST(Priors, SteerTheSearchAndAreTrustedAsFarAsAsked) {
  Same evaluator;
  evaluator.priors = {0.7f, 0.1f, 0.1f, 0.1f};
  Settings settings = with(Selection::puct);
  auto report = solve(opponents(4), settings, 400, 1, &evaluator);
  EXPECT_EQ(report.candidates[0].action.child, 1);
  EXPECT_NEAR(candidate_of(report, 1).prior, 0.7, 1e-6);
  settings.policy_trust = 0.75;  // tau p k + (1 - tau), divided by k
  report = solve(opponents(4), settings, 400, 1, &evaluator);
  EXPECT_NEAR(candidate_of(report, 1).prior, 0.75 * 0.7 + 0.25 / 4, 1e-6);
  EXPECT_NEAR(candidate_of(report, 2).prior, 0.75 * 0.1 + 0.25 / 4, 1e-6);
  evaluator.priors.clear();
  report = solve(opponents(4), settings, 400, 1, &evaluator);
  EXPECT_NEAR(candidate_of(report, 3).prior, 0.25, 1e-6);
}

TEST(Priors, DirichletNoiseKeepsTheSumAndItsShare) {
  Same evaluator;
  evaluator.priors = {0.7f, 0.1f, 0.1f, 0.1f};
  Settings settings = with(Selection::puct);
  settings.noise = 0.25;
  const auto report = solve(opponents(4), settings, 100, 1, &evaluator);
  double sum = 0;
  for (const auto& candidate : report.candidates) sum += candidate.prior;
  EXPECT_NEAR(sum, 1.0, 1e-5);
  EXPECT_GE(candidate_of(report, 1).prior, 0.75 * 0.7 - 1e-6);
  EXPECT_LE(candidate_of(report, 1).prior, 0.75 * 0.7 + 0.25 + 1e-6);
  EXPECT_GT(std::abs(candidate_of(report, 2).prior - 0.1), 1e-4);
}

TEST(Dirichlet, HasTheMeanAndTheVarianceOfItsConcentration) {
  Random random(9);
  constexpr int kDraws = 20'000;
  double sum = 0, squares = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double first = dirichlet(4, 0.3, random)[0];
    sum += first;
    squares += first * first;
  }
  const double mean = sum / kDraws, variance = squares / kDraws - mean * mean;
  EXPECT_NEAR(mean, 0.25, 0.01);
  EXPECT_NEAR(variance, 0.25 * 0.75 / (4 * 0.3 + 1), 0.005);
}

TEST(ForcedPlayouts, AreMadeAndArePrunedFromTheTarget) {
  // Child 1 is won for seat 0, the others are lost: forced playouts visit them all the same.
  Game game{{decide(0, {1, 2, 3, 4}), end(1.0), end(-1.0), end(-1.0), end(-1.0)}};
  Settings settings = with(Selection::puct);
  settings.exploration = 0.5;
  const auto plain = solve(game, settings, 1000);
  settings.forced_playouts = 2;
  const auto forced = solve(game, settings, 1000);
  for (int child : {2, 3, 4}) {
    EXPECT_GE(candidate_of(forced, child).visits, 21u);  // sqrt(2 * 0.25 * 1000) = 22
    EXPECT_LT(candidate_of(plain, child).visits, 15u);
    EXPECT_LT(candidate_of(forced, child).target, 0.02);
  }
  double sum = 0;
  for (const auto& candidate : forced.candidates) sum += candidate.target;
  EXPECT_NEAR(sum, 1.0, 1e-9);
}

TEST(Gumbel, DoubtTakesFewVisitsLessSeriously) {
  Game game{{decide(0, {1, 2}), end(0.05), end(-0.05)}};
  Settings settings = with(Selection::gumbel);
  const double believed = candidate_of(solve(game, settings, 16), 1).target;
  settings.doubt = 20;
  const double doubted = candidate_of(solve(game, settings, 16), 1).target;
  EXPECT_GT(doubted, 0.5);
  EXPECT_LT(doubted, believed - 0.1);
  EXPECT_NEAR(candidate_of(solve(game, settings, 5000), 1).target, 1.0, 1e-3) << "many visits leave no doubt";
}

TEST(Gumbel, HalvesAndUsesExactlyItsVisits) {
  Same evaluator;
  Settings settings = with(Selection::gumbel);
  settings.gumbel_actions = 4;
  const auto report = solve(opponents(16), settings, 64, 1, &evaluator);
  EXPECT_EQ(report.visits, 64u);
  const auto tried = std::count_if(report.candidates.begin(), report.candidates.end(),
                                   [](const auto& candidate) { return candidate.visits > 0; });
  EXPECT_EQ(tried, 4);
  double sum = 0;
  for (const auto& candidate : report.candidates) sum += candidate.target;
  EXPECT_NEAR(sum, 1.0, 1e-9);
}

TEST(Deadline, EndsEvenPlayoutsThatNeverEnd) {
  Game game = gamble();
  game.places[1] = decide(1, {4, 5});  // so that the playout goes on for ever
  game.places[3] = decide(1, {4, 5});
  game.places[2] = decide(1, {4, 5});
  game.endless = true;
  Search<Game> tree(game, Settings{});
  tree.begin(0, Random(1));
  tree.run({0, 0.05});
  EXPECT_GE(tree.report().visits, 1u);
}

TEST(Deadline, ASearchWithoutTimeStillHasAVisit) {
  for (Selection selection : {Selection::uct, Selection::puct}) {
    Search<Game> tree(gamble(), with(selection));
    tree.begin(0, Random(1));
    tree.run({0, 1e-9});
    const auto report = tree.report();
    EXPECT_GE(report.visits, 1u);
    EXPECT_GE(report.candidates.size(), 1u);
  }
}

TEST(Sure, ASearchEndsWhenOneDecisionHasNearlyAllVisits) {
  Game easy{{decide(0, {1, 2}), end(0.9), end(-0.9)}}, close{{decide(0, {1, 2}), end(0.51), end(0.5)}},
      equal{{decide(0, {1, 2}), end(0.5), end(0.5)}};
  Settings settings = with(Selection::puct);
  EXPECT_EQ(solve(easy, settings, 20'000).visits, 20'000u) << "off unless it is asked for";
  settings.sure = 0.9;
  const auto report = solve(easy, settings, 20'000);
  EXPECT_EQ(report.candidates[0].action.child, 1);
  EXPECT_GE(report.visits, 256u);
  EXPECT_LT(report.visits, 1000u);
  EXPECT_EQ(solve(close, settings, 20'000).visits, 20'000u);
  const auto same = solve(equal, settings, 20'000);
  EXPECT_GE(same.visits, 2048u);
  EXPECT_LT(same.visits, 3000u) << "whichever is taken";
  settings.selection = Selection::gumbel;
  EXPECT_EQ(solve(easy, settings, 2000).visits, 2000u) << "sequential halving needs all its visits";
}

TEST(Search, RefusesWhatMakesNoSense) {
  Search<Game> tree(gamble(), Settings{});
  EXPECT_THROW(tree.run({10, 0}), std::invalid_argument);
  EXPECT_THROW(tree.begin(1, Random(1)), std::invalid_argument);
  tree.begin(0, Random(1));
  EXPECT_THROW(tree.run({0, 0}), std::invalid_argument);
  Search<Game> gumbel(gamble(), with(Selection::gumbel));
  gumbel.begin(0, Random(1));
  EXPECT_THROW(gumbel.run({0, 1.0}), std::invalid_argument);
}

TEST(Reuse, KeepsTheTreeBelowTheNextPosition) {
  Settings settings;
  settings.reuse = true;
  Search<Game> tree(gamble(), settings);
  tree.begin(0, Random(1));
  tree.run({3000, 0});
  const auto before = tree.report();
  tree.begin(3, Random(2));  // seat 1 decides
  tree.run({10, 0});
  const auto after = tree.report();
  EXPECT_EQ(after.reused, candidate_of(before, 3).visits - 1);  // its first visit was a playout without a node
  EXPECT_EQ(after.visits, 10u);
  EXPECT_EQ(total_visits(after), after.reused + 10);
  EXPECT_EQ(after.candidates[0].action.child, 8);
  tree.begin(0, Random(3));  // not below: begins anew
  tree.run({10, 0});
  EXPECT_EQ(tree.report().reused, 0u);
}

}  // namespace
}  // namespace hegemon
