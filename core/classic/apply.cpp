// Carrying out decisions, and the flow of turns.
#include <algorithm>
#include <cmath>

#include "classic/game.hpp"

namespace hegemon::classic {
namespace {

void give(State& state, int territory, int seat) {
  const auto change = [&]<int W>() {
    const Seat before = state.owners()[territory];
    if (before >= 0) state.land<W>(before).remove(territory);
    state.land<W>(seat).add(territory);
  };
  State::words(state.size()) == 1 ? change.template operator()<1>() : change.template operator()<8>();
  state.owners()[territory] = static_cast<Seat>(seat);
}

int land_size(const State& state, int seat) {
  return State::words(state.size()) == 1 ? state.land<1>(seat).size() : state.land<8>(seat).size();
}

void add_armies(State& state, int territory, int armies) {
  state.set_armies(territory, std::min(state.armies()[territory] + armies, kMaxArmies));
}

int armies_of(const State& state, int seat) {
  int total = 0;
  for (int t = 0; t < state.size(); ++t) {
    if (state.owners()[t] == seat) total += state.armies()[t];
  }
  return total;
}

// The next seat after `seat` that still owns something, in order of the table.
int next_alive(const State& state, int seat) {
  const int seats = state.head().seats;
  for (int step = 1; step <= seats; ++step) {
    if (land_size(state, (seat + step) % seats) > 0) return (seat + step) % seats;
  }
  return seat;
}

int count_alive(const State& state) {
  int alive = 0;
  for (int seat = 0; seat < state.head().seats; ++seat) alive += land_size(state, seat) > 0;
  return alive;
}

void finish(State& state, Seat winner) {
  state.head().phase = Phase::over;
  state.head().winner = winner;
}

// The seat with strictly most, or nobody.
template <class Measure>
Seat leader(const State& state, Measure&& measure) {
  Seat best = 0;
  bool tied = false;
  for (Seat seat = 1; seat < state.head().seats; ++seat) {
    const int mine = measure(seat), most = measure(best);
    if (mine > most) {
      best = seat;
      tied = false;
    } else if (mine == most) {
      tied = true;
    }
  }
  return tied ? kNobody : best;
}

void finish_at_cap(const Game& game, State& state) {
  const bool drafted =
      std::find(state.owners(), state.owners() + state.size(), kNobody) == state.owners() + state.size();
  if (drafted && count_alive(state) == 1) {
    return finish(state, static_cast<Seat>(next_alive(state, state.head().mover)));
  }
  switch (game.rules.cap_result) {
    case CapResult::draw: return finish(state, kNobody);
    case CapResult::armies: return finish(state, leader(state, [&](Seat s) { return armies_of(state, s); }));
    case CapResult::territories: return finish(state, leader(state, [&](Seat s) { return land_size(state, s); }));
  }
}

void after_setup_step(const Game& game, State& state) {
  Header& head = state.head();
  for (int step = 1; step <= head.seats; ++step) {
    const int seat = (head.mover + step) % head.seats;
    if (head.pool[static_cast<std::size_t>(seat)] > 0) {
      head.mover = static_cast<Seat>(seat);
      return;
    }
  }
  begin_turn(game, state, head.starter);
}

void pick(const Game& game, State& state, const Action& action) {
  Header& head = state.head();
  give(state, action.source, head.mover);
  state.set_armies(action.source, 1);
  auto& pool = head.pool[static_cast<std::size_t>(head.mover)];
  if (pool > 0) --pool;
  const bool all = std::find(state.owners(), state.owners() + state.size(), kNobody) == state.owners() + state.size();
  if (!all) {
    head.mover = static_cast<Seat>((head.mover + 1) % head.seats);
    return;
  }
  if (game.rules.setup_place == SetupPlace::none || game.rules.setup_place == SetupPlace::random) head.pool.fill(0);
  head.phase = Phase::setup;
  head.mover = static_cast<Seat>(head.seats - 1);  // so that seat 0 is looked at first
  after_setup_step(game, state);
}

void after_attacks(const Game& game, State& state) {
  Header& head = state.head();
  if (game.rules.fortify == Fortify::none) return end_turn(game, state);
  head.phase = Phase::fortify;
  if (!game.rules.fortify_fresh) return;
  for (int t = 0; t < state.size(); ++t) {
    const int free = state.owners()[t] == head.mover ? std::min(state.armies()[t], 65535) : 0;
    state.movable()[t] = static_cast<std::uint16_t>(free);
  }
}

// An attack that is over leaves no trace, so that equal positions are equal.
void forget_attack(State& state) {
  Header& head = state.head();
  head.source = head.target = 0;
  head.committed = 0;
  head.dice = 0;
}

// More attacks, unless there have been as many as the rules allow.
void go_on_attacking(const Game& game, State& state) {
  forget_attack(state);
  state.head().phase = Phase::attack;
  const int most = game.rules.attacks_per_turn;
  if (most > 0 && state.head().attacks >= most) after_attacks(game, state);
}

void place(const Game& game, State& state, const Action& action) {
  Header& head = state.head();
  add_armies(state, action.source, action.armies);
  if (head.phase == Phase::setup) {
    auto& pool = head.pool[static_cast<std::size_t>(head.mover)];
    pool = static_cast<std::uint16_t>(pool - action.armies);
    return after_setup_step(game, state);
  }
  head.to_place -= action.armies;
  if (head.to_place > 0) return;
  head.mid_trade = false;
  go_on_attacking(game, state);
}

void fortify(const Game& game, State& state, const Action& action) {
  Header& head = state.head();
  add_armies(state, action.source, -action.armies);
  add_armies(state, action.target, action.armies);
  if (game.rules.fortify_fresh) {
    state.movable()[action.source] = static_cast<std::uint16_t>(state.movable()[action.source] - action.armies);
  }
  ++head.fortifies;
  if (game.rules.fortify_moves > 0 && head.fortifies >= game.rules.fortify_moves) end_turn(game, state);
}

void begin_attack(State& state, const Action& action) {
  Header& head = state.head();
  head.source = action.source;
  head.target = action.target;
  head.committed = action.armies;
  head.dice = action.dice;
  head.chance = action.dice == 0 ? ChanceKind::blitz : ChanceKind::roll;
  ++head.attacks;
}

void after_occupation(const Game& game, State& state) {
  if (state.head().mid_trade) {
    forget_attack(state);
    state.head().phase = Phase::trade;
  } else {
    go_on_attacking(game, state);
  }
}

// So many armies stay in the territory just taken; the others go back.
void move_in(State& state, int armies) {
  const Header& head = state.head();
  add_armies(state, head.source, state.armies()[head.target] - armies);
  state.set_armies(head.target, armies);
}

void occupy(const Game& game, State& state, int armies) {
  move_in(state, armies);
  after_occupation(game, state);
}

void capture_cards(const Game& game, State& state, int victim) {
  Header& head = state.head();
  if (game.rules.cards == Cards::none) return;
  const bool away = game.rules.capture_hands == CaptureHands::discard;
  move_hand(game, state, victim, away ? kDiscarded : static_cast<std::uint8_t>(head.mover));
  head.mid_trade = game.rules.cards == Cards::hand && game.rules.capture_hands == CaptureHands::trade_now &&
                   head.hand[static_cast<std::size_t>(head.mover)] > game.rules.trade_at && count_alive(state) > 1 &&
                   holds_set(game, state, head.mover);
}

// The target has fallen: `least` to `most` armies of the source may move in. All of them do until the seat has chosen.
void conquer(const Game& game, State& state, int least, int most) {
  Header& head = state.head();
  const Seat victim = state.owners()[head.target];
  give(state, head.target, head.mover);
  head.conquered = true;
  add_armies(state, head.source, -most);
  state.set_armies(head.target, most);
  least = game.rules.occupy == Occupy::one ? 1 : game.rules.occupy == Occupy::all ? most : std::min(least, most);
  const bool eliminated = land_size(state, victim) == 0;
  const bool won = eliminated && count_alive(state) == 1;
  if (eliminated && (!won || game.rules.moves_after_win)) capture_cards(game, state, victim);
  if (won && !game.rules.moves_after_win) {
    move_in(state, least);
    forget_attack(state);
    return finish(state, head.mover);
  }
  if (game.rules.occupy != Occupy::choose || least == most) return occupy(game, state, least);
  head.phase = Phase::occupy;
  head.dice = static_cast<std::uint8_t>(least);
  head.committed = most;
}

void settle_battle(const Game& game, State& state, int outcome) {
  Header& head = state.head();
  const bool duel = game.rules.battle == BattleKind::fair_duel;
  const Battle left = battle_left(head.committed, outcome, duel);
  add_armies(state, head.source, left.attackers - head.committed);
  if (left.defenders > 0) {
    state.set_armies(head.target, left.defenders);
    return go_on_attacking(game, state);
  }
  const int most = std::min(left.attackers, state.armies()[head.source] - 1);
  conquer(game, state, duel ? 1 : std::min(3, most), most);
}

void settle_roll(const Game& game, State& state, int lost) {
  Header& head = state.head();
  const int against = defence_dice(state.armies()[head.target]);
  add_armies(state, head.source, -lost);
  add_armies(state, head.target, lost - std::min<int>(head.dice, against));
  if (state.armies()[head.target] > 0) return go_on_attacking(game, state);
  conquer(game, state, head.dice, state.armies()[head.source] - 1);
}

void draw_card(const Game& game, State& state, int card) {
  Header& head = state.head();
  for (int slot = card; slot < head.copies; slot += game.cards) {
    if (state.cards()[slot] != kInDeck) continue;
    state.cards()[slot] = static_cast<std::uint8_t>(head.mover);
    ++head.hand[static_cast<std::size_t>(head.mover)];
    break;
  }
}

void next_turn(const Game& game, State& state) {
  Header& head = state.head();
  if (game.rules.turn_cap > 0 && head.turns >= game.rules.turn_cap) return finish_at_cap(game, state);
  if (count_alive(state) == 1) return finish(state, static_cast<Seat>(next_alive(state, head.mover)));
  const int seat = next_alive(state, head.mover);
  if (seat <= head.mover) ++head.round;
  begin_turn(game, state, seat);
}

void check_decision_cap(const Game& game, State& state) {
  const Header& head = state.head();
  if (game.rules.decision_cap > 0 && head.decisions >= game.rules.decision_cap && head.phase != Phase::over &&
      head.chance == ChanceKind::none) {
    finish_at_cap(game, state);
  }
}

int group_income(const Game& game, const State& state, int seat) {
  int total = 0;
  const auto& groups = game.map->groups();
  with_width(game, [&](auto width) {
    constexpr int W = width();
    const Set<W>& land = state.land<W>(seat);
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const Set<W>& members = game.board<W>().groups[g];
      if (!members.empty() && (members & land) == members) {
        total += group_value(game.rules, groups[g].value, state.head().round);
      }
    }
  });
  return total;
}

}  // namespace

