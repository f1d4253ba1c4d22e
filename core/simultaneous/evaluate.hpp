// A hand-made evaluation of positions of the simultaneous game.
#pragma once

#include "simultaneous/game.hpp"

namespace hegemon::simultaneous {

// What a whole position (no hidden land) is worth to a seat, from -1 to 1: +-1 once somebody has won, 0 for a draw.
// The values of the two seats add up to zero.
double material(const Game& game, const State& state, int seat);

}  // namespace hegemon::simultaneous
