// A position of the simultaneous game: one flat block of bytes, copied with memcpy, sized by the map.
#pragma once

#include <cstdint>
#include <span>

#include "base/block.hpp"
#include "base/map.hpp"

namespace hegemon::simultaneous {

using Seat = std::int8_t;

inline constexpr int kSeats = 2;
inline constexpr Seat kNeutral = -1;
inline constexpr Seat kUnknown = -2;                    // in views: the owner is hidden
inline constexpr std::int32_t kUnknownArmies = -1;      // in views: the armies are hidden
inline constexpr std::int32_t kMaxArmies = 10'000'000;  // per territory; keeps all arithmetic far from overflow

enum class Phase : std::uint8_t { pick, play, over };

// What is remembered of a territory besides owner and armies.
enum Mark : std::uint8_t { kOffered = 1, kWasteland = 2, kPickedBy0 = 4, kPickedBy1 = 8 };
constexpr std::uint8_t picked_by(int seat) { return static_cast<std::uint8_t>(kPickedBy0 << seat); }

class State {
 public:
  struct Header {
    std::int32_t round = 0;  // resolved play turns
    std::uint16_t territories = 0;
    Phase phase = Phase::play;
    Seat winner = kNeutral;  // once over; kNeutral is a draw
    Seat first = 0;          // who begins under interleave=cycle
    std::uint8_t unused = 0;
    std::int16_t picks_each = 0;
    std::int16_t picks_made = 0;  // in turn-by-turn picking
    std::int16_t unused2 = 0;
  };

  explicit State(int territories) : block_(block_bytes(territories)) {
    head() = Header{};
    head().territories = static_cast<std::uint16_t>(territories);
  }

  Header& head() { return *reinterpret_cast<Header*>(block_.data()); }
  const Header& head() const { return *reinterpret_cast<const Header*>(block_.data()); }
  int size() const { return head().territories; }
  std::int32_t* armies() { return reinterpret_cast<std::int32_t*>(block_.data() + sizeof(Header)); }
  const std::int32_t* armies() const { return reinterpret_cast<const std::int32_t*>(block_.data() + sizeof(Header)); }
  Seat* owners() { return reinterpret_cast<Seat*>(armies() + size()); }
  const Seat* owners() const { return reinterpret_cast<const Seat*>(armies() + size()); }
  std::uint8_t* marks() { return reinterpret_cast<std::uint8_t*>(owners() + size()); }
  const std::uint8_t* marks() const { return reinterpret_cast<const std::uint8_t*>(owners() + size()); }

  std::size_t bytes() const { return block_.size(); }
  std::span<const std::byte> block() const { return block_.span(); }
  bool operator==(const State&) const = default;

  // 64 bits over everything above: equal states hash alike on every machine. Additive over territories.
  std::uint64_t hash() const;

  static constexpr std::size_t block_bytes(int territories) {
    return sizeof(Header) + static_cast<std::size_t>(territories) * (sizeof(std::int32_t) + sizeof(Seat) + 1);
  }

 private:
  Block block_;
};

}  // namespace hegemon::simultaneous
