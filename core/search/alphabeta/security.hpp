// Drafting by border security (Aminian, Ahmadi and Fahmide 2020): new armies go where the enemy next door is strongest
// for the armies there.
#pragma once

#include <cstdint>
#include <vector>

#include "classic/game.hpp"
#include "search/alphabeta/borders.hpp"

namespace hegemon::search {

struct Placement {
  std::uint16_t territory = 0;
  std::int32_t armies = 0;
  bool operator==(const Placement&) const = default;
};

// The border security threat (BST): enemy armies next to a territory, whoever owns it.
int border_threat(const Borders& borders, const classic::Seat* owners, const std::int32_t* armies, int territory);

// The border security ratio (BSR): the threat per army there.
double security_ratio(const Borders& borders, const classic::Seat* owners, const std::int32_t* armies, int territory);

// Shares `total` new armies of a seat out: the half of its territories with the highest ratios (floor(n / 2), at least
// one) get armies in proportion to them (NBSR), rounded, at least one each, highest first, and exactly `total` in all.
// Territories that touch no enemy get none, unless no territory touches one.
void draft_by_security(const Borders& borders, const classic::Seat* owners, const std::int32_t* armies, int seat,
                       int total, std::vector<Placement>& placements);

// The legal placing that brings the board nearest to the wanted placements, which add up to `to_place`; what it places
// is taken off them.
classic::Action nearest_placing(const classic::Rules& rules, int to_place, std::vector<Placement>& wanted);

}  // namespace hegemon::search