int group_value(const Rules& rules, int value, int round) {
  if (rules.group_growth_percent == 0) return value;
  double grown = value;
  for (int r = 1; r < round; ++r) grown *= 1 + rules.group_growth_percent / 100.0;
  return static_cast<int>(std::floor(std::clamp(grown, -1e6, 1e6) + 1e-9));  // 25 grown by 16 % is 29, not 28.99..
}

int income(const Game& game, const State& state, int seat) {
  const Rules& rules = game.rules;
  const int counted = rules.income_base == IncomeBase::territories ? land_size(state, seat) : armies_of(state, seat);
  int base = counted / rules.income_divisor;
  if (!rules.income_least_in_all) base = std::max(base, rules.income_least);
  if (rules.income_most > 0) base = std::min(base, rules.income_most);
  int total = base + (rules.groups_pay ? group_income(game, state, seat) : 0);
  if (rules.income_least_in_all) total = std::max(total, rules.income_least);
  if (rules.army_cap > 0) total = std::min(total, rules.army_cap - armies_of(state, seat));
  return std::clamp(total, 0, kMaxIncome);
}

void begin_turn(const Game& game, State& state, int seat) {
  Header& head = state.head();
  head.mover = static_cast<Seat>(seat);
  head.conquered = head.mid_trade = false;
  head.attacks = head.fortifies = 0;
  forget_attack(state);
  head.to_place = income(game, state, seat);
  if (game.rules.cards == Cards::automatic) trade_automatically(game, state);
  if (game.rules.cards == Cards::hand && holds_set(game, state, seat)) {
    head.phase = Phase::trade;
  } else {
    head.phase = head.to_place > 0 ? Phase::place : Phase::attack;
  }
}

