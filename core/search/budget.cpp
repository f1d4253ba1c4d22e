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

void Watch::look() {
  if (!waited_ || std::this_thread::get_id() != owner_) return;
  const auto found = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(waited_()));
  known_.store(found.count(), std::memory_order_relaxed);
}

Deadline::Deadline(double seconds, Watch* watch)
    : limited_(seconds > 0),
      watch_(watch),
      at_(Clock::now() +
          std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(limited_ ? seconds : 0))) {
  if (!limited_ || !watch_) return;
  watch_->look();
  before_ = watch_->waited();
}

double Deadline::just_waited() const {
  if (!watch_) return 0;
  const auto before = watch_->waited();
  watch_->look();
  return std::chrono::duration<double>(watch_->waited() - before).count();
}

bool Deadline::over() const {
  const auto now = Clock::now();  // before the look: what is waited in between would count otherwise
  if (!watch_ || now < end()) return !watch_;
  watch_->look();
  return now >= end();
}

}  // namespace hegemon::search
