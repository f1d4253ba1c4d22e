// A map as the networks see it: lists of neighbours and of members of groups, made once per map.
#pragma once

#include <cstdint>
#include <vector>

#include "base/map.hpp"
#include "nets/kernels/kernels.hpp"

namespace hegemon::nets {

// Lists that own their rows, with a weight for each entry if there are weights at all.
struct OwnedLists {
  std::vector<std::int32_t> offsets{0};
  std::vector<std::int32_t> rows;
  std::vector<float> weights;

  int count() const { return static_cast<int>(offsets.size()) - 1; }
  Lists lists() const { return {count(), offsets.data(), rows.data()}; }
  void close() { offsets.push_back(static_cast<std::int32_t>(rows.size())); }
};

// A member is a territory in a group: one that is in two groups is two members. Groups without territories are left
// out.
struct Graph {
  explicit Graph(const Map& map);

  int territories;
  int groups;
  OwnedLists links;                            // by territory: its neighbours
  OwnedLists members;                          // by member: all territories of its group, itself included
  std::vector<std::int32_t> member_territory;  // by member
  std::vector<std::int32_t> member_group;      // by member
  std::vector<float> group_weights;            // value / size, by group
  OwnedLists group_members;                    // by group: its members
  OwnedLists shares;                           // by territory: its groups, with their weights
  OwnedLists mean;                             // one list: all territories, each with weight 1 / territories
};

}  // namespace hegemon::nets
