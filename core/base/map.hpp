// A map as the rules see it: territories, links and bonus groups, as flat arrays.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hegemon {

using Territory = std::uint16_t;

inline constexpr int kMaxTerritories = 512;
inline constexpr int kMaxGroupValue = 1'000'000;
inline constexpr int kCardKinds = 3;

struct Group {
  std::int32_t value = 0;
  std::vector<Territory> members;

  bool operator==(const Group&) const = default;
};

// Immutable once built; shared by all games on it. Link order is kept: it is the order of the genes.
class Map {
 public:
  // Throws std::invalid_argument naming the offending link, group or card. Without card kinds, territory t has kind
  // t mod 3.
  Map(int territories, const std::vector<std::array<int, 2>>& links, std::vector<Group> groups,
      std::vector<std::uint8_t> card_kinds = {});

  int size() const { return territories_; }
  const std::vector<std::array<Territory, 2>>& links() const { return links_; }
  const std::vector<Group>& groups() const { return groups_; }
  int card_kind(int territory) const { return card_kinds_[static_cast<std::size_t>(territory)]; }
  std::span<const Territory> neighbours(int territory) const {
    return {neighbours_.data() + offsets_[territory], neighbours_.data() + offsets_[territory + 1]};
  }
  // Number of the directed link source -> target in 0 .. 2 * links - 1, or -1 if they do not touch.
  int directed_link(int source, int target) const;
  bool adjacent(int a, int b) const { return directed_link(a, b) >= 0; }
  bool operator==(const Map& other) const {
    return this == &other || (territories_ == other.territories_ && links_ == other.links_ &&
                              groups_ == other.groups_ && card_kinds_ == other.card_kinds_);
  }

 private:
  int territories_;
  std::vector<std::array<Territory, 2>> links_;
  std::vector<Group> groups_;
  std::vector<std::uint8_t> card_kinds_;
  std::vector<std::uint32_t> offsets_;  // neighbours of t: offsets_[t] .. offsets_[t + 1]
  std::vector<Territory> neighbours_;   // ascending within a territory
};

}  // namespace hegemon
