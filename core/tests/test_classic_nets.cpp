// Networks of the classic game, and the search that asks them in place.
#include <cmath>
#include <numeric>
#include <thread>

#include "classic_helpers.hpp"
#include "nets/classic_net.hpp"
#include "nets/layers/convolution.hpp"
#include "nets_helpers.hpp"
#include "search/mcts/classic_net_evaluator.hpp"
#include "search/mcts/forest.hpp"

namespace hegemon::nets {
namespace {

using classic::Action;
using classic::Game;
using classic::State;

// --- Random weights --------------------------------------------------------------------------------------------------

void add_norm(Tensors& tensors, Random& random, const std::string& name, int width) {
  const auto size = static_cast<std::size_t>(width);
  tensors[name + ".weight"] = {{width}, random_floats(random, size, 1.0f)};
  tensors[name + ".bias"] = {{width}, random_floats(random, size, 0.5f)};
  tensors[name + ".running_mean"] = {{width}, random_floats(random, size, 0.5f)};
  Tensor variance{{width}, random_floats(random, size, 0.5f)};
  for (float& value : variance.data) value += 1.0f;
  tensors[name + ".running_var"] = variance;
}

void add_residuals(Tensors& tensors, Random& random, const std::string& name, int count) {
  for (int i = 0; i < count; ++i) {
    add_norm(tensors, random, name + "." + std::to_string(i) + ".norm", 32);
    add_linear(tensors, random, name + "." + std::to_string(i) + ".convolution", 32, 32);
  }
}

Tensors random_heredia2022(Random random, const Game& game, bool published) {
  const int n = game.map->size(), links = 2 * static_cast<int>(game.map->links().size());
  Tensors tensors;
  add_linear(tensors, random, "input", 12, 32);
  add_residuals(tensors, random, "body", 4);
  for (const std::string head : {"pick", "place"}) {
    add_residuals(tensors, random, head + ".layers", 3);
    add_linear(tensors, random, head + ".out", 32, 1);
    if (!published) continue;
    add_linear(tensors, random, head + ".first", n, 64);
    add_linear(tensors, random, head + ".second", 64, n);
  }
  for (const std::string head : {"attack", "fortify"}) {
    add_residuals(tensors, random, head + ".layers", 4);
    add_linear(tensors, random, head + ".link.first", 64, 28);
    add_norm(tensors, random, head + ".link.first_norm", 28);
    add_linear(tensors, random, head + ".link.second", 28, 28);
    add_norm(tensors, random, head + ".link.second_norm", 28);
    add_linear(tensors, random, head + ".link.out", 28, 1);
    if (published) {
      add_linear(tensors, random, head + ".first", links, 64);
      add_linear(tensors, random, head + ".second", 64, links + 1);
    } else {
      add_linear(tensors, random, head + ".passing", 32, 1);
    }
  }
  add_residuals(tensors, random, "value.layers", 4);
  add_linear(tensors, random, "value.gate", 32, 1);
  add_linear(tensors, random, "value.other", 32, 32);
  add_linear(tensors, random, "value.first", 32, 32);
  add_linear(tensors, random, "value.second", 32, 6);
  return tensors;
}

// Not a multiple of a vector's length, to be nasty.
Tensors random_graph(Random random, int width = 20, int rounds = 2, int policy = 12) {
  Tensors tensors;
  add_linear(tensors, random, "input", 24, width);
  add_linear(tensors, random, "input_of_whole", 52, width, false);
  for (int i = 0; i < rounds; ++i) {
    const std::string name = "rounds." + std::to_string(i);
    add_linear(tensors, random, name + ".context", width, width);
    add_attention(tensors, random, name + ".attention", width, width);
  }
  add_linear(tensors, random, "value.seat", width + 11, width);
  add_linear(tensors, random, "value.whole", width + 52, width, false);
  add_linear(tensors, random, "value.out", width, 1);
  add_linear(tensors, random, "policy.passing.whole", width + 52, policy);
  add_linear(tensors, random, "policy.passing.out", policy, 1);
  for (const std::string kind : {"pick", "place", "trade", "attack", "occupy", "fortify"}) {
    const std::string name = "policy." + kind;
    add_linear(tensors, random, name + ".target", width, policy, false);
    if (kind == "attack" || kind == "occupy" || kind == "fortify") {
      add_linear(tensors, random, name + ".source", width, policy, false);
    }
    add_linear(tensors, random, name + ".deed", 8, policy);
    add_linear(tensors, random, name + ".out", policy, 1);
  }
  return tensors;
}

Tensors random_yao2025(Random random, const Game& game) {
  const int n = game.map->size();
  Tensors tensors;
  add_linear(tensors, random, "first", 4 + 2 * n, 128);
  add_linear(tensors, random, "second", 128, 128);
  add_linear(tensors, random, "worth", 128, 3 * n * n);
  return tensors;
}

Tensors random_weights(const std::string& architecture, const Game& game) {
  if (architecture == "classic-graph") return random_graph(Random(7));
  if (architecture.starts_with("yao")) return random_yao2025(Random(7), game);
  return random_heredia2022(Random(7), game, architecture.ends_with("-published"));
}

std::vector<std::string> architectures(const Game& game) {
  std::vector<std::string> names{"classic-graph", "heredia2022"};
  if (game.rules.fortify != classic::Fortify::connected) names.push_back("heredia2022-published");
  if (game.seats == 2) names.insert(names.end(), {"yao2025", "yao2025-published"});
  return names;
}

// --- Questions -------------------------------------------------------------------------------------------------------

// Decisions of a random game, with room for the answers.
struct Asked {
  Asked(const Game& game, int decisions, Random random = Random(3)) : seats(static_cast<std::size_t>(game.seats)) {
    State state = classic::start(game, random);
    for (int i = 0; i < decisions && state.head().phase != classic::Phase::over; ++i) {
      states.push_back(state);
      classic::legal_actions(game, state, actions.emplace_back());
      classic::step(game, state, classic::random_action(game, state, random), random);
    }
  }
  // Values and logits of the positions from first to last, asked together.
  std::vector<std::vector<float>> ask(const ClassicNet& net, std::size_t first, std::size_t last, bool policy = true) {
    std::vector<std::vector<float>> values(last - first), logits(last - first);
    std::vector<ClassicQuestion> questions;
    for (std::size_t i = first; i < last; ++i) {
      values[i - first].resize(seats);
      if (policy) logits[i - first].resize(actions[i].size());
      const std::span<const Action> asked = policy ? std::span<const Action>(actions[i]) : std::span<const Action>();
      questions.push_back({&states[i], asked, values[i - first], logits[i - first]});
    }
    net.evaluate(questions, *net.make_scratch());
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i].insert(values[i].end(), logits[i].begin(), logits[i].end());
    }
    return values;
  }
  std::vector<std::vector<float>> ask(const ClassicNet& net) { return ask(net, 0, states.size()); }

