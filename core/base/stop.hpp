// Giving up games that are under way.
#pragma once

#include <atomic>
#include <stdexcept>

namespace hegemon {

struct Stopped : std::runtime_error {
  Stopped() : std::runtime_error("the games were stopped") {}
};

using Stop = const std::atomic<bool>*;  // nullptr: nobody will stop it

inline void leave_if(Stop stop) {
  if (stop && stop->load(std::memory_order_relaxed)) throw Stopped();
}

}  // namespace hegemon
