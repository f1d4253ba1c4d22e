// Making random plans and checking plans.
#include <algorithm>

#include "simultaneous/game.hpp"

namespace hegemon::simultaneous {
namespace {

void random_deployment(const Game& game, const State& state, int seat, Random& random, Scratch& s, Plan& plan) {
  const Seat* owners = state.owners();
  s.list.clear();
  for (int t = 0; t < state.size(); ++t) {
    if (owners[t] != seat) continue;
    for (Territory next : game.map->neighbours(t)) {
      if (owners[next] != seat) {
        s.list.push_back(static_cast<Territory>(t));
        break;
      }
    }
  }
  if (s.list.empty()) return;
  const auto border = static_cast<std::uint32_t>(s.list.size());
  for (int armies = income(game, state, seat); armies > 0; --armies) ++s.armies[s.list[random.below(border)]];
  for (Territory t : s.list) {
    const std::int32_t placed = s.armies[t] - state.armies()[t];
    if (placed > 0) plan.push_back({OrderKind::deploy, t, t, placed});
  }
}

// Attacks on a random subset of the neighbours in random order, each with a random sufficient number of armies.
void random_attacks(const Game& game, const State& state, int source, int left, Random& random, Scratch& s,
                    Plan& plan) {
  const auto kept = 1 + random.below(static_cast<std::uint32_t>(s.list.size()));
  for (std::uint32_t i = 0; i < kept && left > 0; ++i) {
    const auto rest = static_cast<std::uint32_t>(s.list.size()) - i;
    std::swap(s.list[i], s.list[i + random.below(rest)]);
    const int target = s.list[i];
    std::int64_t defenders = state.armies()[target];
    if (defenders < 0) defenders = game.rules.neutral_armies;  // hidden by fog: a guess
    // Defenders divided by the kill rate, rounded: one too many for some numbers, as published.
    const int rate = game.rules.offense_kill_percent;
    const std::int64_t need = rate > 0        ? std::max<std::int64_t>((200 * defenders + rate) / (2 * rate), 1)
                              : defenders > 0 ? kMaxArmies
                                              : 1;
    if (left < need) continue;
    const int used = random.between(static_cast<int>(need), left);
    left -= used;
    plan.push_back({OrderKind::move, source, target, used});
  }
}

Reason check_move(const Game& game, const State& state, int seat, const Order& order) {
  const int n = state.size();
  if (order.source < 0 || order.source >= n || order.target < 0 || order.target >= n) return Reason::no_such_territory;
  if (game.rules.source_check == SourceCheck::planning && state.owners()[order.source] != seat) {
    return Reason::not_yours;
  }
  if (!game.map->adjacent(order.source, order.target)) return Reason::not_adjacent;
  return order.armies < 1 ? Reason::no_army : Reason::none;
}

Reason check_deploy(const Game& game, const State& state, int seat, const Order& order, std::int64_t income,
                    std::int64_t placed) {
  if (order.source < 0 || order.source >= state.size()) return Reason::no_such_territory;
  if (state.owners()[order.source] != seat) return Reason::not_yours;
  if (order.armies < 1) return Reason::no_army;
  switch (game.rules.excess_deploy) {
    case ExcessDeploy::refuse: return placed + order.armies > income ? Reason::over_income : Reason::none;
    case ExcessDeploy::allow: return order.armies > income ? Reason::over_income : Reason::none;
    case ExcessDeploy::clip: return placed >= income ? Reason::over_income : Reason::none;
  }
  return Reason::none;
}

std::size_t picks_wanted(const Game& game, const State& state, int seat) {
  if (game.rules.picking == Picking::ranked) return static_cast<std::size_t>(kSeats * state.head().picks_each);
  return seat == snake_seat(state.head().picks_made);
}

void random_picks(const Game& game, const State& state, int seat, Random& random, Scratch& s, Plan& plan) {
  s.list.clear();
  for (int t = 0; t < state.size(); ++t) {
    if (state.marks()[t] & kOffered && state.owners()[t] == kNeutral) s.list.push_back(static_cast<Territory>(t));
  }
  random.shuffle(s.list);
  const std::size_t wanted = picks_wanted(game, state, seat);
  for (std::size_t i = 0; i < std::min(wanted, s.list.size()); ++i) {
    plan.push_back({OrderKind::pick, s.list[i], s.list[i], 0});
  }
}

std::vector<Refusal> check_picks(const Game& game, const State& state, int seat, const Plan& plan) {
  std::vector<Refusal> refusals;
  const std::size_t wanted = picks_wanted(game, state, seat);
  std::vector<bool> named(state.size());
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const Order& order = plan[i];
    Reason reason = Reason::none;
    if (order.kind != OrderKind::pick) {
      reason = Reason::wrong_phase;
    } else if (order.source < 0 || order.source >= state.size()) {
      reason = Reason::no_such_territory;
    } else if (!(state.marks()[order.source] & kOffered) || state.owners()[order.source] != kNeutral) {
      reason = Reason::not_offered;
    } else if (named[order.source]) {
      reason = Reason::named_twice;
    } else {
      named[order.source] = true;
    }
    if (reason != Reason::none) refusals.push_back({static_cast<int>(i), reason});
  }
  if (plan.size() != wanted) {
    refusals.push_back({static_cast<int>(std::min(plan.size(), wanted)), Reason::wrong_count});
  }
  return refusals;
}

}  // namespace

