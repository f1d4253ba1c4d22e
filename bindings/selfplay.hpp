// What the self-play of both games is told alike.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <future>
#include <stdexcept>
#include <utility>

#include "fields.hpp"

// How long searches are and how their decisions are drawn.
template <class Settings>
void read_searches(Fields& fields, Settings& settings) {
  int visits = 0, fast = 0;
  fields.read("visits", visits);
  fields.read("fast_visits", fast);
  fields.read("full_share", settings.full_share);
  fields.read("temperature", settings.temperature);
  if (visits < 1 || fast < 0) throw std::invalid_argument("a search has at least one visit");
  settings.visits = static_cast<std::uint64_t>(visits);
  settings.fast_visits = static_cast<std::uint64_t>(fast);
  if (!(settings.temperature >= 0 && settings.temperature <= 1e6)) {
    throw std::invalid_argument("temperature is out of range");
  }
  if (!(settings.full_share >= 0 && settings.full_share <= 1)) {
    throw std::invalid_argument("full_share is out of range");
  }
}

// Does the work on another thread, and looks here whether Ctrl-C was pressed: then the work is told to stop, and the
// interrupt goes on. The interpreter must not be held.
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
