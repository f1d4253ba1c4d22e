// What a position is worth by counting: armies, income and land.
#pragma once

#include "game.hpp"

namespace hegemon::simultaneous {

// In [-1, 1] for the seat: 1 and -1 only when the game is over, 0 for a draw. The position must hide nothing.
double material(const Game& game, const State& state, int seat);

}  // namespace hegemon::simultaneous
