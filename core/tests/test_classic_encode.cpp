// The encoder of the classic game, on positions small enough to count by hand.
#include "classic_helpers.hpp"
#include "encode/classic.hpp"

namespace hegemon::encode {
namespace {

using namespace classic;

// 0 - 1 - 2 - 3 - 4, the first two and the last three a group.
Game line(const Rules& rules, int seats) {
  const std::vector<Group> groups{{2, {0, 1}}, {3, {2, 3, 4}}};
  return {std::make_shared<Map>(5, std::vector<std::array<int, 2>>{{0, 1}, {1, 2}, {2, 3}, {3, 4}}, groups), rules,
          seats};
}

State position(const Game& game, const std::vector<int>& owners, const std::vector<int>& armies, int mover,
               Phase phase) {
  State state(game.map->size(), game.seats, game.card_copies());
  for (int t = 0; t < state.size(); ++t) {
    state.owners()[t] = static_cast<Seat>(owners[static_cast<std::size_t>(t)]);
    if (state.owners()[t] >= 0) state.land<1>(state.owners()[t]).add(t);
    state.set_armies(t, armies[static_cast<std::size_t>(t)]);
  }
  std::fill_n(state.cards(), state.head().copies, kInDeck);
  state.head().mover = static_cast<Seat>(mover);
  state.head().phase = phase;
  return state;
}

struct Numbers {
  Numbers(const Game& game, ClassicFeatures features, const State& state) : width(widths(game, features)) {
    territories.resize(static_cast<std::size_t>(width.territory * game.map->size()) + 1);
    groups.resize(static_cast<std::size_t>(width.group) * game.map->groups().size() + 1);
    whole.resize(static_cast<std::size_t>(width.whole));
    encode(game, features, state,
           {.territories = territories.data(),
            .stride = width.territory,
            .groups = width.group > 0 ? groups.data() : nullptr,
            .whole = whole.data()});
  }
  std::vector<float> territory(int t) const {
    const auto first = territories.begin() + t * width.territory;
    return {first, first + width.territory};
  }
  bool operator==(const Numbers& other) const {
    return territories == other.territories && groups == other.groups && whole == other.whole;
  }

