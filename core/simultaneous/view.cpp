// Fog: what a seat may know of a position.
#include "simultaneous/game.hpp"

namespace hegemon::simultaneous {

Sight sight(const Game& game, const State& state, int seat, int territory) {
  const Fog fog = game.rules.fog;
  // Before play nothing is hidden: land is neutral, and turn-by-turn picks are public.
  if (fog == Fog::none || state.head().phase == Phase::pick || state.owners()[territory] == seat) return {true, true};
  if (fog == Fog::complete) return {false, false};
  for (Territory next : game.map->neighbours(territory)) {
    if (state.owners()[next] == seat) return {true, fog != Fog::dense};
  }
  return {fog == Fog::light, false};
}

State view(const Game& game, const State& state, int seat) {
  State seen = state;
  if (state.head().phase == Phase::pick) seen.head().first = 0;  // who begins is not known before the first turn
  for (int t = 0; t < state.size(); ++t) {
    const Sight what = sight(game, state, seat, t);
    if (!what.owner) seen.owners()[t] = kUnknown;
    if (!what.armies) seen.armies()[t] = kUnknownArmies;
    if (!game.rules.picks_told && game.rules.fog != Fog::none) {
      seen.marks()[t] &= static_cast<std::uint8_t>(~picked_by(1 - seat));
    }
  }
  return seen;
}

}  // namespace hegemon::simultaneous
