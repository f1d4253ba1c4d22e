// Self-play that Ctrl-C can stop.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <future>
#include <utility>

// Does the work on another thread, and looks here whether Ctrl-C was pressed: then the work is told to stop, and the
// interrupt is raised. The interpreter must not be held.
template <class Work>
auto interruptible(std::atomic<bool>& stop, Work&& work) {
  auto done = std::async(std::launch::async, std::forward<Work>(work));
  while (done.wait_for(std::chrono::milliseconds(50)) != std::future_status::ready) {
    nanobind::gil_scoped_acquire held;
    if (PyErr_CheckSignals() == 0) continue;
    stop = true;
    {
      nanobind::gil_scoped_release unlocked;
      done.wait();
    }
    throw nanobind::python_error();
  }
  return done.get();
}
