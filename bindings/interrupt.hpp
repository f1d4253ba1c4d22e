// Searches and games that Ctrl-C can end, and searches that a switch can.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <optional>
#include <type_traits>
#include <utility>

#include "base/random.hpp"
#include "search/budget.hpp"
#include "stop.hpp"
#include "waiting.hpp"

// Does the work without holding the interpreter. Python's signal handlers run meanwhile; if one of them raises, as that
// of Ctrl-C does, the watch that the work is given stops it, and the exception is thrown in place of the result. The
// switch of this thread stops the work too, which then has its result. Where `fair`, time in which the machine gives this
// thread no processor does not count.
template <class Work>
auto watched(bool fair, Work&& work) {
  std::optional<nanobind::python_error> raised;
  const auto ends = [&, stop = current_stop] {
    if (stop && stop->load()) return true;
    const nanobind::gil_scoped_acquire held;
    if (PyErr_CheckSignals() == 0) return false;
    raised.emplace();
    return true;
  };
  std::function<double()> waited;
  if (fair) waited = [waiting = Waiting()] { return waiting.seconds(); };
  hegemon::search::Watch watch(ends, std::move(waited));
  const auto run = [&] {
    const nanobind::gil_scoped_release unlocked;
    return work(watch);
  };
  if constexpr (std::is_void_v<decltype(run())>) {
    run();
    if (raised) throw nanobind::python_error(*raised);
  } else {
    auto result = run();
    if (raised) throw nanobind::python_error(*raised);
    return result;
  }
}

// Does the work without holding the interpreter, with a copy of the stream: another thread may use the caller's meanwhile.
template <class Work>
auto unlocked(hegemon::Random& random, Work&& work) {
  hegemon::Random local = random;
  const auto run = [&] {
    const nanobind::gil_scoped_release released;
    return work(local);
  };
  const auto result = run();
  random = local;
  return result;
}

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
