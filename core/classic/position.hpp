// Positions from outside: made from parts or bytes, and checked. All functions throw std::invalid_argument with the
// reason; a position that they accept can be played and searched.
#pragma once

#include <cstddef>
#include <span>

#include "classic/game.hpp"

namespace hegemon::classic {

// What a position consists of. Sizes, hands and whatever follows from owners and armies are computed.
struct Parts {
  std::span<const Seat> owners;
  std::span<const std::int32_t> armies;
  std::span<const std::uint16_t> movable;
  std::span<const std::uint8_t> cards;  // where each copy is
  std::span<const std::uint16_t> pool;  // of each seat
  Header head;                          // the other numbers
  bool place_income = false;            // to_place is the income of the mover
};
// Also refuses more than so many legal actions, which no search could list in reasonable time.
inline constexpr std::size_t kMostActions = 100'000;
State make_state(const Game& game, const Parts& parts);
// The position whose block the bytes are, however many legal actions it has: bytes carry positions of games under way
// (pickles, views of agents in other processes, samples, checkpoints), and play gets there: most random games of the
// classic rules have more than kMostActions within 400 turns.
State from_bytes(const Game& game, std::span<const std::byte> bytes);

void require_seat(const Game& game, int seat);
// The position must be of the size that the game's positions have.
void require_game(const Game& game, const State& state);
// The same, and no card is hidden.
void require_whole(const Game& game, const State& state);
// Somebody must have something to decide and know his cards.
void require_decision(const Game& game, const State& state);
void require_legal(const Game& game, const State& state, const Action& action);
void require_possible(const Game& game, const State& state, int outcome);

}  // namespace hegemon::classic
