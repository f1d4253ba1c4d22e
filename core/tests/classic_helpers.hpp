// Presets, positions, shorthand and invariants shared by the tests of the classic game.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "classic/batch.hpp"
#include "classic/evaluate.hpp"
#include "classic/game.hpp"
#include "helpers.hpp"

namespace hegemon::classic {

using simultaneous::broken_map;
using simultaneous::dense_map;
using simultaneous::grid_map;
using simultaneous::Ints;
using simultaneous::Links;
using simultaneous::path_map;

// --- The published presets, field by field as src/hegemon/rules/presets.py has them ----------------------------------

inline Rules heredia2022() {
  return {.deal = Deal::draft,
          .pool_of_two = 45,
          .setup_place = SetupPlace::four,
          .place_amounts = Amounts::all,
          .cards = Cards::automatic,
          .wildcards = 0,
          .card_bonus_on = CardBonusOn::each,
          .capture_hands = CaptureHands::keep,
          .deck_refill = DeckRefill::new_deck,
          .attack_mode = AttackMode::blitz,
          .occupy = Occupy::all,
          .fortify = Fortify::adjacent,
          .fortify_moves = 0,
          .fortify_amounts = Amounts::all,
          .fortify_fresh = true};
}

inline Rules swiss2025() {
  return {.deal_armies = 3,
          .setup_place = SetupPlace::none,
          .starter = Starter::random,
          .place_where = Where::border,
          .place_amounts = Amounts::one_half_all,
          .duplicates = true,
          .cards = Cards::none,
          .attack_mode = AttackMode::blitz,
          .occupy = Occupy::all,
          .fortify_amounts = Amounts::one_half_all,
          .moves_after_win = true,
          .decision_cap = 10'000};
}

inline Rules swiss2025_text() {
  Rules rules = swiss2025();
  rules.deal_armies = 1;
  rules.pool = 39;
  rules.setup_place = SetupPlace::random;
  rules.duplicates = false;
  rules.cards = Cards::automatic;
  rules.open_hands = true;
  rules.trade_at = 3;
  rules.card_bonus_on = CardBonusOn::first;
  rules.fortify_where = Where::border;
  rules.moves_after_win = false;
  return rules;
}

inline Rules yao2025() {
  return {.deal = Deal::alternate,
          .setup_place = SetupPlace::none,
          .income_base = IncomeBase::armies,
          .income_least = 1,
          .income_least_in_all = true,
          .army_cap = 40,
          .place_amounts = Amounts::all,
          .cards = Cards::none,
          .attack_mode = AttackMode::blitz,
          .attack_armies = AttackArmies::any,
          .attacks_per_turn = 1,
          .occupy = Occupy::all,
          .fortify = Fortify::adjacent,
          .turn_cap = 40,
          .cap_result = CapResult::armies};
}

inline Rules yao2025_code() {
  Rules rules = yao2025();
  rules.income_base = IncomeBase::territories;
  rules.income_least = 0;
  rules.income_least_in_all = false;
  rules.income_most = 1;
  rules.army_cap = 64;
  rules.attack_mode = AttackMode::roll;
  rules.attack_armies = AttackArmies::all;
  rules.occupy = Occupy::one;
  rules.fortify_amounts = Amounts::all;
  return rules;
}

inline Rules aminian2020() {
  return {.setup_place = SetupPlace::none,
          .starter = Starter::random,
          .income_divisor = 1,
          .income_least = 0,
          .groups_pay = false,
          .cards = Cards::none,
          .attack_mode = AttackMode::blitz,
          .attack_armies = AttackArmies::any,
          .battle = BattleKind::fair_duel,
          .attacks_per_turn = 3,
          .occupy = Occupy::all,
          .fortify = Fortify::none};
}

inline std::vector<std::pair<std::string, Rules>> presets() {
  return {{"classic", Rules{}},          {"heredia2022", heredia2022()},
          {"swiss2025", swiss2025()},    {"swiss2025-text", swiss2025_text()},
          {"yao2025", yao2025()},        {"yao2025-code", yao2025_code()},
          {"aminian2020", aminian2020()}};
}

// Any rules at all: every field is drawn from its range, numbers from the telling part of it.
inline Rules any_rules(Random& random) {
  const auto any = [&](auto last) {
    return static_cast<decltype(last)>(random.below(static_cast<unsigned>(last) + 1));
  };
  return {.deal = any(Deal::alternate),
          .deal_armies = random.between(1, 3),
          .pool = random.between(0, 2) * 15,
          .pool_of_two = random.between(0, 2) * 20,
          .setup_place = any(SetupPlace::random),
          .starter = any(Starter::random),
          .income_base = any(IncomeBase::armies),
          .income_divisor = random.between(1, 5),
          .income_least = random.between(0, 4),
          .income_most = random.between(0, 2) * 5,
          .income_least_in_all = random.chance(50),
          .groups_pay = random.chance(70),
          .group_growth_percent = random.between(0, 2) * 10,
          .army_cap = random.between(0, 2) * 40,
          .place_where = any(Where::border),
          .place_amounts = any(Amounts::one_half_all),
          .duplicates = random.chance(50),
          .cards = any(Cards::hand),
          .open_hands = random.chance(50),
          .wildcards = random.between(0, 3),
          .card_values = any(CardValues::fixed),
          .trade_at = random.between(3, 7),
          .card_bonus = random.between(0, 3),
          .card_bonus_on = any(CardBonusOn::each),
          .capture_hands = any(CaptureHands::discard),
          .deck_refill = any(DeckRefill::new_deck),
          .attack_mode = any(AttackMode::either),
          .attack_dice = any(AttackDice::choose),
          .attack_armies = any(AttackArmies::any),
          .battle = any(BattleKind::fair_duel),
          .attacks_per_turn = random.between(0, 3),
          .occupy = any(Occupy::one),
          .fortify = any(Fortify::connected),
          .fortify_moves = random.between(0, 2),
          .fortify_amounts = any(Amounts::one_half_all),
          .fortify_where = any(Where::border),
          .fortify_fresh = random.chance(50),
          .moves_after_win = random.chance(30),
          .turn_cap = random.between(0, 1) * 40,
          .decision_cap = 400,
          .cap_result = any(CapResult::territories)};
}

// --- Positions and decisions -----------------------------------------------------------------------------------------

inline Action pass() { return {}; }
inline Action pick_at(int t) {
  return {.kind = ActionKind::pick, .source = static_cast<std::uint16_t>(t), .armies = 1};
}
inline Action place_at(int t, int armies) {
  return {.kind = ActionKind::place, .source = static_cast<std::uint16_t>(t), .armies = armies};
}
inline Action between(ActionKind kind, int source, int target, int armies, int dice = 0) {
  return {.kind = kind,
          .dice = static_cast<std::uint8_t>(dice),
          .source = static_cast<std::uint16_t>(source),
          .target = static_cast<std::uint16_t>(target),
          .armies = armies};
}
inline Action blitz(int source, int target, int armies) { return between(ActionKind::attack, source, target, armies); }
inline Action roll(int source, int target, int dice) { return between(ActionKind::attack, source, target, 0, dice); }
inline Action shift(int source, int target, int armies) { return between(ActionKind::fortify, source, target, armies); }
inline Action move_in(int armies) { return {.kind = ActionKind::occupy, .armies = armies}; }
inline Action trade_of(int a, int b, int c, int bonus = -1) {
  return {.kind = ActionKind::trade,
          .source = static_cast<std::uint16_t>(a),
          .target = static_cast<std::uint16_t>(b),
          .third = static_cast<std::uint16_t>(c),
          .armies = bonus};
}

inline std::vector<Action> actions_of(const Game& game, const State& state) {
  std::vector<Action> actions;
  legal_actions(game, state, actions);
  EXPECT_EQ(actions.size(), count_actions(game, state));
  return actions;
}
inline bool allows(const Game& game, const State& state, const Action& action) {
  const auto actions = actions_of(game, state);
  return std::find(actions.begin(), actions.end(), action) != actions.end();
}
// The amounts of all legal actions that are otherwise like `action`.
inline Ints amounts_of(const Game& game, const State& state, Action action) {
  Ints amounts;
  for (const Action& other : actions_of(game, state)) {
    action.armies = other.armies;
    if (other == action) amounts.push_back(other.armies);
  }
  return amounts;
}

// All cards are in the deck, it is seat 0's turn.
inline State board(const Game& game, const Ints& owners, const Ints& armies, Phase phase = Phase::attack) {
  State state(game.map->size(), game.seats, game.card_copies());
  std::fill_n(state.cards(), state.head().copies, kNoCopy);
  if (state.head().copies > 0) std::fill_n(state.cards(), game.cards, kInDeck);
  state.head().phase = phase;
  for (int t = 0; t < state.size(); ++t) {
    state.owners()[t] = static_cast<Seat>(owners[static_cast<std::size_t>(t)]);
    state.set_armies(t, armies[static_cast<std::size_t>(t)]);
    with_width(game, [&](auto width) { state.land<width()>(state.owners()[t]).add(t); });
  }
  return state;
}
// Deals cards from the deck.
inline void deal_cards(const Game& game, State& state, int seat, const Ints& cards) {
  for (int card : cards) {
    int slot = card;
    while (slot < state.head().copies && state.cards()[slot] < kMaxSeats) slot += game.cards;
    ASSERT_LT(slot, state.head().copies);
    state.cards()[slot] = static_cast<std::uint8_t>(seat);
    ++state.head().hand[static_cast<std::size_t>(seat)];
  }
}

inline Ints owners_of(const State& state) { return {state.owners(), state.owners() + state.size()}; }
inline Ints armies_of(const State& state) { return {state.armies(), state.armies() + state.size()}; }
inline std::int64_t total_of(const State& state) {
  return std::accumulate(state.armies(), state.armies() + state.size(), std::int64_t{0});
}
inline int slots_with(const State& state, int where) {
  return static_cast<int>(std::count(state.cards(), state.cards() + state.head().copies, where));
}

// One legal decision with the given chance outcomes, all of which must be used.
inline void play(const Game& game, State& state, const Action& action, const Ints& tape = {}) {
  EXPECT_TRUE(allows(game, state, action));
  apply(game, state, action);
  for (int outcome : tape) {
    const auto all = outcomes(game, state);
    EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](const auto& each) { return each.first == outcome; }));
    apply_outcome(game, state, outcome);
  }
  EXPECT_EQ(state.head().chance, ChanceKind::none);
}

