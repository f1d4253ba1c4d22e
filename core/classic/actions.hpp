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

// The action as one number below 2^55: armies + 1, third, target, source, dice, kind, from the highest bits down.
constexpr std::int64_t action_code(const Action& action) {
  std::int64_t code = action.armies + 1;
  code = code << 10 | action.third;
  code = code << 10 | action.target;
  code = code << 10 | action.source;
  code = code << 2 | action.dice;
  return code << 3 | static_cast<std::int64_t>(action.kind);
}

}  // namespace hegemon::classic
