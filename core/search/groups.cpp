#include "search/groups.hpp"

#include <algorithm>

namespace hegemon::search {

std::vector<std::vector<std::uint16_t>> groups_of(const Map& map) {
  std::vector<std::vector<std::uint16_t>> found(static_cast<std::size_t>(map.size()));
  for (std::size_t g = 0; g < map.groups().size(); ++g) {
    for (const Territory t : map.groups()[g].members) found[t].push_back(static_cast<std::uint16_t>(g));
  }
  return found;
}

std::vector<int> group_walls(const Map& map) {
  std::vector<int> walls;
  for (const Group& group : map.groups()) {
    const auto outside = [&](Territory t) {
      return std::find(group.members.begin(), group.members.end(), t) == group.members.end();
    };
    walls.push_back(static_cast<int>(std::count_if(group.members.begin(), group.members.end(), [&](Territory t) {
      const auto near = map.neighbours(t);
      return std::any_of(near.begin(), near.end(), outside);
    })));
  }
  return walls;
}

}  // namespace hegemon::search
