// Objects that do one thing at a time.
#pragma once

#include <atomic>
#include <stdexcept>
#include <string>

// Marks an object as in use. Whoever comes meanwhile is refused: another Python thread while the first works without
// the interpreter, or a function of the user's that the object itself has called.
class Busy {
 public:
  class Use {
   public:
    Use(Busy& busy, const char* what) : busy_(busy) {
      if (busy_.flag_.test_and_set(std::memory_order_acquire)) {
        throw std::invalid_argument(
            std::string("this ") + what +
            " is busy: another thread uses it, or it was called from its own evaluator; make one "
            "for each");
      }
    }
    ~Use() { busy_.flag_.clear(std::memory_order_release); }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    Busy& busy_;
  };

 private:
  std::atomic_flag flag_ = ATOMIC_FLAG_INIT;
};