  std::size_t seats;
  std::vector<State> states;
  std::vector<std::vector<Action>> actions;
};

Game grid(const classic::Rules& rules, int seats) { return {classic::grid_map(4, 3), rules, seats}; }

// --- Layers ----------------------------------------------------------------------------------------------------------

TEST(Convolution, WeighsNeighboursByTheRootsOfDegrees) {
  const Map path(3, {{0, 1}, {1, 2}}, {});
  const OwnedLists near = convolution_lists(path);
  EXPECT_EQ(near.offsets, (std::vector<std::int32_t>{0, 2, 5, 7}));
  EXPECT_EQ(near.rows, (std::vector<std::int32_t>{1, 0, 0, 2, 1, 1, 2}));
  EXPECT_FLOAT_EQ(near.weights[0], 1 / std::sqrt(6.0f));
  EXPECT_FLOAT_EQ(near.weights[1], 0.5f);
  EXPECT_FLOAT_EQ(near.weights[4], 1.0f / 3.0f);
}

TEST(Convolution, ANormalisationBeforeAMatrixIsOneMatrix) {
  Random random(4);
  Tensors tensors;
  add_norm(tensors, random, "norm", 5);
  WeightReader reader(tensors);
  const BatchNorm norm(reader, "norm", 5);
  const DenseWeights dense = random_dense(random, 5, 3);
  const DenseWeights both = after_norm(norm, dense);
  const auto x = random_floats(random, 5, 2.0f);
  for (int output = 0; output < 3; ++output) {
    double slow = dense.bias[static_cast<std::size_t>(output)], fast = both.bias[static_cast<std::size_t>(output)];
    for (int i = 0; i < 5; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const auto part = [&](const char* name) { return tensors["norm." + std::string(name)].data[at]; };
      const double spread = std::sqrt(static_cast<double>(part("running_var")) + 1e-5);
      slow += dense.at(output, i) * ((x[at] - part("running_mean")) / spread * part("weight") + part("bias"));
      fast += both.at(output, i) * x[at];
    }
    EXPECT_NEAR(slow, fast, 1e-5);
  }
}

