// Cards of the classic game: sets, trades, captured hands, the deck, and what is hidden.
#include <set>

#include "classic_helpers.hpp"

namespace hegemon::classic {
namespace {

// Nine territories on a path, 0-3 of seat 0; cards 0-8 are of kinds 0, 1, 2, 0, 1, ..., and 9 and 10 are wildcards.
Game card_game(auto&& change) {
  Rules rules;
  change(rules);
  return Game(path_map(9), rules, 3);
}
const Ints kOwners{0, 0, 0, 0, 1, 2, 2, 2, 2};

State holding(const Game& game, const Ints& cards) {
  State state = board(game, kOwners, {5, 5, 5, 9, 1, 1, 5, 5, 5});
  deal_cards(game, state, 0, cards);
  return state;
}
State turn_of(const Game& game, const Ints& cards) {
  State state = holding(game, cards);
  begin_turn(game, state, 0);
  return state;
}
constexpr int kIncome = 3 + 2;  // four territories, one group

TEST(ClassicCards, Sets) {
  const Game game = card_game([](Rules&) {});
  const auto set = [&](int a, int b, int c) { return is_set(game, std::array{a, b, c}); };
  EXPECT_TRUE(set(0, 3, 6) && set(1, 4, 7) && set(2, 5, 8)) << "three of a kind";
  EXPECT_TRUE(set(0, 1, 2) && set(3, 7, 8)) << "one of each";
  EXPECT_TRUE(set(0, 3, 9) && set(0, 1, 10) && set(0, 9, 10)) << "a wildcard";
  EXPECT_FALSE(set(0, 3, 1) || set(0, 1, 4) || set(5, 7, 8));
  EXPECT_TRUE(holds_set(game, holding(game, {0, 3, 1, 4, 2}), 0)) << "five always hold one";
  EXPECT_FALSE(holds_set(game, holding(game, {0, 3, 1, 4}), 0));
  EXPECT_FALSE(holds_set(game, holding(game, {9, 10}), 0));
  EXPECT_EQ(hand(game, holding(game, {8, 2, 10}), 0), (Ints{2, 8, 10}));
  EXPECT_EQ(hand(game, holding(game, {8, 2, 10}), 1), Ints{});
}

TEST(ClassicCards, KindsOfTheMap) {
  const auto plain = path_map(9);
  std::vector<std::array<int, 2>> links;
  for (auto [a, b] : plain->links()) links.push_back({a, b});
  const auto map =
      std::make_shared<Map>(9, links, plain->groups(), std::vector<std::uint8_t>{0, 0, 0, 1, 1, 1, 2, 2, 2});
  const Game game(map, Rules{}, 3);
  const auto set = [&](int a, int b, int c) { return is_set(game, std::array{a, b, c}); };
  EXPECT_TRUE(set(0, 1, 2) && set(6, 7, 8) && set(0, 3, 6) && set(0, 1, 9));
  EXPECT_FALSE(set(0, 1, 3) || set(5, 6, 7));
  EXPECT_FALSE(*map == *plain);
  EXPECT_THROW(Map(9, links, {}, {0, 1}), std::invalid_argument);
  EXPECT_THROW(Map(9, links, {}, {0, 1, 2, 0, 1, 2, 0, 1, 3}), std::invalid_argument);
}

TEST(ClassicCards, EscalatingValues) {
  const Game game = card_game([](Rules&) {});
  const Ints values{4, 6, 8, 10, 12, 15, 20, 25, 30};
  for (std::size_t traded = 0; traded < values.size(); ++traded) {
    State state = holding(game, {5, 6, 7});
    state.head().trades = static_cast<std::uint16_t>(traded);
    begin_turn(game, state, 0);
    play(game, state, trade_of(5, 6, 7));
    EXPECT_EQ(state.head().to_place, kIncome + values[traded]);
    EXPECT_EQ(state.head().trades, traded + 1);
    EXPECT_EQ(state.head().phase, Phase::place);
  }
}

TEST(ClassicCards, FixedValues) {
  const auto value = [](const Ints& cards) {
    const Game game =
        card_game([](Rules& r) { r.card_values = CardValues::fixed, r.card_bonus_on = CardBonusOn::each; });
    State state = turn_of(game, cards);
    play(game, state, trade_of(cards[0], cards[1], cards[2]));
    return state.head().to_place - kIncome;
  };
  EXPECT_EQ(value({0, 3, 6}), 4);
  EXPECT_EQ(value({1, 4, 7}), 6);
  EXPECT_EQ(value({2, 5, 8}), 8);
  EXPECT_EQ(value({0, 1, 2}), 10);
  EXPECT_EQ(value({0, 3, 9}), 4);
  EXPECT_EQ(value({5, 8, 10}), 8);
  EXPECT_EQ(value({1, 3, 9}), 10);
  EXPECT_EQ(value({4, 9, 10}), 10);
}

TEST(ClassicCards, BonusOnShownTerritories) {
  const Game one = card_game([](Rules&) {});
  State state = turn_of(one, {0, 1, 8});
  EXPECT_EQ(amounts_of(one, state, trade_of(0, 1, 8)), (Ints{0, 1})) << "a choice of the own ones";
  play(one, state, trade_of(0, 1, 8, 1));
  EXPECT_EQ(armies_of(state), (Ints{5, 7, 5, 9, 1, 1, 5, 5, 5}));
  const auto after = [](CardBonusOn on, const Ints& cards) {
    const Game game = card_game([&](Rules& r) { r.card_bonus_on = on, r.card_bonus = 3; });
    State traded = turn_of(game, cards);
    EXPECT_EQ(actions_of(game, traded).size(), 2u) << "the trade, or not";
    play(game, traded, trade_of(cards[0], cards[1], cards[2]));
    return armies_of(traded);
  };
  EXPECT_EQ(after(CardBonusOn::first, {0, 1, 8}), (Ints{8, 5, 5, 9, 1, 1, 5, 5, 5}));
  EXPECT_EQ(after(CardBonusOn::first, {5, 6, 7}), (Ints{5, 5, 5, 9, 1, 1, 5, 5, 5}));
  EXPECT_EQ(after(CardBonusOn::each, {0, 1, 8}), (Ints{8, 8, 5, 9, 1, 1, 5, 5, 5}));
  EXPECT_EQ(after(CardBonusOn::each, {0, 9, 10}), (Ints{8, 5, 5, 9, 1, 1, 5, 5, 5}));
}

TEST(ClassicCards, TradesAreForcedAtFive) {
  const Game game = card_game([](Rules&) {});
  State four = turn_of(game, {5, 6, 7, 8}), five = turn_of(game, {4, 5, 6, 7, 8});
  EXPECT_EQ(turn_of(game, {0, 3, 1, 4}).head().phase, Phase::place) << "nothing to trade";
  EXPECT_TRUE(allows(game, four, pass()));
  play(game, four, pass());
  EXPECT_EQ(four.head().phase, Phase::place);
  EXPECT_EQ(four.head().to_place, kIncome);
  EXPECT_FALSE(allows(game, five, pass()));
  State six = turn_of(game, {0, 3, 6, 5, 8, 2});
  play(game, six, trade_of(0, 3, 6, 3));
  EXPECT_EQ(six.head().phase, Phase::trade) << "another set";
  EXPECT_TRUE(allows(game, six, pass()));
  play(game, six, trade_of(2, 5, 8, 2));
  EXPECT_EQ(six.head().to_place, kIncome + 4 + 6);
  EXPECT_EQ(slots_with(six, kDiscarded), 6);
  EXPECT_EQ(six.head().hand[0], 0);
}

TEST(ClassicCards, CapturedHands) {
  const auto after = [](CaptureHands capture, const Ints& mine, const Ints& theirs) {
    const Game game = card_game([&](Rules& r) { r.capture_hands = capture, r.attacks_per_turn = 1; });
    State state = holding(game, mine);
    deal_cards(game, state, 1, theirs);
    play(game, state, blitz(3, 4, 8), {7});  // seat 1 is out
    EXPECT_EQ(state.head().phase, Phase::occupy);
    play(game, state, move_in(8));
    EXPECT_EQ(state.head().hand[1], 0);
    return state;
  };
  const Game game = card_game([](Rules& r) { r.attacks_per_turn = 1; });
  State state = after(CaptureHands::trade_now, {0, 3, 6, 1}, {4, 7});
  EXPECT_EQ(state.head().phase, Phase::trade);
  EXPECT_FALSE(allows(game, state, pass()));
  play(game, state, trade_of(0, 3, 6, 0));
  EXPECT_EQ(state.head().phase, Phase::place) << "three are left, and are kept";
  EXPECT_EQ(state.head().to_place, 4);
  EXPECT_EQ(hand(game, state, 0), (Ints{1, 4, 7}));
  play(game, state, place_at(4, 4));
  EXPECT_EQ(state.head().phase, Phase::fortify) << "that was the one attack";
  EXPECT_FALSE(state.head().mid_trade);
  state = after(CaptureHands::trade_now, {0, 3, 6}, {4, 7});
  EXPECT_EQ(state.head().phase, Phase::fortify) << "five are not too many";
  state = after(CaptureHands::keep, {0, 3, 6, 1}, {4, 7});
  EXPECT_EQ(state.head().phase, Phase::fortify);
  EXPECT_EQ(state.head().hand[0], 6);
  state = after(CaptureHands::discard, {0, 3, 6, 1}, {4, 7});
  EXPECT_EQ(state.head().phase, Phase::fortify);
  EXPECT_EQ(state.head().hand[0], 4);
  EXPECT_EQ(slots_with(state, kDiscarded), 2);
}

TEST(ClassicCards, TwoSetsOfACapturedHand) {
  const Game game = card_game([](Rules& r) { r.trade_at = 4, r.occupy = Occupy::all; });
  State state = holding(game, {0, 3, 6});
  deal_cards(game, state, 1, {1, 4, 7, 8});
  play(game, state, blitz(3, 4, 8), {7});
  play(game, state, trade_of(0, 3, 6, 0));
  EXPECT_EQ(state.head().phase, Phase::trade) << "four are still too many";
  EXPECT_FALSE(allows(game, state, pass()));
  play(game, state, trade_of(1, 4, 7, 1));
  play(game, state, place_at(4, 10));
  EXPECT_EQ(state.head().phase, Phase::attack);
  EXPECT_EQ(hand(game, state, 0), (Ints{8}));
}

TEST(ClassicCards, OneCardForATurnWithConquests) {
  const Game game = card_game([](Rules& r) { r.fortify = Fortify::none, r.occupy = Occupy::all; });
  State state = holding(game, {1, 2}), idle = state;
  play(game, idle, pass());
  EXPECT_EQ(idle.head().mover, 1) << "no conquest, no card";
  EXPECT_EQ(idle.head().hand[0], 2);
  play(game, state, blitz(3, 4, 8), {7});
  play(game, state, blitz(4, 5, 7), {6});
  apply(game, state, pass());
  ASSERT_EQ(state.head().chance, ChanceKind::draw);
  EXPECT_EQ(count_actions(game, state), 0u);
  const auto all = outcomes(game, state);
  EXPECT_EQ(all.size(), 9u);
  for (const auto& [card, probability] : all) EXPECT_NEAR(probability, 1. / 9, 1e-12);
  Random random(1);
  Ints drawn(11);
  for (int i = 0; i < 9000; ++i) ++drawn[static_cast<std::size_t>(sample_outcome(game, state, random))];
  EXPECT_EQ(drawn[1] + drawn[2], 0);
  drawn.erase(drawn.begin() + 1, drawn.begin() + 3);
  EXPECT_LT(simultaneous::chi_square(drawn), 26);
  apply_outcome(game, state, 10);
  EXPECT_EQ(hand(game, state, 0), (Ints{1, 2, 10}));
  EXPECT_EQ(state.head().mover, 2);
}

TEST(ClassicCards, DiscardsComeBack) {
  const Game game = card_game([](Rules&) {});
  State state = holding(game, {0, 1, 2, 3});
  std::replace(state.cards(), state.cards() + 11, kInDeck, kDiscarded);
  state.cards()[7] = kInDeck;
  state.head().conquered = true;
  State empty = state, gone = state;
  end_turn(game, state);
  EXPECT_EQ(outcomes(game, state), (std::vector<std::pair<int, double>>{{7, 1.0}})) << "not yet";
  empty.cards()[7] = kDiscarded;
  end_turn(game, empty);
  EXPECT_EQ(outcomes(game, empty).size(), 7u);
  EXPECT_EQ(slots_with(empty, kDiscarded), 0);
  std::replace(gone.cards(), gone.cards() + 11, kDiscarded, std::uint8_t{2});
  gone.cards()[7] = 2;
  gone.head().hand[2] = 7;
  end_turn(game, gone);
  EXPECT_EQ(gone.head().chance, ChanceKind::none) << "all cards are held: no card";
  EXPECT_EQ(gone.head().mover, 1);
}

TEST(ClassicCards, NewDeckBringsSecondCopies) {
  const Game game = card_game([](Rules& r) { r.deck_refill = DeckRefill::new_deck, r.wildcards = 0; });
  ASSERT_EQ(game.card_copies(), 18);
  State state = holding(game, {0, 1, 3});
  EXPECT_EQ(slots_with(state, kNoCopy), 9);
  for (int card : {2, 4, 5, 6, 7, 8}) state.cards()[card] = kDiscarded;
  state.head().conquered = true;
  end_turn(game, state);
  ASSERT_EQ(outcomes(game, state).size(), 9u) << "all nine, whatever the hands hold";
  EXPECT_EQ(slots_with(state, kDiscarded), 0);
  apply_outcome(game, state, 0);
  EXPECT_EQ(hand(game, state, 0), (Ints{0, 0, 1, 3}));
  begin_turn(game, state, 0);
  EXPECT_EQ(amounts_of(game, state, trade_of(0, 0, 3)), (Ints{0, 3})) << "equal cards are listed once";
  play(game, state, trade_of(0, 0, 3, 0));
  EXPECT_EQ(hand(game, state, 0), (Ints{1}));
  EXPECT_EQ(slots_with(state, kDiscarded), 3);
  State both = holding(game, {0, 0, 1});  // both copies of a card are held: there is no third
  for (int card = 2; card < 9; ++card) both.cards()[card] = kDiscarded;
  both.head().conquered = true;
  end_turn(game, both);
  EXPECT_EQ(outcomes(game, both).size(), 8u);
}

TEST(ClassicCards, AutomaticTrades) {
  const auto rules = [](Rules& r) { r.cards = Cards::automatic, r.card_bonus_on = CardBonusOn::each; };
  const Game game = card_game(rules);
  State four = turn_of(game, {0, 3, 6, 1});
  EXPECT_EQ(four.head().to_place, kIncome) << "not before five are held";
  EXPECT_EQ(four.head().phase, Phase::place);
  State five = turn_of(game, {0, 1, 5, 6, 2});  // one of each of 0, 1, 2 shows most of the own
  EXPECT_EQ(hand(game, five, 0), (Ints{5, 6}));
  EXPECT_EQ(five.head().to_place, kIncome + 4);
  EXPECT_EQ(armies_of(five), (Ints{7, 7, 7, 9, 1, 1, 5, 5, 5}));
  State eight = turn_of(game, {0, 1, 2, 3, 4, 5, 6, 7});
  EXPECT_EQ(eight.head().trades, 2);
  EXPECT_EQ(eight.head().to_place, kIncome + 4 + 6);
  EXPECT_EQ(eight.head().hand[0], 2);
}

TEST(ClassicView, HiddenHandsAreDealtAgain) {
  for (const DeckRefill refill : {DeckRefill::discards, DeckRefill::new_deck}) {
    const Game game = card_game([&](Rules& r) { r.deck_refill = refill; });
    State state = holding(game, {0, 3});
    deal_cards(game, state, 1, {1, 10, 8});
    deal_cards(game, state, 2, {2});
    state.cards()[6] = kDiscarded;
    const State seen = view(game, state, 1);
    EXPECT_EQ(hand(game, seen, 1), (Ints{1, 8, 10}));
    EXPECT_EQ(slots_with(seen, kDiscarded), 1);
    EXPECT_EQ(slots_with(seen, kHiddenCard), 7);
    EXPECT_EQ(slots_with(seen, kInDeck) + slots_with(seen, 0) + slots_with(seen, 2), 0);
    EXPECT_EQ(seen.head().hand, state.head().hand);
    Random random(5);
    std::set<Ints> hands;
    for (int i = 0; i < 500; ++i) {
      const State whole = determinize(game, seen, random);
      ASSERT_EQ(view(game, whole, 1), seen);
      for (int seat = 0; seat < 3; ++seat) ASSERT_EQ(slots_with(whole, seat), state.head().hand[seat]);
      ASSERT_EQ(slots_with(whole, kInDeck), slots_with(state, kInDeck));
      hands.insert(hand(game, whole, 0));
    }
    EXPECT_EQ(hands.size(), 21u) << "all pairs of seven";
  }
  const Game game = card_game([](Rules&) {});
  State trading = turn_of(game, {0, 3, 6});
  Random deals(7);
  for (int i = 0; i < 100; ++i) {
    const State whole = determinize(game, view(game, trading, 2), deals);
    ASSERT_TRUE(holds_set(game, whole, 0)) << "who may trade has something to trade";
  }
  const Game open = card_game([](Rules& r) { r.open_hands = true; });
  State state = holding(open, {0, 3});
  EXPECT_EQ(view(open, state, 1), state);
  Random random(6);
  EXPECT_EQ(determinize(open, state, random), state);
}

}  // namespace
}  // namespace hegemon::classic
