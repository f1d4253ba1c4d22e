#include "envs/classic_actions.hpp"

#include <algorithm>

#include "classic/enumerate.hpp"
#include "envs/bits.hpp"

namespace hegemon::envs {

using namespace classic;

namespace {

// Half is told apart from one and from all.
bool has_half(int most) { return most >= 4; }
bool has_one(int most) { return most >= 2; }

Action best_trade(const Game& game, const State& state) {
  std::vector<Action> trades;
  list_trades(game, state, trades);
  const auto worth = [&](const Action& a) {
    const std::array<int, 3> cards = {a.source, a.target, a.third};
    const auto wild = std::count_if(cards.begin(), cards.end(), [&](int card) { return card >= game.map->size(); });
    const int bonus = a.armies >= 0 ? state.armies()[a.armies] : -1;
    return std::tuple(set_value(game, state, cards), -wild, bonus);
  };
  return *std::max_element(trades.begin(), trades.end(),
                           [&](const Action& a, const Action& b) { return worth(a) < worth(b); });
}

}  // namespace

ClassicActions::ClassicActions(const Game& game) : game_(game), links_(*game.map), size_(game.map->size()) {
  const Rules& rules = game.rules;
  int next = 1 + size_;
  const auto block = [&](bool wanted, int size) {
    const int first = wanted ? next : kNone;
    if (wanted) next += size;
    return first;
  };
  const bool moves = rules.fortify != Fortify::none;
  const bool amounts = rules.place_amounts != Amounts::all || (moves && rules.fortify_amounts != Amounts::all);
  half_ = block(amounts, size_);
  one_ = block(amounts, size_);
  from_ = block(moves, size_);
  battle_ = block(rules.attack_mode != AttackMode::roll, links_.size());
  battle_half_ = block(battle_ != kNone && rules.attack_armies == AttackArmies::any, links_.size());
  roll_ = block(rules.attack_mode != AttackMode::blitz, links_.size());
  occupy_ = block(rules.occupy == Occupy::choose, 3);
  trade_ = block(rules.cards == Cards::hand, 1);
  count_ = next;
}

std::vector<ClassicActions::Block> ClassicActions::blocks() const {
  std::vector<Block> list = {{"pass", kPass, 1}, {"all", all_, size_}};
  const auto add = [&](const char* name, int first, int size) {
    if (first != kNone) list.push_back({name, first, size});
  };
  add("half", half_, size_);
  add("one", one_, size_);
  add("from", from_, size_);
  add("battle", battle_, links_.size());
  add("battle_half", battle_half_, links_.size());
  add("roll", roll_, links_.size());
  add("occupy", occupy_, 3);
  add("trade", trade_, 1);
  return list;
}

template <int W>
void ClassicActions::mark_decision(const State& state, int source, std::uint64_t* words) const {
  const Rules& rules = game_.rules;
  const auto put_amounts = [&](const Set<W>& targets, Amounts amounts, int most) {
    put_set(words, all_, targets);
    if (amounts != Amounts::all && has_half(most)) put_set(words, half_, targets);
    if (amounts != Amounts::all && has_one(most)) put_set(words, one_, targets);
  };
  const auto put_attacks = [&](const Entry<W>& entry) {
    const int begin = links_.first[entry.source], end = links_.first[entry.source + 1];
    const int most = rules.battle == BattleKind::fair_duel ? entry.armies : entry.armies - 1;
    const bool half = battle_half_ != kNone && most / 2 >= (rules.battle == BattleKind::fair_duel ? 2 : 1);
    for (int link = begin; link < end; link += 64) {
      std::uint64_t bits = 0;
      const int here = std::min(64, end - link);
      for (int i = 0; i < here; ++i) bits |= std::uint64_t{entry.targets.has(links_.targets[link + i])} << i;
      if (battle_ != kNone) put_bits(words, battle_ + link, bits);
      if (half) put_bits(words, battle_half_ + link, bits);
      if (roll_ != kNone) put_bits(words, roll_ + link, bits);
    }
  };
  enumerate<W>(game_, state, [&](const Entry<W>& entry) {
    switch (entry.kind) {
      case ActionKind::pass:
        if (source == kNone) put_bit(words, kPass);
        return;
      case ActionKind::pick: return put_set(words, all_, entry.targets);
      case ActionKind::place:
        return put_amounts(entry.targets, state.head().phase == Phase::setup ? Amounts::all : rules.place_amounts,
                           entry.armies);
      case ActionKind::attack: return put_attacks(entry);
      case ActionKind::occupy:
        put_bit(words, occupy_);
        if (entry.options > 2) put_bit(words, occupy_ + 1);
        if (entry.options > 1) put_bit(words, occupy_ + 2);
        return;
      case ActionKind::fortify:
        if (source == kNone && !entry.targets.empty()) put_bit(words, from_ + entry.source);
        if (source == entry.source) put_amounts(entry.targets, rules.fortify_amounts, entry.armies);
        return;
      case ActionKind::trade:
        if (entry.options > 0) put_bit(words, trade_);
        return;
    }
  });
}

void ClassicActions::mark(const State& state, int source, std::uint64_t* words) const {
  if (state.head().phase == Phase::over || state.head().chance != ChanceKind::none) return put_bit(words, kPass);
  with_width(game_, [&](auto width) { mark_decision<width()>(state, source, words); });
}

int ClassicActions::amount(const State& state, int source, int block, int most) const {
  if (source != kNone) {
    most = state.armies()[source] - 1;
    if (game_.rules.fortify_fresh) most = std::min<int>(most, state.movable()[source]);
  }
  return block == all_ ? most : block == half_ ? most / 2 : 1;
}

Action ClassicActions::on_territory(const State& state, int source, int block, int t) const {
  const auto at = static_cast<std::uint16_t>(t);
  const Header& head = state.head();
  if (source != kNone) {
    return {.kind = ActionKind::fortify,
            .source = static_cast<std::uint16_t>(source),
            .target = at,
            .armies = amount(state, source, block, 0)};
  }
  if (head.phase == Phase::pick) return {.kind = ActionKind::pick, .source = at, .armies = 1};
  const int pool = head.pool[static_cast<std::size_t>(head.mover)];
  const int setup = game_.rules.setup_place == SetupPlace::four ? std::min(pool, 4) : 1;
  const int armies = head.phase == Phase::setup ? setup : amount(state, source, block, head.to_place);
  return {.kind = ActionKind::place, .source = at, .armies = armies};
}

Action ClassicActions::attack(const State& state, int block, int link) const {
  Action action{.kind = ActionKind::attack, .source = links_.sources[link], .target = links_.targets[link]};
  const int armies = state.armies()[action.source];
  if (block == roll_) {
    action.dice = static_cast<std::uint8_t>(attack_dice(armies - 1));
    return action;
  }
  const int most = game_.rules.battle == BattleKind::fair_duel ? armies : armies - 1;
  action.armies = block == battle_ ? most : most / 2;
  return action;
}

Action ClassicActions::decode(const State& state, int source, int action) const {
  if (action == kPass) return {};
  if (action == trade_) return best_trade(game_, state);
  if (occupy_ != kNone && action >= occupy_ && action < occupy_ + 3) {
    const int least = state.head().dice, most = state.head().committed;
    const int armies = action == occupy_ ? most : action == occupy_ + 1 ? (least + most) / 2 : least;
    return {.kind = ActionKind::occupy, .armies = armies};
  }
  for (const int block : {all_, half_, one_}) {
    if (block != kNone && action >= block && action < block + size_)
      return on_territory(state, source, block, action - block);
  }
  for (const int block : {battle_, battle_half_, roll_}) {
    if (block != kNone && action >= block && action < block + links_.size())
      return attack(state, block, action - block);
  }
  return {};
}

}  // namespace hegemon::envs