TEST(Convolution, AResidualLayerIsWhatItSays) {
  Random random(6);
  const auto map = classic::grid_map(3, 2);
  Tensors tensors;
  add_norm(tensors, random, "layer.norm", 4);
  add_linear(tensors, random, "layer.convolution", 4, 4);
  const Tensors given = tensors;
  for (const Kernels* kernels : all_kernels()) {
    WeightReader reader(given);
    const ResidualConvolution layer(reader, "layer", 4);
    const OwnedLists near = convolution_lists(*map);
    Matrix x(12, 4), room(12, 4), spread(12, 4);
    const auto before = random_floats(random, 48, 2.0f);
    for (int row = 0; row < 12; ++row) std::copy_n(before.data() + 4 * row, 4, x.row(row));
    layer.run({*kernels, near, 6, 2, spread}, x, room);
    const auto of = [&](const char* name, int i) {
      return double{given.at(std::string("layer.") + name).data[static_cast<std::size_t>(i)]};
    };
    for (int row = 0; row < 12; ++row) {
      const int copy = row / 6, t = row % 6;
      for (int out = 0; out < 4; ++out) {
        double sum = before[static_cast<std::size_t>(4 * row + out)] + of("convolution.bias", out);
        for (int j = near.offsets[static_cast<std::size_t>(t)]; j < near.offsets[static_cast<std::size_t>(t) + 1];
             ++j) {
          const int other = 6 * copy + near.rows[static_cast<std::size_t>(j)];
          for (int i = 0; i < 4; ++i) {
            const double scale = of("norm.weight", i) / std::sqrt(of("norm.running_var", i) + 1e-5);
            const double here = before[static_cast<std::size_t>(4 * other + i)] - of("norm.running_mean", i);
            sum += near.weights[static_cast<std::size_t>(j)] * of("convolution.weight", 4 * out + i) *
                   std::max(0.0, scale * here + of("norm.bias", i));
          }
        }
        EXPECT_NEAR(x.row(row)[out], sum, 1e-4) << kernels->name;
      }
    }
  }
}

// --- Networks --------------------------------------------------------------------------------------------------------

TEST(ClassicNets, JudgeEveryPositionOfAnyRules) {
  Random random(11);
  for (int trial = 0; trial < 40; ++trial) {
    classic::Rules rules = classic::any_rules(random);
    if (rules.deal == classic::Deal::draft) rules.setup_place = classic::SetupPlace::one;
    const Game game = grid(rules, 2 + trial % 5);
    Asked asked(game, 120, random.stream(static_cast<std::uint64_t>(trial)));
    for (const std::string& name : architectures(game)) {
      const auto net = make_classic_net(name, random_weights(name, game), game);
      for (const auto& answer : asked.ask(*net)) {
        for (const float number : answer) ASSERT_TRUE(std::isfinite(number)) << name;
        for (std::size_t seat = 0; seat < asked.seats; ++seat) ASSERT_LE(std::abs(answer[seat]), 1.0f) << name;
      }
    }
  }
}

