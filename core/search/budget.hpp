// How long a search may take: a number of visits, a time, or both.
#pragma once

#include <chrono>
#include <cstdint>

namespace hegemon::search {

struct Budget {
  std::uint64_t visits = 0;  // 0: as many as fit into the time
  double seconds = 0.0;      // 0: no limit of time
};

// The moment at which a search must have its answer. Looking at it costs about 25 ns.
class Deadline {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Deadline(double seconds)
      : limited_(seconds > 0),
        at_(Clock::now() +
            std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(limited_ ? seconds : 0))) {}

  bool limited() const { return limited_; }
  double left() const { return std::chrono::duration<double>(at_ - Clock::now()).count(); }
  bool passed() const { return limited_ && Clock::now() >= at_; }

 private:
  bool limited_;
  Clock::time_point at_;
};

}  // namespace hegemon::search
