#include "nets/net.hpp"

#include <algorithm>

#include "base/require.hpp"

namespace hegemon::nets {
namespace {

namespace sim = simultaneous;

bool ascends(std::span<const std::int32_t> offsets, std::size_t end) {
  return !offsets.empty() && offsets.front() == 0 && static_cast<std::size_t>(offsets.back()) == end &&
         std::is_sorted(offsets.begin(), offsets.end());
}

}  // namespace

void require_whole(const Map& map, std::span<const encode::Position> positions) {
  for (const encode::Position& position : positions) {
    require(position.seat >= 0 && position.seat < sim::kSeats, "there is no such seat");
    for (int t = 0; t < map.size(); ++t) {
      const int owner = position.owners[t], armies = position.armies[t];
      require(owner != sim::kUnknown && armies != sim::kUnknownArmies,
              "part of the position is hidden: determinize it first");
      require(owner >= sim::kNeutral && owner < sim::kSeats, "an owner is no seat");
      require(armies >= 0 && armies <= sim::kMaxArmies, "impossible number of armies");
    }
  }
}

void require_sound(const Map& map, const Candidates& candidates, std::size_t positions) {
  const auto inside = [&](int territory) { return territory >= 0 && territory < map.size(); };
  for (const sim::Order& order : candidates.orders) {
    require(order.kind == sim::OrderKind::deploy || order.kind == sim::OrderKind::move,
            "a network evaluates deployments and moves, no other orders");
    require(inside(order.source) && inside(order.target), "no such territory");
    require(order.armies >= 0 && order.armies <= sim::kMaxArmies, "impossible number of armies");
  }
  require(ascends(candidates.plan_offsets, candidates.orders.size()),
          "the offsets of plans must ascend from 0 to the number of orders");
  require(ascends(candidates.position_offsets, candidates.plan_offsets.size() - 1),
          "the offsets of positions must ascend from 0 to the number of plans");
  require(candidates.position_offsets.size() == positions + 1, "every position needs its plans");
}

// Defined in nets/architectures/soares2025.cpp.
std::shared_ptr<const PolicyValueNet> make_soares2025(const Tensors& weights, const simultaneous::Game& game,
                                                      const Kernels& kernels);

std::shared_ptr<const PolicyValueNet> make_net(const std::string& architecture, const Tensors& weights,
                                               const simultaneous::Game& game, const Kernels& kernels) {
  if (architecture == "soares2025") return make_soares2025(weights, game, kernels);
  throw std::invalid_argument("there is no network architecture " + architecture);
}

}  // namespace hegemon::nets
