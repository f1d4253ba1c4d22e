#include <thread>

#include "helpers.hpp"
#include "nets/graph.hpp"
#include "nets/prepared_net.hpp"
#include "nets_helpers.hpp"

namespace hegemon::nets {
namespace {

using simultaneous::Game;
using simultaneous::State;

// A ring of nine with two groups that overlap, a territory in none, and a group of nothing.
Game ring() {
  std::vector<std::array<int, 2>> links;
  for (int t = 0; t < 9; ++t) links.push_back({t, (t + 1) % 9});
  links.push_back({0, 4});
  const std::vector<Group> groups{{3, {0, 1, 2, 3}}, {2, {3, 4, 5}}, {7, {}}, {0, {6, 7}}};
  return {std::make_shared<Map>(9, links, groups), simultaneous::soares2025()};
}

// Positions, a few plans for each, and room for the answers.
struct Questions {
  explicit Questions(const Game& game, int count, Random random = Random(5)) {
    simultaneous::Scratch scratch;
    for (int i = 0; i < count; ++i) {
      states.push_back(simultaneous::start(game, random));
      seats.push_back(i % 2);
      for (int p = 0; p < i % 4; ++p) {
        simultaneous::Plan plan;
        if (p != 1) simultaneous::random_plan(game, states.back(), seats.back(), random, scratch, plan);
        orders.insert(orders.end(), plan.begin(), plan.end());
        plan_offsets.push_back(static_cast<std::int32_t>(orders.size()));
      }
      position_offsets.push_back(static_cast<std::int32_t>(plan_offsets.size()) - 1);
    }
    for (int i = 0; i < count; ++i) {
      positions.push_back(encode::position(states[static_cast<std::size_t>(i)], seats[static_cast<std::size_t>(i)]));
    }
  }
  std::pair<std::vector<float>, std::vector<float>> ask(const PolicyValueNet& net) const {
    std::vector<float> values(positions.size()), logits(plan_offsets.size() - 1);
    net.evaluate(positions, {orders, plan_offsets, position_offsets}, *net.make_scratch(), values, logits);
    return {values, logits};
  }

