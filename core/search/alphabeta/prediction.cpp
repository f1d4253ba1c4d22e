#include "search/alphabeta/prediction.hpp"

#include <algorithm>

#include "base/hash.hpp"

namespace hegemon::search {
namespace {

using classic::Action;
using classic::ActionKind;
using classic::AttackArmies;
using classic::AttackMode;
using classic::BattleKind;
using classic::kMaxSeats;
using classic::Occupy;
using classic::Rules;
using classic::Seat;

constexpr std::uint64_t kMoverKey = 0xd1342543de82ef95ULL, kAttackKey = 0x2545f4914f6cdd1dULL;

std::int64_t degree_share(const Map& map, int territory, std::int64_t unit) {
  const auto degree = static_cast<std::int64_t>(map.neighbours(territory).size());
  return degree == 0 ? 0 : unit / degree;
}

std::uint64_t turn_key(int mover, int attacks_left) {
  return kMoverKey * static_cast<std::uint64_t>(mover) + kAttackKey * static_cast<std::uint64_t>(attacks_left);
}

}  // namespace

Prediction::Prediction(const classic::Game& game, const Foresight& foresight)
    : game_(game), map_(*game.map), borders_(map_), foresight_(foresight), attacks_a_turn_(foresight.attacks) {
  const int limit = game.rules.attacks_per_turn;
  if (limit > 0) attacks_a_turn_ = std::min(attacks_a_turn_, limit);
  foresight_.threshold = std::max(foresight_.threshold, 1);  // the model needs more armies than the target has
  // Armies count linearly in the hash, so that adding some is one multiplication.
  std::uint64_t number = 0;
  for (int t = 0; t < map_.size(); ++t) {
    inverse_degree_.push_back(degree_share(map_, t, kUnit));
    army_keys_.push_back(mix(0x9e3779b97f4a7c15ULL * ++number) | 1);
    for (int seat = 0; seat < kMaxSeats; ++seat) owner_keys_.push_back(mix(0x9e3779b97f4a7c15ULL * ++number));
  }
}

void Prediction::load(const classic::State& state, int searcher) {
  searcher_ = searcher;
  restless_ = foresight_.no_pass_after_round > 0 && state.head().round >= foresight_.no_pass_after_round;
  std::copy_n(state.armies(), state.size(), armies_.begin());
  std::copy_n(state.owners(), state.size(), owners_.begin());
  group_values_.clear();
  for (const Group& group : map_.groups()) {
    group_values_.push_back(classic::group_value(game_.rules, group.value, state.head().round));
  }
  sums_ = {};
  sums_.mover = state.head().mover;
  const int limit = game_.rules.attacks_per_turn;
  const int used = state.head().attacks;
  sums_.attacks_left =
      static_cast<std::int16_t>(limit > 0 ? std::clamp(limit - used, 0, attacks_a_turn_) : attacks_a_turn_);
  sums_ = count();
}

Prediction::Sums Prediction::count() const {
  Sums sums;
  sums.mover = sums_.mover;
  sums.attacks_left = sums_.attacks_left;
  sums.hash = turn_key(sums.mover, sums.attacks_left);
  std::int64_t doubled_front = 0, doubled_danger = 0;
  for (int t = 0; t < map_.size(); ++t) {
    const auto i = static_cast<std::size_t>(t);
    const Pairs pairs = pairs_of(t, -1);
    doubled_front += pairs.front;
    doubled_danger += pairs.danger;
    sums.pairs += pairs.count;
    sums.all_armies += armies_[i];
    if (owners_[i] < 0) continue;
    const auto seat = static_cast<std::size_t>(owners_[i]);
    sums.armies[seat] += armies_[i];
    sums.alive = static_cast<std::int16_t>(sums.alive + (sums.land[seat]++ == 0));
    sums.hash += army_keys_[i] * static_cast<std::uint64_t>(armies_[i]) + owner_key(t, owners_[i]);
  }
  sums.front = doubled_front / 2;
  sums.danger = doubled_danger / 2;
  sums.pairs /= 2;
  return sums;
}

// The pairs of a searcher's territory and an enemy's that this territory is in.
Prediction::Pairs Prediction::pairs_of(int territory, int except) const {
  Pairs pairs;
  const bool own = mine(territory);
  const std::int32_t here = armies_[static_cast<std::size_t>(territory)];
  borders_.each(territory, [&](Territory n) {  // no branch to mispredict
    const int counts = -static_cast<int>((mine(n) != own) & (n != except));
    pairs.front += ratio(own ? here : armies_[n], own ? armies_[n] : here) & counts;
    pairs.danger += inverse_degree_[own ? static_cast<std::size_t>(territory) : n] & counts;
    pairs.count -= counts;
  });
  return pairs;
}

Features Prediction::features() const {
  return features(sums_.armies[static_cast<std::size_t>(searcher_)], sums_.all_armies);
}

Features Prediction::features_before_draft() const {
  const int more = income(sums_.mover);
  const int own = sums_.armies[static_cast<std::size_t>(searcher_)];
  return features(sums_.mover == searcher_ ? own + more : own, sums_.all_armies + more);
}

Features Prediction::features(int own_armies, int all_armies) const {
  const double land = sums_.land[static_cast<std::size_t>(searcher_)];
  if (land == 0) return {};
  constexpr double unit = kUnit;
  return {.land = land / map_.size(),
          .armies = static_cast<double>(own_armies) / all_armies,
          .front = sums_.pairs == 0 ? 1.0 : static_cast<double>(sums_.front) / (unit * sums_.pairs),
          .safety = 1.0 - static_cast<double>(sums_.danger) / (unit * land)};
}

int Prediction::income(int seat) const {
  const Rules& rules = game_.rules;
  const auto s = static_cast<std::size_t>(seat);
  const int counted = rules.income_base == classic::IncomeBase::territories ? sums_.land[s] : sums_.armies[s];
  int base = counted / rules.income_divisor;
  if (!rules.income_least_in_all) base = std::max(base, rules.income_least);
  if (rules.income_most > 0) base = std::min(base, rules.income_most);
  int total = base + (rules.groups_pay ? group_income(seat) : 0);
  if (rules.income_least_in_all) total = std::max(total, rules.income_least);
  if (rules.army_cap > 0) total = std::min(total, rules.army_cap - sums_.armies[s]);
  return std::clamp(total, 0, classic::kMaxIncome);
}

int Prediction::group_income(int seat) const {
  int total = 0;
  const auto& groups = map_.groups();
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const auto& members = groups[g].members;
    const auto owned = [&](Territory t) { return owners_[t] == seat; };
    if (!members.empty() && std::all_of(members.begin(), members.end(), owned)) total += group_values_[g];
  }
  return total;
}

