// What may be decided, as entries: one enumeration serves counting, listing, drawing at random and masks of actions.
#pragma once

#include <algorithm>
#include <vector>

#include "classic/game.hpp"

namespace hegemon::classic {

// How many armies at a time: the k-th of count() amounts.
struct Choices {
  Amounts mode;
  int most;
  bool duplicates;

  int count() const {
    if (mode == Amounts::any) return most;
    if (mode == Amounts::all) return 1;
    if (duplicates) return most >= 2 ? 3 : 2;  // half of one is nothing
    return most >= 4 ? 3 : std::min(most, 2);
  }
  int value(int k) const {
    if (mode == Amounts::any) return k + 1;
    if (mode == Amounts::all || k == count() - 1) return most;
    return k == 0 ? 1 : most / 2;
  }
};

// The ways to attack from a territory: battles to the end with so many armies, then single rolls with so many dice.
struct Assaults {
  int least = 0, battles = 0;  // armies committed: least .. least + battles - 1
  int least_dice = 0, rolls = 0;

  Assaults(const Rules& rules, int armies) {
    if (rules.attack_mode != AttackMode::roll) {
      const int most = rules.battle == BattleKind::fair_duel ? armies : armies - 1;
      const int fewest = rules.battle == BattleKind::fair_duel ? 2 : 1;
      least = rules.attack_armies == AttackArmies::all ? most : fewest;
      battles = most - least + 1;
    }
    if (rules.attack_mode != AttackMode::blitz) {
      const int most = attack_dice(armies - 1);
      least_dice = rules.attack_dice == AttackDice::most ? most : 1;
      rolls = most - least_dice + 1;
    }
  }
  int count() const { return battles + rolls; }
  Action action(int source, int target, int k) const {
    const bool battle = k < battles;
    return {.kind = ActionKind::attack,
            .dice = static_cast<std::uint8_t>(battle ? 0 : least_dice + k - battles),
            .source = static_cast<std::uint16_t>(source),
            .target = static_cast<std::uint16_t>(target),
            .armies = battle ? least + k : 0};
  }
};

// Actions that differ only in target and amount: for every target in ascending order, `options` of them.
template <int W>
struct Entry {
  Set<W> targets;
  int options;
  int armies;  // attack: on the source; place, fortify: the most; setup: exactly; occupy: the least
  std::uint16_t source;
  ActionKind kind;
};

template <int W>
Action make_action(const Game& game, const State& state, const Entry<W>& entry, int target, int k) {
  const auto at = static_cast<std::uint16_t>(target);
  switch (entry.kind) {
    case ActionKind::pick: return {.kind = ActionKind::pick, .source = at, .armies = 1};
    case ActionKind::place: {
      const bool setup = state.head().phase == Phase::setup;
      const int armies =
          setup ? entry.armies : Choices{game.rules.place_amounts, entry.armies, game.rules.duplicates}.value(k);
      return {.kind = ActionKind::place, .source = at, .armies = armies};
    }
    case ActionKind::attack: return Assaults(game.rules, entry.armies).action(entry.source, target, k);
    case ActionKind::occupy: return {.kind = ActionKind::occupy, .armies = entry.armies + k};
    case ActionKind::fortify:
      return {.kind = ActionKind::fortify,
              .source = entry.source,
              .target = at,
              .armies = Choices{game.rules.fortify_amounts, entry.armies, game.rules.duplicates}.value(k)};
    case ActionKind::trade: {
      std::vector<Action> trades;
      list_trades(game, state, trades);
      return trades[static_cast<std::size_t>(k)];
    }
    case ActionKind::pass: return {};
  }
  return {};
}

template <int W>
Set<W> neighbours(const Bitboards<W>& board, const Set<W>& some) {
  Set<W> result{};
  some.each([&](int t) { result = result | board.adjacent[t]; });
  return result;
}

// The own territories that touch foreign ones, found from the smaller side.
template <int W>
Set<W> border(const Bitboards<W>& board, const Set<W>& land) {
  const Set<W> foreign = board.all.minus(land);
  if (foreign.size() < land.size()) return neighbours(board, foreign) & land;
  Set<W> result{};
  land.each([&](int t) { result.put(t, !board.adjacent[t].minus(land).empty()); });
  return result;
}

// The own territories that can be reached from `from` through own territories, itself included.
template <int W>
Set<W> component(const Bitboards<W>& board, const Set<W>& land, int from) {
  Set<W> reached{}, fresh{};
  fresh.add(from);
  while (!fresh.empty()) {
    reached = reached | fresh;
    Set<W> next{};
    fresh.each([&](int t) { next = next | board.adjacent[t]; });
    fresh = (next & land).minus(reached);
  }
  return reached;
}

// An attack always goes to the end and with all armies.
inline bool one_way(const Rules& rules) {
  return rules.attack_mode == AttackMode::blitz && rules.attack_armies == AttackArmies::all;
}

// Calls add(entry) for everything that is legal, in the order of the list.
template <int W, class Add>
void enumerate_attacks(const Game& game, const State& state, Add&& add) {
  const Bitboards<W>& board = game.board<W>();
  const Set<W>& land = state.land<W>(state.head().mover);
  Set<W> sources = land & state.strong<W>();
  const Set<W> foreign = board.all.minus(land);
  if (foreign.size() + 2 < sources.size()) sources = sources & neighbours(board, foreign);  // most are far behind
  sources.each([&](int source) {
    const int armies = state.armies()[source];
    const Set<W> targets = board.adjacent[source].minus(land);  // possibly none: an entry without weight
    add(Entry<W>{targets, one_way(game.rules) ? 1 : Assaults(game.rules, armies).count(), armies,
                 static_cast<std::uint16_t>(source), ActionKind::attack});
  });
}

template <int W, class Add>
void enumerate_fortifications(const Game& game, const State& state, Add&& add) {
  const Rules& rules = game.rules;
  const Bitboards<W>& board = game.board<W>();
  const Set<W>& land = state.land<W>(state.head().mover);
  const bool connected = rules.fortify == Fortify::connected;
  const Set<W> allowed = rules.fortify_where == Where::border ? border(board, land) : land;
  Set<W> around{};  // the component last looked at
  (land & state.strong<W>()).each([&](int source) {
    int most = state.armies()[source] - 1;
    if (rules.fortify_fresh) most = std::min<int>(most, state.movable()[source]);
    if (most < 1) return;
    if (connected && !around.has(source)) around = component(board, land, source);
    Set<W> targets = (connected ? around : board.adjacent[source] & land) & allowed;
    targets.remove(source);
    const int options = Choices{rules.fortify_amounts, most, rules.duplicates}.count();
    add(Entry<W>{targets, options, most, static_cast<std::uint16_t>(source), ActionKind::fortify});
  });
}

template <int W, class Add>
void enumerate(const Game& game, const State& state, Add&& add) {
  const Header& head = state.head();
  const Rules& rules = game.rules;
  Set<W> one{};
  one.add(0);
  const Entry<W> pass{one, 1, 0, 0, ActionKind::pass};
  switch (head.phase) {
    case Phase::pick: {
      Set<W> free{};
      for (int t = 0; t < state.size(); ++t) {
        if (state.owners()[t] == kNobody) free.add(t);
      }
      return add(Entry<W>{free, 1, 1, 0, ActionKind::pick});
    }
    case Phase::setup: {
      const int pool = head.pool[static_cast<std::size_t>(head.mover)];
      const int armies = rules.setup_place == SetupPlace::four ? std::min(pool, 4) : 1;
      return add(Entry<W>{state.land<W>(head.mover), 1, armies, 0, ActionKind::place});
    }
    case Phase::trade: {
      std::vector<Action> trades;
      list_trades(game, state, trades);
      add(Entry<W>{one, static_cast<int>(trades.size()), 0, 0, ActionKind::trade});
      if (!head.mid_trade && head.hand[static_cast<std::size_t>(head.mover)] < rules.trade_at) add(pass);
      return;
    }
    case Phase::place: {
      const Set<W>& land = state.land<W>(head.mover);
      Set<W> where = rules.place_where == Where::border ? border(game.board<W>(), land) : land;
      if (where.empty()) where = land;  // only on maps in pieces
      const int options = Choices{rules.place_amounts, head.to_place, rules.duplicates}.count();
      return add(Entry<W>{where, options, head.to_place, 0, ActionKind::place});
    }
    case Phase::attack: enumerate_attacks<W>(game, state, add); return add(pass);
    case Phase::occupy: return add(Entry<W>{one, head.committed - head.dice + 1, head.dice, 0, ActionKind::occupy});
    case Phase::fortify: enumerate_fortifications<W>(game, state, add); return add(pass);
    case Phase::over: return;
  }
}

}  // namespace hegemon::classic
