#include "bindings.hpp"
#include "fields.hpp"
#include "simultaneous/rules.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hegemon::simultaneous;

namespace {

Rules read_rules(nb::dict dict) {
  Fields fields(dict);
  Rules r;
  fields.read("offense_kill_percent", r.offense_kill_percent);
  fields.read("defense_kill_percent", r.defense_kill_percent);
  fields.read("luck_percent", r.luck_percent);
  fields.read("rounding", r.rounding, {"straight", "weighted-random"});
  fields.read("halves", r.halves, {"survivors", "kills", "doubles"});
  fields.read("annihilation", r.annihilation, {"empty", "one-stays"});
  fields.read("stands_guard", r.stands_guard);
  fields.read("moving_twice", r.moving_twice, {"free", "never"});
  fields.read("captured_frozen", r.captured_frozen);
  fields.read("losses_frozen", r.losses_frozen);
  fields.read("same_link_twice", r.same_link_twice);
  fields.read("source_check", r.source_check, {"planning", "execution"});
  fields.read("interleave", r.interleave, {"fewer-deploys", "coin-per-pair", "cycle"});
  fields.read("idle_orders", r.idle_orders, {"use-slot", "free"});
  fields.read("base_income", r.base_income);
  fields.read("excess_deploy", r.excess_deploy, {"refuse", "clip", "allow"});
  fields.read("illegal_orders", r.illegal_orders, {"refuse-plan", "drop"});
  fields.read("start", r.start, {"scatter", "picks"});
  fields.read("territories_each", r.territories_each);
  fields.read("scatter_armies_low", r.scatter_armies_low);
  fields.read("scatter_armies_high", r.scatter_armies_high);
  fields.read("neutral_armies", r.neutral_armies);
  fields.read("start_armies", r.start_armies);
  fields.read("wastelands", r.wastelands, {"none", "half-groups"});
  fields.read("wasteland_armies", r.wasteland_armies);
  fields.read("picking", r.picking, {"ranked", "snake"});
  fields.read("ranked_conflict", r.ranked_conflict, {"coin", "snake"});
  fields.read("offers_per_group", r.offers_per_group);
  fields.read("picks_shrink_percent", r.picks_shrink_percent);
  fields.read("picks_told", r.picks_told);
  fields.read("fog", r.fog, {"none", "light", "normal", "dense", "complete"});
  fields.read("round_cap", r.round_cap);
  fields.read("round_cap_percent", r.round_cap_percent);
  fields.finish();
  return r;
}

}  // namespace

void bind_simultaneous_rules(nb::module_& module) {
  nb::class_<Rules>(module, "SimultaneousRules", "The fields of hegemon.rules.SimultaneousRules, read by the core.")
      .def(
          "__init__", [](Rules* self, nb::dict fields) { new (self) Rules(read_rules(fields)); }, "fields"_a,
          nb::sig("def __init__(self, fields: dict[str, int | bool | str]) -> None"));
}
