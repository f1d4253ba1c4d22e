// Orders and plans: what a seat hands in, why an order is refused, and what each order did.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "simultaneous/state.hpp"

namespace hegemon::simultaneous {

enum class OrderKind : std::uint8_t { deploy, move, pick };

struct Order {
  OrderKind kind = OrderKind::deploy;
  std::int32_t source = 0;  // deploy and pick: the territory
  std::int32_t target = 0;  // move: where to; else equal to source
  std::int32_t armies = 0;  // pick: 0
  bool operator==(const Order&) const = default;
};

using Plan = std::vector<Order>;
using Plans = std::array<Plan, kSeats>;

// In the order in which they are looked for; an order gets the first that applies. A list of picks of the wrong length
// is refused once more as a whole; a plan of too many orders is refused as a whole only.
enum class Reason : std::uint8_t {
  none,
  wrong_phase,
  no_such_territory,
  not_yours,
  not_adjacent,
  no_army,
  over_income,
  not_offered,
  named_twice,
  wrong_count,
  too_many_orders,
  // Only at execution:
  source_lost,
  link_used,
  nothing_to_send,
};
const char* describe(Reason reason);

struct Refusal {
  int order = 0;  // index in the plan
  Reason reason = Reason::none;
};

enum class EventKind : std::uint8_t { deploy, transfer, attack, idle, pick };

// What one order did. For a refused or idle order `reason` says why nothing happened.
struct Event {
  EventKind kind = EventKind::idle;
  Seat seat = 0;
  Order order;
  std::int32_t armies = 0;  // placed, moved or sent to attack
  std::int32_t kills = 0;   // defenders killed
  std::int32_t losses = 0;  // attackers killed
  bool captured = false;
  Reason reason = Reason::none;
  std::array<bool, kSeats> seen{};          // which seats may know under fog that it happened
  std::array<bool, kSeats> armies_seen{};   // and how many armies it concerned
  std::array<bool, kSeats> outcome_seen{};  // and how it went
};

using Log = std::vector<Event>;

}  // namespace hegemon::simultaneous
