// The directed links of a map in the order of their sources, so that those of one source are next to each other.
#pragma once

#include <cstdint>
#include <vector>

#include "base/map.hpp"

namespace hegemon::envs {

struct Links {
  explicit Links(const Map& map) {
    for (int t = 0; t < map.size(); ++t) {
      first.push_back(static_cast<int>(sources.size()));
      for (const Territory next : map.neighbours(t)) {
        sources.push_back(static_cast<Territory>(t));
        targets.push_back(next);
      }
    }
    first.push_back(static_cast<int>(sources.size()));
  }
  int size() const { return static_cast<int>(sources.size()); }

  std::vector<int> first;  // the links of t: first[t] .. first[t + 1] - 1
  std::vector<Territory> sources, targets;
};

}  // namespace hegemon::envs