void end_turn(const Game& game, State& state) {
  Header& head = state.head();
  ++head.turns;
  if (game.rules.fortify_fresh) std::fill_n(state.movable(), state.size(), std::uint16_t{0});
  if (head.conquered && game.rules.cards != Cards::none) {
    refill_deck(game, state);
    if (std::find(state.cards(), state.cards() + head.copies, kInDeck) != state.cards() + head.copies) {
      head.chance = ChanceKind::draw;
      return;
    }
  }
  next_turn(game, state);
}

void apply(const Game& game, State& state, const Action& action) {
  Header& head = state.head();
  ++head.decisions;
  switch (action.kind) {
    case ActionKind::pick: pick(game, state, action); break;
    case ActionKind::place: place(game, state, action); break;
    case ActionKind::attack: begin_attack(state, action); break;
    case ActionKind::occupy: occupy(game, state, action.armies); break;
    case ActionKind::fortify: fortify(game, state, action); break;
    case ActionKind::trade: trade(game, state, action); break;
    case ActionKind::pass:
      if (head.phase == Phase::trade) {
        head.phase = head.to_place > 0 ? Phase::place : Phase::attack;
      } else if (head.phase == Phase::attack) {
        after_attacks(game, state);
      } else {
        end_turn(game, state);
      }
  }
  check_decision_cap(game, state);
}

void apply_outcome(const Game& game, State& state, int outcome) {
  const ChanceKind kind = state.head().chance;
  state.head().chance = ChanceKind::none;
  switch (kind) {
    case ChanceKind::none: return;
    case ChanceKind::roll: settle_roll(game, state, outcome); break;
    case ChanceKind::blitz: settle_battle(game, state, outcome); break;
    case ChanceKind::draw: draw_card(game, state, outcome); next_turn(game, state);
  }
  check_decision_cap(game, state);
}

}  // namespace hegemon::classic