const char* describe(Reason reason) {
  switch (reason) {
    case Reason::none: return "";
    case Reason::wrong_phase: return "wrong phase";
    case Reason::no_such_territory: return "no such territory";
    case Reason::not_yours: return "not your territory";
    case Reason::not_adjacent: return "not adjacent";
    case Reason::no_army: return "needs at least one army";
    case Reason::over_income: return "more than the income";
    case Reason::not_offered: return "not offered";
    case Reason::named_twice: return "named twice";
    case Reason::wrong_count: return "wrong number of picks";
    case Reason::too_many_orders: return "too many orders";
    case Reason::source_lost: return "source lost";
    case Reason::link_used: return "link already used";
    case Reason::nothing_to_send: return "nothing to send";
  }
  return "";
}

void measure_distances(const Map& map, const Seat* owners, int seat, Scratch& s) {
  const int n = map.size();
  s.distance.assign(n, -1);
  s.queue.clear();
  for (int t = 0; t < n; ++t) {
    if (owners[t] != seat) {
      s.distance[t] = 0;
      s.queue.push_back(static_cast<Territory>(t));
    }
  }
  for (std::size_t at = 0; at < s.queue.size(); ++at) {
    const int t = s.queue[at];
    for (Territory next : map.neighbours(t)) {
      if (s.distance[next] < 0) {
        s.distance[next] = s.distance[t] + 1;
        s.queue.push_back(next);
      }
    }
  }
}

void random_plan(const Game& game, const State& state, int seat, Random& random, Scratch& s, Plan& plan) {
  plan.clear();
  if (state.head().phase == Phase::pick) return random_picks(game, state, seat, random, s, plan);
  const Map& map = *game.map;
  const Seat* owners = state.owners();
  const int n = map.size();

  // 1. Deployment: each army of the income on a random border territory.
  s.armies.assign(state.armies(), state.armies() + n);
  random_deployment(game, state, seat, random, s, plan);
  const std::size_t deploys = plan.size();

  // 2. Moves: borders attack, the interior marches toward the nearest border.
  bool measured = false;
  for (int source = 0; source < n; ++source) {
    const int left = s.armies[source] - game.rules.stands_guard;
    if (owners[source] != seat || left <= 0) continue;
    s.list.clear();
    for (Territory next : map.neighbours(source)) {
      if (owners[next] != seat) s.list.push_back(next);
    }
    if (!s.list.empty()) {
      random_attacks(game, state, source, left, random, s, plan);
      continue;
    }
    if (!measured) measure_distances(map, owners, seat, s);
    measured = true;
    for (Territory next : map.neighbours(source)) {
      if (s.distance[next] >= 0 && s.distance[next] == s.distance[source] - 1) s.list.push_back(next);
    }
    if (s.list.empty()) continue;  // nothing foreign can be reached
    const int target = s.list[random.below(static_cast<std::uint32_t>(s.list.size()))];
    plan.push_back({OrderKind::move, source, target, left});
  }

  // 3. The moves in random order.
  std::span<Order> moves(plan.begin() + static_cast<std::ptrdiff_t>(deploys), plan.end());
  random.shuffle(moves);
}

std::size_t most_orders(const Map& map) { return 1000 + 2 * static_cast<std::size_t>(gene_count(map)); }

std::vector<Refusal> check(const Game& game, const State& state, int seat, const Plan& plan) {
  if (plan.size() > most_orders(*game.map)) return {{static_cast<int>(plan.size()), Reason::too_many_orders}};
  if (state.head().phase == Phase::pick) return check_picks(game, state, seat, plan);
  std::vector<Refusal> refusals;
  const std::int64_t due = income(game, state, seat);
  std::int64_t placed = 0;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const Order& order = plan[i];
    Reason reason = Reason::wrong_phase;
    if (state.head().phase == Phase::play && order.kind == OrderKind::deploy) {
      reason = check_deploy(game, state, seat, order, due, placed);
      if (reason == Reason::none) placed += order.armies;
    } else if (state.head().phase == Phase::play && order.kind == OrderKind::move) {
      reason = check_move(game, state, seat, order);
    }
    if (reason != Reason::none) refusals.push_back({static_cast<int>(i), reason});
  }
  return refusals;
}

}  // namespace hegemon::simultaneous
