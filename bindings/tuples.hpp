// Decisions as Python sees them: tuples of whole numbers.
#pragma once

#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "classic/actions.hpp"
#include "simultaneous/orders.hpp"

using ActionTuple = std::tuple<int, int, int, int, int, int>;  // kind, dice, source, target, third, armies
using OrderTuple = std::tuple<int, int, int, int>;             // kind, source, target, armies
using OrderList = std::vector<OrderTuple>;

inline ActionTuple to_tuple(const hegemon::classic::Action& a) {
  return {static_cast<int>(a.kind), a.dice, a.source, a.target, a.third, a.armies};
}

inline OrderTuple to_tuple(const hegemon::simultaneous::Order& order) {
  return {static_cast<int>(order.kind), order.source, order.target, order.armies};
}

inline OrderList to_list(const hegemon::simultaneous::Plan& plan) {
  OrderList list;
  list.reserve(plan.size());
  for (const auto& order : plan) list.push_back(to_tuple(order));
  return list;
}

// Numbers out of the range of an action's fields cannot be legal.
inline hegemon::classic::Action to_action(const ActionTuple& tuple) {
  const auto [kind, dice, source, target, third, armies] = tuple;
  using hegemon::classic::ActionKind;
  const bool fits = kind >= 0 && kind <= static_cast<int>(ActionKind::fortify) && dice >= 0 && dice <= 3 &&
                    source >= 0 && source < 65536 && target >= 0 && target < 65536 && third >= 0 && third < 65536;
  if (!fits) throw std::invalid_argument("a number of the action is out of range");
  return {.kind = static_cast<ActionKind>(kind),
          .dice = static_cast<std::uint8_t>(dice),
          .source = static_cast<std::uint16_t>(source),
          .target = static_cast<std::uint16_t>(target),
          .third = static_cast<std::uint16_t>(third),
          .armies = armies};
}

// Throws if an order has no such kind; what the orders mean is checked by the game.
inline hegemon::simultaneous::Plan to_plan(const OrderList& list) {
  hegemon::simultaneous::Plan plan;
  plan.reserve(list.size());
  for (auto [kind, source, target, armies] : list) {
    if (kind < 0 || kind > 2) throw std::invalid_argument("unknown order kind " + std::to_string(kind));
    plan.push_back({static_cast<hegemon::simultaneous::OrderKind>(kind), source, target, armies});
  }
  return plan;
}
