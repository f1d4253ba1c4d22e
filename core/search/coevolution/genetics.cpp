#include "search/coevolution/genetics.hpp"

#include <algorithm>
#include <cmath>

namespace hegemon::search {

using simultaneous::Game;
using simultaneous::Order;
using simultaneous::OrderKind;
using simultaneous::Plan;
using simultaneous::State;

Genetics::Genetics(const Game& game, const State& state, int seat, bool march_on, bool timing)
    : map_(*game.map),
      timing_(timing),
      income_(simultaneous::income(game, state, seat)),
      armies_(state.armies(), state.armies() + state.size()),
      distance_(static_cast<std::size_t>(map_.size()), -1),
      link_gene_(2 * map_.links().size()),
      outgoing_(static_cast<std::size_t>(map_.size())) {
  const simultaneous::Seat* owners = state.owners();
  for (int t = 0; t < map_.size(); ++t) {
    source_.push_back(static_cast<Territory>(t));
    if (owners[t] != seat) continue;
    own_.push_back(static_cast<Territory>(t));
    distance_[t] = 0;
  }
  for (const bool forward : {true, false}) {
    for (const auto& link : map_.links()) {
      const Territory source = link[forward ? 0 : 1], target = link[forward ? 1 : 0];
      link_gene_[map_.directed_link(source, target)] = orders();
      outgoing_[source].push_back(orders());
      source_.push_back(source);
    }
  }
  const bool can_march_on = game.rules.source_check == simultaneous::SourceCheck::execution &&
                            game.rules.moving_twice == simultaneous::MovingTwice::free;
  if (march_on && can_march_on) order_land_ahead();
  for (int gene = 0; gene < orders(); ++gene) {
    const bool own = owners[source_[gene]] == seat;
    allowed_.push_back(own || (gene >= map_.size() && distance_[source_[gene]] > 0));
  }
}

void Genetics::order_land_ahead() {
  ahead_ = own_;
  for (std::size_t at = 0; at < ahead_.size(); ++at) {
    for (Territory next : map_.neighbours(ahead_[at])) {
      if (distance_[next] >= 0) continue;
      distance_[next] = distance_[ahead_[at]] + 1;
      ahead_.push_back(next);
    }
  }
  ahead_.erase(ahead_.begin(), ahead_.begin() + static_cast<std::ptrdiff_t>(own_.size()));
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
  if (!timing_) return;
  for (std::size_t i = plan.size(); i-- > 0;) {  // the first move out of a territory tells its time
    const auto time = static_cast<std::int32_t>(i * kTimes / plan.size());
    if (plan[i].kind == OrderKind::move) genes[orders() + plan[i].source] = time;
  }
}

void Genetics::correct(std::span<std::int32_t> genes, Random& random) const {
  for (int gene = 0; gene < orders(); ++gene) {
    genes[gene] = allowed_[gene] ? std::clamp(genes[gene], 0, simultaneous::kMaxArmies) : 0;
  }
  for (int gene = orders(); gene < length(); ++gene) genes[gene] = std::clamp(genes[gene], 0, kTimes - 1);
  stop_where_nothing_arrives(genes);
  std::int64_t deployed = 0;
  for (Territory t : own_) deployed += genes[t];
  if (deployed > income_) trim(genes, deployed - income_, random);
  if (deployed < income_) fill(genes, income_ - deployed, random);
}

// Armies march on only out of land that the plan sends armies into from nearer land.
void Genetics::stop_where_nothing_arrives(std::span<std::int32_t> genes) const {
  for (Territory t : ahead_) {
    bool arrives = false;
    for (Territory from : map_.neighbours(t)) {
      arrives |= distance_[from] < distance_[t] && genes[link_gene_[map_.directed_link(from, t)]] > 0;
    }
    if (arrives) continue;
    for (int gene : outgoing_[t]) genes[gene] = 0;
  }
}

Plan Genetics::decode(std::span<const std::int32_t> genes) const {
  Plan plan = simultaneous::decode(map_, genes.first(static_cast<std::size_t>(orders())));
  if (timing_) {
    sort_by_time(genes, plan);
    return plan;
  }
  const auto depth = [&](const Order& order) { return order.kind == OrderKind::move ? distance_[order.source] : -1; };
  if (!ahead_.empty()) {
    std::stable_sort(plan.begin(), plan.end(), [&](const Order& a, const Order& b) { return depth(a) < depth(b); });
  }
  return plan;
}

// Armies march on out of land ahead as soon as they are there, unless its own time is later.
void Genetics::sort_by_time(std::span<const std::int32_t> genes, Plan& plan) const {
  std::vector<std::int32_t> times(genes.begin() + orders(), genes.end());
  for (Territory t : ahead_) {
    std::int32_t earliest = kTimes;
    for (Territory from : map_.neighbours(t)) {
      const bool arrives = distance_[from] < distance_[t] && genes[link_gene_[map_.directed_link(from, t)]] > 0;
      if (arrives) earliest = std::min(earliest, times[from]);
    }
    times[t] = std::max(times[t], earliest);
  }
  const auto later = [&](const Order& order) {
    return order.kind == OrderKind::move ? std::pair(times[order.source], distance_[order.source]) : std::pair(-1, -1);
  };
  std::stable_sort(plan.begin(), plan.end(), [&](const Order& a, const Order& b) { return later(a) < later(b); });
}

void Genetics::mutate_sending(std::span<std::int32_t> genes, double chance, int most, Random& random) const {
  std::int64_t force = income_;
  for (Territory t : own_) force += armies_[t];
  for (int gene = orders(); gene < std::min(most, length()); ++gene) {
    if (random.uniform() < chance) genes[gene] = static_cast<std::int32_t>(random.below(kTimes));
  }
  for (int gene = 0; gene < std::min(most, orders()); ++gene) {
    if (!allowed_[gene] || random.uniform() >= chance) continue;
    const int source = source_[gene];
    const std::int64_t standing = gene < map_.size()      ? income_
                                  : distance_[source] > 0 ? force
                                                          : armies_[source] + income_;
    const int all = static_cast<int>(std::min<std::int64_t>(standing, simultaneous::kMaxArmies));
    const std::uint32_t kind = random.below(3);
    genes[gene] = kind == 0 ? 0 : kind == 1 ? all : random.between(0, all);
  }
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
    if (random.uniform() < chance) gene = static_cast<std::int32_t>(random.below(10));
  }
}

void mutate_adding(std::span<std::int32_t> genes, double chance, int most, Random& random) {
  for (std::int32_t& gene : genes.first(std::min<std::size_t>(genes.size(), static_cast<std::size_t>(most)))) {
    if (random.uniform() < chance) gene = static_cast<std::int32_t>(std::trunc(gene + 8 * random.uniform() - 4));
  }
}

}  // namespace hegemon::search
