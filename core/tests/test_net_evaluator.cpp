#include <chrono>
#include <set>
#include <thread>

#include "coevolution_helpers.hpp"
#include "nets_helpers.hpp"
#include "search/net_evaluator.hpp"
#include "search_helpers.hpp"

namespace hegemon::search {
namespace {

using nets::PolicyValueNet;

const Deadline kNever(0);

Game board_game(int columns = 4, int rows = 3) {
  return {simultaneous::grid_map(columns, rows), simultaneous::soares2025()};
}

std::shared_ptr<const PolicyValueNet> random_net(const Game& game) {
  return nets::make_net("soares2025", nets::random_soares2025(Random(3)), game);
}

// --- The cache -------------------------------------------------------------------------------------------------------

TEST(ValueCache, FindsWhatWasStoredAndNothingElse) {
  ValueCache cache(64);
  EXPECT_EQ(cache.entries(), 64u);
  float value = 7;
  EXPECT_FALSE(cache.find(0, value));
  cache.store(0, 0.0f);
  cache.store(64, -0.5f);
  ASSERT_TRUE(cache.find(0, value));
  EXPECT_EQ(value, 0.0f);
  ASSERT_TRUE(cache.find(64, value));
  EXPECT_EQ(value, -0.5f);
  EXPECT_FALSE(cache.find(128, value));
  cache.store(64, 0.25f);
  ASSERT_TRUE(cache.find(64, value));
  EXPECT_EQ(value, 0.25f);
}

TEST(ValueCache, WhenItIsFullTheNewestIsKept) {
  ValueCache cache(16);
  Random random(1);
  float value = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t key = random.next();
    cache.store(key, static_cast<float>(i));
    ASSERT_TRUE(cache.find(key, value));
    EXPECT_EQ(value, static_cast<float>(i));
  }
  EXPECT_EQ(cache.entries(), 16u);
}

TEST(ValueCache, ThreadsNeverReadWhatBelongsToAnotherKey) {
  ValueCache cache(8);  // so small that all write over each other
  const auto worth = [](std::uint64_t key) { return static_cast<float>(mix(key) >> 40); };
  std::atomic<int> wrong = 0, found = 0;
  {
    std::vector<std::jthread> threads;
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      threads.emplace_back([&, seed] {
        Random random(seed);
        for (int i = 0; i < 20'000; ++i) {
          const std::uint64_t key = mix(random.below(32));
          float value = 0;
          if (cache.find(key, value)) {
            ++found;
            wrong += value != worth(key);
          } else {
            cache.store(key, worth(key));
          }
        }
      });
    }
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(found, 0);
}

TEST(ValueCache, AKeyIsAllThatANetworkReads) {
  const Game game = board_game();
  Random random(2);
  State state = simultaneous::start(game, random);
  const auto key = [&](int seat) { return position_key(encode::position(state, seat), state.size()); };
  std::set<std::uint64_t> keys{key(0), key(1)};
  const std::uint64_t before = key(0);
  state.head().round = 17;
  EXPECT_EQ(key(0), before);
  for (int t = 0; t < state.size(); ++t) {
    ++state.armies()[t];
    keys.insert(key(0));
    --state.armies()[t];
    const auto owner = state.owners()[t];
    state.owners()[t] = owner == 0 ? 1 : 0;
    keys.insert(key(0));
    state.owners()[t] = owner;
  }
  EXPECT_EQ(keys.size(), 2u + 2u * static_cast<std::size_t>(state.size()));
}

// --- The judge -------------------------------------------------------------------------------------------------------

// Positions that come back again and again, with other plans, without plans, for other seats.
struct Questions {
  Questions(const Game& game, int count, int plans_each, int distinct) {
    Random random(4);
    simultaneous::Scratch scratch;
    for (int i = 0; i < distinct; ++i) states.push_back(simultaneous::start(game, random));
    for (int i = 0; i < count; ++i) {
      const State& state = states[static_cast<std::size_t>(i * 5 % distinct)];
      const int seat = i / distinct % 2;
      positions.push_back(encode::position(state, seat));
      for (int p = 0; p < (plans_each > 0 ? i % plans_each : 0); ++p) {
        Plan plan;
        simultaneous::random_plan(game, state, seat, random, scratch, plan);
        orders.insert(orders.end(), plan.begin(), plan.end());
        plan_offsets.push_back(static_cast<std::int32_t>(orders.size()));
      }
      position_offsets.push_back(static_cast<std::int32_t>(plan_offsets.size()) - 1);
    }
    values.resize(positions.size());
    logits.resize(plan_offsets.size() - 1);
  }
  nets::Candidates candidates() const { return {orders, plan_offsets, position_offsets}; }

