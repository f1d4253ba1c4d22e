// Rules of the classic dice family. The fields are documented in src/hegemon/rules/classic.py.
#pragma once

namespace hegemon::classic {

enum class Deal { draft, random, alternate };
enum class SetupPlace { none, one, four, random };
enum class Starter { first_seat, random };
enum class IncomeBase { territories, armies };
enum class Where { own, border };
enum class Amounts { any, all, one_half_all };
enum class Cards { none, automatic, hand };
enum class CardValues { escalating, fixed };
enum class CardBonusOn { one, first, each };
enum class CaptureHands { trade_now, keep, discard };
enum class DeckRefill { discards, new_deck };
enum class AttackMode { blitz, roll, either };
enum class AttackDice { most, choose };
enum class AttackArmies { all, any };
enum class BattleKind { dice, fair_duel };
enum class Occupy { choose, all, one };
enum class Fortify { none, adjacent, connected };
enum class CapResult { draw, armies, territories };

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
};

}  // namespace hegemon::classic
