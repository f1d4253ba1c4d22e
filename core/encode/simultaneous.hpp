// Positions of the simultaneous game as numbers for networks, from the side of one seat. There is no other encoder:
// training and play read the same numbers.
#pragma once

#include <cstdint>
#include <string>

#include "encode/target.hpp"
#include "simultaneous/game.hpp"

namespace hegemon::encode {

// Changes whenever a set of features does; a network's file says which version it was trained with.
inline constexpr int kEncoderVersion = 1;

// A whole position (nothing hidden) and the seat that looks at it.
struct Position {
  const simultaneous::Seat* owners = nullptr;
  const std::int32_t* armies = nullptr;
  int seat = 0;
};
inline Position position(const simultaneous::State& state, int seat) { return {state.owners(), state.armies(), seat}; }

// soares2025: five numbers a territory (mine, the opponent's, armies if mine, if the opponent's, if neutral) and five
// for the whole (income of both, armies of both, neutral armies), all of them plain counts.
enum class Features : std::uint8_t { soares2025 };
// Throws std::invalid_argument if there is no such set.
Features features_by_name(const std::string& name);

Widths widths(Features features);

void encode(const simultaneous::Game& game, Features features, const Position& position, const Target& target);

}  // namespace hegemon::encode