// Sum of squared deviations over the expected counts.
inline double chi_square(const Ints& counts, const std::vector<double>& probabilities) {
  const int all = std::accumulate(counts.begin(), counts.end(), 0);
  double sum = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double expected = all * probabilities[i];
    if (expected > 0) sum += (counts[i] - expected) * (counts[i] - expected) / expected;
  }
  return sum;
}

using MapPointer = std::shared_ptr<const Map>;

inline Game game_of(const MapPointer& map, const Rules& rules, int seats) { return {map, rules, seats}; }

// With groups of several sizes and values, one of them negative.
inline MapPointer grouped_grid() {
  const MapPointer plain = grid_map(4, 4);
  std::vector<std::array<int, 2>> links;
  for (const auto& link : plain->links()) links.push_back({link[0], link[1]});
  const std::vector<Group> groups{{3, {0, 1, 4, 5}}, {2, {2, 3}}, {-1, {10, 11}}, {5, {8, 9, 12, 13, 14, 15}}};
  return std::make_shared<const Map>(16, links, groups);
}

// Plays on by decide(state), which must be legal, and counts the decisions of every phase.
template <class Decide>
void play_legally(const Game& game, Random& random, std::map<Phase, int>& seen, Decide&& decide) {
  State state = start(game, random);
  for (int i = 0; i < 400 && state.head().phase != Phase::over; ++i) {
    const Action action = decide(state);
    ASSERT_TRUE(is_legal(game, state, action))
        << illegal_reason(game, state, action) << ", phase " << static_cast<int>(state.head().phase);
    ++seen[state.head().phase];
    step(game, state, action, random);
  }
}

inline void expect_every_phase(std::map<Phase, int>& seen) {
  for (const Phase phase :
       {Phase::pick, Phase::setup, Phase::trade, Phase::place, Phase::attack, Phase::occupy, Phase::fortify}) {
    EXPECT_GT(seen[phase], 10);
  }
}

}  // namespace hegemon::classic
