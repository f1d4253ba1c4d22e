#include "security.hpp"

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
int rank_borders(const Map& map, const Seat* owners, const std::int32_t* armies, int seat, Ranking& ranking) {
  int own = 0;
  for (int t = 0; t < map.size(); ++t) {
    if (owners[t] != seat) continue;
    ++own;
    const int threat = border_threat(map, owners, armies, t);
    ranking.ranks[static_cast<std::size_t>(ranking.count)] =
        rank(static_cast<float>(threat) / static_cast<float>(armies[t]), t);
    ranking.count += threat > 0;
  }
  return own;
}

void rank_equally(const Map& map, const Seat* owners, int seat, Ranking& ranking) {
  for (int t = 0; t < map.size(); ++t) {
    if (owners[t] == seat) ranking.ranks[static_cast<std::size_t>(ranking.count++)] = rank(1.0f, t);
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

int border_threat(const Map& map, const Seat* owners, const std::int32_t* armies, int territory) {
  int sum = 0;
  for (Territory n : map.neighbours(territory)) sum += owners[n] != owners[territory] ? armies[n] : 0;
  return sum;
}

double security_ratio(const Map& map, const Seat* owners, const std::int32_t* armies, int territory) {
  return static_cast<double>(border_threat(map, owners, armies, territory)) / std::max(armies[territory], 1);
}

void draft_by_security(const Map& map, const Seat* owners, const std::int32_t* armies, int seat, int total,
                       std::vector<Placement>& placements) {
  placements.clear();
  if (total <= 0) return;
  Ranking ranking;
  const int own = rank_borders(map, owners, armies, seat, ranking);
  if (own == 0) return;
  if (ranking.count == 0) rank_equally(map, owners, seat, ranking);
  const auto first = ranking.ranks.begin(), last = first + ranking.count;
  const auto kept = first + std::min(ranking.count, std::max(own / 2, 1));
  std::partial_sort(first, kept, last, std::greater<>());
  double sum = 0;
  for (auto r = first; r != kept; ++r) sum += ratio_of(*r);
  int left = total;
  for (auto r = first; r != kept && left > 0; ++r) {
    const int share = static_cast<int>(ratio_of(*r) / sum * total + 0.5);
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
