// Decisions as Python sees them: tuples of whole numbers.
#pragma once

#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

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