  std::vector<State> states;
  std::vector<int> seats;
  std::vector<encode::Position> positions;
  std::vector<simultaneous::Order> orders;
  std::vector<std::int32_t> plan_offsets{0}, position_offsets{0};
};

TEST(Encoder, Soares2025CountsFromTheSideOfASeat) {
  const Game game = ring();
  State state(9);
  std::fill_n(state.owners(), 9, simultaneous::kNeutral);
  for (int t = 0; t < 9; ++t) state.armies()[t] = t;
  for (const int t : {3, 4, 5}) state.owners()[t] = 1;
  state.owners()[8] = 0;
  float territories[9][6], whole[5];
  encode::encode(game, encode::Features::soares2025, encode::position(state, 1),
                 {.territories = territories[0], .stride = 6, .whole = whole});
  EXPECT_EQ(std::vector<float>(territories[4], territories[4] + 5), (std::vector<float>{1, 0, 4, 0, 0}));
  EXPECT_EQ(std::vector<float>(territories[8], territories[8] + 5), (std::vector<float>{0, 1, 0, 8, 0}));
  EXPECT_EQ(std::vector<float>(territories[2], territories[2] + 5), (std::vector<float>{0, 0, 0, 0, 2}));
  EXPECT_EQ(std::vector<float>(whole, whole + 5), (std::vector<float>{7, 5, 12, 8, 16}));
}

TEST(Graph, ListsWhoHearsWhom) {
  const Graph graph(*ring().map);
  EXPECT_EQ(graph.groups, 3);  // the one of nothing is left out
  EXPECT_EQ(graph.member_territory, (std::vector<std::int32_t>{0, 1, 2, 3, 3, 4, 5, 6, 7}));
  EXPECT_EQ(graph.member_group, (std::vector<std::int32_t>{0, 0, 0, 0, 1, 1, 1, 2, 2}));
  EXPECT_EQ(graph.group_weights, (std::vector<float>{0.75f, 2.0f / 3.0f, 0.0f}));
  const auto list = [](const OwnedLists& lists, int i) {
    const auto at = static_cast<std::size_t>(i);
    return std::vector<std::int32_t>(lists.rows.begin() + lists.offsets[at],
                                     lists.rows.begin() + lists.offsets[at + 1]);
  };
  EXPECT_EQ(list(graph.links, 0), (std::vector<std::int32_t>{1, 4, 8}));
  EXPECT_EQ(list(graph.members, 4), (std::vector<std::int32_t>{3, 4, 5}));
  EXPECT_EQ(list(graph.shares, 3), (std::vector<std::int32_t>{0, 1}));
  EXPECT_EQ(list(graph.shares, 8), (std::vector<std::int32_t>{}));
}

TEST(Nets, AnswersDoNotDependOnWhatElseIsAsked) {
  const Game game = ring();
  for (const Kernels* kernels : all_kernels()) {
    const auto net = make_net("soares2025", random_soares2025(Random(1)), game, *kernels);
    const Questions all(game, 40);
    const auto [values, logits] = all.ask(*net);
    const auto scratch = net->make_scratch();
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto first = static_cast<std::size_t>(all.position_offsets[i]);
      const auto last = static_cast<std::size_t>(all.position_offsets[i + 1]);
      const std::array<std::int32_t, 2> only{0, static_cast<std::int32_t>(last - first)};
      const auto offsets = std::span(all.plan_offsets).subspan(first, last - first + 1);
      std::vector<std::int32_t> shifted(offsets.begin(), offsets.end());
      for (std::int32_t& offset : shifted) offset -= offsets.front();
      float value = 0;
      std::vector<float> own(last - first);
      net->evaluate(std::span(all.positions).subspan(i, 1),
                    {std::span(all.orders).subspan(static_cast<std::size_t>(offsets.front())), shifted, only}, *scratch,
                    {&value, 1}, own);
      ASSERT_EQ(value, values[i]) << kernels->name;
      for (std::size_t p = 0; p < own.size(); ++p) ASSERT_EQ(own[p], logits[first + p]) << kernels->name;
      net->evaluate(std::span(all.positions).subspan(i, 1), {}, *scratch, {&value, 1}, {});
      ASSERT_EQ(value, values[i]) << "without plans";
    }
  }
}

TEST(Nets, AllKernelsAgree) {
  const Game game = ring();
  const Questions all(game, 50);
  const auto [values, logits] =
      all.ask(*make_net("soares2025", random_soares2025(Random(2)), game, portable_kernels()));
  EXPECT_GT(*std::max_element(values.begin(), values.end()) - *std::min_element(values.begin(), values.end()), 0.05f);
  for (const Kernels* kernels : all_kernels()) {
    const auto [other, other_logits] = all.ask(*make_net("soares2025", random_soares2025(Random(2)), game, *kernels));
    for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(other[i], values[i], 2e-6);
    for (std::size_t i = 0; i < logits.size(); ++i) EXPECT_NEAR(other_logits[i], logits[i], 5e-6);
  }
}

TEST(Nets, ThreadsShareANetwork) {
  const Game game = ring();
  const auto net = make_net("soares2025", random_soares2025(Random(3)), game);
  const Questions all(game, 30);
  const auto alone = all.ask(*net);
  std::array<std::pair<std::vector<float>, std::vector<float>>, 4> answers;
  {
    std::vector<std::jthread> threads;
    for (auto& answer : answers) threads.emplace_back([&] { answer = all.ask(*net); });
  }
  for (const auto& answer : answers) EXPECT_EQ(answer, alone);
}

TEST(Nets, MapsWithoutLinksOrGroupsWork) {
  const Game game{std::make_shared<Map>(3, std::vector<std::array<int, 2>>{}, std::vector<Group>{}),
                  simultaneous::soares2025()};
  State state(3);
  const encode::Position position = encode::position(state, 0);
  for (const Kernels* kernels : all_kernels()) {
    const auto net = make_net("soares2025", random_soares2025(Random(1)), game, *kernels);
    float value = 2;
    net->evaluate({&position, 1}, {}, *net->make_scratch(), {&value, 1}, {});
    EXPECT_LT(std::abs(value), 1.0f);
  }
}

std::string complaint(const std::function<void(Tensors&)>& spoil, const char* architecture = "soares2025") {
  Tensors tensors = random_soares2025(Random(1));
  spoil(tensors);
  try {
    make_net(architecture, tensors, ring());
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(Nets, WeightsThatDoNotFitAreNamed) {
  EXPECT_EQ(complaint([](Tensors&) {}), "");
  EXPECT_EQ(complaint([](Tensors&) {}, "other"), "there is no network architecture other");
  EXPECT_EQ(complaint([](Tensors& t) { t.erase("policy.order.bias"); }), "weights: policy.order.bias is missing");
  EXPECT_EQ(complaint([](Tensors& t) { t["more"] = {{1}, {1.0f}}; }), "weights: more does not belong to this network");
  EXPECT_EQ(complaint([](Tensors& t) { t["input.weight"].shape = {5, 20}; }),
            "weights: input.weight has shape [5, 20] instead of [20, 5]");
  EXPECT_EQ(complaint([](Tensors& t) { t["value.out.bias"].data[0] = NAN; }),
            "weights: value.out.bias holds a value that is not finite");
}

// Why a network must not be asked; empty if it may be.
template <class Check>
std::string refusal(Check&& check) {
  try {
    check();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(Nets, PositionsThatAreNotWholeAreRefused) {
  const Game game = ring();
  const auto why = [&](auto&& spoil, int seat = 0) {
    Random random(1);
    State state = simultaneous::start(game, random);
    spoil(state);
    return refusal([&] { require_whole(*game.map, std::vector{encode::position(state, seat)}); });
  };
  EXPECT_EQ(why([](State&) {}), "");
  EXPECT_EQ(why([](State&) {}, 2), "there is no such seat");
  EXPECT_EQ(why([](State& s) { s.owners()[8] = simultaneous::kUnknown; }),
            "part of the position is hidden: determinize it first");
  EXPECT_EQ(why([](State& s) { s.armies()[0] = simultaneous::kUnknownArmies; }),
            "part of the position is hidden: determinize it first");
  EXPECT_EQ(why([](State& s) { s.owners()[3] = 2; }), "an owner is no seat");
  EXPECT_EQ(why([](State& s) { s.armies()[3] = simultaneous::kMaxArmies + 1; }), "impossible number of armies");
}

TEST(Nets, PlansThatAreNotSoundAreRefused) {
  const Game game = ring();
  const auto why = [&](auto&& spoil) {
    Questions questions(game, 4);
    spoil(questions);
    const Candidates candidates{questions.orders, questions.plan_offsets, questions.position_offsets};
    return refusal([&] { require_sound(*game.map, candidates, 4); });
  };
  EXPECT_EQ(why([](Questions&) {}), "");
  EXPECT_EQ(why([](Questions& q) { q.orders[0].kind = simultaneous::OrderKind::pick; }),
            "a network evaluates deployments and moves, no other orders");
  EXPECT_EQ(why([](Questions& q) { q.orders[0].target = 9; }), "no such territory");
  EXPECT_EQ(why([](Questions& q) { q.orders[0].armies = -1; }), "impossible number of armies");
  EXPECT_EQ(why([](Questions& q) { ++q.plan_offsets.back(); }),
            "the offsets of plans must ascend from 0 to the number of orders");
  EXPECT_EQ(why([](Questions& q) { q.plan_offsets.clear(); }),
            "the offsets of plans must ascend from 0 to the number of orders");
  EXPECT_EQ(why([](Questions& q) { q.position_offsets[1] = 100; }),
            "the offsets of positions must ascend from 0 to the number of plans");
  EXPECT_EQ(why([](Questions& q) { q.position_offsets.push_back(q.position_offsets.back()); }),
            "every position needs its plans");
}

TEST(Nets, APreparedNetRefusesOtherGames) {
  const Game game = ring();
  PreparedNet<PolicyValueNet> prepared(nullptr, game, best_kernels());
  const auto why = [&](const Game& other) { return refusal([&] { prepared.require_game(other); }); };
  EXPECT_EQ(why(ring()), "") << "an equal map will do";
  Game richer = game;
  ++richer.rules.base_income;
  EXPECT_EQ(why(richer), "the network was prepared for another game");
  const Map& map = *game.map;
  std::vector<std::array<int, 2>> links;
  for (const auto& [a, b] : map.links()) links.push_back({a, b});
  EXPECT_EQ(why({std::make_shared<Map>(9, links, std::vector<Group>{}), game.rules}),
            "the network was prepared for another game");
}

}  // namespace
}  // namespace hegemon::nets