// The territories of the mover with armies to send; no branch to mispredict.
std::size_t Prediction::list_sources(std::array<std::uint16_t, kMaxTerritories>& sources) const {
  std::size_t count = 0;
  for (std::size_t t = 0; t < static_cast<std::size_t>(map_.size()); ++t) {
    sources[count] = static_cast<std::uint16_t>(t);
    count += static_cast<std::size_t>(owners_[t] == sums_.mover) & static_cast<std::size_t>(armies_[t] >= 2);
  }
  return count;
}

void Prediction::list_targets(std::uint16_t source, std::vector<PredictedMove>& attacks) const {
  for (Territory n : map_.neighbours(source)) {
    const int surplus = armies_[source] - armies_[n];
    if (owners_[n] != sums_.mover && surplus >= foresight_.threshold) attacks.push_back({source, n, surplus});
  }
}

void Prediction::list_best_target(std::uint16_t source, std::vector<PredictedMove>& attacks) const {
  std::int32_t weakest = classic::kMaxArmies + 1;
  Territory target = 0;
  borders_.each(source, [&](Territory n) {
    const std::int32_t there = owners_[n] == sums_.mover ? classic::kMaxArmies + 1 : armies_[n];
    target = there < weakest ? n : target;
    weakest = std::min(weakest, there);
  });
  const int surplus = armies_[source] - weakest;
  if (surplus >= foresight_.threshold) attacks.push_back({source, target, surplus});
}

void Prediction::list_attacks(std::vector<PredictedMove>& attacks) const {
  attacks.clear();
  if (sums_.attacks_left == 0) return;
  std::array<std::uint16_t, kMaxTerritories> sources;
  const std::size_t count = list_sources(sources);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint16_t source = sources[i];
    foresight_.targets == Targets::all ? list_targets(source, attacks) : list_best_target(source, attacks);
  }
  // An insertion sort: lists are short, and equal ones keep their order.
  for (std::size_t i = 1; i < attacks.size(); ++i) {
    const PredictedMove attack = attacks[i];
    std::size_t j = i;
    for (; j > 0 && attacks[j - 1].surplus < attack.surplus; --j) attacks[j] = attacks[j - 1];
    attacks[j] = attack;
  }
}

void Prediction::list_moves(std::vector<PredictedMove>& moves) const {
  list_attacks(moves);
  if (!restless_ || moves.empty()) moves.emplace_back();
}

// The armies that go: the mean of both sides, so that half of the surplus stays behind; or what the rules say.
int Prediction::sent(int attackers, int defenders) const {
  const bool duel = game_.rules.battle == BattleKind::fair_duel;
  const int most = duel ? attackers : attackers - 1;
  if (game_.rules.attack_armies == AttackArmies::all) return most;
  return std::clamp((attackers + defenders + 1) / 2, duel ? 2 : 1, most);
}

Prediction::Left Prediction::battle(int attackers, int defenders) const {
  const Rules& rules = game_.rules;
  if (rules.attack_mode == AttackMode::roll) {
    const int killed = std::min(classic::attack_dice(attackers - 1), classic::defence_dice(defenders));
    if (killed < defenders) return {attackers, defenders - killed, false};
    defenders = 0;
  }
  const int left = std::max(attackers - defenders, 2);  // one must stay, one moves in
  int moved = left - 1;
  if (rules.occupy == Occupy::one) {
    moved = 1;
  } else if (rules.occupy == Occupy::choose) {
    moved = (left + 1) / 2;
  } else if (rules.attack_mode != AttackMode::roll) {
    moved = std::clamp(sent(attackers, defenders) - defenders, 1, left - 1);
  }
  return {left - moved, moved, true};
}

