// How long a search may take: a number of visits, a time, or both; and whether anybody still waits for its answer.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <thread>
#include <utility>

#include "base/require.hpp"

namespace hegemon::search {

// Asks now and then whether a search is to end early, for example because Ctrl-C was pressed; and how much of its time
// does not count, because the machine was busy with something else.
class Watch {
 public:
  using Clock = std::chrono::steady_clock;

  // Both are called only on the thread that makes the watch: `ends` about every 50 ms until it says true once, `waited`
  // (seconds that do not count, or none) when a deadline has come.
  explicit Watch(std::function<bool()> ends, std::function<double()> waited = {})
      : ends_(std::move(ends)), waited_(std::move(waited)), next_(Clock::now() + kPause) {}

  // Called by all threads of a search wherever they look at the clock.
  bool stopped();

  // Time that does not count, as far as it is known. Other threads follow the one that made the watch.
  Clock::duration waited() const { return Clock::duration(known_.load(std::memory_order_relaxed)); }
  void look();

 private:
  static constexpr std::chrono::milliseconds kPause{50};
  static constexpr int kCalls = 8;  // between looks at the clock

  std::function<bool()> ends_;
  std::function<double()> waited_;
  std::thread::id owner_ = std::this_thread::get_id();
  std::atomic<bool> stopped_{false};
  std::atomic<Clock::rep> known_{0};
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

  explicit Deadline(double seconds, Watch* watch = nullptr);

  bool limited() const { return limited_; }
  double left() const { return passed() ? 0.0 : std::chrono::duration<double>(end() - Clock::now()).count(); }
  // Seconds of waiting since it was last looked at.
  double just_waited() const;
  // Whether the search is to end early, whatever the clock says.
  bool stopped() const { return watch_ && watch_->stopped(); }
  bool passed() const { return stopped() || (limited_ && Clock::now() >= at_ && over()); }

 private:
  // Later than first said if the search had to wait for a processor meanwhile.
  Clock::time_point end() const { return watch_ ? at_ + watch_->waited() - before_ : at_; }
  bool over() const;

  bool limited_;
  Watch* watch_;
  Clock::time_point at_;
  Clock::duration before_{};  // waited when it was made
};

// Whether a search that has made so many visits is to end, and the share of its budget that it has used up.
inline bool used_up(const Budget& budget, const Deadline& deadline, std::uint64_t visits) {
  return (budget.visits > 0 && visits >= budget.visits) || deadline.passed();
}
inline double used_share(const Budget& budget, const Deadline& deadline, std::uint64_t visits) {
  double share = 0;
  if (budget.visits > 0) share = static_cast<double>(visits) / static_cast<double>(budget.visits);
  if (budget.seconds > 0) share = std::max(share, 1 - deadline.left() / budget.seconds);
  return share;
}

}  // namespace hegemon::search
