// Rules of the simultaneous-orders family. The fields are documented in src/hegemon/rules/simultaneous.py.
#pragma once

namespace hegemon::simultaneous {

enum class Rounding { straight, weighted_random };
enum class Halves { survivors, kills, doubles };
enum class Annihilation { empty, one_stays };
enum class MovingTwice { free, never };
enum class SourceCheck { planning, execution };
enum class Interleave { fewer_deploys, coin_per_pair, cycle };
enum class IdleOrders { use_slot, free };
enum class ExcessDeploy { refuse, clip, allow };
enum class IllegalOrders { refuse_plan, drop };
enum class Start { scatter, picks };
enum class Wastelands { none, half_groups };
enum class Picking { ranked, snake };
enum class RankedConflict { coin, snake };
enum class Fog { none, light, normal, dense, complete };

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
};

}  // namespace hegemon::simultaneous