Action Prediction::action(const PredictedMove& attack) const {
  if (attack.passes()) return {};
  const int here = armies_[attack.source], there = armies_[attack.target];
  Action action{.kind = ActionKind::attack, .source = attack.source, .target = attack.target};
  if (game_.rules.attack_mode == AttackMode::roll) {
    action.dice = static_cast<std::uint8_t>(classic::attack_dice(here - 1));
  } else {
    action.armies = sent(here, there);
  }
  return action;
}

void Prediction::change_armies(int territory, int armies) {
  const auto i = static_cast<std::size_t>(territory);
  const int more = armies - armies_[i];
  armies_[i] = armies;
  sums_.armies[static_cast<std::size_t>(owners_[i])] += more;
  sums_.all_armies += more;
  sums_.hash += army_keys_[i] * static_cast<std::uint64_t>(static_cast<std::int64_t>(more));
}

void Prediction::change_owner(int territory, int seat) {
  const auto i = static_cast<std::size_t>(territory);
  const auto before = static_cast<std::size_t>(owners_[i]), after = static_cast<std::size_t>(seat);
  sums_.hash += owner_key(territory, seat) - owner_key(territory, owners_[i]);
  sums_.armies[before] -= armies_[i];
  sums_.armies[after] += armies_[i];
  sums_.alive = static_cast<std::int16_t>(sums_.alive - (--sums_.land[before] == 0));
  ++sums_.land[after];
  owners_[i] = static_cast<Seat>(seat);
}

void Prediction::attack(const PredictedMove& attack) {
  const Left left = battle(armies_[attack.source], armies_[attack.target]);
  const Pairs source = pairs_of(attack.source, -1), target = pairs_of(attack.target, attack.source);
  change_armies(attack.source, left.source);
  change_armies(attack.target, left.target);
  if (left.taken) change_owner(attack.target, sums_.mover);
  const Pairs source_now = pairs_of(attack.source, -1), target_now = pairs_of(attack.target, attack.source);
  sums_.front += source_now.front + target_now.front - source.front - target.front;
  sums_.danger += source_now.danger + target_now.danger - source.danger - target.danger;
  sums_.pairs += source_now.count + target_now.count - source.count - target.count;
}

bool Prediction::apply(const PredictedMove& move, Undo& undo) {
  undo.sums = sums_;
  undo.attack = move;
  undo.draft.clear();
  if (!move.passes()) {
    undo.source_armies = armies_[move.source];
    undo.target_armies = armies_[move.target];
    undo.target_owner = owners_[move.target];
    attack(move);
    --sums_.attacks_left;
    sums_.hash -= kAttackKey;
  }
  if ((!move.passes() && sums_.attacks_left > 0) || over()) return false;
  end_turn();
  return true;
}

void Prediction::end_turn() {
  sums_.hash -= turn_key(sums_.mover, sums_.attacks_left);
  int seat = sums_.mover;
  do seat = (seat + 1) % game_.seats;
  while (sums_.land[static_cast<std::size_t>(seat)] == 0);
  sums_.mover = static_cast<std::int8_t>(seat);
  sums_.attacks_left = static_cast<std::int16_t>(attacks_a_turn_);
  sums_.hash += turn_key(sums_.mover, sums_.attacks_left);
}

void Prediction::draft(Undo& undo) {
  const int seat = sums_.mover;
  draft_by_security(borders_, owners_.data(), armies_.data(), seat, income(seat), undo.draft);
  if (game_.rules.place_amounts == classic::Amounts::all && undo.draft.size() > 1) {
    for (std::size_t i = 1; i < undo.draft.size(); ++i) undo.draft[0].armies += undo.draft[i].armies;
    undo.draft.resize(1);
  }
  for (const Placement& placement : undo.draft) reinforce(placement.territory, placement.armies);
}

void Prediction::reinforce(int territory, int armies) {
  const bool own = mine(territory);
  const std::int32_t before = armies_[static_cast<std::size_t>(territory)], after = before + armies;
  std::int64_t more = 0;
  borders_.each(territory, [&](Territory n) {
    const std::int32_t there = armies_[n];
    more += (ratio(own ? after : there, own ? there : after) - ratio(own ? before : there, own ? there : before)) &
            -static_cast<int>(mine(n) != own);
  });
  sums_.front += more;
  change_armies(territory, after);
}

void Prediction::take_back(const Undo& undo) {
  for (const Placement& placement : undo.draft) armies_[placement.territory] -= placement.armies;
  if (!undo.attack.passes()) {
    armies_[undo.attack.source] = undo.source_armies;
    armies_[undo.attack.target] = undo.target_armies;
    owners_[undo.attack.target] = undo.target_owner;
  }
  sums_ = undo.sums;
}

}  // namespace hegemon::search
