// The tree search on several threads: nothing is lost, and the answers stay right.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <stdexcept>

#include "classic_helpers.hpp"
#include "search/mcts/classic_domain.hpp"
#include "search/mcts/forest.hpp"
#include "toy_games.hpp"

namespace hegemon {
namespace {

using namespace search;
using toy::gamble;
using toy::Game;
using toy::Move;

template <class Action>
std::uint64_t sum_of_visits(const Report<Action>& report) {
  std::uint64_t sum = 0;
  for (const auto& candidate : report.candidates) sum += candidate.visits;
  return sum;
}

TEST(Threads, NoVisitIsLost) {
  for (Selection selection : {Selection::uct, Selection::puct, Selection::gumbel}) {
    Settings settings;
    settings.selection = selection;
    settings.threads = 4;
    const auto report = toy::solve(gamble(), settings, 20'000);
    EXPECT_EQ(report.visits, 20'000u);
    EXPECT_EQ(sum_of_visits(report) + (selection != Selection::uct), 20'000u);
    EXPECT_EQ(report.candidates[0].action.child, 2);
  }
}

TEST(Threads, LeafParallelCountsEveryPlayout) {
  Settings settings;
  settings.parallel = Parallel::leaf;
  settings.threads = 3;
  const auto report = toy::solve(gamble(), settings, 2000);
  EXPECT_EQ(sum_of_visits(report), report.visits);
  EXPECT_GT(report.visits, 2000u);
  EXPECT_LE(report.visits, 6000u);
  EXPECT_EQ(report.candidates[0].action.child, 2);
}

// A game whose playouts fail after a certain number of decisions.
struct Failing : Game {
  std::shared_ptr<std::atomic<int>> left = std::make_shared<std::atomic<int>>(0);

  Move playout_action(int at, Random& random, Playout kind) const {
    if (--*left < 0) throw std::runtime_error("no playout");
    return Game::playout_action(at, random, kind);
  }
};

TEST(Threads, AnExceptionOfAnyThreadEndsTheSearch) {
  for (const auto& [parallel, decisions] : {std::pair(Parallel::tree, 0), {Parallel::leaf, 0}, {Parallel::leaf, 2}}) {
    Settings settings;
    settings.parallel = parallel;
    settings.threads = 3;
    Failing game;
    game.places = gamble().places;
    *game.left = decisions;
    Search<Failing> tree(game, settings);
    tree.begin(0, Random(1));
    EXPECT_THROW(tree.run({100'000, 0}), std::runtime_error);
    EXPECT_THROW(tree.run({10, 0}), std::invalid_argument) << "the tree is incomplete";
  }
}

TEST(Threads, TheClassicGameUnderStress) {
  const classic::Game game(classic::grid_map(4, 3), classic::swiss2025(), 2);
  Random random(5);
  classic::State state = classic::start(game, random);
  for (Selection selection : {Selection::uct, Selection::puct}) {
    Settings settings;
    settings.selection = selection;
    settings.threads = 4;
    settings.cutoff = 10;
    settings.reuse = true;
    Search<ClassicDomain> tree({&game}, settings);
    classic::State at = state;
    for (int decision = 0; decision < 6 && at.head().phase != classic::Phase::over; ++decision) {
      tree.begin(at, Random(static_cast<std::uint64_t>(decision)));
      tree.run({1500, 0});
      const auto report = tree.report();
      EXPECT_EQ(report.visits, 1500u);
      classic::step(game, at, report.candidates[0].action, random);
    }
  }
}

struct Counting : Evaluator<Game> {
  std::atomic<int> calls{0}, leaves{0}, largest{0};
  int fails_at = -1;
  void evaluate(std::span<Leaf<Game>*> batch) override {
    const int call = ++calls;
    if (call == fails_at) throw std::runtime_error("no answer");
    leaves += static_cast<int>(batch.size());
    largest = std::max(largest.load(), static_cast<int>(batch.size()));
    for (Leaf<Game>* leaf : batch) leaf->values = {};
  }
};

TEST(Batcher, BringsTheLeavesOfThreadsTogether) {
  Counting evaluator;
  Settings settings;
  settings.selection = Selection::puct;
  settings.threads = 4;
  settings.batch = 2;
  Game wide;
  wide.places.push_back(toy::decide(0, {}));
  for (int i = 1; i <= 64; ++i) {
    wide.places[0].children.push_back(i);
    wide.places.push_back(toy::decide(1, {}));
  }
  for (int i = 1; i <= 64; ++i) {
    for (int j = 0; j < 8; ++j) {
      wide.places[static_cast<std::size_t>(i)].children.push_back(static_cast<int>(wide.places.size()));
      wide.places.push_back(toy::decide(0, {0}));
    }
  }
  Forest<Game> forest(wide, settings, &evaluator);
  forest.begin({0}, Random(1));
  forest.run({400, 0});
  EXPECT_EQ(forest.reports()[0].visits, 400u);
  EXPECT_GT(evaluator.largest, 2) << "leaves of several threads reach the evaluator together";
}

TEST(ForestThreads, SearchManyPositionsAtOnce) {
  Counting evaluator;
  Settings settings;
  settings.selection = Selection::puct;
  settings.threads = 2;
  settings.batch = 1;
  Forest<Game> forest(gamble(), settings, &evaluator);
  forest.begin({0, 0, 3, 0, 3}, Random(1));
  forest.run({50, 0});
  const auto reports = forest.reports();
  ASSERT_EQ(reports.size(), 5u);
  for (const auto& report : reports) EXPECT_EQ(report.visits, 50u);
  EXPECT_GE(evaluator.largest, 3);
  EXPECT_EQ(reports[2].candidates[0].action.child, 8) << "seat 1 takes its win";
}

TEST(ForestThreads, EndWithAFailingEvaluatorAndTheNextSearchWorks) {
  for (int threads : {1, 3}) {
    Counting evaluator;
    evaluator.fails_at = 2;
    Settings settings;
    settings.selection = Selection::puct;
    settings.threads = threads;
    Forest<Game> forest(gamble(), settings, &evaluator);
    forest.begin({0}, Random(1));
    EXPECT_THROW(forest.run({200, 0}), std::runtime_error);
    evaluator.fails_at = -1;
    forest.begin({0}, Random(1));
    forest.run({200, 0});
    EXPECT_EQ(forest.reports()[0].visits, 200u);
  }
}

TEST(ForestThreads, AddUpTheTreesOfOneDecision) {
  Settings settings;
  settings.threads = 2;
  Forest<Game> forest(gamble(), settings);
  forest.begin({0, 0, 0, 0}, Random(1));
  forest.run({500, 0});
  const auto reports = forest.reports();
  const auto sum = merge(reports);
  EXPECT_EQ(sum.visits, 2000u);
  EXPECT_EQ(sum_of_visits(sum), 2000u);
  double value = 0;
  std::uint64_t visits = 0;
  for (const auto& report : reports) {
    for (const auto& candidate : report.candidates) {
      if (candidate.action.child != 2) continue;
      value += candidate.value * static_cast<double>(candidate.visits);
      visits += candidate.visits;
    }
  }
  EXPECT_EQ(sum.candidates[0].action.child, 2);
  EXPECT_NEAR(sum.candidates[0].value, value / static_cast<double>(visits), 1e-12);
}

TEST(Forest, TimeIsSharedByTreesOnOneThread) {
  Forest<Game> forest(gamble(), Settings{});
  forest.begin({0, 0, 0, 0}, Random(1));
  forest.run({0, 0.06});
  for (const auto& report : forest.reports()) EXPECT_GE(report.visits, 1u);
}

}  // namespace
}  // namespace hegemon
