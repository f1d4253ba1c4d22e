// A whole position for searches that play under fog.
#include <algorithm>

#include "simultaneous/game.hpp"

namespace hegemon::simultaneous {
namespace {

// The hidden territory farthest from the seat's own land, the first of several, or -1 if nothing is hidden.
int farthest_hidden(const Map& map, const State& view, int seat) {
  std::vector<int> distance(static_cast<std::size_t>(map.size()), map.size());
  std::vector<int> queue;
  for (int t = 0; t < map.size(); ++t) {
    if (view.owners()[t] != seat) continue;
    distance[t] = 0;
    queue.push_back(t);
  }
  for (std::size_t at = 0; at < queue.size(); ++at) {
    for (Territory next : map.neighbours(queue[at])) {
      if (distance[next] < map.size()) continue;
      distance[next] = distance[queue[at]] + 1;
      queue.push_back(next);
    }
  }
  int best = -1;
  for (int t = 0; t < map.size(); ++t) {
    if (view.owners()[t] == kUnknown && (best < 0 || distance[t] > distance[best])) best = t;
  }
  return best;
}

}  // namespace

State determinize(const Game& game, const State& view, int seat) {
  State state = view;
  const Seat other = static_cast<Seat>(1 - seat);
  for (int t = 0; t < view.size(); ++t) {
    const bool wasteland = view.marks()[t] & kWasteland;
    if (view.armies()[t] == kUnknownArmies) {
      state.armies()[t] = wasteland ? game.rules.wasteland_armies : game.rules.neutral_armies;
    }
    if (view.owners()[t] == kUnknown) state.owners()[t] = view.marks()[t] & picked_by(other) ? other : kNeutral;
  }
  // The other seat must own something before the end.
  const Seat* owners = state.owners();
  if (view.head().phase == Phase::play && std::find(owners, owners + state.size(), other) == owners + state.size()) {
    if (const int t = farthest_hidden(*game.map, view, seat); t >= 0) state.owners()[t] = other;
  }
  return state;
}

}  // namespace hegemon::simultaneous
