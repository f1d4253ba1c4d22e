#include "search/alphabeta/security.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>

namespace hegemon::search {
namespace {

using classic::Action;
using classic::ActionKind;
using classic::Amounts;
using classic::Seat;

// A ratio and its territory in one number: higher ratios first, then lower territories. The bits of a float that is not
// negative are in its order.
std::uint64_t rank(float ratio, int territory) {
  return std::uint64_t{std::bit_cast<std::uint32_t>(ratio)} << 32 | static_cast<std::uint32_t>(~territory);
}
double ratio_of(std::uint64_t rank) { return std::bit_cast<float>(static_cast<std::uint32_t>(rank >> 32)); }
std::uint16_t territory_of(std::uint64_t rank) { return static_cast<std::uint16_t>(~static_cast<std::uint32_t>(rank)); }

struct Ranking {
  std::array<std::uint64_t, kMaxTerritories> ranks;
  int count = 0;
};

// The own territories that touch an enemy; returns how many there are in all.
int rank_borders(const Borders& borders, const Seat* owners, const std::int32_t* armies, int seat, Ranking& ranking) {
  int own = 0;
  std::array<std::uint16_t, kMaxTerritories> land;
  for (int t = 0; t < borders.size(); ++t) {  // no branch to mispredict
    land[static_cast<std::size_t>(own)] = static_cast<std::uint16_t>(t);
    own += owners[t] == seat;
  }
  for (int i = 0; i < own; ++i) {
    const int t = land[static_cast<std::size_t>(i)];
    const int threat = border_threat(borders, owners, armies, t);
    ranking.ranks[static_cast<std::size_t>(ranking.count)] =
        rank(static_cast<float>(threat) / static_cast<float>(armies[t]), t);
    ranking.count += threat > 0;
  }
  return own;
}

void rank_equally(const Borders& borders, const Seat* owners, int seat, Ranking& ranking) {
  for (int t = 0; t < borders.size(); ++t) {
    if (owners[t] == seat) ranking.ranks[static_cast<std::size_t>(ranking.count++)] = rank(1.0f, t);
  }
}

// Puts the highest `kept` first, in order.
void sort_highest(Ranking& ranking, int kept) {
  std::uint64_t* ranks = ranking.ranks.data();
  if (ranking.count > 64) return std::partial_sort(ranks, ranks + kept, ranks + ranking.count, std::greater<>());
  for (int i = 1; i < ranking.count; ++i) {  // inserting is faster for few
    const std::uint64_t rank = ranks[i];
    int j = std::min(i, kept);
    if (j < i && ranks[j - 1] >= rank) continue;
    for (; j > 0 && ranks[j - 1] < rank; --j) ranks[j] = ranks[j - 1];
    ranks[j] = rank;
  }
}

// Calls visit(amount) for every number of armies that may be placed at once.
template <class Visit>
void each_amount(Amounts amounts, int to_place, int wanted, Visit&& visit) {
  if (amounts == Amounts::any) return visit(std::min(wanted, to_place));
  if (amounts == Amounts::one_half_all) {
    visit(1);
    if (to_place >= 2) visit(to_place / 2);
  }
  visit(to_place);
}

// Takes what was placed on one of them off the wanted placements; too much there is missing elsewhere, last first.
void take_off(std::vector<Placement>& wanted, std::size_t at, int placed) {
  int excess = std::max(0, placed - wanted[at].armies);
  wanted[at].armies = std::max(0, wanted[at].armies - placed);
  for (std::size_t i = wanted.size(); i-- > 0 && excess > 0;) {
    const int less = std::min(excess, wanted[i].armies);
    wanted[i].armies -= less;
    excess -= less;
  }
  std::erase_if(wanted, [](const Placement& placement) { return placement.armies == 0; });
}

}  // namespace

int border_threat(const Borders& borders, const Seat* owners, const std::int32_t* armies, int territory) {
  int sum = 0;
  const Seat owner = owners[territory];
  borders.each(territory, [&](Territory n) { sum += armies[n] & -static_cast<int>(owners[n] != owner); });
  return sum;
}

double security_ratio(const Borders& borders, const Seat* owners, const std::int32_t* armies, int territory) {
  return static_cast<double>(border_threat(borders, owners, armies, territory)) / std::max(armies[territory], 1);
}

void draft_by_security(const Borders& borders, const Seat* owners, const std::int32_t* armies, int seat, int total,
                       std::vector<Placement>& placements) {
  placements.clear();
  if (total <= 0) return;
  Ranking ranking;
  const int own = rank_borders(borders, owners, armies, seat, ranking);
  if (own == 0) return;
  if (ranking.count == 0) rank_equally(borders, owners, seat, ranking);
  const int half = std::min(ranking.count, std::max(own / 2, 1));
  sort_highest(ranking, half);
  const auto first = ranking.ranks.begin(), kept = first + half;
  double sum = 0;
  for (auto r = first; r != kept; ++r) sum += ratio_of(*r);
  const double armies_a_unit = total / sum;
  int left = total;
  for (auto r = first; r != kept && left > 0; ++r) {
    const int share = static_cast<int>(ratio_of(*r) * armies_a_unit + 0.5);
    const int given = std::min(std::max(share, 1), left);
    placements.push_back({territory_of(*r), given});
    left -= given;
  }
  placements.front().armies += left;  // shares rounded down leave some over
}

Action nearest_placing(const classic::Rules& rules, int to_place, std::vector<Placement>& wanted) {
  std::size_t best = 0;
  int armies = 0, most = 0;
  bool found = false;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    each_amount(rules.place_amounts, to_place, wanted[i].armies, [&](int amount) {
      const int gain = wanted[i].armies - std::abs(wanted[i].armies - amount);
      if (found && gain <= most) return;
      found = true;
      best = i;
      armies = amount;
      most = gain;
    });
  }
  const std::uint16_t where = wanted[best].territory;
  take_off(wanted, best, armies);
  return {.kind = ActionKind::place, .source = where, .armies = armies};
}

}  // namespace hegemon::search
