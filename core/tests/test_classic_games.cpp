// Whole random games of the classic family: invariants after every step, for all presets and for any rules.
#include "classic_helpers.hpp"

namespace hegemon::classic {
namespace {

// The sets agree with owners and armies, hands with the cards, and nothing is impossible.
void expect_sound(const Game& game, const State& state) {
  const Header& head = state.head();
  with_width(game, [&](auto width) {
    constexpr int W = width();
    Set<W> strong{};
    std::vector<Set<W>> land(static_cast<std::size_t>(game.seats), Set<W>{});
    for (int t = 0; t < state.size(); ++t) {
      const int owner = state.owners()[t];
      strong.put(t, state.armies()[t] > 1);
      if (owner == kNobody) {
        ASSERT_EQ(state.armies()[t], 0);
        ASSERT_EQ(head.phase, Phase::pick);
        continue;
      }
      ASSERT_TRUE(owner >= 0 && owner < game.seats);
      ASSERT_GE(state.armies()[t], 1);
      land[static_cast<std::size_t>(owner)].add(t);
    }
    ASSERT_EQ(state.strong<W>(), strong);
    for (int seat = 0; seat < game.seats; ++seat) {
      ASSERT_EQ(state.land<W>(seat), land[static_cast<std::size_t>(seat)]);
      if (!land[static_cast<std::size_t>(seat)].empty() || head.phase <= Phase::setup) continue;
      ASSERT_NE(head.winner, seat);
      ASSERT_TRUE(head.phase == Phase::over || head.hand[static_cast<std::size_t>(seat)] == 0) << "out, but with cards";
    }
    const bool playing = head.phase > Phase::setup && head.phase < Phase::over;
    ASSERT_TRUE(!playing || !land[static_cast<std::size_t>(head.mover)].empty());
  });
  int placed = 0;
  for (int seat = 0; seat < game.seats; ++seat) {
    ASSERT_EQ(slots_with(state, seat), head.hand[static_cast<std::size_t>(seat)]);
    placed += slots_with(state, seat);
  }
  placed += slots_with(state, kInDeck) + slots_with(state, kDiscarded) + slots_with(state, kNoCopy);
  ASSERT_EQ(placed, game.card_copies());
  for (int slot = 0; slot < std::min<int>(head.copies, game.cards); ++slot) ASSERT_NE(state.cards()[slot], kNoCopy);
}

// Armies that a decision brings to the board by itself.
int gain(const Game& game, const State& state, const Action& action) {
  const auto own = [&](int card) { return card < state.size() && state.owners()[card] == state.head().mover; };
  if (action.kind == ActionKind::pick || action.kind == ActionKind::place) return action.armies;
  if (action.kind != ActionKind::trade) return 0;
  int shown = own(action.source);
  if (game.rules.card_bonus_on == CardBonusOn::one) shown = action.armies >= 0;
  if (game.rules.card_bonus_on == CardBonusOn::each) shown += own(action.target) + own(action.third);
  return shown * game.rules.card_bonus;
}

// Armies that the pending chance takes off the board if it comes out so.
int losses(const Game& game, const State& state, int outcome) {
  const Header& head = state.head();
  const int defenders = state.armies()[head.target];
  if (head.chance == ChanceKind::roll) return std::min<int>(head.dice, defence_dice(defenders));
  if (head.chance != ChanceKind::blitz) return 0;
  const Battle left = battle_left(head.committed, outcome, game.rules.battle == BattleKind::fair_duel);
  return head.committed - left.attackers + defenders - left.defenders;
}

// One random decision: it is in the list, and armies come and go only as they should.
void checked_step(const Game& game, State& state, Random& random) {
  const State before = state;
  const Action action = random_action(game, state, random);
  const std::size_t count = count_actions(game, state);
  ASSERT_GE(count, 1u);
  if (count < 300) {
    ASSERT_TRUE(allows(game, state, action));
  }
  std::int64_t expected = total_of(before) + gain(game, before, action);
  apply(game, state, action);
  while (state.head().chance != ChanceKind::none) {
    ASSERT_EQ(count_actions(game, state), 0u);
    ASSERT_NE(state.head().phase, Phase::over);
    const int outcome = sample_outcome(game, state, random);
    ASSERT_TRUE(is_possible(game, state, outcome));
    expected -= losses(game, state, outcome);
    apply_outcome(game, state, outcome);
  }
  const Header& head = state.head();
  const std::int64_t more = total_of(state) - expected;  // bonus of automatic trades
  const int trades = head.trades - before.head().trades, bonus = game.rules.card_bonus;
  if (*std::max_element(state.armies(), state.armies() + state.size()) == kMaxArmies) {
    ASSERT_LE(more, 3 * bonus * trades) << "no more fit on a territory";
  } else if (game.rules.cards == Cards::automatic && bonus > 0) {
    ASSERT_TRUE(more >= 0 && more % bonus == 0 && more <= 3 * bonus * trades);
  } else {
    ASSERT_EQ(more, 0);
  }
  ASSERT_EQ(head.decisions, before.head().decisions + 1);
  const bool new_turn = head.turns != before.head().turns && head.phase != Phase::over;
  if (new_turn && game.rules.cards != Cards::automatic) {
    ASSERT_EQ(head.to_place, income(game, state, head.mover));
  }
  expect_sound(game, state);
}

void expect_ended_rightly(const Game& game, const State& state) {
  const Header& head = state.head();
  const Seat owner = state.owners()[0];
  const bool all = std::all_of(state.owners(), state.owners() + state.size(), [&](Seat s) { return s == owner; });
  if (all && owner != kNobody) {
    EXPECT_EQ(head.winner, owner);
    return;
  }
  const Rules& rules = game.rules;
  EXPECT_TRUE((rules.turn_cap > 0 && head.turns >= rules.turn_cap) ||
              (rules.decision_cap > 0 && head.decisions >= rules.decision_cap));
  EXPECT_TRUE(rules.cap_result != CapResult::draw || head.winner == kNobody);
}

// What the games came by.
struct Seen {
  std::array<int, 8> phases{};
  int mid_trades = 0, second_copies = 0, outs = 0, wins = 0;
};

// A position that fits what the mover sees is sound, and offers the mover the same.
void expect_fair_view(const Game& game, const State& state, Random& random) {
  const State whole = determinize(game, view(game, state, state.head().mover), random);
  expect_sound(game, whole);
  ASSERT_EQ(actions_of(game, whole), actions_of(game, state));
}

// Plays a game out, at most so many decisions.
void checked_game(const Game& game, Random& random, int most, Seen& seen) {
  State state = start(game, random);
  const Header& head = state.head();
  expect_sound(game, state);
  while (head.phase != Phase::over && head.decisions < most) {
    ++seen.phases[static_cast<std::size_t>(head.phase)];
    seen.mid_trades += head.mid_trade && head.phase == Phase::trade;
    ASSERT_NO_FATAL_FAILURE(checked_step(game, state, random));
    if (head.decisions % 16 == 0 && count_actions(game, state) < 300) expect_fair_view(game, state, random);
  }
  for (int slot = game.cards; slot < head.copies; ++slot) seen.second_copies += state.cards()[slot] != kNoCopy;
  for (int seat = 0; seat < game.seats; ++seat) {
    seen.outs += std::count(state.owners(), state.owners() + state.size(), seat) == 0;
  }
  seen.wins += head.winner != kNobody;
  if (head.phase == Phase::over) expect_ended_rightly(game, state);
}

TEST(ClassicGames, PresetsWithAllSeats) {
  Random random(1);
  Seen seen;
  for (const auto& [name, rules] : presets()) {
    for (int seats = 2; seats <= kMaxSeats; ++seats) {
      for (const auto& map : {grid_map(4, 4), grid_map(7, 6), path_map(70)}) {
        SCOPED_TRACE(name + ", seats: " + std::to_string(seats) + ", territories: " + std::to_string(map->size()));
        ASSERT_NO_FATAL_FAILURE(checked_game(Game(map, rules, seats), random, 500, seen));
      }
    }
  }
  for (std::size_t phase = 0; phase < 7; ++phase) EXPECT_GT(seen.phases[phase], 50) << "phase " << phase;
}

TEST(ClassicGames, AnyRules) {
  Random random(2);
  const std::vector maps{grid_map(4, 3), dense_map(), broken_map(), path_map(66), path_map(6)};
  Seen seen;
  for (int number = 0; number < 400; ++number) {
    Rules rules = any_rules(random);
    const auto& map = maps[random.below(static_cast<std::uint32_t>(maps.size()))];
    const int seats = random.between(2, kMaxSeats);
    if (number % 4 == 0) {  // likely to trade in the middle of a turn
      rules.cards = Cards::hand;
      rules.capture_hands = CaptureHands::trade_now;
      rules.trade_at = 3;
    }
    if (rules.deal == Deal::draft && rules.setup_place == SetupPlace::random) {
      EXPECT_THROW(Game(map, rules, seats), std::invalid_argument);
      continue;
    }
    if (map == maps[2]) rules.place_where = Where::own;  // who owns a whole piece of the map has no border
    SCOPED_TRACE("game " + std::to_string(number) + ", seats: " + std::to_string(seats));
    ASSERT_NO_FATAL_FAILURE(checked_game(Game(map, rules, seats), random, 1000, seen));
  }
  for (std::size_t phase = 0; phase < 7; ++phase) EXPECT_GT(seen.phases[phase], 100) << "phase " << phase;
  EXPECT_GT(seen.mid_trades, 3);
  EXPECT_GT(seen.second_copies, 3);
  EXPECT_GT(seen.outs, 50);
  EXPECT_GT(seen.wins, 50);
}

TEST(ClassicGames, LargestMap) {
  Random random(3);
  for (const auto& [name, rules] : presets()) {
    SCOPED_TRACE(name);
    const Game game(path_map(kMaxTerritories), rules, kMaxSeats);
    State state = start(game, random);
    for (int i = 0; i < 600 && state.head().phase == Phase::pick; ++i) step(game, state, pick_at(i), random);
    for (int i = 0; i < 60 && state.head().phase != Phase::over; ++i) {
      ASSERT_NO_FATAL_FAILURE(checked_step(game, state, random));
    }
    EXPECT_GT(state.head().turns, 0);
  }
}

TEST(ClassicGames, RandomActionsAreUniform) {
  Random random(4);
  for (const auto& [name, rules] : presets()) {
    const Game game(grid_map(4, 3), rules, 3);
    State state = start(game, random);
    std::array<int, 8> looked{};
    for (int i = 0; i < 300 && state.head().phase != Phase::over; ++i) {
      const std::vector<Action> actions = actions_of(game, state);
      const bool few = actions.size() > 1 && actions.size() <= 40;
      if (few && looked[static_cast<std::size_t>(state.head().phase)]++ == 0) {
        std::vector<double> expected(actions.size());
        Ints counts(actions.size());
        const auto at = [&](const Action& a) { return std::find(actions.begin(), actions.end(), a) - actions.begin(); };
        for (const Action& action : actions) expected[static_cast<std::size_t>(at(action))] += 1.0 / actions.size();
        for (int draw = 0; draw < 2000; ++draw)
          ++counts.at(static_cast<std::size_t>(at(random_action(game, state, random))));
        EXPECT_LT(chi_square(counts, expected), 2.0 * counts.size() + 16) << name;
      }
      step(game, state, random_action(game, state, random), random);
    }
  }
}

// --- Batches ---------------------------------------------------------------------------------------------------------

void expect_equal(const RandomPlay& a, const RandomPlay& b) {
  EXPECT_EQ(a.games, b.games);
  EXPECT_EQ(a.decisions, b.decisions);
  EXPECT_EQ(a.turns, b.turns);
  EXPECT_EQ(a.wins, b.wins);
  EXPECT_EQ(a.starter_wins, b.starter_wins);
  EXPECT_EQ(a.undecided, b.undecided);
  EXPECT_EQ(a.value, b.value);
  EXPECT_EQ(a.signature, b.signature);
}

TEST(ClassicBatch, ThreadsDoNotMatter) {
  for (const auto& [name, preset] : presets()) {
    Rules rules = preset;
    rules.decision_cap = 1500;
    const Game game(grid_map(4, 3), rules, 3);
    const RandomPlay one = play_random(game, 5, 0, 40, 0, 1);
    for (int threads : {2, 3}) expect_equal(one, play_random(game, 5, 0, 40, 0, threads));
    EXPECT_EQ(one.games, 40u) << name;
    EXPECT_EQ(std::accumulate(one.wins.begin(), one.wins.end(), one.undecided), one.games);
    RandomPlay front = play_random(game, 5, 0, 15, 0, 1);
    const RandomPlay back = play_random(game, 5, 15, 25, 0, 1);
    EXPECT_EQ(front.decisions + back.decisions, one.decisions);
    EXPECT_EQ(front.signature + back.signature, one.signature);
    EXPECT_NE(play_random(game, 6, 0, 40, 0, 1).signature, one.signature);
  }
}

TEST(ClassicBatch, Cutoff) {
  const Game game(grid_map(7, 6), swiss2025(), 2);
  const RandomPlay one = play_random(game, 7, 0, 50, 30, 1);
  EXPECT_EQ(one.decisions, 50u * 30);
  EXPECT_EQ(one.undecided, 50u);
  EXPECT_NE(one.value, 0);
  EXPECT_LT(std::abs(one.value), std::int64_t{50} << 40);
  for (int threads : {2, 3}) expect_equal(one, play_random(game, 7, 0, 50, 30, threads));
}

TEST(ClassicBatch, Resources) {
  const Game game(path_map(6), swiss2025(), 2);  // two groups of three
  State state = board(game, {0, 0, 0, 1, 1, 1}, {2, 2, 2, 1, 1, 1});
  EXPECT_NEAR(resources(game, state), (0 + 3. / 9 + 0) / 3, 1e-12);
  state = board(game, {0, 0, 0, 0, 1, 1}, Ints(6, 1));
  EXPECT_NEAR(resources(game, state), (2. / 6 + 2. / 6 + 1) / 3, 1e-12);
  state.head().mover = 1;
  EXPECT_NEAR(resources(game, state), -(2. / 6 + 2. / 6 + 1) / 3, 1e-12);
  EXPECT_EQ(resources(game, board(game, Ints(6, 0), Ints(6, 1))), 1.0);
}

}  // namespace
}  // namespace hegemon::classic