TEST(ClassicNets, AnAnswerDoesNotDependOnTheOthersAsked) {
  const Game game = grid(classic::heredia2022(), 2);
  Asked asked(game, 60);
  for (const std::string& name : architectures(game)) {
    const auto net = make_classic_net(name, random_weights(name, game), game);
    const auto together = asked.ask(*net);
    for (std::size_t i = 0; i < together.size(); ++i) EXPECT_EQ(asked.ask(*net, i, i + 1)[0], together[i]) << name;
    const auto values = asked.ask(*net, 0, together.size(), false);
    for (std::size_t i = 0; i < values.size(); ++i) {
      EXPECT_TRUE(std::equal(values[i].begin(), values[i].end(), together[i].begin())) << name;
    }
  }
}

TEST(ClassicNets, AllKernelsAgree) {
  for (const auto& [rules_name, rules] : classic::presets()) {
    const Game game = grid(rules, 2);
    Asked asked(game, 40);
    for (const std::string& name : architectures(game)) {
      const Tensors weights = random_weights(name, game);
      const auto expected = asked.ask(*make_classic_net(name, weights, game, portable_kernels()));
      for (const Kernels* kernels : all_kernels()) {
        const auto found = asked.ask(*make_classic_net(name, weights, game, *kernels));
        for (std::size_t i = 0; i < found.size(); ++i) {
          for (std::size_t j = 0; j < found[i].size(); ++j) {
            ASSERT_NEAR(found[i][j], expected[i][j], 1e-4f * (1 + std::abs(expected[i][j]))) << name << rules_name;
          }
        }
      }
    }
  }
}

TEST(ClassicNets, ManyThreadsMayAskAtATime) {
  const Game game = grid(classic::Rules{}, 3);
  Asked asked(game, 40);
  const auto net = make_classic_net("classic-graph", random_graph(Random(7)), game);
  const auto expected = asked.ask(*net);
  std::vector<std::vector<std::vector<float>>> found(3);
  {
    std::vector<std::jthread> threads;
    for (auto& answer : found) threads.emplace_back([&] { answer = Asked(game, 40).ask(*net); });
  }
  for (const auto& answer : found) EXPECT_EQ(answer, expected);
}

TEST(ClassicNets, ChancesOfTheGraphNetworkSumToOne) {
  const Game game = grid(classic::Rules{}, 4);
  Asked asked(game, 200);
  const auto net = make_classic_net("classic-graph", random_graph(Random(7)), game);
  for (const auto& answer : asked.ask(*net, 0, asked.states.size(), false)) {
    EXPECT_NEAR(std::accumulate(answer.begin(), answer.end(), 0.0f), 0.0f, 1e-5f);
  }
}

TEST(ClassicNets, WhatIsWrongIsRefused) {
  const Game game = grid(classic::swiss2025(), 2);
  EXPECT_THROW(make_classic_net("nothing", {}, game), std::invalid_argument);
  EXPECT_THROW(make_classic_net("classic-graph", {}, game), std::invalid_argument);
  for (const std::string& name : architectures(game)) {
    Tensors weights = random_weights(name, game);
    weights.erase(weights.begin());
    EXPECT_THROW(make_classic_net(name, weights, game), std::invalid_argument) << name;
    weights = random_weights(name, game);
    weights["more.weight"] = {{1}, {0}};
    EXPECT_THROW(make_classic_net(name, weights, game), std::invalid_argument) << name;
    weights = random_weights(name, game);
    weights.begin()->second.data[0] = NAN;
    EXPECT_THROW(make_classic_net(name, weights, game), std::invalid_argument) << name;
  }
  EXPECT_THROW(make_classic_net("classic-graph", random_graph(Random(1), 136), game), std::invalid_argument);
  EXPECT_THROW(make_classic_net("heredia2022-published", random_heredia2022(Random(1), game, true), game),
               std::invalid_argument);  // fortifications are between connected territories
  const Game three = grid(classic::yao2025(), 3);
  EXPECT_THROW(make_classic_net("yao2025", random_yao2025(Random(1), three), three), std::invalid_argument);
}

