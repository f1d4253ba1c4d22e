// How a game begins: armies scattered at random, or wastelands and offers for the picks.
#include <algorithm>
#include <stdexcept>

#include "simultaneous/game.hpp"

namespace hegemon::simultaneous {
namespace {

State scatter(const Game& game, Random& random) {
  const int n = game.map->size(), each = game.rules.territories_each;
  if (each < 1 || each > n / kSeats) {
    throw std::invalid_argument("a map of " + std::to_string(n) + " territories cannot give " + std::to_string(each) +
                                " to each of " + std::to_string(kSeats) + " seats (change territories_each)");
  }
  State state(n);
  for (int t = 0; t < n; ++t) {
    state.owners()[t] = kNeutral;
    state.armies()[t] = random.between(game.rules.scatter_armies_low, game.rules.scatter_armies_high);
  }
  for (int given = 0; given < each * kSeats;) {
    const int t = static_cast<int>(random.below(static_cast<std::uint32_t>(n)));
    if (state.owners()[t] != kNeutral) continue;
    state.owners()[t] = static_cast<Seat>(given++ / each);
  }
  return state;
}

// As many draws as half the groups. A draw is repeated only when it hits a wasteland again in a group with fewer than
// two ordinary territories left, so drawing the same territory twice silently yields one fewer.
void place_wastelands(const Game& game, State& state, Random& random) {
  const auto& groups = game.map->groups();
  const auto nearly_full = [&](int territory) {
    return std::any_of(groups.begin(), groups.end(), [&](const Group& group) {
      return std::find(group.members.begin(), group.members.end(), territory) != group.members.end() &&
             std::count_if(group.members.begin(), group.members.end(),
                           [&](Territory t) { return !(state.marks()[t] & kWasteland); }) < 2;
    });
  };
  const int draws = std::min<int>(static_cast<int>(groups.size() / 2), state.size() - 1);
  for (int drawn = 0; drawn < draws;) {
    const int t = static_cast<int>(random.below(static_cast<std::uint32_t>(state.size())));
    if ((state.marks()[t] & kWasteland) && nearly_full(t)) continue;
    state.marks()[t] |= kWasteland;
    state.armies()[t] = game.rules.wasteland_armies;
    ++drawn;
  }
}

int offer_territories(const Game& game, State& state, Random& random) {
  int offered = 0;
  std::vector<Territory> free;
  for (const Group& group : game.map->groups()) {
    free.clear();
    for (Territory t : group.members) {
      if (!(state.marks()[t] & (kWasteland | kOffered))) free.push_back(t);
    }
    std::sort(free.begin(), free.end());
    for (int k = 0; k < game.rules.offers_per_group && !free.empty(); ++k, ++offered) {
      const std::uint32_t at = random.below(static_cast<std::uint32_t>(free.size()));
      state.marks()[free[at]] |= kOffered;
      free.erase(free.begin() + at);
    }
  }
  return offered;
}

int picks_for_each(const Rules& rules, int offered, Random& random) {
  if (rules.territories_each > 0) return std::min(rules.territories_each, offered / kSeats);
  int picks = offered - offered % 2;
  for (int steps = (picks - 6) / 2; steps > 0; --steps) {
    if (random.chance(rules.picks_shrink_percent)) picks -= 2;
  }
  return picks / kSeats;
}

State before_picks(const Game& game, Random& random) {
  State state(game.map->size());
  std::fill_n(state.owners(), state.size(), kNeutral);
  std::fill_n(state.armies(), state.size(), game.rules.neutral_armies);
  if (game.rules.wastelands == Wastelands::half_groups) place_wastelands(game, state, random);
  const int offered = offer_territories(game, state, random);
  state.head().picks_each = static_cast<std::int16_t>(picks_for_each(game.rules, offered, random));
  if (state.head().picks_each < 1) {
    throw std::invalid_argument("the map offers only " + std::to_string(offered) +
                                " starting territories; picks need at least 2 (add groups to the map)");
  }
  state.head().phase = Phase::pick;
  return state;
}

}  // namespace

State start(const Game& game, Random& random) {
  State state = game.rules.start == Start::scatter ? scatter(game, random) : before_picks(game, random);
  if (game.rules.interleave == Interleave::cycle) state.head().first = static_cast<Seat>(random.below(kSeats));
  return state;
}

unsigned deciders(const Game& game, const State& state) {
  switch (state.head().phase) {
    case Phase::over: return 0;
    case Phase::pick:
      if (game.rules.picking == Picking::snake) return 1u << snake_seat(state.head().picks_made);
      [[fallthrough]];
    case Phase::play: return (1u << kSeats) - 1;
  }
  return 0;
}

}  // namespace hegemon::simultaneous
