// Positions and plans from outside: made from parts or bytes, and checked. All functions throw std::invalid_argument
// with the reason; a position that they accept can be played and searched.
#pragma once

#include <cstddef>
#include <span>

#include "simultaneous/game.hpp"

namespace hegemon::simultaneous {

// What a position or view consists of, with one entry per territory.
struct Parts {
  std::span<const Seat> owners;
  std::span<const std::int32_t> armies;
  std::span<const std::uint8_t> marks;
  State::Header head;  // its number of territories is computed
};
State make_state(const Parts& parts);
// The position whose block the bytes are.
State from_bytes(std::span<const std::byte> bytes);

void require_seat(int seat);
// The position must be on the game's map.
void require_game(const Game& game, const State& state);
// The same, and nothing is hidden.
void require_whole(const Game& game, const State& state);
// Territories and links must exist on the map.
void require_on_map(const Map& map, const Plan& plan);
// A turn can be resolved: whole position, legal picks, orders on the map. Orders that the rules drop may be anything.
void require_runnable(const Game& game, const State& state, const Plans& plans);

}  // namespace hegemon::simultaneous