TEST(Heredia2022, WaysToDoTheSameShareItsProbability) {
  const Game game = grid(classic::Rules{.attack_dice = classic::AttackDice::choose}, 2);
  Asked asked(game, 300);
  const auto net = make_classic_net("heredia2022", random_heredia2022(Random(7), game, false), game);
  const auto answers = asked.ask(*net);
  bool seen = false;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    for (std::size_t j = 1; j < asked.actions[i].size(); ++j) {
      const Action &a = asked.actions[i][j - 1], &b = asked.actions[i][j];
      if (b.kind != classic::ActionKind::attack || a.source != b.source || a.target != b.target) continue;
      EXPECT_EQ(answers[i][asked.seats + j - 1], answers[i][asked.seats + j]);
      seen = true;
    }
  }
  EXPECT_TRUE(seen);
}

TEST(Yao2025, ThePublishedNetworkSpeaksForTheFirstSeat) {
  const Game game = grid(classic::yao2025(), 2);
  Asked asked(game, 60);
  const auto net = make_classic_net("yao2025-published", random_yao2025(Random(7), game), game);
  const auto answers = asked.ask(*net);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const auto mover = static_cast<std::size_t>(asked.states[i].head().mover);
    const float best = *std::max_element(answers[i].begin() + 2, answers[i].end());
    EXPECT_EQ(answers[i][mover], std::clamp(best, -1.0f, 1.0f));
    EXPECT_EQ(answers[i][1 - mover], -answers[i][mover]);
  }
}

// --- Searching with one ----------------------------------------------------------------------------------------------

search::Settings settings(search::Selection selection, int threads) {
  search::Settings s;
  s.selection = selection;
  s.threads = threads;
  s.batch = 16;
  return s;
}

TEST(ClassicNetEvaluator, ASearchAsksTheNetworkInPlace) {
  const Game game = grid(classic::swiss2025(), 2);
  const auto net = make_classic_net("classic-graph", random_graph(Random(7)), game);
  Random random(2);
  const State state = classic::start(game, random);
  for (const auto selection : {search::Selection::uct, search::Selection::puct, search::Selection::gumbel}) {
    std::vector<std::uint64_t> before;
    for (int repeat = 0; repeat < 2; ++repeat) {
      search::ClassicNetEvaluator evaluator(net, game);
      search::Forest<search::ClassicDomain> forest({&game}, settings(selection, 1), &evaluator);
      forest.begin({state}, Random(5));
      forest.run({300, 0});
      const auto report = forest.reports()[0];
      EXPECT_EQ(report.visits, 300u);
      std::vector<std::uint64_t> visits;
      double priors = 0;
      for (const auto& candidate : report.candidates) {
        visits.push_back(candidate.visits);
        priors += candidate.prior;
      }
      EXPECT_NEAR(priors, 1.0, 1e-4);
      if (repeat > 0) {
        EXPECT_EQ(visits, before);
      }
      before = visits;
    }
  }
}

