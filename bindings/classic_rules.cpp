#include "bindings.hpp"
#include "classic/rules.hpp"
#include "fields.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hegemon::classic;

namespace {

Rules read_rules(nb::dict dict) {
  Fields fields(dict);
  Rules r;
  fields.read("deal", r.deal, {"draft", "random", "alternate"});
  fields.read("deal_armies", r.deal_armies);
  fields.read("pool", r.pool);
  fields.read("pool_of_two", r.pool_of_two);
  fields.read("setup_place", r.setup_place, {"none", "one", "four", "random"});
  fields.read("starter", r.starter, {"first-seat", "random"});
  fields.read("income_base", r.income_base, {"territories", "armies"});
  fields.read("income_divisor", r.income_divisor);
  fields.read("income_least", r.income_least);
  fields.read("income_most", r.income_most);
  fields.read("income_least_in_all", r.income_least_in_all);
  fields.read("groups_pay", r.groups_pay);
  fields.read("group_growth_percent", r.group_growth_percent);
  fields.read("army_cap", r.army_cap);
  fields.read("place_where", r.place_where, {"own", "border"});
  fields.read("place_amounts", r.place_amounts, {"any", "all", "one-half-all"});
  fields.read("duplicates", r.duplicates);
  fields.read("cards", r.cards, {"none", "auto", "hand"});
  fields.read("open_hands", r.open_hands);
  fields.read("wildcards", r.wildcards);
  fields.read("card_values", r.card_values, {"escalating", "fixed"});
  fields.read("trade_at", r.trade_at);
  fields.read("card_bonus", r.card_bonus);
  fields.read("card_bonus_on", r.card_bonus_on, {"one", "first", "each"});
  fields.read("capture_hands", r.capture_hands, {"trade-now", "keep", "discard"});
  fields.read("deck_refill", r.deck_refill, {"discards", "new-deck"});
  fields.read("attack_mode", r.attack_mode, {"blitz", "roll", "either"});
  fields.read("attack_dice", r.attack_dice, {"most", "choose"});
  fields.read("attack_armies", r.attack_armies, {"all", "any"});
  fields.read("battle", r.battle, {"dice", "fair-duel"});
  fields.read("attacks_per_turn", r.attacks_per_turn);
  fields.read("occupy", r.occupy, {"choose", "all", "one"});
  fields.read("fortify", r.fortify, {"none", "adjacent", "connected"});
  fields.read("fortify_moves", r.fortify_moves);
  fields.read("fortify_amounts", r.fortify_amounts, {"any", "all", "one-half-all"});
  fields.read("fortify_where", r.fortify_where, {"own", "border"});
  fields.read("fortify_fresh", r.fortify_fresh);
  fields.read("moves_after_win", r.moves_after_win);
  fields.read("turn_cap", r.turn_cap);
  fields.read("decision_cap", r.decision_cap);
  fields.read("cap_result", r.cap_result, {"draw", "armies", "territories"});
  fields.finish();
  return r;
}

}  // namespace

void bind_classic_rules(nb::module_& module) {
  nb::class_<Rules>(module, "ClassicRules", "The fields of hegemon.rules.ClassicRules, read by the core.")
      .def(
          "__init__", [](Rules* self, nb::dict fields) { new (self) Rules(read_rules(fields)); }, "fields"_a,
          nb::sig("def __init__(self, fields: dict[str, int | bool | str]) -> None"));
}
