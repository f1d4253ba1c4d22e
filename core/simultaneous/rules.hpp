// Rules of the simultaneous-orders family. The fields are documented in src/hegemon/rules/simultaneous.py.
#pragma once

#include <array>

namespace hegemon::simultaneous {

enum class Rounding { straight, weighted_random };
constexpr auto words(Rounding) { return std::to_array<const char*>({"straight", "weighted-random"}); }
enum class Halves { survivors, kills, doubles };
constexpr auto words(Halves) { return std::to_array<const char*>({"survivors", "kills", "doubles"}); }
enum class Annihilation { empty, one_stays };
constexpr auto words(Annihilation) { return std::to_array<const char*>({"empty", "one-stays"}); }
enum class MovingTwice { free, never };
constexpr auto words(MovingTwice) { return std::to_array<const char*>({"free", "never"}); }
enum class SourceCheck { planning, execution };
constexpr auto words(SourceCheck) { return std::to_array<const char*>({"planning", "execution"}); }
enum class Interleave { fewer_deploys, coin_per_pair, cycle };
constexpr auto words(Interleave) { return std::to_array<const char*>({"fewer-deploys", "coin-per-pair", "cycle"}); }
enum class IdleOrders { use_slot, free };
constexpr auto words(IdleOrders) { return std::to_array<const char*>({"use-slot", "free"}); }
enum class ExcessDeploy { refuse, clip, allow };
constexpr auto words(ExcessDeploy) { return std::to_array<const char*>({"refuse", "clip", "allow"}); }
enum class IllegalOrders { refuse_plan, drop };
constexpr auto words(IllegalOrders) { return std::to_array<const char*>({"refuse-plan", "drop"}); }
enum class Start { scatter, picks };
constexpr auto words(Start) { return std::to_array<const char*>({"scatter", "picks"}); }
enum class Wastelands { none, half_groups };
constexpr auto words(Wastelands) { return std::to_array<const char*>({"none", "half-groups"}); }
enum class Picking { ranked, snake };
constexpr auto words(Picking) { return std::to_array<const char*>({"ranked", "snake"}); }
enum class RankedConflict { coin, snake };
constexpr auto words(RankedConflict) { return std::to_array<const char*>({"coin", "snake"}); }
enum class Fog { none, light, normal, dense, complete };
constexpr auto words(Fog) { return std::to_array<const char*>({"none", "light", "normal", "dense", "complete"}); }

struct Rules {
  int offense_kill_percent = 60;
  int defense_kill_percent = 70;
  int luck_percent = 0;
  Rounding rounding = Rounding::straight;
  Halves halves = Halves::kills;
  Annihilation annihilation = Annihilation::one_stays;
  int stands_guard = 1;
  MovingTwice moving_twice = MovingTwice::never;
  bool captured_frozen = false;
  bool losses_frozen = false;
  bool same_link_twice = false;
  SourceCheck source_check = SourceCheck::planning;
  Interleave interleave = Interleave::coin_per_pair;
  IdleOrders idle_orders = IdleOrders::free;
  int base_income = 5;
  ExcessDeploy excess_deploy = ExcessDeploy::refuse;
  IllegalOrders illegal_orders = IllegalOrders::drop;
  Start start = Start::picks;
  int territories_each = 0;
  int scatter_armies_low = 0;
  int scatter_armies_high = 4;
  int neutral_armies = 2;
  int start_armies = 2;
  Wastelands wastelands = Wastelands::none;
  int wasteland_armies = 6;
  Picking picking = Picking::snake;
  RankedConflict ranked_conflict = RankedConflict::coin;
  int offers_per_group = 1;
  int picks_shrink_percent = 0;
  bool picks_told = true;
  Fog fog = Fog::none;
  int round_cap = 0;
  int round_cap_percent = 0;

  // Ranges and explanations are those of the Python value.
  template <class Self, class Field>
  static void fields(Self& r, Field&& field) {
    field("offense_kill_percent", r.offense_kill_percent);
    field("defense_kill_percent", r.defense_kill_percent);
    field("luck_percent", r.luck_percent);
    field("rounding", r.rounding);
    field("halves", r.halves);
    field("annihilation", r.annihilation);
    field("stands_guard", r.stands_guard);
    field("moving_twice", r.moving_twice);
    field("captured_frozen", r.captured_frozen);
    field("losses_frozen", r.losses_frozen);
    field("same_link_twice", r.same_link_twice);
    field("source_check", r.source_check);
    field("interleave", r.interleave);
    field("idle_orders", r.idle_orders);
    field("base_income", r.base_income);
    field("excess_deploy", r.excess_deploy);
    field("illegal_orders", r.illegal_orders);
    field("start", r.start);
    field("territories_each", r.territories_each);
    field("scatter_armies_low", r.scatter_armies_low);
    field("scatter_armies_high", r.scatter_armies_high);
    field("neutral_armies", r.neutral_armies);
    field("start_armies", r.start_armies);
    field("wastelands", r.wastelands);
    field("wasteland_armies", r.wasteland_armies);
    field("picking", r.picking);
    field("ranked_conflict", r.ranked_conflict);
    field("offers_per_group", r.offers_per_group);
    field("picks_shrink_percent", r.picks_shrink_percent);
    field("picks_told", r.picks_told);
    field("fog", r.fog);
    field("round_cap", r.round_cap);
    field("round_cap_percent", r.round_cap_percent);
  }
};

}  // namespace hegemon::simultaneous
