// Attacks, occupations and fortifications of the classic game; hashes and copies of positions.
#include <set>

#include "classic_helpers.hpp"

namespace hegemon::classic {
namespace {

// Two seats, 0 on the left and 1 on the right of a path of six, with the default rules changed.
Game path_game(auto&& change) {
  Rules rules;
  change(rules);
  return Game(path_map(6), rules, 2);
}
State halves(const Game& game, const Ints& armies, Phase phase = Phase::attack) {
  return board(game, {0, 0, 0, 1, 1, 1}, armies, phase);
}

// --- Attacking -------------------------------------------------------------------------------------------------------

TEST(ClassicAttack, WaysToAttack) {
  const auto ways = [](AttackMode mode, AttackDice dice, AttackArmies armies, BattleKind battle, int garrison) {
    const Game game = path_game(
        [&](Rules& r) { r.attack_mode = mode, r.attack_dice = dice, r.attack_armies = armies, r.battle = battle; });
    std::vector<std::pair<int, int>> found;  // armies of a blitz, dice of a roll
    for (const Action& action : actions_of(game, halves(game, {9, 9, garrison, 1, 9, 9}))) {
      if (action.kind != ActionKind::attack) continue;
      EXPECT_TRUE(action.source == 2 && action.target == 3);
      found.emplace_back(action.armies, action.dice);
    }
    return found;
  };
  using Ways = std::vector<std::pair<int, int>>;
  const auto [blitz, roll, either] = std::tuple(AttackMode::blitz, AttackMode::roll, AttackMode::either);
  const auto [most, choose] = std::tuple(AttackDice::most, AttackDice::choose);
  const auto [all, any] = std::tuple(AttackArmies::all, AttackArmies::any);
  const auto [dice, duel] = std::tuple(BattleKind::dice, BattleKind::fair_duel);
  EXPECT_EQ(ways(blitz, most, all, dice, 4), (Ways{{3, 0}}));
  EXPECT_EQ(ways(blitz, choose, any, dice, 4), (Ways{{1, 0}, {2, 0}, {3, 0}}));
  EXPECT_EQ(ways(roll, most, any, dice, 9), (Ways{{0, 3}}));
  EXPECT_EQ(ways(roll, most, any, dice, 3), (Ways{{0, 2}}));
  EXPECT_EQ(ways(roll, choose, all, dice, 9), (Ways{{0, 1}, {0, 2}, {0, 3}}));
  EXPECT_EQ(ways(either, most, all, dice, 2), (Ways{{1, 0}, {0, 1}}));
  EXPECT_EQ(ways(either, choose, any, dice, 3), (Ways{{1, 0}, {2, 0}, {0, 1}, {0, 2}}));
  EXPECT_EQ(ways(blitz, most, all, duel, 4), (Ways{{4, 0}}));
  EXPECT_EQ(ways(blitz, most, any, duel, 4), (Ways{{2, 0}, {3, 0}, {4, 0}}));
  EXPECT_EQ(ways(either, choose, any, dice, 1), Ways{});
}

TEST(ClassicAttack, SingleRolls) {
  const Game game = path_game([](Rules& r) { r.attack_mode = AttackMode::roll; });
  State state = halves(game, {1, 1, 5, 3, 1, 1});
  apply(game, state, roll(2, 3, 3));
  const auto all = outcomes(game, state);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_NEAR(all[0].second, 2890. / 7776, 1e-15);
  apply_outcome(game, state, 1);
  EXPECT_EQ(armies_of(state), (Ints{1, 1, 4, 2, 1, 1}));
  play(game, state, roll(2, 3, 3), {2});
  EXPECT_EQ(armies_of(state), (Ints{1, 1, 2, 2, 1, 1}));
  play(game, state, roll(2, 3, 1), {1});
  EXPECT_EQ(armies_of(state), (Ints{1, 1, 1, 2, 1, 1}));
  EXPECT_EQ(actions_of(game, state), std::vector<Action>{pass()});
  EXPECT_EQ(state.head().attacks, 3);
  EXPECT_FALSE(state.head().conquered);
}

TEST(ClassicAttack, PossibleOutcomesAreThoseListed) {
  for (const BattleKind battle : {BattleKind::dice, BattleKind::fair_duel}) {
    const Game game = path_game([&](Rules& r) { r.battle = battle; });
    for (int garrison = 2; garrison <= 6; ++garrison) {
      for (int defenders = 1; defenders <= 5; ++defenders) {
        for (const Action& action : actions_of(game, halves(game, {1, 1, garrison, defenders, 1, 1}))) {
          if (action.kind != ActionKind::attack) continue;
          State state = halves(game, {1, 1, garrison, defenders, 1, 1});
          EXPECT_FALSE(is_possible(game, state, 0));
          apply(game, state, action);
          std::set<int> listed;
          for (const auto& [outcome, probability] : outcomes(game, state)) listed.insert(outcome);
          for (int o = -1; o < 15; ++o) ASSERT_EQ(is_possible(game, state, o), listed.contains(o)) << o;
        }
      }
    }
  }
}

TEST(ClassicAttack, AnAttackLeavesNoTrace) {
  const Game game = path_game([](Rules& r) { r.attack_mode = AttackMode::roll; });
  State one = board(game, {0, 0, 1, 1, 0, 0}, {1, 5, 5, 5, 5, 1}), other = one;
  for (const int source : {1, 4}) play(game, one, roll(source, source == 1 ? 2 : 3, 3), {1});
  for (const int source : {4, 1}) play(game, other, roll(source, source == 1 ? 2 : 3, 3), {1});
  EXPECT_EQ(one, other);
}

TEST(ClassicAttack, OccupationAfterARoll) {
  const auto after = [](Occupy occupy) {
    const Game game = path_game([&](Rules& r) { r.occupy = occupy; });
    State state = halves(game, {1, 1, 8, 2, 1, 1});
    play(game, state, roll(2, 3, 3), {0});
    EXPECT_EQ(state.owners()[3], 0);
    EXPECT_TRUE(state.head().conquered);
    if (occupy == Occupy::choose) {
      EXPECT_EQ(state.head().phase, Phase::occupy);
      EXPECT_EQ(amounts_of(game, state, move_in(0)), (Ints{3, 4, 5, 6, 7}));
      play(game, state, move_in(4));
    }
    EXPECT_EQ(state.head().phase, Phase::attack);
    return Ints{state.armies()[2], state.armies()[3]};
  };
  EXPECT_EQ(after(Occupy::choose), (Ints{4, 4}));
  EXPECT_EQ(after(Occupy::all), (Ints{1, 7}));
  EXPECT_EQ(after(Occupy::one), (Ints{7, 1}));
}

TEST(ClassicAttack, OccupationAfterABlitz) {
  const Game game = path_game([](Rules& r) { r.attack_armies = AttackArmies::any; });
  State state = halves(game, {1, 1, 10, 4, 1, 1});
  State lost = state, few = state;
  play(game, state, blitz(2, 3, 6), {4});  // five of six are left, four stayed at home
  EXPECT_EQ(amounts_of(game, state, move_in(0)), (Ints{3, 4, 5}));
  play(game, state, move_in(3));
  EXPECT_EQ(armies_of(state), (Ints{1, 1, 6, 3, 1, 1}));
  play(game, few, blitz(2, 3, 6), {1});  // two are left: nothing to choose
  EXPECT_EQ(few.head().phase, Phase::attack);
  EXPECT_EQ(armies_of(few), (Ints{1, 1, 4, 2, 1, 1}));
  play(game, lost, blitz(2, 3, 6), {6 + 2 - 1});
  EXPECT_EQ(armies_of(lost), (Ints{1, 1, 4, 2, 1, 1}));
  EXPECT_EQ(lost.owners()[3], 1);
}

TEST(ClassicAttack, FairDuelWithTheWholeGarrison) {
  const Game game(path_map(6), aminian2020(), 2);
  const State state = halves(game, {1, 1, 4, 3, 1, 1});
  State won = state, lost = state, part = state;
  play(game, won, blitz(2, 3, 4), {3});
  EXPECT_EQ(armies_of(won), (Ints{1, 1, 1, 3, 1, 1})) << "one stays at home";
  play(game, lost, blitz(2, 3, 4), {4 + 2 - 1});
  EXPECT_EQ(armies_of(lost), (Ints{1, 1, 1, 2, 1, 1})) << "one goes home";
  play(game, part, blitz(2, 3, 3), {1});
  EXPECT_EQ(armies_of(part), (Ints{1, 1, 1, 2, 1, 1}));
  EXPECT_EQ(part.owners()[3], 0);
  apply(game, part = state, blitz(2, 3, 2));
  EXPECT_EQ(outcomes(game, part).size(), 4u) << "a win with two left, or a loss against one to three";
}

TEST(ClassicAttack, AttacksPerTurn) {
  Game game(path_map(6), yao2025(), 2);
  State state = halves(game, {1, 1, 9, 1, 1, 1});
  play(game, state, blitz(2, 3, 5), {4});
  EXPECT_EQ(state.head().phase, Phase::fortify);
  game.rules.attacks_per_turn = 2;
  state = halves(game, {1, 1, 9, 1, 1, 1});
  play(game, state, blitz(2, 3, 5), {4});
  EXPECT_EQ(state.head().phase, Phase::attack);
  play(game, state, blitz(3, 4, 1), {1});
  EXPECT_EQ(state.head().phase, Phase::fortify);
  game.rules.fortify = Fortify::none;
  game.rules.attacks_per_turn = 1;
  state = halves(game, {1, 1, 9, 1, 1, 1});
  play(game, state, blitz(2, 3, 5), {4});
  EXPECT_EQ(state.head().mover, 1);
  EXPECT_EQ(state.head().turns, 1);
  EXPECT_EQ(state.head().attacks, 0);
}

// --- Fortifying ------------------------------------------------------------------------------------------------------

TEST(ClassicFortify, WhereTo) {
  const auto targets = [](Fortify how, Where where) {
    const Game game = path_game([&](Rules& r) { r.fortify = how, r.fortify_where = where; });
    std::set<std::pair<int, int>> found;
    const State state = board(game, {0, 0, 0, 1, 0, 0}, {3, 1, 1, 1, 1, 2}, Phase::fortify);
    for (const Action& a : actions_of(game, state)) {
      if (a.kind == ActionKind::fortify) found.emplace(a.source, a.target);
    }
    return found;
  };
  using Pairs = std::set<std::pair<int, int>>;
  EXPECT_EQ(targets(Fortify::adjacent, Where::own), (Pairs{{0, 1}, {5, 4}}));
  EXPECT_EQ(targets(Fortify::connected, Where::own), (Pairs{{0, 1}, {0, 2}, {5, 4}}));
  EXPECT_EQ(targets(Fortify::connected, Where::border), (Pairs{{0, 2}, {5, 4}}));
  EXPECT_EQ(targets(Fortify::adjacent, Where::border), (Pairs{{5, 4}}));
}

TEST(ClassicFortify, MovesAndAmounts) {
  const Game game = path_game([](Rules& r) { r.fortify_moves = 2, r.fortify_amounts = Amounts::one_half_all; });
  State state = halves(game, {8, 1, 1, 1, 1, 1}, Phase::fortify);
  EXPECT_EQ(amounts_of(game, state, shift(0, 2, 0)), (Ints{1, 3, 7}));
  play(game, state, shift(0, 2, 7));
  EXPECT_EQ(state.head().phase, Phase::fortify);
  play(game, state, shift(2, 1, 3));
  EXPECT_EQ(armies_of(state), (Ints{1, 4, 5, 1, 1, 1}));
  EXPECT_EQ(state.head().mover, 1);
  const Game none = path_game([](Rules& r) { r.fortify = Fortify::none; });
  state = halves(none, {8, 1, 1, 1, 1, 1});
  play(none, state, pass());
  EXPECT_EQ(state.head().mover, 1);
}

TEST(ClassicFortify, FreshArmiesOnly) {
  const Game game(path_map(6), heredia2022(), 2);
  State state = halves(game, {4, 3, 1, 1, 1, 1});
  play(game, state, pass());
  EXPECT_EQ(state.head().phase, Phase::fortify);
  play(game, state, shift(0, 1, 3));
  EXPECT_EQ(amounts_of(game, state, shift(1, 2, 0)), (Ints{3})) << "the three that came may not go on";
  play(game, state, shift(1, 2, 3));
  EXPECT_EQ(amounts_of(game, state, shift(2, 1, 0)), (Ints{1}));
  play(game, state, shift(2, 1, 1));
  EXPECT_EQ(armies_of(state), (Ints{1, 4, 3, 1, 1, 1}));
  EXPECT_EQ(actions_of(game, state), std::vector<Action>{pass()});
  play(game, state, pass());
  EXPECT_EQ(state.head().mover, 1);
  EXPECT_TRUE(std::all_of(state.movable(), state.movable() + 6, [](int free) { return free == 0; }));
}

// --- Positions as values ---------------------------------------------------------------------------------------------

TEST(ClassicState, CopiesAreIndependent) {
  const Game game = path_game([](Rules&) {}), large(path_map(100), Rules{}, 6);
  Random random(1);
  State state = start(game, random), copy = state;
  EXPECT_EQ(state, copy);
  EXPECT_EQ(state.hash(), copy.hash());
  step(game, copy, random_action(game, copy, random), random);
  EXPECT_NE(state, copy);
  EXPECT_NE(state.hash(), copy.hash());
  const State other = start(large, random);
  copy = other;  // of another size
  EXPECT_EQ(copy, other);
  const State moved = std::move(copy);
  EXPECT_EQ(moved, other);
  EXPECT_EQ(moved.bytes(), large.state_bytes());
}

TEST(ClassicState, HashTellsPositionsApart) {
  const Game game(path_map(6), heredia2022(), 2);
  const State state = halves(game, {1, 2, 3, 4, 5, 6});
  std::set<std::uint64_t> hashes{state.hash()};
  int positions = 1;
  const auto differs = [&](auto&& change) {
    State other = state;
    change(other);
    hashes.insert(other.hash());
    ++positions;
  };
  for (int t = 0; t < 6; ++t) {
    differs([&](State& s) { s.set_armies(t, 70'000); });
    differs([&](State& s) { s.owners()[t] = static_cast<Seat>(1 - s.owners()[t]); });
    differs([&](State& s) { s.movable()[t] = 4; });
    differs([&](State& s) { s.cards()[t] = 1; });
    differs([&](State& s) { s.cards()[t] = kDiscarded; });
    differs([&](State& s) { s.cards()[t + 6] = kInDeck; });
  }
  differs([](State& s) { std::swap(s.armies()[0], s.armies()[1]); });
  differs([](State& s) { s.head().phase = Phase::fortify; });
  differs([](State& s) { s.head().mover = 1; });
  differs([](State& s) { s.head().trades = 1; });
  differs([](State& s) { s.head().conquered = true; });
  differs([](State& s) { s.head().to_place = 1; });
  EXPECT_EQ(hashes.size(), static_cast<std::size_t>(positions));
}

}  // namespace
}  // namespace hegemon::classic
