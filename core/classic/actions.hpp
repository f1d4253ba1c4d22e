// Decisions of the classic game as small values.
#pragma once

#include <cstdint>

namespace hegemon::classic {

enum class ActionKind : std::uint8_t { pass, pick, place, trade, attack, occupy, fortify };

struct Action {
  ActionKind kind = ActionKind::pass;
  std::uint8_t dice = 0;     // attack: 0 is a blitz, else the dice of a single roll
  std::uint16_t source = 0;  // pick and place: the territory; trade: the first card
  std::uint16_t target = 0;  // attack and fortify: where to; trade: the second card
  std::uint16_t third = 0;   // trade: the third card
  std::int32_t armies = 0;   // how many; trade: the territory that gets the bonus, or -1
  bool operator==(const Action&) const = default;
};

}  // namespace hegemon::classic
