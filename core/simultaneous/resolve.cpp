// Resolving a turn: deployments, then the moves of both seats interleaved as the rules say.
#include <algorithm>

#include "simultaneous/combat.hpp"
#include "simultaneous/game.hpp"

namespace hegemon::simultaneous {
namespace {

class Turn {
 public:
  Turn(const Game& game, State& state, const Plans& plans, Chance& chance, Scratch& scratch, Log* log)
      : game_(game),
        rules_(game.rules),
        state_(state),
        plans_(plans),
        chance_(chance),
        s_(scratch),
        log_(log),
        armies_(state.armies()),
        owners_(state.owners()) {}

  void run() {
    // The coin of fewer-deploys is drawn whether it is needed or not, so that a record reads the same either way.
    const int coin = rules_.interleave == Interleave::fewer_deploys ? chance_.coin() : 0;
    for (int seat = 0; seat < kSeats; ++seat) deploy_and_queue(seat);
    if (rules_.moving_twice == MovingTwice::never) s_.armies.assign(armies_, armies_ + state_.size());
    if (!rules_.same_link_twice) s_.used_links.assign(2 * game_.map->links().size(), 0);
    interleave(first(coin));
    auto& head = state_.head();
    ++head.round;
    if (rules_.interleave == Interleave::cycle) head.first = static_cast<Seat>(1 - head.first);
    settle(game_, state_);
  }

 private:
  // Who begins where the whole turn alternates.
  int first(int coin) const {
    if (rules_.interleave == Interleave::cycle) return state_.head().first;
    return deploys_[0] == deploys_[1] ? coin : deploys_[1] < deploys_[0];
  }

  void deploy_and_queue(int seat) {
    const Plan& plan = plans_[seat];
    s_.moves[seat].clear();
    std::vector<Refusal> refusals;
    if (rules_.illegal_orders == IllegalOrders::drop) refusals = check(game_, state_, seat, plan);
    auto refusal = refusals.begin();
    std::int64_t left = rules_.excess_deploy == ExcessDeploy::clip ? income(game_, state_, seat) : INT64_MAX;
    for (std::uint32_t i = 0; i < plan.size(); ++i) {
      const Order& order = plan[i];
      if (refusal != refusals.end() && refusal->order == static_cast<int>(i)) {
        idle(seat, order, refusal->reason);
        ++refusal;
      } else if (order.kind == OrderKind::move) {
        s_.moves[seat].push_back(i);
      } else if (order.kind == OrderKind::deploy) {
        const auto placed = static_cast<std::int32_t>(std::min<std::int64_t>(order.armies, left));
        left -= placed;
        ++deploys_[seat];
        add_armies(order.source, placed);
        if (log_) {
          Event event{.kind = EventKind::deploy, .seat = static_cast<Seat>(seat), .order = order, .armies = placed};
          mark_seen(event, order.source, order.source);
          log_->push_back(event);
        }
      }
    }
  }

  void interleave(int first) {
    while (waiting(0) && waiting(1)) {
      if (rules_.interleave == Interleave::coin_per_pair) first = chance_.coin();
      slot(first);
      slot(1 - first);
    }
    for (int seat = 0; seat < kSeats; ++seat) {
      while (waiting(seat)) slot(seat);
    }
  }

  bool waiting(int seat) const { return at_[seat] < s_.moves[seat].size(); }

  // One slot of the alternation: the seat's next order, or, where idle orders are free, its next that does something.
  void slot(int seat) {
    while (waiting(seat)) {
      const Order& order = plans_[seat][s_.moves[seat][at_[seat]++]];
      const Reason reason = execute(seat, order);
      if (reason == Reason::none) return;
      idle(seat, order, reason);
      if (rules_.idle_orders == IdleOrders::use_slot) return;
    }
  }

  Reason execute(int seat, const Order& order) {
    const int source = order.source, target = order.target;
    if (owners_[source] != seat) return Reason::source_lost;
    const int link = rules_.same_link_twice ? 0 : game_.map->directed_link(source, target);
    if (!rules_.same_link_twice && s_.used_links[link]) return Reason::link_used;
    const bool never_twice = rules_.moving_twice == MovingTwice::never;
    const int standing = never_twice ? std::min(s_.armies[source], armies_[source]) : armies_[source];
    const int sent = std::min(order.armies, standing - rules_.stands_guard);
    if (sent <= 0) return Reason::nothing_to_send;
    if (never_twice) s_.armies[source] -= sent;
    if (!rules_.same_link_twice) s_.used_links[link] = 1;
    if (owners_[target] == seat) {
      transfer(seat, order, sent);
    } else {
      attack(seat, order, sent);
    }
    return Reason::none;
  }

  void transfer(int seat, const Order& order, int sent) {
    armies_[order.source] -= sent;
    add_armies(order.target, sent);
    if (!log_) return;
    Event event{.kind = EventKind::transfer, .seat = static_cast<Seat>(seat), .order = order, .armies = sent};
    mark_seen(event, order.source, order.target);
    log_->push_back(event);
  }

