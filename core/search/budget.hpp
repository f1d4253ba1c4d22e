// How long a search may take: a number of visits, a time, or both; and whether anybody still waits for its answer.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <thread>
#include <utility>

#include "base/require.hpp"

namespace hegemon::search {

// Asks now and then whether a search is to end early, for example because Ctrl-C was pressed.
class Watch {
 public:
  // `ends` is called about every 50 ms, only on the thread that makes the watch, until it says true once.
  explicit Watch(std::function<bool()> ends) : ends_(std::move(ends)), next_(Clock::now() + kPause) {}

  // Called by all threads of a search wherever they look at the clock.
  bool stopped();

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kPause{50};
  static constexpr int kCalls = 8;  // between looks at the clock

  std::function<bool()> ends_;
  std::thread::id owner_ = std::this_thread::get_id();
  std::atomic<bool> stopped_{false};
  int calls_ = kCalls;
  Clock::time_point next_;
};

struct Budget {
  std::uint64_t visits = 0;  // 0: as many as fit into the time
  double seconds = 0.0;      // 0: no limit of time
  Watch* watch = nullptr;    // none: nothing ends it early
};

inline constexpr double kMostSeconds = 1e9;

inline void require_seconds(double seconds) {
  require(seconds >= 0 && seconds <= kMostSeconds, "seconds are a number from 0 to 1e9");
}

// A search must end: it needs a limit.
inline void require_limit(const Budget& budget) {
  require_seconds(budget.seconds);
  require(budget.visits > 0 || budget.seconds > 0, "a search needs visits or seconds");
}

// The moment at which a search must have its answer. Looking at it costs about 25 ns.
class Deadline {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Deadline(double seconds, Watch* watch = nullptr)
      : limited_(seconds > 0),
        watch_(watch),
        at_(Clock::now() +
            std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(limited_ ? seconds : 0))) {}

  bool limited() const { return limited_; }
  double left() const { return std::chrono::duration<double>(at_ - Clock::now()).count(); }
  // Whether the search is to end early, whatever the clock says.
  bool stopped() const { return watch_ && watch_->stopped(); }
  bool passed() const { return stopped() || (limited_ && Clock::now() >= at_); }

 private:
  bool limited_;
  Watch* watch_;
  Clock::time_point at_;
};

}  // namespace hegemon::search
