#include "search/smcts/generators/candidates.hpp"

#include <algorithm>

#include "base/hash.hpp"

namespace hegemon::search::smcts {
namespace {

using sim::Order;
using sim::OrderKind;

std::uint64_t pack(const Order& order) {
  return static_cast<std::uint64_t>(order.kind) | static_cast<std::uint64_t>(order.source) << 2 |
         static_cast<std::uint64_t>(order.target) << 16 | static_cast<std::uint64_t>(order.armies) << 32;
}

Order unpack(std::uint64_t code) {
  return {static_cast<OrderKind>(code & 3), static_cast<std::int32_t>(code >> 2 & 0x3fff),
          static_cast<std::int32_t>(code >> 16 & 0xffff), static_cast<std::int32_t>(code >> 32)};
}

}  // namespace

PlanRef PlanStore::add(const sim::Plan& plan) {
  PlanRef ref;
  ref.orders = static_cast<std::uint16_t>(std::min(plan.size(), kMost));
  ref.first = orders_.allocate(ref.orders);
  ref.tag = tag(plan);
  std::uint64_t* place = orders_.at(ref.first);
  for (std::size_t i = 0; i < ref.orders; ++i) place[i] = pack(plan[i]);
  return ref;
}

void PlanStore::read(PlanRef ref, sim::Plan& plan) const {
  plan.resize(ref.orders);
  const std::uint64_t* place = orders_.at(ref.first);
  for (std::size_t i = 0; i < ref.orders; ++i) plan[i] = unpack(place[i]);
}

bool PlanStore::same(PlanRef ref, const sim::Plan& plan) const {
  if (ref.orders != std::min(plan.size(), kMost)) return false;
  const std::uint64_t* place = orders_.at(ref.first);
  for (std::size_t i = 0; i < ref.orders; ++i) {
    if (place[i] != pack(plan[i])) return false;
  }
  return true;
}

std::uint16_t PlanStore::tag(const sim::Plan& plan) {
  std::uint64_t sum = plan.size();
  for (const Order& order : plan) sum = sum * 0x9e3779b97f4a7c15ULL + pack(order);
  return static_cast<std::uint16_t>(mix(sum));
}

void draw_plan(const sim::Game& game, const sim::State& state, int seat, const Settings& settings, Planned* planned,
               Random& random, sim::Scratch& scratch, sim::Plan& plan) {
  plan.clear();
  if (!(sim::deciders(game, state) >> seat & 1)) return;
  if (planned && state.head().phase == sim::Phase::play && random.chance(settings.planned)) {
    const planner::Style style = planner::random_style(planned->knowledge.weights, random);
    return planned->planner.plan(state, seat, style, random, plan);
  }
  const bool focused =
      settings.focused > 0 && state.head().phase == sim::Phase::play && random.chance(settings.focused);
  if (focused) {
    focused_plan(game, state, seat, random, scratch, plan);
  } else {
    sim::random_plan(game, state, seat, random, scratch, plan);
  }
}

}  // namespace hegemon::search::smcts
