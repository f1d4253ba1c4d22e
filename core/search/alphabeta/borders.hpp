// Neighbours in blocks of four, the last block filled up with the territory itself: where only foreign neighbours count
// that changes nothing, and loops of one length are not mispredicted.
#pragma once

#include <cstdint>
#include <vector>

#include "base/map.hpp"

namespace hegemon::search {

class Borders {
 public:
  explicit Borders(const Map& map) {
    for (int t = 0; t < map.size(); ++t) {
      offsets_.push_back(static_cast<std::uint32_t>(list_.size()));
      const auto around = map.neighbours(t);
      list_.insert(list_.end(), around.begin(), around.end());
      while (list_.size() % 4 != 0 || around.empty()) {
        list_.push_back(static_cast<Territory>(t));
        if (list_.size() % 4 == 0) break;
      }
    }
    offsets_.push_back(static_cast<std::uint32_t>(list_.size()));
  }

  int size() const { return static_cast<int>(offsets_.size()) - 1; }

  // Calls visit(n) for every neighbour, ascending, and some times for the territory itself.
  template <class Visit>
  void each(int territory, Visit&& visit) const {
    const Territory* n = list_.data() + offsets_[static_cast<std::size_t>(territory)];
    const Territory* end = list_.data() + offsets_[static_cast<std::size_t>(territory) + 1];
    do {
      visit(n[0]);
      visit(n[1]);
      visit(n[2]);
      visit(n[3]);
      n += 4;
    } while (n != end);
  }

 private:
  std::vector<std::uint32_t> offsets_;
  std::vector<Territory> list_;
};

}  // namespace hegemon::search