  std::vector<State> states;
  std::vector<encode::Position> positions;
  std::vector<simultaneous::Order> orders;
  std::vector<std::int32_t> plan_offsets{0}, position_offsets{0};
  std::vector<float> values, logits;
};

TEST(NetEvaluator, SaysExactlyWhatTheNetworkSays) {
  const Game game = board_game();
  const auto net = random_net(game);
  for (const int plans : {0, 4, 150}) {  // so many plans that a position is put before the network in parts
    Questions asked(game, 60, plans, 7);
    auto expected = asked;
    net->evaluate(expected.positions, expected.candidates(), *net->make_scratch(), expected.values, expected.logits);
    const NetEvaluator judge(net, game.map->size());
    for (const bool cached : {false, true, true}) {
      EvalCounts eval_counts;
      std::ranges::fill(asked.values, 9.0f);
      std::ranges::fill(asked.logits, 9.0f);
      EXPECT_TRUE(
          judge.answer(asked.positions, asked.candidates(), kNever, cached, asked.values, asked.logits, eval_counts));
      EXPECT_EQ(asked.values, expected.values);
      EXPECT_EQ(asked.logits, expected.logits);
      EXPECT_EQ(eval_counts.questions, 60u);
    }
  }
}

TEST(NetEvaluator, LooksAtEqualPositionsOnce) {
  const Game game = board_game();
  const NetEvaluator judge(random_net(game), game.map->size());
  Questions values(game, 60, 0, 7), plans(game, 60, 4, 7);
  const auto evaluations = [&](Questions& asked, bool cached) {
    EvalCounts eval_counts;
    judge.answer(asked.positions, asked.candidates(), kNever, cached, asked.values, asked.logits, eval_counts);
    return eval_counts.evaluations;
  };
  EXPECT_EQ(evaluations(values, false), 60u);
  EXPECT_EQ(evaluations(values, true), 14u);  // seven positions, two seats
  EXPECT_EQ(evaluations(values, true), 0u);
  EXPECT_EQ(evaluations(plans, true), 14u);  // logits are not remembered: they belong to plans
}

TEST(NetEvaluator, StopsWhenTheTimeIsOver) {
  const Game game = board_game();
  const NetEvaluator judge(random_net(game), game.map->size());
  Questions asked(game, 60, 4, 7);
  const Deadline over(1e-9);
  while (!over.passed()) continue;
  EvalCounts eval_counts;
  EXPECT_FALSE(judge.answer(asked.positions, asked.candidates(), over, true, asked.values, asked.logits, eval_counts));
  EXPECT_EQ(eval_counts.evaluations, 0u);
}

// A network that takes its time over every position.
class SlowNet : public PolicyValueNet {
 public:
  static constexpr double kSeconds = 0.001;
  std::unique_ptr<Scratch> make_scratch() const override { return std::make_unique<Scratch>(); }
  void evaluate(std::span<const encode::Position> positions, const nets::Candidates&, Scratch&, std::span<float> values,
                std::span<float> logits) const override {
    std::this_thread::sleep_for(std::chrono::duration<double>(kSeconds * static_cast<double>(positions.size())));
    std::ranges::fill(values, 0.0f);
    std::ranges::fill(logits, 0.0f);
  }
};

TEST(NetEvaluator, OfASlowNetworkOnALargeMapStopsAfterThePositionAtHand) {
  const Game game = board_game(20, 13);
  const NetEvaluator judge(std::make_shared<SlowNet>(), game.map->size());
  EXPECT_EQ(judge.at_once(), 1u);
  Questions asked(game, 60, 0, 60);
  EvalCounts eval_counts;
  EXPECT_FALSE(judge.answer(asked.positions, {}, Deadline(10 * SlowNet::kSeconds), true, asked.values, asked.logits,
                            eval_counts));
  EXPECT_LE(eval_counts.evaluations, 10u);
}

// --- The tree search -------------------------------------------------------------------------------------------------

smcts::Settings guided(smcts::Selection selection) {
  smcts::Settings settings = smcts::published();
  settings.selection = selection;
  settings.evaluation = smcts::Evaluation::network;
  return settings;
}

auto found(const smcts::Result& result) {
  std::vector<std::tuple<Plan, std::uint64_t, double>> plans;
  for (const auto& plan : result.plans) plans.emplace_back(plan.plan, plan.visits, plan.total);
  return plans;
}

TEST(GuidedSearch, FindsTheSameWithAndWithoutTheCache) {
  const Game game = board_game();
  Random deal(3);
  const State state = simultaneous::start(game, deal);
  const NetEvaluator judge(random_net(game), game.map->size());
  for (const auto selection : smcts::kSelections) {
    for (const auto expand : {smcts::Expand::all, smcts::Expand::one}) {
      smcts::Settings settings = guided(selection);
      settings.expand = expand;
      const auto with = smcts::search_with(game, state, settings, 40, 1, smcts::evaluator_of(judge, true));
      const auto without = smcts::search_with(game, state, settings, 40, 1, smcts::evaluator_of(judge, false));
      EXPECT_EQ(found(with), found(without));
      EXPECT_EQ(with.counts.eval_counts.questions, without.counts.eval_counts.questions);
      EXPECT_EQ(without.counts.eval_counts.evaluations, without.counts.eval_counts.questions);
      EXPECT_EQ(with.counts.iterations, 40u);
    }
  }
}

TEST(GuidedSearch, PlansThatWaitForAReplyStandInOnePosition) {
  const Game game = board_game();
  Random deal(3);
  const State state = simultaneous::start(game, deal);
  const NetEvaluator judge(random_net(game), game.map->size());
  const auto first =
      smcts::search_with(game, state, guided(smcts::Selection::serialised), 1, 1, smcts::evaluator_of(judge, true));
  EXPECT_EQ(first.counts.eval_counts.questions, 20u);
  EXPECT_EQ(first.counts.eval_counts.evaluations, 1u);
}

TEST(GuidedSearch, ExpandsEveryLeafWholeWithPriorsToo) {
  const Game game = board_game();
  Random deal(3);
  const State state = simultaneous::start(game, deal);
  const NetEvaluator judge(random_net(game), game.map->size());
  smcts::Settings settings = guided(smcts::Selection::duct);
  settings.candidates = 3;
  const auto result = smcts::search_with(game, state, settings, 60, 1, smcts::evaluator_of(judge, true));
  EXPECT_GT(result.visits, 90u);  // a pair that was never tried is one leaf; one that was is expanded, to three
}

TEST(GuidedSearch, ThreadsShareOneJudge) {
  const Game game = board_game();
  Random deal(3);
  const State state = simultaneous::start(game, deal);
  const NetEvaluator judge(random_net(game), game.map->size());
  for (const auto selection : smcts::kSelections) {
    smcts::Settings settings = guided(selection);
    settings.threads = 3;
    const auto result = smcts::search_with(game, state, settings, 30, 1, smcts::evaluator_of(judge, true));
    EXPECT_EQ(result.counts.iterations, 30u);
    EXPECT_GE(result.counts.eval_counts.questions, result.counts.eval_counts.evaluations);
    EXPECT_GT(result.counts.eval_counts.evaluations, 30u);
  }
}

TEST(GuidedSearch, ASlowNetworkDoesNotMakeItLate) {
  const Game game = board_game(20, 13);
  Random deal(3), random(1);
  const State state = simultaneous::start(game, deal);
  const NetEvaluator judge(std::make_shared<SlowNet>(), game.map->size());
  for (const auto selection : smcts::kSelections) {
    smcts::Settings settings = guided(selection);
    settings.blind_pending = false;
    const auto result = smcts::search(game, state, 0, settings, Budget{0, 8 * SlowNet::kSeconds}, random,
                                      smcts::evaluator_of(judge, true));
    EXPECT_LE(result.counts.eval_counts.evaluations, 9u);  // a batch has 20 and more
    EXPECT_TRUE(simultaneous::check(game, state, 0, result.plans.front().plan).empty());
    std::uint64_t visits = 0;
    for (const auto& plan : result.plans) visits += plan.visits;
    EXPECT_EQ(visits, result.visits);  // nothing is left of what was not answered
  }
}

TEST(GuidedSearch, PicksAreMadeWithoutAPolicy) {
  const Game game{simultaneous::grid_map(5, 4), simultaneous::warlight1()};
  Random deal(3);
  const State state = simultaneous::start(game, deal);
  ASSERT_EQ(state.head().phase, Phase::pick);
  const NetEvaluator judge(random_net(game), game.map->size());
  for (const auto selection : smcts::kSelections) {
    smcts::Settings settings = guided(selection);
    settings.root_priors = true;
    const auto result = smcts::search_with(game, state, settings, 3, 1, smcts::evaluator_of(judge, true));
    EXPECT_TRUE(simultaneous::check(game, state, 0, result.plans.front().plan).empty());
  }
}

// --- Co-evolution ----------------------------------------------------------------------------------------------------

CoevolutionSettings net_settings() {
  CoevolutionSettings settings = small(8);
  settings.evaluation = Evaluation::network;
  settings.init = Init::policy;
  settings.init_samples = 25;
  return settings;
}

TEST(GuidedCoevolution, IsWhatAFunctionThatAsksTheNetworkFinds) {
  const Game game = board_game();
  Random deal(3);
  const State state = some_position(game, deal, 2);
  const auto net = random_net(game);
  const NetEvaluator judge(net, game.map->size());
  const Evaluator evaluate = [&](std::span<const State> states, int seat, std::span<double> values) {
    for (std::size_t i = 0; i < states.size(); ++i) {
      const std::array position{encode::position(states[i], seat)};
      std::array<float, 1> value{};
      net->evaluate(position, {}, *net->make_scratch(), value, {});
      values[i] = value[0];
    }
  };
  for (const bool mirrored : {false, true}) {
    CoevolutionSettings settings = net_settings();
    settings.init = Init::random;
    settings.mirrored = mirrored;
    Random first(5), second(5), third(5);
    const auto own = coevolve({game, state, 0, 4, 0.0, evaluate, {}}, settings, first).own;
    const auto in_place = coevolve({game, state, 0, 4, 0.0, {}, {}, &judge}, settings, second);
    settings.cache = false;
    const auto without = coevolve({game, state, 0, 4, 0.0, {}, {}, &judge}, settings, third);
    EXPECT_LT(in_place.eval_counts.evaluations, without.eval_counts.evaluations);
    EXPECT_EQ(without.eval_counts.evaluations, without.eval_counts.questions);
    for (std::size_t i = 0; i < own.size(); ++i) {
      EXPECT_EQ(in_place.own[i].plan, own[i].plan);
      EXPECT_EQ(in_place.own[i].fitness, own[i].fitness);
      EXPECT_EQ(without.own[i].fitness, own[i].fitness);
    }
  }
}

TEST(GuidedCoevolution, BeginsWithThePlansOfTheHighestLogits) {
  const Game game = board_game();
  Random deal(3), random(5);
  const State state = some_position(game, deal, 2);
  const auto net = random_net(game);
  const NetEvaluator judge(net, game.map->size());
  CoevolutionSettings settings = net_settings();
  settings.evaluation = Evaluation::material;
  settings.population = settings.elites = 6;  // nothing but what was sampled
  std::multiset<Genes> kept, expected;
  for (const auto& one : coevolve({game, state, 0, 1, 0.0, {}, {}, &judge}, settings, random).own) {
    kept.insert(one.genes);
  }
  // The same stream gives the same samples.
  std::vector<std::pair<float, Genes>> scored;
  Random same(5);
  simultaneous::Scratch scratch;
  for (int i = 0; i < 25; ++i) {
    Plan plan;
    simultaneous::random_plan(game, state, 0, same, scratch, plan);
    Genes genes(static_cast<std::size_t>(simultaneous::gene_count(*game.map)));
    simultaneous::encode(*game.map, plan, genes);
    const Plan ordered = simultaneous::decode(*game.map, genes);
    const std::array position{encode::position(state, 0)};
    const std::array<std::int32_t, 2> orders{0, static_cast<std::int32_t>(ordered.size())}, plans{0, 1};
    std::array<float, 1> value{}, logit{};
    net->evaluate(position, {ordered, orders, plans}, *net->make_scratch(), value, logit);
    scored.emplace_back(logit[0], genes);
  }
  std::stable_sort(scored.begin(), scored.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  for (std::size_t i = 0; i < 6; ++i) expected.insert(scored[i].second);
  EXPECT_EQ(kept, expected);
}

TEST(GuidedCoevolution, NeedsANetworkAndKeepsToItsTime) {
  const Game game = board_game(20, 13);
  Random deal(3), random(5);
  const State state = some_position(game, deal, 2);
  EXPECT_THROW(coevolve({game, state, 0, 1, 0.0, {}, {}}, net_settings(), random), std::invalid_argument);
  const NetEvaluator judge(std::make_shared<SlowNet>(), game.map->size());
  const auto result = coevolve({game, state, 0, 0, 8 * SlowNet::kSeconds, {}, {}, &judge}, net_settings(), random);
  EXPECT_LE(result.eval_counts.evaluations, 10u);
  EXPECT_TRUE(simultaneous::check(game, state, 0, result.own.front().plan).empty());
}

}  // namespace
}  // namespace hegemon::search
