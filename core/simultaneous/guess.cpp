#include "game.hpp"

namespace hegemon::simultaneous {

State guess(const Game& game, const State& view, int) {
  State state = view;
  for (int t = 0; t < state.size(); ++t) {
    if (state.owners()[t] == kUnknown) state.owners()[t] = kNeutral;
    if (state.armies()[t] < 0) state.armies()[t] = game.rules.neutral_armies;
  }
  return state;
}

}  // namespace hegemon::simultaneous
