// What may be decided: one enumeration serves counting, listing and drawing at random.
#include <algorithm>

#include "game.hpp"

namespace hegemon::classic {
namespace {

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

Action at(ActionKind kind, int territory, int armies) {
  return {.kind = kind, .source = static_cast<std::uint16_t>(territory), .armies = armies};
}

template <int W>
Set<W> border(const Board<W>& board, const Set<W>& land) {
  Set<W> result;
  land.each([&](int t) {
    if (!board.adjacent[t].minus(land).empty()) result.add(t);
  });
  return result;
}

// The own territories that can be reached from `from` through own territories, itself included.
template <int W>
Set<W> component(const Board<W>& board, const Set<W>& land, int from) {
  Set<W> reached, fresh;
  fresh.add(from);
  while (!fresh.empty()) {
    reached = reached | fresh;
    Set<W> next;
    fresh.each([&](int t) { next = next | board.adjacent[t]; });
    fresh = (next & land).minus(reached);
  }
  return reached;
}

// Calls sink.add(targets, count, make): for every target in ascending order, make(target, k) for k < count is legal.
template <int W, class Sink>
void enumerate_attacks(const Game& game, const State& state, Sink& sink) {
  const Board<W>& board = game.board<W>();
  const Set<W>& land = state.land<W>(state.head().mover);
  land.each([&](int source) {
    if (state.armies()[source] < 2) return;
    const Set<W> targets = board.adjacent[source].minus(land);
    if (targets.empty()) return;
    const Assaults ways(game.rules, state.armies()[source]);
    sink.add(targets, ways.count(), [=](int target, int k) { return ways.action(source, target, k); });
  });
}

template <int W, class Sink>
void enumerate_fortifications(const Game& game, const State& state, Sink& sink) {
  const Rules& rules = game.rules;
  const Board<W>& board = game.board<W>();
  const Set<W>& land = state.land<W>(state.head().mover);
  const bool connected = rules.fortify == Fortify::connected;
  const Set<W> allowed = rules.fortify_where == Where::border ? border(board, land) : land;
  Set<W> around;  // the component last looked at
  land.each([&](int source) {
    int most = state.armies()[source] - 1;
    if (rules.fortify_fresh) most = std::min<int>(most, state.movable()[source]);
    if (most < 1) return;
    if (connected && !around.has(source)) around = component(board, land, source);
    Set<W> targets = (connected ? around : board.adjacent[source] & land) & allowed;
    targets.remove(source);
    if (targets.empty()) return;
    const Choices amounts{rules.fortify_amounts, most, rules.duplicates};
    sink.add(targets, amounts.count(), [=](int target, int k) {
      return Action{.kind = ActionKind::fortify,
                    .source = static_cast<std::uint16_t>(source),
                    .target = static_cast<std::uint16_t>(target),
                    .armies = amounts.value(k)};
    });
  });
}

template <int W, class Sink>
void enumerate(const Game& game, const State& state, Sink& sink) {
  const Header& head = state.head();
  const Rules& rules = game.rules;
  const auto one = [](int t) {
    Set<W> set;
    set.add(t);
    return set;
  };
  const auto pass = [&] { sink.add(one(0), 1, [](int, int) { return Action{}; }); };
  switch (head.phase) {
    case Phase::pick: {
      Set<W> free;
      for (int t = 0; t < state.size(); ++t) {
        if (state.owners()[t] == kNobody) free.add(t);
      }
      return sink.add(free, 1, [](int t, int) { return at(ActionKind::pick, t, 1); });
    }
    case Phase::setup: {
      const int pool = head.pool[static_cast<std::size_t>(head.mover)];
      const int armies = rules.setup_place == SetupPlace::four ? std::min(pool, 4) : 1;
      return sink.add(state.land<W>(head.mover), 1, [=](int t, int) { return at(ActionKind::place, t, armies); });
    }
    case Phase::trade: {
      std::vector<Action> trades;
      list_trades(game, state, trades);
      for (const Action& action : trades) sink.add(one(0), 1, [&](int, int) { return action; });
      if (!head.mid_trade && head.hand[static_cast<std::size_t>(head.mover)] < rules.trade_at) pass();
      return;
    }
    case Phase::place: {
      const Set<W>& land = state.land<W>(head.mover);
      const Set<W> where = rules.place_where == Where::border ? border(game.board<W>(), land) : land;
      const Choices amounts{rules.place_amounts, head.to_place, rules.duplicates};
      return sink.add(where, amounts.count(), [=](int t, int k) { return at(ActionKind::place, t, amounts.value(k)); });
    }
    case Phase::attack: enumerate_attacks<W>(game, state, sink); return pass();
    case Phase::occupy: {
      const int least = head.dice;
      return sink.add(one(head.target), head.committed - least + 1,
                      [=](int, int k) { return Action{.kind = ActionKind::occupy, .armies = least + k}; });
    }
    case Phase::fortify: enumerate_fortifications<W>(game, state, sink); return pass();
    case Phase::over: return;
  }
}

struct Counter {
  std::size_t total = 0;
  template <class Targets, class Make>
  void add(const Targets& targets, int count, Make&&) {
    total += static_cast<std::size_t>(targets.size()) * static_cast<std::size_t>(count);
  }
};

struct Lister {
  std::vector<Action>& actions;
  template <class Targets, class Make>
  void add(const Targets& targets, int count, Make&& make) {
    targets.each([&](int target) {
      for (int k = 0; k < count; ++k) actions.push_back(make(target, k));
    });
  }
};

// Finds the action with a given place in the list.
struct Finder {
  std::size_t left;
  bool found = false;
  Action action{};
  template <class Targets, class Make>
  void add(const Targets& targets, int count, Make&& make) {
    if (found) return;
    const auto here = static_cast<std::size_t>(targets.size()) * static_cast<std::size_t>(count);
    if (left >= here) {
      left -= here;
      return;
    }
    const int place = static_cast<int>(left);
    action = make(targets.nth(place / count), place % count);
    found = true;
  }
};

}  // namespace

void legal_actions(const Game& game, const State& state, std::vector<Action>& actions) {
  actions.clear();
  if (state.head().chance != ChanceKind::none) return;
  Lister lister{actions};
  with_width(game, [&](auto width) { enumerate<width()>(game, state, lister); });
}

std::size_t count_actions(const Game& game, const State& state) {
  if (state.head().chance != ChanceKind::none) return 0;
  Counter counter;
  with_width(game, [&](auto width) { enumerate<width()>(game, state, counter); });
  return counter.total;
}

Action random_action(const Game& game, const State& state, Random& random) {
  return with_width(game, [&](auto width) {
    Counter counter;
    enumerate<width()>(game, state, counter);
    Finder finder{random.below(static_cast<std::uint32_t>(counter.total))};
    enumerate<width()>(game, state, finder);
    return finder.action;
  });
}

}  // namespace hegemon::classic
