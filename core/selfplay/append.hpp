// Joining the flat arrays of samples.
#pragma once

#include <cstdint>
#include <vector>

namespace hegemon::selfplay {

template <class T>
void append(std::vector<T>& all, const std::vector<T>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

inline void append_offsets(std::vector<std::int64_t>& all, const std::vector<std::int64_t>& more, std::size_t shift) {
  for (const std::int64_t end : more) all.push_back(end + static_cast<std::int64_t>(shift));
}

}  // namespace hegemon::selfplay
