#include "base/map.hpp"

#include <algorithm>
#include <stdexcept>

namespace hegemon {
namespace {

void require(bool ok, const std::string& message) {
  if (!ok) throw std::invalid_argument(message);
}

}  // namespace

Map::Map(int territories, const std::vector<std::array<int, 2>>& links, std::vector<Group> groups,
         std::vector<std::uint8_t> card_kinds)
    : territories_(territories), groups_(std::move(groups)), card_kinds_(std::move(card_kinds)) {
  require(territories >= 1 && territories <= kMaxTerritories,
          "a map has 1 to " + std::to_string(kMaxTerritories) + " territories, not " + std::to_string(territories));
  std::vector<std::vector<Territory>> adjacent(territories);
  for (auto [a, b] : links) {
    const std::string name = "link " + std::to_string(a) + "-" + std::to_string(b);
    require(a >= 0 && b >= 0 && a < territories && b < territories, name + ": no such territory");
    require(a != b, name + ": a territory cannot touch itself");
    require(std::find(adjacent[a].begin(), adjacent[a].end(), b) == adjacent[a].end(), name + ": given twice");
    adjacent[a].push_back(static_cast<Territory>(b));
    adjacent[b].push_back(static_cast<Territory>(a));
    links_.push_back({static_cast<Territory>(a), static_cast<Territory>(b)});
  }
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const std::string name = "group " + std::to_string(g);
    require(groups_[g].value <= kMaxGroupValue && groups_[g].value >= -kMaxGroupValue,
            name + ": its value is out of range");
    std::vector<bool> seen(static_cast<std::size_t>(territories));
    for (Territory member : groups_[g].members) {
      const std::string which = name + ": member " + std::to_string(member);
      require(member < territories, which + " is no territory");
      require(!seen[member], which + " is given twice");
      seen[member] = true;
    }
  }
  if (card_kinds_.empty()) {
    for (int t = 0; t < territories; ++t) card_kinds_.push_back(static_cast<std::uint8_t>(t % kCardKinds));
  }
  require(card_kinds_.size() == static_cast<std::size_t>(territories), "card kinds: one for every territory");
  for (std::uint8_t kind : card_kinds_) require(kind < kCardKinds, "card kinds: 0, 1 or 2");
  offsets_.push_back(0);
  for (auto& list : adjacent) {
    std::sort(list.begin(), list.end());
    neighbours_.insert(neighbours_.end(), list.begin(), list.end());
    offsets_.push_back(static_cast<std::uint32_t>(neighbours_.size()));
  }
}

int Map::directed_link(int source, int target) const {
  for (std::uint32_t slot = offsets_[source]; slot < offsets_[source + 1]; ++slot) {
    if (neighbours_[slot] == target) return static_cast<int>(slot);
  }
  return -1;
}

}  // namespace hegemon
