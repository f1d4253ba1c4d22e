#include "simultaneous/position.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

#include "base/require.hpp"

namespace hegemon::simultaneous {
namespace {

using std::to_string;

void require_sound_board(const State& state) {
  for (int t = 0; t < state.size(); ++t) {
    const int owner = state.owners()[t], armies = state.armies()[t];
    if (owner < kUnknown || owner >= kSeats) throw std::invalid_argument("no seat " + to_string(owner));
    if (armies < kUnknownArmies || armies > kMaxArmies) {
      throw std::invalid_argument("armies must be 0 to " + to_string(kMaxArmies) + ", not " + to_string(armies));
    }
    if (state.marks()[t] > 15) throw std::invalid_argument("unknown marks on territory " + to_string(t));
  }
}

// Everybody must find something to pick until the last pick.
void require_sound_picks(const State& state) {
  const State::Header& head = state.head();
  int free = 0;
  for (int t = 0; t < state.size(); ++t) {
    const bool taken = state.owners()[t] >= 0;
    free += (state.marks()[t] & kOffered) != 0 && !taken;
  }
  const int left = kSeats * head.picks_each - head.picks_made;
  require(left > 0, "all picks are made, but the phase is pick");
  require(free >= left, "fewer territories are offered than picks are left");
}

void require_sound(const State& state) {
  require_sound_board(state);
  const State::Header& head = state.head();
  require(head.round >= 0 && head.phase <= Phase::over && head.winner >= kNeutral && head.winner < kSeats &&
              head.first >= 0 && head.first < kSeats && head.picks_each >= 0 && head.picks_each <= 256 &&
              head.picks_made >= 0 && head.picks_made <= kSeats * head.picks_each,
          "impossible round, phase, winner or number of picks");
  if (head.phase == Phase::pick) require_sound_picks(state);
}

}  // namespace

State make_state(const Parts& parts) {
  const std::size_t n = parts.owners.size();
  require(n == parts.armies.size() && n == parts.marks.size() && n > 0 && n <= kMaxTerritories,
          "owners, armies and marks must have one entry per territory");
  State state(static_cast<int>(n));
  state.head() = parts.head;
  state.head().territories = static_cast<std::uint16_t>(n);
  state.head().unused = 0;
  state.head().unused2 = 0;
  std::copy(parts.owners.begin(), parts.owners.end(), state.owners());
  std::copy(parts.armies.begin(), parts.armies.end(), state.armies());
  std::copy(parts.marks.begin(), parts.marks.end(), state.marks());
  require_sound(state);
  return state;
}

State from_bytes(std::span<const std::byte> bytes) {
  constexpr const char* kOther = "these bytes are no position";
  State::Header head;
  require(bytes.size() > sizeof(head), kOther);
  std::memcpy(&head, bytes.data(), sizeof(head));
  require(head.territories > 0 && head.territories <= kMaxTerritories &&
              bytes.size() == State::block_bytes(head.territories),
          kOther);
  State state(head.territories);
  std::memcpy(&state.head(), bytes.data(), bytes.size());
  state.head().unused = 0;
  state.head().unused2 = 0;
  require_sound(state);
  return state;
}

void require_seat(int seat) {
  if (seat < 0 || seat >= kSeats) throw std::invalid_argument("no seat " + to_string(seat));
}

void require_game(const Game& game, const State& state) {
  require(state.size() == game.map->size(), "the position belongs to another map");
}

void require_whole(const Game& game, const State& state) {
  require_game(game, state);
  const auto hides = [&](const auto* values, auto unknown) {
    return std::find(values, values + state.size(), unknown) != values + state.size();
  };
  require(!hides(state.owners(), kUnknown) && !hides(state.armies(), kUnknownArmies),
          "part of the position is hidden: determinize it first");
}

void require_on_map(const Map& map, const Plan& plan) {
  const auto inside = [&](int territory) { return territory >= 0 && territory < map.size(); };
  for (const Order& order : plan) {
    require(inside(order.source) && inside(order.target), "no such territory");
    require(order.kind != OrderKind::move || map.adjacent(order.source, order.target), "not adjacent");
  }
}

void require_runnable(const Game& game, const State& state, const Plans& plans) {
  require_whole(game, state);
  const unsigned who = deciders(game, state);
  for (int seat = 0; seat < kSeats; ++seat) {
    require(plans[seat].size() <= most_orders(*game.map), describe(Reason::too_many_orders));
    if (state.head().phase == Phase::pick && (who >> seat & 1)) {
      const auto refusals = check(game, state, seat, plans[seat]);
      if (!refusals.empty()) throw std::invalid_argument(std::string("illegal pick: ") + describe(refusals[0].reason));
    }
    if (game.rules.illegal_orders == IllegalOrders::drop) continue;
    require_on_map(*game.map, plans[seat]);
    for (const Order& order : plans[seat]) {
      require(order.armies >= 0 && order.armies <= kMaxArmies, "impossible number of armies");
    }
  }
}

}  // namespace hegemon::simultaneous
