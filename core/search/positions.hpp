// Which positions can be searched: whole ones of the right game. All functions throw std::invalid_argument.
#pragma once

#include "classic/game.hpp"
#include "simultaneous/game.hpp"

namespace hegemon::search {

// A position of this game in which no card is hidden.
void require_whole(const classic::Game& game, const classic::State& state);

// A position on the game's map, and one of its seats. Part of it may be hidden.
void require_view(const simultaneous::Game& game, const simultaneous::State& state, int seat);
// The same, and nothing is hidden.
void require_whole(const simultaneous::Game& game, const simultaneous::State& state, int seat);

}  // namespace hegemon::search
