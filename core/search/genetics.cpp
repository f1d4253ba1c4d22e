#include "genetics.hpp"

#include <algorithm>
#include <cmath>

namespace hegemon::search {

using simultaneous::Game;
using simultaneous::Order;
using simultaneous::OrderKind;
using simultaneous::Plan;
using simultaneous::State;

Genetics::Genetics(const Game& game, const State& state, int seat)
    : map_(*game.map),
      income_(simultaneous::income(game, state, seat)),
      link_gene_(2 * map_.links().size()),
      outgoing_(static_cast<std::size_t>(map_.size())),
      armies_(state.armies(), state.armies() + state.size()) {
  for (int t = 0; t < map_.size(); ++t) {
    source_.push_back(static_cast<Territory>(t));
    if (state.owners()[t] == seat) own_.push_back(static_cast<Territory>(t));
  }
  for (const bool forward : {true, false}) {
    for (const auto& link : map_.links()) {
      const Territory source = link[forward ? 0 : 1], target = link[forward ? 1 : 0];
      link_gene_[map_.directed_link(source, target)] = length();
      outgoing_[source].push_back(length());
      source_.push_back(source);
    }
  }
  for (Territory source : source_) sends_.push_back(state.owners()[source] == seat);
}

void Genetics::encode(const Plan& plan, std::span<std::int32_t> genes) const {
  std::fill(genes.begin(), genes.end(), 0);
  for (const Order& order : plan) {
    const int gene = order.kind == OrderKind::deploy ? order.source
                     : order.kind == OrderKind::move ? link_gene_[map_.directed_link(order.source, order.target)]
                                                     : -1;
    if (gene < 0) continue;
    genes[gene] = static_cast<std::int32_t>(
        std::min<std::int64_t>(std::int64_t{genes[gene]} + order.armies, simultaneous::kMaxArmies));
  }
}

void Genetics::correct(std::span<std::int32_t> genes, Random& random) const {
  for (int gene = 0; gene < length(); ++gene) {
    genes[gene] = sends_[gene] ? std::clamp(genes[gene], 0, simultaneous::kMaxArmies) : 0;
  }
  std::int64_t deployed = 0;
  for (Territory t : own_) deployed += genes[t];
  if (deployed > income_) trim(genes, deployed - income_, random);
  if (deployed < income_) fill(genes, income_ - deployed, random);
}

namespace {

// One army at a time, as published; large numbers in lumps, so that no income takes long to spread.
std::int64_t lump(std::int64_t armies) { return std::max<std::int64_t>(armies / 64, 1); }

}  // namespace

void Genetics::trim(std::span<std::int32_t> genes, std::int64_t excess, Random& random) const {
  while (excess > 0) {
    std::uint32_t positive = 0;
    for (Territory t : own_) positive += genes[t] > 0;
    std::uint32_t chosen = random.below(positive);
    for (Territory t : own_) {
      if (genes[t] <= 0 || chosen-- > 0) continue;
      const std::int64_t taken = std::min<std::int64_t>(lump(excess), genes[t]);
      genes[t] -= static_cast<std::int32_t>(taken);
      excess -= taken;
      break;
    }
  }
}

void Genetics::fill(std::span<std::int32_t> genes, std::int64_t missing, Random& random) const {
  if (own_.empty()) return;
  while (missing > 0) {
    const std::int64_t added = lump(missing);
    genes[own_[random.below(static_cast<std::uint32_t>(own_.size()))]] += static_cast<std::int32_t>(added);
    missing -= added;
  }
}

void Genetics::cut_attacks(std::span<std::int32_t> genes, Random& random) const {
  std::vector<int> active;
  for (Territory t : own_) {
    const std::int64_t standing = std::int64_t{armies_[t]} + genes[t];
    std::int64_t sent = 0;
    active.clear();
    for (int gene : outgoing_[t]) {
      sent += genes[gene];
      if (genes[gene] > 0) active.push_back(gene);
    }
    while (sent > standing && !active.empty()) {
      std::swap(active[random.below(static_cast<std::uint32_t>(active.size()))], active.back());
      sent -= genes[active.back()];
      genes[active.back()] = 0;
      active.pop_back();
    }
  }
}

void one_point(std::span<const std::int32_t> first, std::span<const std::int32_t> second, int cut,
               std::span<std::int32_t> child, std::span<std::int32_t> complement) {
  std::copy(first.begin(), first.begin() + cut, child.begin());
  std::copy(second.begin() + cut, second.end(), child.begin() + cut);
  if (complement.empty()) return;
  std::copy(second.begin(), second.begin() + cut, complement.begin());
  std::copy(first.begin() + cut, first.end(), complement.begin() + cut);
}

void mutate_replacing(std::span<std::int32_t> genes, double chance, int most, Random& random) {
  for (std::int32_t& gene : genes.first(std::min<std::size_t>(genes.size(), static_cast<std::size_t>(most)))) {
    if (uniform(random) < chance) gene = static_cast<std::int32_t>(random.below(10));
  }
}

void mutate_adding(std::span<std::int32_t> genes, double chance, int most, Random& random) {
  for (std::int32_t& gene : genes.first(std::min<std::size_t>(genes.size(), static_cast<std::size_t>(most)))) {
    if (uniform(random) < chance) gene = static_cast<std::int32_t>(std::trunc(gene + 8 * uniform(random) - 4));
  }
}

}  // namespace hegemon::search
