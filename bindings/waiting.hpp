// How long a thread was ready to run while the machine gave it no processor.
#pragma once

#include <chrono>
#include <map>

// Counts from the moment it is made, for the thread that makes it or for the first thread of another process; with
// `all` the waiting of all threads of the process together, of which one may hold a lock that the others need. Where
// the system does not tell (other systems than Linux), nobody ever waits.
class Waiting {
 public:
  explicit Waiting(int process = 0, bool all = false);

  // Seconds. Waiting that the process causes itself, with more threads than processors, does not count.
  double seconds() const;

 private:
  using Clock = std::chrono::steady_clock;

  std::map<int, double> waited() const;

  int process_, thread_;
  bool all_;
  std::map<int, double> waited_;  // by thread
  double used_, ran_;
  long sleeps_;
  Clock::time_point began_ = Clock::now();
};
