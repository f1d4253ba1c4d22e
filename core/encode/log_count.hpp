// Counts on a logarithmic scale, as every set of features has them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

namespace hegemon::encode {

inline const auto kLogCounts = [] {
  std::array<float, 1024> values{};
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<float>(std::log1p(static_cast<double>(i)) / 3);
  return values;
}();

// log(1 + count) / 3: 0 for nothing, about 1 for 20 armies.
inline float log_count(int count) {
  if (count < static_cast<int>(kLogCounts.size())) return kLogCounts[static_cast<std::size_t>(std::max(count, 0))];
  return static_cast<float>(std::log1p(count) / 3);
}

}  // namespace hegemon::encode
