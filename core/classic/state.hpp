// A position of the classic game: one flat block of bytes, copied with memcpy, sized by map and rules.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/block.hpp"
#include "base/map.hpp"
#include "base/set.hpp"

namespace hegemon::classic {

using Seat = std::int8_t;

inline constexpr int kMaxSeats = 6;
inline constexpr Seat kNobody = -1;
// On one territory and in one turn: far beyond any sensible game, and far from any overflow.
inline constexpr std::int32_t kMaxArmies = 500'000;
inline constexpr std::int32_t kMaxIncome = 100'000;

enum class Phase : std::uint8_t { pick, setup, trade, place, attack, occupy, fortify, over };
enum class ChanceKind : std::uint8_t { none, roll, blitz, draw };

// Where a card is: in the hand of a seat (0 .. 5), or one of these.
inline constexpr std::uint8_t kInDeck = 254, kDiscarded = 253, kHiddenCard = 252, kNoCopy = 251;

struct Header {
  std::int32_t turns = 0;  // of one seat each, completed
  std::int32_t round = 1;  // grows when the turn comes back to an earlier seat
  std::int32_t decisions = 0;
  std::int32_t to_place = 0;
  std::int32_t committed = 0;  // of the pending attack; in phase occupy, the most that may move in
  std::uint16_t territories = 0;
  std::uint16_t source = 0, target = 0;         // of the pending attack or occupation
  std::uint16_t trades = 0;                     // sets traded so far, by all
  std::uint16_t attacks = 0, fortifies = 0;     // this turn
  std::uint16_t copies = 0;                     // card slots: cards, or twice that where a second deck may come
  std::array<std::uint16_t, kMaxSeats> pool{};  // setup armies left
  std::array<std::uint8_t, kMaxSeats> hand{};   // number of cards held
  std::uint8_t seats = 2;
  Phase phase = Phase::place;
  ChanceKind chance = ChanceKind::none;
  Seat mover = 0;
  Seat starter = 0;
  Seat winner = kNobody;
  std::uint8_t dice = 0;   // of the pending roll; in phase occupy, the least that must move in
  bool conquered = false;  // this turn
  bool mid_trade = false;  // trading because of captured cards, in the middle of the attacks
  std::array<std::uint8_t, 3> unused{};
};
static_assert(sizeof(Header) == 64, "no padding: equal positions have equal bytes");

class State {
 public:
  State(int territories, int seats, int copies) : block_(block_bytes(territories, seats, copies)) {
    head() = Header{};
    head().territories = static_cast<std::uint16_t>(territories);
    head().seats = static_cast<std::uint8_t>(seats);
    head().copies = static_cast<std::uint16_t>(copies);
  }

  Header& head() { return *reinterpret_cast<Header*>(block_.data()); }
  const Header& head() const { return *reinterpret_cast<const Header*>(block_.data()); }
  int size() const { return head().territories; }

  // The territories of a seat. W is 1 for up to 64 territories, else 8.
  template <int W>
  Set<W>& land(int seat) {
    return reinterpret_cast<Set<W>*>(block_.data() + land_offset())[seat];
  }
  template <int W>
  const Set<W>& land(int seat) const {
    return reinterpret_cast<const Set<W>*>(block_.data() + land_offset())[seat];
  }
  // The territories, whoever owns them, with two armies or more: those that can send some.
  template <int W>
  Set<W>& strong() {
    return land<W>(head().seats);
  }
  template <int W>
  const Set<W>& strong() const {
    return land<W>(head().seats);
  }
  void set_armies(int territory, int count) {
    armies()[territory] = count;
    if (words(size()) == 1) {
      strong<1>().put(territory, count > 1);
    } else {
      strong<8>().put(territory, count > 1);
    }
  }
  std::int32_t* armies() { return reinterpret_cast<std::int32_t*>(block_.data() + armies_offset()); }
  const std::int32_t* armies() const { return reinterpret_cast<const std::int32_t*>(block_.data() + armies_offset()); }
  // Armies that may still move in the fortify phase where those that moved may not move again.
  std::uint16_t* movable() { return reinterpret_cast<std::uint16_t*>(armies() + size()); }
  const std::uint16_t* movable() const { return reinterpret_cast<const std::uint16_t*>(armies() + size()); }
  Seat* owners() { return reinterpret_cast<Seat*>(movable() + size()); }
  const Seat* owners() const { return reinterpret_cast<const Seat*>(movable() + size()); }
  std::uint8_t* cards() { return reinterpret_cast<std::uint8_t*>(owners() + size()); }
  const std::uint8_t* cards() const { return reinterpret_cast<const std::uint8_t*>(owners() + size()); }

  std::size_t bytes() const { return block_.size(); }
  std::span<const std::byte> block() const { return block_.span(); }
  std::uint64_t hash() const;
  bool operator==(const State&) const = default;

  static constexpr int words(int territories) { return territories <= 64 ? 1 : 8; }
  static constexpr std::size_t block_bytes(int territories, int seats, int copies) {
    const auto n = static_cast<std::size_t>(territories);
    return land_offset() + static_cast<std::size_t>((seats + 1) * words(territories)) * 8 + n * (4 + 2 + 1) +
           static_cast<std::size_t>(copies);
  }

 private:
  static constexpr std::size_t land_offset() { return (sizeof(Header) + 7) / 8 * 8; }
  std::size_t armies_offset() const {
    return land_offset() + static_cast<std::size_t>((head().seats + 1) * words(size())) * 8;
  }

  Block block_;
};

}  // namespace hegemon::classic
