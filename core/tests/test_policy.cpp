// The policy network of the simultaneous game, the drafts of plans that it decides, and what it learns from.
#include <cmath>
#include <numeric>

#include "planner_helpers.hpp"
#include "search/rollouts/games.hpp"
#include "search/rollouts/policy.hpp"
#include "search/rollouts/search.hpp"
#include "value_helpers.hpp"

namespace hegemon::search::rollouts {
namespace {

using planner::Knowledge;
using planner::usual_weights;

PolicyNet any_net(std::uint64_t key) {
  Random random(key);
  return PolicyNet(any_parameters(PolicyNet::kParameters, random));
}

// The positions of a game of planners.
std::vector<sim::State> positions(const Knowledge& knowledge, Random& random) {
  planner::Planner planner(knowledge);
  std::vector<sim::State> found;
  sim::State state = sim::start(knowledge.game, random);
  sim::Plans plans;
  sim::Scratch scratch;
  for (int turn = 0; turn < 30 && state.head().phase != sim::Phase::over; ++turn) {
    if (state.head().phase == sim::Phase::play) found.push_back(state);
    for (int seat = 0; seat < sim::kSeats; ++seat) {
      planner.plan(state, seat, planner::usual_style(knowledge.weights), random, plans[seat]);
    }
    sim::Chance chance(random);
    sim::resolve(knowledge.game, state, plans, chance, scratch, nullptr);
  }
  return found;
}

int deployed(const sim::Plan& plan) {
  int sum = 0;
  for (const sim::Order& order : plan) sum += order.kind == sim::OrderKind::deploy ? order.armies : 0;
  return sum;
}

TEST(Policy, ProposesLegalPlansThatDeployTheWholeIncome) {
  const PolicyNet net = any_net(1);
  for (const sim::Rules& rules : {sim::warlight1(), sim::warlight2()}) {
    Random random(2);
    const Knowledge knowledge = knowing(ring(rules));
    int moves = 0;
    for (const sim::State& state : positions(knowledge, random)) {
      for (int seat = 0; seat < sim::kSeats; ++seat) {
        const Policy policy(knowledge, net, state, seat);
        for (int i = 0; i < 10; ++i) {
          const sim::Plan plan = policy.propose(random);
          ASSERT_TRUE(sim::check(knowledge.game, state, seat, plan).empty());
          ASSERT_EQ(deployed(plan), sim::income(knowledge.game, state, seat));
          std::vector<int> here(state.armies(), state.armies() + state.size());
          for (const sim::Order& order : plan) {
            here[order.source] += order.kind == sim::OrderKind::deploy ? order.armies : -order.armies;
            moves += order.kind == sim::OrderKind::move;
          }
          for (int t = 0; t < state.size(); ++t) {
            ASSERT_GE(here[t], state.owners()[t] == seat ? rules.stands_guard : 0);
          }
        }
      }
    }
    EXPECT_GT(moves, 100);
  }
}

// Option by option, what the draft says of a plan is what the plan orders.
TEST(Draft, TakesLandWithWhatItNeedsAndDeploysWhatLacks) {
  const Knowledge knowledge = knowing(ring(sim::warlight2()));
  const sim::State state = opening(knowledge.game, 0, 6);  // two armies here, two on the neutrals next to it
  Draft draft(knowledge, state, 0);
  std::vector<Option> options;
  draft.takes(options);
  ASSERT_EQ(options.size(), 3U);  // both neighbours, or none
  ASSERT_EQ(options[0].kind, OptionKind::take);
  EXPECT_EQ(options[2].kind, OptionKind::stop);
  draft.choose(options[0]);
  const int need = knowledge.odds.needed(2, planner::Surety::likely), free = 2 - knowledge.game.rules.stands_guard;
  EXPECT_EQ(draft.deployed(0), need - free);
  const sim::Order move{sim::OrderKind::move, 0, options[0].target, need};
  EXPECT_EQ(draft.plan(true).back(), move);
  draft.deployments(options);
  ASSERT_EQ(options.front().kind, OptionKind::rest);
  draft.choose(options.front());
  EXPECT_EQ(draft.left(), 0);
  draft.deployments(options);
  EXPECT_TRUE(options.empty());
  const int idle = draft.idle(0);
  EXPECT_EQ(idle, sim::income(knowledge.game, state, 0) - (need - free));
  draft.sends(0, options);
  ASSERT_EQ(options.front().kind, OptionKind::stay);
  const auto along =
      std::find_if(options.begin(), options.end(), [&](const Option& o) { return o.target == move.target; });
  ASSERT_NE(along, options.end());
  draft.choose(*along);
  EXPECT_EQ(draft.plan(true).back().armies, need + idle);
}

TEST(Choices, OfAPlanOfADraftAreThoseThatMadeIt) {
  const Knowledge knowledge = knowing(ring(sim::warlight2()));
  const sim::State state = opening(knowledge.game, 0, 6);
  Random random(3);
  Draft draft(knowledge, state, 0);
  std::vector<Option> options;
  draft.takes(options);
  const Option taken = options[1];
  draft.choose(taken);
  draft.deployments(options);
  draft.choose(options.front());
  Choices stop, take;
  for (int i = 0; i < 20; ++i) {
    Choices found;
    found.add(knowledge, state, 0, draft.plan(true), 0, random);
    ASSERT_EQ(std::accumulate(found.shares.begin(), found.shares.end(), 0.0F), 3.0F);  // one choice of every step
    std::size_t chosen = 0;
    while (found.shares[chosen] == 0) ++chosen;
    (found.kinds[chosen] == static_cast<int>(OptionKind::stop) ? stop : take) = found;
    std::size_t last = found.shares.size() - 1;
    while (found.shares[last] == 0) --last;
    EXPECT_EQ(found.kinds[last], static_cast<int>(OptionKind::stay));
  }
  ASSERT_FALSE(stop.kinds.empty());  // either choice of the first step is recorded now and then
  ASSERT_FALSE(take.kinds.empty());
  EXPECT_EQ(take.shares[1], 1.0F);
  EXPECT_EQ(take.targets[1], policy_inputs(knowledge, state, 0).row_of[static_cast<std::size_t>(taken.target)]);
}

TEST(Choices, OfGamesAreThoseOfSearches) {
  const sim::Game game = ring(sim::warlight2());
  Random random(4), same(4);
  const Lessons lessons{.games = 2, .most_turns = 20, .visits = 20};
  const Choices found = choices_of_games(game, usual_weights(game.rules), {}, lessons, random);
  ASSERT_FALSE(found.games.empty());
  ASSERT_EQ(found.features.size(), found.games.size() * kFeatures);
  ASSERT_EQ(found.counts.size(), found.games.size() * Choices::kCounts);
  EXPECT_EQ(found.shares, choices_of_games(game, usual_weights(game.rules), {}, lessons, same).shares);
  const Lessons planners{.games = 2, .most_turns = 20};
  EXPECT_TRUE(choices_of_games(game, usual_weights(game.rules), {}, planners, random).games.empty());
}

// The network, written the long way.
TEST(PolicyNet, LogitsAreThoseOfTheLayers) {
  Random random(5);
  const std::vector<float> p = any_parameters(PolicyNet::kParameters, random);
  const PolicyNet net(p);
  const Knowledge knowledge = knowing(ring(sim::warlight2()));
  constexpr std::size_t kWidth = PolicyNet::kWidth;
  for (const sim::State& state : positions(knowledge, random)) {
    const PolicyInputs inputs = policy_inputs(knowledge, state, 1);
    std::size_t at = 0, begin = 0;
    const auto each = [&](const std::vector<float>& rows, std::size_t columns) {
      std::vector<std::vector<double>> out;
      begin = at;
      for (std::size_t i = 0; i < rows.size(); i += columns) {
        at = begin;
        const auto first = rows.begin() + static_cast<std::ptrdiff_t>(i);
        out.push_back(through(p, at, {first, first + static_cast<std::ptrdiff_t>(columns)}, {kWidth}));
      }
      return out;
    };
    const auto add = [&](std::vector<double>& sum, const std::vector<double>& row, double scale) {
      for (std::size_t j = 0; j < kWidth; ++j) sum[j] += scale * row[j];
    };
    const auto land = each(inputs.board.land, kLandColumns), groups = each(inputs.board.groups, kGroupColumns);
    std::vector<double> all(inputs.features.begin(), inputs.features.end()), sum(kWidth), bonuses(kWidth);
    for (const auto& row : land) add(sum, row, PolicyNet::kLandScale);
    for (const auto& row : groups) add(bonuses, row, PolicyNet::kGroupScale);
    all.insert(all.end(), sum.begin(), sum.end());
    all.insert(all.end(), bonuses.begin(), bonuses.end());
    const auto context = through(p, at, all, {kWidth});
    Draft draft(knowledge, state, 1);
    std::vector<Option> options;
    draft.takes(options);
    const Option take = options.front();
    if (take.kind != OptionKind::take) continue;
    // One layer in which every territory hears; `at` moves behind its weights.
    const auto heard = [&](const std::vector<std::vector<double>>& rows) {
      const std::size_t layer = at;
      std::vector<std::vector<double>> out;
      for (int row = 0; row < static_cast<int>(rows.size()); ++row) {
        std::vector<double> near(kWidth), members(kWidth), mixed = rows[static_cast<std::size_t>(row)];
        for (const auto& [one, other] : inputs.near) {
          if (one == row) add(near, rows[static_cast<std::size_t>(other)], PolicyNet::kNearScale);
        }
        for (const auto& [one, group] : inputs.members) {
          if (one == row) add(members, groups[static_cast<std::size_t>(group)], 1);
        }
        for (const auto* part : std::initializer_list<const std::vector<double>*>{&near, &members, &context}) {
          mixed.insert(mixed.end(), part->begin(), part->end());
        }
        at = layer;
        out.push_back(through(p, at, mixed, {kWidth}));
      }
      return out;
    };
    const auto first = heard(land), second = heard(first);
    const auto row_of = [&](int territory) {
      return static_cast<std::size_t>(inputs.row_of[static_cast<std::size_t>(territory)]);
    };
    const auto &source = second[row_of(take.source)], &target = second[row_of(take.target)];
    double logit = 0;
    const std::size_t parts = PolicyNet::kParts * kWidth, head = at + (kWidth + 1) * (parts + kWidth);
    for (std::size_t j = 0; j < kWidth; ++j) {
      double hidden = p[at + kWidth * parts + j] + p[at + kWidth * parts + kWidth + j];  // biases of both parts
      for (std::size_t i = 0; i < kWidth; ++i) {
        hidden += source[i] * p[at + i * parts + j] + target[i] * p[at + i * parts + kWidth + j];
      }
      for (std::size_t i = 0; i < kOptionColumns; ++i) hidden += take.row[i] * p[head + i * kWidth + j];
      logit += std::max(0.0, hidden) * p[head + kOptionColumns * kWidth + j];
    }
    logit += p[head + (kOptionColumns + 1) * kWidth];
    ASSERT_NEAR(net.logit(net.read(inputs), take), logit, 1e-3 * (1 + std::abs(logit)));
  }
}

TEST(PolicyNet, AnotherNumberOfParametersIsRefused) {
  EXPECT_THROW(PolicyNet(std::vector<float>(PolicyNet::kParameters - 1)), std::invalid_argument);
}

TEST(PolicyNet, ASearchTriesWhatItProposes) {
  const Knowledge knowledge = knowing(ring(sim::warlight2()));
  const sim::State state = opening(knowledge.game, 0, 6);
  const PolicyNet net = any_net(6);
  std::vector<Result> found;
  for (const double proposed : {0.0, 1.0}) {
    for (const PolicyNet* policy : {&net, static_cast<const PolicyNet*>(nullptr)}) {
      Random random(7);
      const Settings settings{.candidates = 8, .proposed = proposed};
      found.push_back(search(knowledge, {nullptr, policy}, {state}, 0, settings, {.visits = 60}, random));
    }
  }
  EXPECT_EQ(found[0].value, found[1].value);  // without a share, and without a network, the planner makes all plans
  EXPECT_EQ(found[1].value, found[3].value);
  EXPECT_NE(found[2].value, found[3].value);
}

}  // namespace
}  // namespace hegemon::search::rollouts
