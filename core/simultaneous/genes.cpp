// Plans as gene vectors (Soares 2025, section on the genetic representation).
#include <algorithm>

#include "simultaneous/game.hpp"

namespace hegemon::simultaneous {

int gene_count(const Map& map) { return map.size() + 2 * static_cast<int>(map.links().size()); }

namespace {

void add(std::int32_t& gene, std::int32_t armies) {
  gene = static_cast<std::int32_t>(std::clamp<std::int64_t>(std::int64_t{gene} + armies, INT32_MIN, INT32_MAX));
}

}  // namespace

void encode(const Map& map, const Plan& plan, std::span<std::int32_t> genes) {
  std::fill(genes.begin(), genes.end(), 0);
  const auto& links = map.links();
  const std::size_t n = static_cast<std::size_t>(map.size()), e = links.size();
  for (const Order& order : plan) {
    if (order.kind == OrderKind::deploy) add(genes[order.source], order.armies);
    if (order.kind != OrderKind::move) continue;
    for (std::size_t j = 0; j < e; ++j) {
      if (links[j][0] == order.source && links[j][1] == order.target) add(genes[n + j], order.armies);
      if (links[j][1] == order.source && links[j][0] == order.target) add(genes[n + e + j], order.armies);
    }
  }
}

Plan decode(const Map& map, std::span<const std::int32_t> genes) {
  Plan plan;
  const auto& links = map.links();
  const std::size_t n = static_cast<std::size_t>(map.size()), e = links.size();
  for (std::size_t t = 0; t < n; ++t) {
    const auto territory = static_cast<std::int32_t>(t);
    if (genes[t] > 0) plan.push_back({OrderKind::deploy, territory, territory, genes[t]});
  }
  for (std::size_t j = 0; j < e; ++j) {
    const auto [a, b] = links[j];
    if (genes[n + j] > 0) plan.push_back({OrderKind::move, a, b, genes[n + j]});
    if (genes[n + e + j] > 0) plan.push_back({OrderKind::move, b, a, genes[n + e + j]});
  }
  return plan;
}

}  // namespace hegemon::simultaneous