  Widths width;
  std::vector<float> territories, groups, whole;
};

TEST(ClassicEncoder, TheGraphSetSeesTheBoardFromTheMover) {
  const Game game = line(swiss2025(), 3);
  State state = position(game, {2, 2, 0, 1, 1}, {1, 4, 2, 3, 10}, 2, Phase::attack);
  const Numbers numbers(game, ClassicFeatures::graph, state);
  ASSERT_EQ(numbers.width.territory, 24);
  ASSERT_EQ(numbers.width.whole, 52);
  const float l1 = log_count(1), l2 = log_count(2), l3 = log_count(3), l4 = log_count(4);
  // Territory 1 is the mover's: one enemy neighbour with 2 armies, a friend with 1; its group is whole.
  const std::vector<float> own = numbers.territory(1);
  EXPECT_EQ((std::vector<float>(own.begin(), own.begin() + 6)), (std::vector<float>{1, 0, 0, 0, 0, 0}));
  EXPECT_FLOAT_EQ(own[6], 0.2f);
  EXPECT_EQ((std::vector<float>(own.begin() + 7, own.begin() + 15)),
            (std::vector<float>{l4, l3, l2, l2, 0.5f, l1, l1, 0.25f}));
  EXPECT_FLOAT_EQ(own[15], 0.25f);  // 5 of 20 armies
  EXPECT_FLOAT_EQ(own[17], 1.0f);   // 2 for two territories
  EXPECT_EQ((std::vector<float>(own.begin() + 18, own.begin() + 21)), (std::vector<float>{1, 0, 1}));
  // Territory 2 belongs to the seat after the mover, whose strongest army next to it is 4.
  const std::vector<float> other = numbers.territory(2);
  EXPECT_EQ((std::vector<float>(other.begin(), other.begin() + 6)), (std::vector<float>{0, 1, 0, 0, 0, 0}));
  EXPECT_EQ(other[8], 0.0f);
  EXPECT_EQ((std::vector<float>(other.begin() + 9, other.begin() + 14)),
            (std::vector<float>{log_count(7), l4, 1.0f, 0.0f, l4}));
  EXPECT_FLOAT_EQ(other[19], 2.0f / 3.0f);  // the rival with most of its group
  // Phase attack; then cards, income, land, armies, alive of each seat in the order of turns.
  EXPECT_EQ((std::vector<float>(numbers.whole.begin(), numbers.whole.begin() + 7)),
            (std::vector<float>{0, 0, 0, 0, 1, 0, 0}));
  EXPECT_FLOAT_EQ(numbers.whole[7 + 1], 5.0f / 11.0f);  // 3 and the group's 2, against 3 and 3
  EXPECT_FLOAT_EQ(numbers.whole[7 + 2], 0.4f);
  EXPECT_FLOAT_EQ(numbers.whole[7 + 3], 0.25f);
  EXPECT_FLOAT_EQ(numbers.whole[7 + 5 + 3], 0.1f);
  EXPECT_FLOAT_EQ(numbers.whole[7 + 10 + 3], 0.65f);
  EXPECT_EQ(numbers.whole[7 + 15 + 4], 0.0f);  // there is no fourth seat
}

TEST(ClassicEncoder, SeatsAreNamedFromTheMoverOn) {
  const Game game = line(Rules{}, 3);
  const State one = position(game, {0, 1, 2, 0, 1}, {1, 4, 2, 3, 10}, 0, Phase::fortify);
  const State turned = position(game, {1, 2, 0, 1, 2}, {1, 4, 2, 3, 10}, 1, Phase::fortify);
  for (const auto features : {ClassicFeatures::graph, ClassicFeatures::heredia2022, ClassicFeatures::yao2025}) {
    EXPECT_EQ(Numbers(game, features, one), Numbers(game, features, turned));
  }
  EXPECT_FALSE(Numbers(game, ClassicFeatures::yao2025_published, one) ==
               Numbers(game, ClassicFeatures::yao2025_published, turned));
}

TEST(ClassicEncoder, HiddenCardsAreNotRead) {
  const Game game = line(Rules{}, 2);
  State state = position(game, {0, 0, 1, 1, 1}, {1, 4, 2, 3, 10}, 0, Phase::place);
  state.cards()[0] = state.cards()[3] = 0;
  state.cards()[1] = state.cards()[5] = 1;
  state.head().hand = {2, 2};
  State other = state;
  std::swap(other.cards()[1], other.cards()[2]);
  for (const auto features : {ClassicFeatures::graph, ClassicFeatures::heredia2022, ClassicFeatures::yao2025}) {
    const Numbers numbers(game, features, state);
    EXPECT_EQ(numbers, Numbers(game, features, view(game, state, 0)));
    EXPECT_EQ(numbers, Numbers(game, features, other));
  }
  const Numbers numbers(game, ClassicFeatures::graph, state);
  EXPECT_EQ(numbers.territory(0)[23], 1.0f);
  EXPECT_EQ(numbers.territory(1)[23], 0.0f);
  EXPECT_FLOAT_EQ(numbers.whole[7 + 30], 2.0f / 3.0f);  // both of the first kind
}

TEST(ClassicEncoder, Heredia2022HasTwelvePlainNumbers) {
  const Game game = line(heredia2022(), 2);
  State state = position(game, {1, 1, 0, 0, 1}, {1, 4, 2, 3, 10}, 1, Phase::fortify);
  state.movable()[1] = 4;
  const Numbers numbers(game, ClassicFeatures::heredia2022, state);
  EXPECT_EQ(numbers.territory(1), (std::vector<float>{1, 0, 2, 0, 4, 4, 0, 0, 0, 0, 1, 0}));
  EXPECT_EQ(numbers.territory(3), (std::vector<float>{3, 1, 3, 1, 3, 0, 0, 0, 0, 0, 1, 0}));
  EXPECT_EQ(numbers.whole.size(), 31u);
}

TEST(ClassicEncoder, Yao2025IsOneFlatVector) {
  const Game game = line(yao2025(), 2);
  State state = position(game, {1, 1, 0, 0, 1}, {1, 4, 2, 3, 10}, 1, Phase::attack);
  state.head().turns = 10;
  EXPECT_EQ(Numbers(game, ClassicFeatures::yao2025, state).whole,
            (std::vector<float>{0, 1, 0, 0, 1, 1, 0, 1, 4, 2, 3, 10, 0, 0.25f}));
  EXPECT_EQ(Numbers(game, ClassicFeatures::yao2025_published, state).whole,
            (std::vector<float>{1, 1, 1, 1, 0, 0, 1, 1, 4, 2, 3, 10, 0, 0.25f}));
}

TEST(BattleOdds, AreThePublishedOnes) {
  // Attackers are one less than the armies of the source.
  EXPECT_NEAR(battle_odds(1, 1, false), 0.4167, 5e-5);
  EXPECT_NEAR(battle_odds(2, 1, false), 0.7542, 5e-5);
  EXPECT_NEAR(battle_odds(3, 2, false), 0.6560, 5e-5);
  EXPECT_NEAR(battle_odds(5, 5, false), 0.5062, 5e-5);
  double win = 0;
  const auto distribution = battle_distribution(40, 37);
  for (std::size_t i = 0; i < 40; ++i) win += distribution[i];
  EXPECT_NEAR(battle_odds(40, 37, false), win, 1e-6);
  EXPECT_FLOAT_EQ(battle_odds(4, 3, true), 0.5f);
  EXPECT_FLOAT_EQ(battle_odds(3, 1, true), 0.75f);
  EXPECT_GT(battle_odds(500'000, 1, false), 0.99f);
  EXPECT_LT(battle_odds(1, 500'000, false), 0.01f);
  EXPECT_GT(battle_odds(2000, 1000, false), battle_odds(1000, 1000, false));
}

TEST(ClassicEncoder, AnActionSaysWhatIsDoneAndHow) {
  const Game game = line(swiss2025(), 2);
  const State state = position(game, {0, 0, 1, 1, 0}, {1, 9, 2, 3, 10}, 0, Phase::attack);
  float numbers[kActionNumbers];
  const Action attack = blitz(1, 2, 8);
  const ActionFeatures done = action_features(state, attack);
  EXPECT_EQ(done.kind, static_cast<int>(ActionKind::attack));
  EXPECT_EQ(done.source, 1);
  EXPECT_EQ(done.target, 2);
  encode_action(game, state, attack, numbers);
  EXPECT_EQ(std::vector<float>(numbers, numbers + kActionNumbers),
            (std::vector<float>{1, log_count(8), log_count(1), log_count(2), 1, 0, battle_odds(8, 2, false), 0}));
  encode_action(game, state, shift(1, 0, 4), numbers);
  EXPECT_EQ(std::vector<float>(numbers, numbers + kActionNumbers),
            (std::vector<float>{0.5f, log_count(4), log_count(5), log_count(5), 0, 0, 0, 0}));
  EXPECT_EQ(action_features(state, place_at(3, 2)).source, -1);
  EXPECT_EQ(action_features(state, place_at(3, 2)).target, 3);
  EXPECT_EQ(action_features(state, pass()).target, -1);
}

TEST(ClassicEncoder, ATradeSaysWhatItIsWorth) {
  const Game game = line(Rules{}, 2);
  State state = position(game, {0, 0, 1, 1, 0}, {1, 9, 2, 3, 10}, 0, Phase::trade);
  for (const int card : {0, 1, 2, 5}) state.cards()[card] = 0;
  state.head().hand = {4, 0};
  float numbers[kActionNumbers];
  encode_action(game, state, trade_of(0, 1, 2, 1), numbers);
  EXPECT_EQ(numbers[0], log_count(4));
  EXPECT_EQ(numbers[1], 0.0f);
  EXPECT_FLOAT_EQ(numbers[2], 2.0f / 3.0f);
  EXPECT_EQ(numbers[3], 1.0f);
  EXPECT_FLOAT_EQ(numbers[4], 0.2f);
  EXPECT_EQ(action_features(state, trade_of(0, 1, 2, 1)).target, 1);
  encode_action(game, state, trade_of(0, 1, 5), numbers);
  EXPECT_FLOAT_EQ(numbers[1], 1.0f / 3.0f);
}

}  // namespace
}  // namespace hegemon::encode
