#include "search/budget.hpp"

namespace hegemon::search {

// Not inline: it would make the loops that ask it larger and slower.
bool Watch::stopped() {
  if (stopped_.load(std::memory_order_relaxed)) return true;
  if (std::this_thread::get_id() != owner_ || --calls_ > 0) return false;
  calls_ = kCalls;
  if (Clock::now() < next_) return false;
  next_ = Clock::now() + kPause;
  if (ends_()) stopped_.store(true, std::memory_order_relaxed);
  return stopped_.load(std::memory_order_relaxed);
}

}  // namespace hegemon::search