TEST(ClassicNetEvaluator, PriorsAreTheSoftmaxOfTheLogits) {
  const Game game = grid(classic::swiss2025(), 2);
  Asked asked(game, 1);
  const auto net = make_classic_net("classic-graph", random_graph(Random(7)), game);
  const auto answer = asked.ask(*net)[0];
  search::ClassicNetEvaluator evaluator(net, game);
  search::Leaf<search::ClassicDomain> leaf(asked.states[0]);
  leaf.actions = asked.actions[0];
  search::Leaf<search::ClassicDomain>* leaves[] = {&leaf};
  evaluator.evaluate(leaves);
  const float most = *std::max_element(answer.begin() + 2, answer.end());
  for (std::size_t i = 0; i < leaf.priors.size(); ++i) {
    EXPECT_FLOAT_EQ(leaf.priors[i], std::exp(answer[2 + i] - most));
  }
  EXPECT_EQ(leaf.values[0], answer[0]);
  EXPECT_EQ(leaf.values[1], answer[1]);
}

TEST(ClassicNetEvaluator, ThePlannerHasItsShareOfThePriors) {
  const Game game = grid(classic::swiss2025(), 2);
  Asked asked(game, 1);
  const auto net = make_classic_net("classic-graph", random_graph(Random(7)), game);
  search::Leaf<search::ClassicDomain> leaf(asked.states[0]);
  leaf.actions = asked.actions[0];
  search::Leaf<search::ClassicDomain>* leaves[] = {&leaf};
  search::ClassicNetEvaluator(net, game).evaluate(leaves);
  const std::vector<float> alone = leaf.priors;
  leaf.priors.clear();
  search::ClassicNetEvaluator(net, game, 0.75).evaluate(leaves);
  const float sum = std::accumulate(alone.begin(), alone.end(), 0.0f);
  const search::Voters voters(game);
  search::classic_planner::Planner planner(voters.knowledge);
  std::vector<float> votes(alone.size());
  for (const auto& style : voters.styles) {
    const auto found = std::find(leaf.actions.begin(), leaf.actions.end(), planner.decide(leaf.state, style));
    votes[static_cast<std::size_t>(found - leaf.actions.begin())] += 0.25f;
  }
  for (std::size_t i = 0; i < alone.size(); ++i) {
    EXPECT_NEAR(leaf.priors[i], 0.25f * alone[i] / sum + 0.75f * votes[i], 1e-5f);
  }
}

TEST(ClassicNetEvaluator, PriorsAreEqualWhereThePolicyWouldTakeSeconds) {
  const Game game = grid(classic::swiss2025(), 2);
  Asked asked(game, 1);
  const auto net = make_classic_net("classic-graph", random_graph(Random(7)), game);
  const auto answer = asked.ask(*net)[0];
  search::ClassicNetEvaluator evaluator(net, game);
  search::Leaf<search::ClassicDomain> leaf(asked.states[0]);
  leaf.actions.assign(search::kMostScored + 1, asked.actions[0][0]);
  search::Leaf<search::ClassicDomain>* leaves[] = {&leaf};
  for (int again = 0; again < 2; ++again) {  // asked, and from the cache
    leaf.priors.clear();
    evaluator.evaluate(leaves);
    EXPECT_EQ(leaf.priors, std::vector<float>(leaf.actions.size(), 1.0f));
    EXPECT_EQ(leaf.values[0], answer[0]);
  }
}

TEST(ClassicNetEvaluator, ManyThreadsAndTreesLoseNoVisit) {
  const Game game = grid(classic::swiss2025(), 3);
  const auto net = make_classic_net("classic-graph", random_graph(Random(7)), game);
  Random random(2);
  const State state = classic::start(game, random);
  search::ClassicNetEvaluator evaluator(net, game);
  search::Forest<search::ClassicDomain> one({&game}, settings(search::Selection::puct, 3), &evaluator);
  one.begin({state}, Random(5));
  one.run({600, 0});
  EXPECT_EQ(one.reports()[0].visits, 600u);
  search::Forest<search::ClassicDomain> many({&game}, settings(search::Selection::puct, 2), &evaluator);
  many.begin({state, state, state}, Random(5));
  many.run({100, 0});
  for (const auto& report : many.reports()) EXPECT_EQ(report.visits, 100u);
}

}  // namespace
}  // namespace hegemon::nets
