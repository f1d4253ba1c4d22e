#include "simultaneous/state.hpp"

#include <algorithm>

#include "base/hash.hpp"
#include "simultaneous/game.hpp"

namespace hegemon::simultaneous {

std::uint64_t State::hash() const {
  const Header& h = head();
  std::uint64_t sum = mix((static_cast<std::uint64_t>(static_cast<std::uint32_t>(h.round)) << 32) ^
                          (static_cast<std::uint64_t>(h.phase) << 24) ^
                          (static_cast<std::uint64_t>(static_cast<std::uint8_t>(h.winner)) << 16) ^
                          (static_cast<std::uint64_t>(static_cast<std::uint8_t>(h.first)) << 8) ^ h.territories);
  sum += mix((static_cast<std::uint64_t>(static_cast<std::uint16_t>(h.picks_each)) << 16) ^
             static_cast<std::uint16_t>(h.picks_made) ^ 0x5bf0'3635'0000'0000ULL);
  for (int t = 0; t < size(); ++t) {
    sum += mix((static_cast<std::uint64_t>(t + 1) << 48) ^
               (static_cast<std::uint64_t>(static_cast<std::uint8_t>(owners()[t])) << 40) ^
               (static_cast<std::uint64_t>(marks()[t]) << 32) ^ static_cast<std::uint32_t>(armies()[t]));
  }
  return mix(sum);
}

int Game::round_cap() const {
  if (rules.round_cap_percent <= 0) return rules.round_cap;
  return std::max(rules.round_cap, rules.round_cap_percent * map->size() / 100);
}

int income(const Game& game, const Seat* owners, int seat) {
  std::int64_t total = game.rules.base_income;
  for (const Group& group : game.map->groups()) {
    bool whole = !group.members.empty();
    for (Territory member : group.members) {
      if (owners[member] != seat) {
        whole = false;
        break;
      }
    }
    if (whole) total += group.value;
  }
  return static_cast<int>(std::clamp<std::int64_t>(total, 0, kMaxArmies));
}

void settle(const Game& game, State& state) {
  std::array<bool, kSeats> alive{};
  const Seat* owners = state.owners();
  for (int t = 0; t < state.size(); ++t) {
    if (owners[t] >= 0) alive[owners[t]] = true;
  }
  auto& head = state.head();
  if (alive[0] && alive[1]) {
    const int cap = game.round_cap();
    head.winner = kNeutral;
    head.phase = cap > 0 && head.round >= cap ? Phase::over : Phase::play;
  } else {
    head.phase = Phase::over;
    head.winner = alive[0] ? 0 : alive[1] ? 1 : kNeutral;
  }
}

}  // namespace hegemon::simultaneous
