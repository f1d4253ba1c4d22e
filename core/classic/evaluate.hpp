// Evaluating a position of the classic game without playing it out.
#pragma once

#include <span>

#include "base/fields.hpp"
#include "classic/game.hpp"

namespace hegemon::classic {

// The functions of the parallel-MCTS thesis (2025). All are means of comparisons (a - b) / (a + b) of what the player
// to move has with what the others have: territories, armies, bonuses of whole groups, and
//  border              own less enemy armies along the border, each territory's sum divided by the root of its enemies;
//  border_published    the same as the thesis computed it, a - b over a + b of signed numbers: not bounded;
//  connectivity        the largest connected land;
//  border_connectivity both; its published twin gives the first seat the connectivity point whatever the board.
enum class Evaluation {
  resources,
  border,
  border_published,
  connectivity,
  border_connectivity,
  border_connectivity_published,
};
constexpr auto words(Evaluation) {
  return std::to_array<const char*>({"resources", "border", "border-published", "connectivity", "border-connectivity",
                                     "border-connectivity-published"});
}

// For the player to move against all others.
double resources(const Game& game, const State& state);

// One value per seat; they sum to zero, and with two seats the mover's is what the thesis calls the evaluation. At the
// end of a game it is the result. `values` has as many entries as the game has seats.
void evaluate(const Game& game, const State& state, Evaluation evaluation, std::span<double> values);

// +1 for the winner, -1 divided among the others; zeros for a draw or before the end.
void returns(const State& state, std::span<double> values);

}  // namespace hegemon::classic