  void attack(int seat, const Order& order, int sent) {
    Event event{.kind = EventKind::attack, .seat = static_cast<Seat>(seat), .order = order, .armies = sent};
    if (log_) mark_seen(event, order.target, order.target);
    chance_.roll_for(seat);
    const Battle battle = fight(rules_, sent, armies_[order.target], chance_);
    if (battle.captured) {
      armies_[order.source] -= sent;
      armies_[order.target] = sent - battle.losses;
      owners_[order.target] = static_cast<Seat>(seat);
      if (rules_.captured_frozen && rules_.moving_twice == MovingTwice::never) {
        s_.armies[order.target] = rules_.stands_guard;
      }
    } else {
      armies_[order.source] -= battle.losses;
      armies_[order.target] -= battle.kills;
      if (rules_.losses_frozen && rules_.moving_twice == MovingTwice::never) s_.armies[order.target] -= battle.kills;
    }
    if (!log_) return;
    event.kills = battle.kills;
    event.losses = battle.losses;
    event.captured = battle.captured;
    mark_seen(event, order.source, order.target);
    log_->push_back(event);
  }

  // No more than kMaxArmies are on a territory, so that nothing ever overflows.
  void add_armies(int territory, int armies) { armies_[territory] = std::min(armies_[territory] + armies, kMaxArmies); }

  void idle(int seat, const Order& order, Reason reason) {
    if (!log_) return;
    Event event{.kind = EventKind::idle, .seat = static_cast<Seat>(seat), .order = order, .reason = reason};
    event.seen[seat] = true;
    log_->push_back(event);
  }

  // Marks who may know of what happens between two territories, as things are now.
  void mark_seen(Event& event, int source, int target) const {
    for (int seat = 0; seat < kSeats; ++seat) {
      const Sight from = sight(game_, state_, seat, source), to = sight(game_, state_, seat, target);
      // Light fog shows owners everywhere, but moves only near own land.
      const bool owners = rules_.fog != Fog::light && (from.owner || to.owner);
      event.seen[seat] |= seat == event.seat || owners || from.armies || to.armies;
      event.armies_seen[seat] |= seat == event.seat || from.armies || to.armies;
      event.outcome_seen[seat] |= seat == event.seat || to.armies;
    }
  }

  const Game& game_;
  const Rules& rules_;
  State& state_;
  const Plans& plans_;
  Chance& chance_;
  Scratch& s_;
  Log* log_;
  std::int32_t* armies_;
  Seat* owners_;
  std::array<int, kSeats> deploys_{};     // deploy orders that were carried out
  std::array<std::size_t, kSeats> at_{};  // next move of each seat
};

// --- Picks -----------------------------------------------------------------------------------------------------------

void grant(const Game& game, State& state, int seat, int territory, Log* log) {
  state.owners()[territory] = static_cast<Seat>(seat);
  state.armies()[territory] = game.rules.start_armies;
  state.marks()[territory] |= picked_by(seat);
  if (log) {
    Event event{
        .kind = EventKind::pick, .seat = static_cast<Seat>(seat), .order = {OrderKind::pick, territory, territory, 0}};
    event.seen.fill(game.rules.picks_told || game.rules.fog == Fog::none);
    event.seen[seat] = true;
    log->push_back(event);
  }
}

// The seat's highest listed territory that is still free, or -1.
int best_free(const State& state, const Plan& plan, std::size_t& at) {
  while (at < plan.size() && state.owners()[plan[at].source] != kNeutral) ++at;
  return at < plan.size() ? plan[at].source : -1;
}

void resolve_ranked(const Game& game, State& state, const Plans& plans, Chance& chance, Log* log) {
  std::array<std::size_t, kSeats> at{};
  const int each = state.head().picks_each;
  if (game.rules.ranked_conflict == RankedConflict::snake) {
    const int first = chance.coin();
    for (int made = 0; made < kSeats * each; ++made) {
      const int seat = snake_seat(made) ^ first;
      if (const int t = best_free(state, plans[seat], at[seat]); t >= 0) grant(game, state, seat, t, log);
    }
    return;
  }
  for (int round = 0; round < each; ++round) {  // both lists are walked together
    std::array<int, kSeats> wish{};
    for (int seat = 0; seat < kSeats; ++seat) wish[seat] = best_free(state, plans[seat], at[seat]);
    if (wish[0] == wish[1] && wish[0] >= 0) {
      const int loser = 1 - chance.coin();
      ++at[loser];
      wish[loser] = best_free(state, plans[loser], at[loser]);
    }
    for (int seat = 0; seat < kSeats; ++seat) {
      if (wish[seat] >= 0) grant(game, state, seat, wish[seat], log);
    }
  }
}

void resolve_picks(const Game& game, State& state, const Plans& plans, Chance& chance, Log* log) {
  auto& head = state.head();
  if (game.rules.picking == Picking::ranked) {
    resolve_ranked(game, state, plans, chance, log);
  } else {
    const int seat = snake_seat(head.picks_made);
    grant(game, state, seat, plans[seat].front().source, log);
    if (++head.picks_made < kSeats * head.picks_each) return;
  }
  settle(game, state);
}

}  // namespace

void resolve(const Game& game, State& state, const Plans& plans, Chance& chance, Scratch& scratch, Log* log) {
  if (state.head().phase == Phase::pick) {
    resolve_picks(game, state, plans, chance, log);
  } else if (state.head().phase == Phase::play) {
    Turn(game, state, plans, chance, scratch, log).run();
  }
}

}  // namespace hegemon::simultaneous
