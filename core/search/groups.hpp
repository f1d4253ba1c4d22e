// Groups of a map as players look them up: made once per game.
#pragma once

#include <cstdint>
#include <vector>

#include "base/map.hpp"

namespace hegemon::search {

// The groups of every territory, by number, ascending.
std::vector<std::vector<std::uint16_t>> groups_of(const Map& map);

// Of every group, how many members touch land outside it.
std::vector<int> group_walls(const Map& map);

}  // namespace hegemon::search
