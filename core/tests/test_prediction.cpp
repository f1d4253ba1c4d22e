// The draft by border security and the positions of the prediction tree, against their definitions.
#include "classic_helpers.hpp"
#include "search/alphabeta/prediction.hpp"

namespace hegemon::search {
namespace {

using namespace classic;

std::vector<Placement> draft(const Game& game, const State& state, int seat, int total) {
  std::vector<Placement> placements;
  draft_by_security(Borders(*game.map), state.owners(), state.armies(), seat, total, placements);
  return placements;
}

int total_of(const std::vector<Placement>& placements) {
  int sum = 0;
  for (const Placement& placement : placements) sum += placement.armies;
  return sum;
}

// A position of the phase of attacks with any owners and armies; everybody has something.
State any_board(const Game& game, Random& random, int most) {
  Ints owners, armies;
  for (int t = 0; t < game.map->size(); ++t) {
    owners.push_back(t < game.seats ? t : random.between(0, game.seats - 1));
    armies.push_back(random.between(1, most));
  }
  State state = board(game, owners, armies);
  state.head().mover = static_cast<Seat>(random.between(0, game.seats - 1));
  return state;
}

TEST(Draft, follows_the_report_on_a_path) {
  // Threats 0, 6, -, -, 6, 3; ratios 0, 3, -, -, 1.5, 3: three own borders, floor(4 / 2) = 2 of them are kept.
  const Game game(path_map(6), aminian2020(), 2);
  const State state = board(game, {0, 0, 1, 1, 0, 0}, {1, 2, 6, 6, 4, 1});
  EXPECT_EQ(draft(game, state, 0, 9), (std::vector<Placement>{{1, 6}, {4, 3}}));
  EXPECT_EQ(draft(game, state, 0, 1), (std::vector<Placement>{{1, 1}}));
  EXPECT_EQ(draft(game, state, 0, 0), std::vector<Placement>{});
  // Shares of 10: 6.67 and 3.33, rounded 7 and 3.
  EXPECT_EQ(draft(game, state, 0, 10), (std::vector<Placement>{{1, 7}, {4, 3}}));
}

TEST(Draft, gives_at_least_one_in_order_and_never_too_many) {
  const Game game(path_map(9), aminian2020(), 2);
  const State state = board(game, {0, 1, 0, 1, 0, 1, 0, 1, 0}, {9, 90, 1, 90, 90, 1, 1, 1, 1});
  // Ratios 10, 180, 1.01, 2, 1 of territories 0, 2, 4, 6, 8: two of five are kept.
  EXPECT_EQ(draft(game, state, 0, 3), (std::vector<Placement>{{2, 3}}));
  EXPECT_EQ(draft(game, state, 0, 5), (std::vector<Placement>{{2, 5}}));
  EXPECT_EQ(draft(game, state, 0, 100), (std::vector<Placement>{{2, 95}, {0, 5}}));
}

TEST(Draft, hands_out_exactly_what_there_is_on_borders_only) {
  Random random(5);
  for (int round = 0; round < 300; ++round) {
    const Game game(round % 2 ? grid_map(5, 4) : dense_map(), aminian2020(), random.between(2, 6));
    const State state = any_board(game, random, 1 + round % 40);
    for (int seat = 0; seat < game.seats; ++seat) {
      const int total = random.between(1, 60);
      const auto placements = draft(game, state, seat, total);
      EXPECT_EQ(total_of(placements), total);
      int own = 0;
      for (int t = 0; t < state.size(); ++t) own += state.owners()[t] == seat;
      EXPECT_LE(static_cast<int>(placements.size()), std::max(own / 2, 1));
      for (const Placement& p : placements) {
        EXPECT_EQ(state.owners()[p.territory], seat);
        EXPECT_GE(p.armies, 1);
        EXPECT_GT(border_threat(Borders(*game.map), state.owners(), state.armies(), p.territory), 0);
      }
    }
  }
}

TEST(Draft, without_any_border_goes_to_own_land_all_the_same) {
  const Game game(path_map(4), aminian2020(), 2);
  const State state = board(game, {0, 0, 0, 0}, {1, 1, 1, 1});
  EXPECT_EQ(draft(game, state, 0, 5), (std::vector<Placement>{{0, 3}, {1, 2}}));
  EXPECT_TRUE(draft(game, state, 1, 5).empty());
}

TEST(Draft, is_placed_as_the_rules_allow) {
  Rules rules = aminian2020();
  std::vector<Placement> wanted = {{1, 6}, {4, 3}};
  EXPECT_EQ(nearest_placing(rules, 9, wanted), place_at(1, 6));
  EXPECT_EQ(nearest_placing(rules, 3, wanted), place_at(4, 3));
  EXPECT_TRUE(wanted.empty());
  rules.place_amounts = Amounts::all;
  wanted = {{1, 6}, {4, 3}};
  EXPECT_EQ(nearest_placing(rules, 9, wanted), place_at(1, 9));
  EXPECT_TRUE(wanted.empty());
  rules.place_amounts = Amounts::one_half_all;
  wanted = {{1, 5}, {4, 3}, {7, 2}};
  EXPECT_EQ(nearest_placing(rules, 10, wanted), place_at(1, 5));
  EXPECT_EQ(nearest_placing(rules, 5, wanted), place_at(4, 2));
  EXPECT_EQ(wanted, (std::vector<Placement>{{4, 1}, {7, 2}}));
}

// The features by their definitions.
Features slow_features(const Game& game, const State& state, int seat) {
  double land = 0, mine = 0, all = 0, front = 0, pairs = 0, danger = 0;
  for (int t = 0; t < state.size(); ++t) {
    all += state.armies()[t];
    if (state.owners()[t] != seat) continue;
    land += 1;
    mine += state.armies()[t];
    double enemies = 0;
    for (Territory n : game.map->neighbours(t)) {
      if (state.owners()[n] == seat) continue;
      enemies += 1;
      pairs += 1;
      front += static_cast<double>(state.armies()[t]) / (state.armies()[t] + state.armies()[n]);
    }
    const auto degree = static_cast<double>(game.map->neighbours(t).size());
    danger += degree == 0 ? 0 : enemies / degree;
  }
  if (land == 0) return {};
  return {land / state.size(), mine / all, pairs == 0 ? 1 : front / pairs, 1 - danger / land};
}

TEST(Prediction, features_are_those_of_the_report) {
  Random random(3);
  for (int round = 0; round < 200; ++round) {
    const Game game(round % 3 ? grid_map(6, 6) : dense_map(), aminian2020(), random.between(2, 6));
    const State state = any_board(game, random, 1 + round);
    for (int seat = 0; seat < game.seats; ++seat) {
      Prediction prediction(game, {});
      prediction.load(state, seat);
      const Features fast = prediction.features(), slow = slow_features(game, state, seat);
      EXPECT_NEAR(fast.land, slow.land, 1e-12);
      EXPECT_NEAR(fast.armies, slow.armies, 1e-12);
      EXPECT_NEAR(fast.front, slow.front, 1e-8);
      EXPECT_NEAR(fast.safety, slow.safety, 1e-8);
    }
  }
}

TEST(Prediction, sums_and_hash_are_kept_up_to_date_and_taken_back) {
  Random random(7);
  for (const auto& [name, rules] : presets()) {
    for (int round = 0; round < 12; ++round) {
      const Game game(round % 2 ? grid_map(5, 4) : dense_map(), rules, random.between(2, 4));
      const State state = any_board(game, random, 9);
      Prediction prediction(game,
                            {.attacks = 3, .threshold = 1, .targets = round % 3 == 0 ? Targets::all : Targets::best});
      prediction.load(state, random.between(0, game.seats - 1));
      std::vector<Prediction::Undo> undos(30);
      std::vector<Prediction::Sums> before;
      std::size_t made = 0;
      std::vector<PredictedMove> attacks;
      while (made < undos.size() && !prediction.over()) {
        before.push_back(prediction.sums());
        prediction.list_attacks(attacks);
        attacks.emplace_back();
        prediction.play(attacks[random.below(static_cast<std::uint32_t>(attacks.size()))], undos[made++]);
        ASSERT_EQ(prediction.sums(), prediction.count()) << name;
      }
      while (made-- > 0) {
        prediction.take_back(undos[made]);
        ASSERT_EQ(prediction.sums(), before[made]) << name;
        ASSERT_EQ(prediction.sums(), prediction.count()) << name;
      }
    }
  }
}

TEST(Prediction, income_is_that_of_the_game) {
  Random random(11);
  for (int round = 0; round < 300; ++round) {
    Rules rules = any_rules(random);
    rules.deal = Deal::random;
    const Game game(round % 2 ? path_map(12) : dense_map(), rules, random.between(2, 4));
    State state = any_board(game, random, 9);
    if (round % 3 == 0) {
      for (int t = 4; t < state.size(); ++t) state.owners()[t] = 0;
      state = board(game, owners_of(state), armies_of(state));
    }
    state.head().round = random.between(1, 30);
    Prediction prediction(game, {});
    prediction.load(state, 0);
    for (int seat = 0; seat < game.seats; ++seat) EXPECT_EQ(prediction.income(seat), income(game, state, seat));
  }
}

TEST(Prediction, attacks_send_the_mean_of_both_sides) {
  const Game game(path_map(4), aminian2020(), 2);
  Prediction prediction(game, {});
  prediction.load(board(game, {0, 0, 1, 1}, {1, 9, 4, 1}), 0);
  std::vector<PredictedMove> attacks;
  prediction.list_attacks(attacks);
  ASSERT_EQ(attacks.size(), 1u);
  EXPECT_EQ(attacks[0].surplus, 5);
  EXPECT_EQ(prediction.action(attacks[0]), blitz(1, 2, 7));  // ceil((9 + 4) / 2)
  Prediction::Undo undo;
  EXPECT_FALSE(prediction.apply(attacks[0], undo));
  EXPECT_EQ(prediction.sums().armies[0], 1 + 2 + 3);  // 9 - 7 stay, 7 - 4 move in
  EXPECT_EQ(prediction.sums().land[0], 3);
  EXPECT_EQ(prediction.attacks_left(), 2);
}

TEST(Prediction, lists_the_best_target_or_all_of_them) {
  const Game game(grid_map(3, 3), aminian2020(), 2);
  const State state = board(game, {1, 1, 1, 1, 0, 1, 1, 1, 1}, {1, 3, 1, 2, 6, 6, 1, 5, 1});
  std::vector<PredictedMove> attacks;
  Prediction best(game, {});
  best.load(state, 0);
  best.list_attacks(attacks);
  EXPECT_EQ(attacks, (std::vector<PredictedMove>{{4, 3, 4}}));
  Prediction all(game, {.targets = Targets::all});
  all.load(state, 0);
  all.list_attacks(attacks);
  EXPECT_EQ(attacks, (std::vector<PredictedMove>{{4, 3, 4}, {4, 1, 3}, {4, 7, 1}}));
  Prediction picky(game, {.threshold = 5});
  picky.load(state, 0);
  picky.list_attacks(attacks);
  EXPECT_TRUE(attacks.empty());
}

TEST(Prediction, the_last_attack_of_a_turn_ends_it_and_the_next_seat_drafts) {
  const Game game(path_map(6), aminian2020(), 2);
  State state = board(game, {0, 0, 0, 1, 1, 1}, {1, 1, 9, 1, 1, 1});
  state.head().attacks = 2;
  Prediction prediction(game, {});
  prediction.load(state, 0);
  EXPECT_EQ(prediction.attacks_left(), 1);
  Prediction::Undo undo;
  prediction.play({2, 3, 8}, undo);
  EXPECT_EQ(prediction.mover(), 1);
  EXPECT_EQ(prediction.attacks_left(), 3);
  EXPECT_EQ(total_of(undo.draft), 2);  // as many as seat 1 has territories left
}

}  // namespace
}  // namespace hegemon::search
