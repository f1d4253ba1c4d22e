// How long a thread was ready to run while the machine gave it no processor.
#pragma once

#include <chrono>

// Counts from the moment it is made, for the thread that makes it or for the first thread of another process. Where the
// system does not tell (other systems than Linux), nobody ever waits.
class Waiting {
 public:
  explicit Waiting(int process = 0);

  // Seconds. Waiting that the process causes itself, with more threads than processors, does not count.
  double seconds() const;

 private:
  using Clock = std::chrono::steady_clock;

  int process_, thread_;
  double waited_, used_;
  Clock::time_point began_ = Clock::now();
};
