// Rules of the classic dice family. The fields are documented in src/hegemon/rules/classic.py.
#pragma once

#include <array>

namespace hegemon::classic {

enum class Deal { draft, random, alternate };
constexpr auto words(Deal) { return std::to_array<const char*>({"draft", "random", "alternate"}); }
enum class SetupPlace { none, one, four, random };
constexpr auto words(SetupPlace) { return std::to_array<const char*>({"none", "one", "four", "random"}); }
enum class Starter { first_seat, random };
constexpr auto words(Starter) { return std::to_array<const char*>({"first-seat", "random"}); }
enum class IncomeBase { territories, armies };
constexpr auto words(IncomeBase) { return std::to_array<const char*>({"territories", "armies"}); }
enum class Where { own, border };
constexpr auto words(Where) { return std::to_array<const char*>({"own", "border"}); }
enum class Amounts { any, all, one_half_all };
constexpr auto words(Amounts) { return std::to_array<const char*>({"any", "all", "one-half-all"}); }
enum class Cards { none, automatic, hand };
constexpr auto words(Cards) { return std::to_array<const char*>({"none", "auto", "hand"}); }
enum class CardValues { escalating, fixed };
constexpr auto words(CardValues) { return std::to_array<const char*>({"escalating", "fixed"}); }
enum class CardBonusOn { one, first, each };
constexpr auto words(CardBonusOn) { return std::to_array<const char*>({"one", "first", "each"}); }
enum class CaptureHands { trade_now, keep, discard };
constexpr auto words(CaptureHands) { return std::to_array<const char*>({"trade-now", "keep", "discard"}); }
enum class DeckRefill { discards, new_deck };
constexpr auto words(DeckRefill) { return std::to_array<const char*>({"discards", "new-deck"}); }
enum class AttackMode { blitz, roll, either };
constexpr auto words(AttackMode) { return std::to_array<const char*>({"blitz", "roll", "either"}); }
enum class AttackDice { most, choose };
constexpr auto words(AttackDice) { return std::to_array<const char*>({"most", "choose"}); }
enum class AttackArmies { all, any };
constexpr auto words(AttackArmies) { return std::to_array<const char*>({"all", "any"}); }
enum class BattleKind { dice, fair_duel };
constexpr auto words(BattleKind) { return std::to_array<const char*>({"dice", "fair-duel"}); }
enum class Occupy { choose, all, one };
constexpr auto words(Occupy) { return std::to_array<const char*>({"choose", "all", "one"}); }
enum class Fortify { none, adjacent, connected };
constexpr auto words(Fortify) { return std::to_array<const char*>({"none", "adjacent", "connected"}); }
enum class CapResult { draw, armies, territories };
constexpr auto words(CapResult) { return std::to_array<const char*>({"draw", "armies", "territories"}); }

struct Rules {
  Deal deal = Deal::random;
  int deal_armies = 1;
  int pool = 0;
  int pool_of_two = 40;
  SetupPlace setup_place = SetupPlace::one;
  Starter starter = Starter::first_seat;
  IncomeBase income_base = IncomeBase::territories;
  int income_divisor = 3;
  int income_least = 3;
  int income_most = 0;
  bool income_least_in_all = false;
  bool groups_pay = true;
  int group_growth_percent = 0;
  int army_cap = 0;
  Where place_where = Where::own;
  Amounts place_amounts = Amounts::any;
  bool duplicates = false;
  Cards cards = Cards::hand;
  bool open_hands = false;
  int wildcards = 2;
  CardValues card_values = CardValues::escalating;
  int trade_at = 5;
  int card_bonus = 2;
  CardBonusOn card_bonus_on = CardBonusOn::one;
  CaptureHands capture_hands = CaptureHands::trade_now;
  DeckRefill deck_refill = DeckRefill::discards;
  AttackMode attack_mode = AttackMode::either;
  AttackDice attack_dice = AttackDice::most;
  AttackArmies attack_armies = AttackArmies::all;
  BattleKind battle = BattleKind::dice;
  int attacks_per_turn = 0;
  Occupy occupy = Occupy::choose;
  Fortify fortify = Fortify::connected;
  int fortify_moves = 1;
  Amounts fortify_amounts = Amounts::any;
  Where fortify_where = Where::own;
  bool fortify_fresh = false;
  bool moves_after_win = false;
  int turn_cap = 0;
  int decision_cap = 0;
  CapResult cap_result = CapResult::draw;

  // Ranges and explanations are those of the Python value.
  template <class Self, class Field>
  static void fields(Self& r, Field&& field) {
    field("deal", r.deal);
    field("deal_armies", r.deal_armies);
    field("pool", r.pool);
    field("pool_of_two", r.pool_of_two);
    field("setup_place", r.setup_place);
    field("starter", r.starter);
    field("income_base", r.income_base);
    field("income_divisor", r.income_divisor);
    field("income_least", r.income_least);
    field("income_most", r.income_most);
    field("income_least_in_all", r.income_least_in_all);
    field("groups_pay", r.groups_pay);
    field("group_growth_percent", r.group_growth_percent);
    field("army_cap", r.army_cap);
    field("place_where", r.place_where);
    field("place_amounts", r.place_amounts);
    field("duplicates", r.duplicates);
    field("cards", r.cards);
    field("open_hands", r.open_hands);
    field("wildcards", r.wildcards);
    field("card_values", r.card_values);
    field("trade_at", r.trade_at);
    field("card_bonus", r.card_bonus);
    field("card_bonus_on", r.card_bonus_on);
    field("capture_hands", r.capture_hands);
    field("deck_refill", r.deck_refill);
    field("attack_mode", r.attack_mode);
    field("attack_dice", r.attack_dice);
    field("attack_armies", r.attack_armies);
    field("battle", r.battle);
    field("attacks_per_turn", r.attacks_per_turn);
    field("occupy", r.occupy);
    field("fortify", r.fortify);
    field("fortify_moves", r.fortify_moves);
    field("fortify_amounts", r.fortify_amounts);
    field("fortify_where", r.fortify_where);
    field("fortify_fresh", r.fortify_fresh);
    field("moves_after_win", r.moves_after_win);
    field("turn_cap", r.turn_cap);
    field("decision_cap", r.decision_cap);
    field("cap_result", r.cap_result);
  }
};

}  // namespace hegemon::classic
