// Classic positions from parts and bytes: what is accepted can be played; and why actions are illegal.
#include "classic/position.hpp"
#include "classic_helpers.hpp"

namespace hegemon::classic {
namespace {

std::vector<std::byte> bytes_of(const State& state) { return {state.block().begin(), state.block().end()}; }

template <class Call>
std::string refusal(Call&& call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

Game any_game(const std::shared_ptr<const Map>& map, Random& random, int seats) {
  Rules rules = any_rules(random);
  if (rules.deal == Deal::draft && rules.setup_place == SetupPlace::random) rules.setup_place = SetupPlace::one;
  return {map, rules, seats};
}

// A path of six, seat 0 on the left and seat 1 on the right, with all cards in the deck.
const Game& game() {
  static const Game all(path_map(6), Rules{}, 2);
  return all;
}
State position(Phase phase = Phase::attack) { return board(game(), {0, 0, 0, 1, 1, 1}, {5, 1, 3, 2, 1, 1}, phase); }
std::string why(const State& state, const Game& of = game()) {
  return refusal([&] { from_bytes(of, state.block()); });
}
template <class Spoil>
std::string why(Phase phase, Spoil&& spoil) {
  State state = position(phase);
  spoil(state, state.head());
  return why(state);
}

TEST(ClassicPosition, EveryPositionAndViewComesBack) {
  Random random(7);
  for (int round = 0; round < 60; ++round) {
    const Game any = any_game(round % 2 ? grid_map(3, 4) : dense_map(), random, random.between(2, 4));
    State state = start(any, random);
    for (int step = 0; step < 60; ++step) {
      EXPECT_EQ(from_bytes(any, state.block()), state);
      const State seen = view(any, state, random.between(0, any.seats - 1));
      EXPECT_EQ(from_bytes(any, seen.block()), seen);
      const Header& head = state.head();
      const std::vector<std::uint16_t> pool(head.pool.begin(), head.pool.begin() + any.seats);
      const auto n = static_cast<std::size_t>(state.size());
      EXPECT_EQ(make_state(any, {{state.owners(), n},
                                 {state.armies(), n},
                                 {state.movable(), n},
                                 {state.cards(), head.copies},
                                 pool,
                                 head}),
                state);
      if (head.phase == Phase::over) break;
      if (head.chance != ChanceKind::none) {
        apply_outcome(any, state, sample_outcome(any, state, random));
      } else {
        apply(any, state, random_action(any, state, random));
      }
    }
  }
}

// Whatever is accepted has a decision or an outcome until the end, and so has whatever its views allow.
void expect_playable(const Game& any, State state, Random& random) {
  for (int step = 0; step < 40 && state.head().phase != Phase::over; ++step) {
    if (state.head().to_place > 5000 || *std::max_element(state.armies(), state.armies() + state.size()) > 5000) return;
    if (state.head().chance != ChanceKind::none) {
      const int outcome = sample_outcome(any, state, random);
      ASSERT_TRUE(is_possible(any, state, outcome));
      apply_outcome(any, state, outcome);
    } else {
      ASSERT_GT(count_actions(any, state), 0u);
      apply(any, state, random_action(any, state, random));
    }
    for (int t = 0; t < state.size(); ++t) ASSERT_TRUE(state.armies()[t] > 0 || state.owners()[t] == kNobody);
  }
}

TEST(ClassicPosition, SpoiltBytesAreRefusedOrPlayed) {
  Random random(3);
  int accepted = 0, refused = 0;
  for (int round = 0; round < 150; ++round) {
    const Game any = any_game(round % 2 ? grid_map(2, 4) : dense_map(), random, random.between(2, 3));
    State state = start(any, random);
    for (int step = 0; step < 50 && state.head().phase != Phase::over; ++step) {
      std::vector<std::byte> bytes = bytes_of(random.chance(20) ? view(any, state, 0) : state);
      for (int change = random.between(1, 3); change > 0; --change) {
        const auto at = random.below(static_cast<std::uint32_t>(random.chance(50) ? sizeof(Header) : bytes.size()));
        bytes[at] = static_cast<std::byte>(random.chance(60) ? random.below(9) : random.below(256));
      }
      const std::string problem = refusal([&] {
        State spoilt = from_bytes(any, bytes);
        if (slots_with(spoilt, kHiddenCard) > 0) spoilt = determinize(any, spoilt, random);
        expect_playable(any, spoilt, random);
      });
      ++(problem.empty() ? accepted : refused);
      if (state.head().chance != ChanceKind::none) {
        apply_outcome(any, state, sample_outcome(any, state, random));
      } else {
        apply(any, state, random_action(any, state, random));
      }
    }
  }
  EXPECT_GT(accepted, 500);
  EXPECT_GT(refused, 500);
}

TEST(ClassicPosition, BytesOfOtherGamesAreRefused) {
  const std::string other = "these bytes are no position of this game";
  const State state = position();
  EXPECT_EQ(why(state), "");
  EXPECT_EQ(why(state, Game(path_map(6), Rules{}, 3)), other);
  EXPECT_EQ(why(state, Game(path_map(7), Rules{}, 2)), other);
  EXPECT_EQ(refusal([&] { from_bytes(game(), {}); }), other);
  EXPECT_EQ(refusal([&] { from_bytes(game(), state.block().first(100)); }), other);
}

TEST(ClassicPosition, NumbersOutOfRangeAreNamed) {
  const auto because = [](auto&& spoil) { return why(Phase::attack, spoil); };
  const std::string start = "impossible position: ";
  EXPECT_EQ(because([](State&, Header& h) { h.mover = 2; }), start + "mover=2 is no seat");
  EXPECT_EQ(because([](State&, Header& h) { h.winner = 1; }), start + "a winner before the end");
  EXPECT_EQ(because([](State&, Header& h) { h.round = 0; }), start + "turns, round or decisions out of range");
  EXPECT_EQ(because([](State& s, Header&) { s.owners()[2] = 2; }),
            start + "territory 2 has the owner 2, who is no seat");
  EXPECT_EQ(because([](State& s, Header&) { s.owners()[2] = kNobody; }),
            start + "territory 2 belongs to nobody after the draft");
  EXPECT_EQ(because([](State& s, Header&) { s.armies()[2] = 0; }), start + "territory 2 has an owner but no army");
  EXPECT_EQ(because([](State& s, Header&) { s.cards()[3] = 2; }), start + "card 3 is held by no seat");
  EXPECT_EQ(because([](State& s, Header&) { s.cards()[3] = 255; }), start + "card 3 is held by no seat");
  EXPECT_EQ(because([](State& s, Header&) { s.cards()[3] = 1; }), start + "the number of cards of seat 1 is wrong");
  EXPECT_EQ(because([](State&, Header& h) { h.hand[1] = 1; }), start + "the number of cards in the hands is wrong");
}

TEST(ClassicPosition, PendingChanceMustFit) {
  const auto because = [](auto&& spoil) {
    return why(Phase::attack, [&](State& s, Header& h) {
      h.chance = ChanceKind::blitz;
      h.source = 2;
      h.target = 3;
      h.committed = 2;
      spoil(s, h);
    });
  };
  const std::string few = "impossible position: the source has too few armies for the attack";
  EXPECT_EQ(because([](State&, Header&) {}), "");
  EXPECT_EQ(because([](State&, Header& h) { h.committed = 3; }), few) << "one army must stay";
  EXPECT_EQ(because([](State&, Header& h) { h.committed = 0; }), few);
  EXPECT_EQ(because([](State&, Header& h) { h.phase = Phase::fortify; }),
            "impossible position: a fight is pending outside phase attack");
  EXPECT_EQ(because([](State&, Header& h) { h.target = 1; }),
            "impossible position: the target of the attack is the mover's own");
  EXPECT_EQ(because([](State&, Header& h) { h.chance = ChanceKind::roll; }),
            "impossible position: a roll is pending without dice");
  EXPECT_EQ(because([](State&, Header& h) {
              h.chance = ChanceKind::draw;
              h.phase = Phase::over;
            }),
            "impossible position: a draw is pending outside a turn");
  EXPECT_EQ(because([](State& s, Header& h) {
              h.chance = ChanceKind::draw;
              std::fill_n(s.cards(), h.copies, kDiscarded);
            }),
            "impossible position: a draw is pending from an empty deck");
}

TEST(ClassicPosition, TheMoverMustHaveSomethingToDecide) {
  const std::string start = "impossible position: ";
  EXPECT_EQ(why(board(game(), {1, 1, 1, 1, 1, 1}, Ints(6, 1))),
            start + "seat 0 and at least one other must own something");
  EXPECT_EQ(why(board(game(), {0, 0, 0, 0, 0, 0}, Ints(6, 1))),
            start + "seat 0 and at least one other must own something");
  EXPECT_EQ(why(position(Phase::place)), start + "seat 0 has nothing to place: give to_place");
  EXPECT_EQ(why(position(Phase::setup)), start + "seat 0 has nothing to set up: give pool0");
  EXPECT_EQ(why(position(Phase::pick)), start + "every territory has an owner: there is nothing to pick");
  EXPECT_EQ(why(position(Phase::trade)), "") << "whoever has nothing to trade passes";
  EXPECT_EQ(why(Phase::occupy,
                [](State&, Header& h) {
                  h.source = 1;
                  h.target = 2;
                  h.committed = 3;
                }),
            start + "committed is not the armies on the target of the occupation, or dice is not 1 to committed");
}

TEST(ClassicPosition, SomebodyWhoMustTradeHoldsASet) {
  const std::string start = "impossible position: ";
  const auto mid = [](State&, Header& h) { h.mid_trade = true; };
  EXPECT_EQ(why(Phase::trade, mid), start + "seat 0 must trade but holds no set");
  EXPECT_EQ(why(Phase::attack, mid), start + "mid_trade in a phase in which nobody trades");
  State state = position(Phase::trade);
  state.head().mid_trade = true;
  deal_cards(game(), state, 0, {0, 1, 2});
  EXPECT_EQ(why(state), "");
  EXPECT_EQ(why(view(game(), state, 1)), "") << "the other seat does not see the set";
  Rules early;
  early.trade_at = 3;
  const Game impatient(path_map(6), early, 2);
  State poor = board(impatient, {0, 0, 0, 1, 1, 1}, Ints(6, 1), Phase::trade);
  deal_cards(impatient, poor, 0, {0, 1, 3});
  EXPECT_EQ(why(poor, impatient), start + "seat 0 has no legal action");
}

TEST(ClassicPosition, EverySeatOfADraftGetsATerritory) {
  Rules rules;
  rules.deal = Deal::draft;
  const Game three(path_map(6), rules, 3);
  const auto because = [&](int mover) {
    State state = board(three, {0, 0, 1, 1, 0, 0}, {1, 1, 1, 1, 1, 0}, Phase::pick);
    state.owners()[5] = kNobody;
    state.head().mover = static_cast<Seat>(mover);
    return why(state, three);
  };
  EXPECT_EQ(because(2), "");
  EXPECT_EQ(because(0), "impossible position: seat 2 owns nothing and will not get to pick");
}

TEST(ClassicPosition, IncomeIsPlacedOnRequest) {
  const State state = position(Phase::place);
  const std::vector<std::uint16_t> none(2, 0);
  Parts parts{{state.owners(), 6},
              {state.armies(), 6},
              {state.movable(), 6},
              {state.cards(), state.head().copies},
              none,
              state.head(),
              true};
  EXPECT_EQ(make_state(game(), parts).head().to_place, income(game(), state, 0));
  parts.place_income = false;
  EXPECT_NE(refusal([&] { make_state(game(), parts); }), "");
  parts.owners = parts.owners.first(5);
  EXPECT_EQ(refusal([&] { make_state(game(), parts); }), "wrong number of territories, cards or seats");
}

TEST(ClassicPosition, ViewsAndOtherGamesAreNotPlayedOn) {
  const State state = position();
  EXPECT_EQ(refusal([&] { require_whole(game(), state); }), "");
  EXPECT_EQ(refusal([&] { require_whole(game(), view(game(), state, 0)); }),
            "a view with hidden cards cannot be played on; determinize it first");
  EXPECT_EQ(refusal([&] { require_game(Game(path_map(7), Rules{}, 2), state); }),
            "the position belongs to another game");
  EXPECT_EQ(refusal([&] { require_seat(game(), 2); }), "no seat 2");
  EXPECT_EQ(refusal([&] { require_possible(game(), state, 0); }), "impossible chance outcome 0");
}

TEST(ClassicPosition, AViewThatFitsNoPositionIsNotDealt) {
  State seen = position(Phase::trade);
  seen.head().mid_trade = true;
  seen.head().hand[0] = 3;
  std::fill_n(seen.cards(), seen.head().copies, kDiscarded);
  for (const int card : {0, 1, 3}) seen.cards()[card] = kHiddenCard;  // of two kinds
  ASSERT_EQ(why(seen), "");
  Random random(1);
  EXPECT_EQ(refusal([&] { determinize(game(), seen, random); }),
            "the hidden cards hold no set for the seat that must trade");
}

TEST(IllegalReason, IsEmptyForWhatTheListHoldsAndNothingElse) {
  Random random(11);
  for (int round = 0; round < 40; ++round) {
    const Game any = any_game(grid_map(3, 3), random, 2);
    State state = start(any, random);
    std::vector<Action> seen;
    for (int step = 0; step < 60 && state.head().phase != Phase::over; ++step) {
      const std::vector<Action> legal = actions_of(any, state);
      for (const Action& action : legal) ASSERT_EQ(illegal_reason(any, state, action), "");
      for (const Action& action : seen) {
        const std::string reason = illegal_reason(any, state, action);
        ASSERT_EQ(reason.empty(), std::find(legal.begin(), legal.end(), action) != legal.end());
        EXPECT_NE(reason, "the action has a number that its kind does not use");
      }
      if (seen.size() < 200) seen.push_back(legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
      classic::step(any, state, random_action(any, state, random), random);
    }
  }
}

TEST(IllegalReason, SaysWhatIsWrong) {
  const auto reason = [](Phase phase, const Action& action, int to_place = 0) {
    State state = position(phase);
    state.head().to_place = to_place;
    return illegal_reason(game(), state, action);
  };
  EXPECT_EQ(reason(Phase::attack, blitz(2, 3, 2)), "");
  EXPECT_EQ(reason(Phase::attack, blitz(2, 3, 9)), "2 of the 3 armies on territory 2 attack, not 9");
  EXPECT_EQ(reason(Phase::attack, blitz(2, 60, 2)), "there is no territory 60; the map has 0 to 5");
  EXPECT_EQ(reason(Phase::attack, blitz(2, 4, 2)), "territories 2 and 4 are not adjacent");
  EXPECT_EQ(reason(Phase::attack, place_at(2, 1)), "in phase attack a seat may only attack or pass");
  EXPECT_EQ(reason(Phase::place, place_at(3, 1), 4), "territory 3 belongs to seat 1, not to seat 0");
  EXPECT_EQ(reason(Phase::place, place_at(2, 5), 4), "there are 1 to 4 armies to place, not 5");
  EXPECT_EQ(reason(Phase::fortify, shift(2, 0, 3)), "territory 2 can send 2 armies, for one must stay, not 3");
  EXPECT_EQ(reason(Phase::over, pass()), "the game is over");
  Action odd = pass();
  odd.third = 1;
  EXPECT_EQ(reason(Phase::attack, odd), "the action has a number that its kind does not use");
}

}  // namespace
}  // namespace hegemon::classic
