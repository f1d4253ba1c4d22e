#include "stop.hpp"

#include <nanobind/nanobind.h>

#include <utility>
#include <vector>

#include "bindings.hpp"

namespace nb = nanobind;

namespace {

// Entered on the thread that searches, set from any thread.
class Stop {
 public:
  void set() { flag_->store(true); }
  bool is_set() const { return flag_->load(); }

  void enter() { before_.push_back(std::exchange(current_stop, flag_)); }
  void leave() {
    if (before_.empty()) return;
    current_stop = std::move(before_.back());
    before_.pop_back();
  }

 private:
  StopFlag flag_ = std::make_shared<std::atomic<bool>>(false);
  std::vector<StopFlag> before_;
};

}  // namespace

void bind_stop(nb::module_& module) {
  nb::class_<Stop>(module, "Stop",
                   "A switch that ends searches early: with Stop() as stop, searches of this thread return what they "
                   "have found so far when another thread calls stop.set().")
      .def(nb::init<>())
      .def("set", &Stop::set, "End the searches within about 50 ms; later ones end as soon as they can.")
      .def_prop_ro("is_set", &Stop::is_set)
      .def(
          "__enter__",
          [](nb::handle self) {
            nb::cast<Stop&>(self).enter();
            return nb::borrow(self);
          },
          nb::sig("def __enter__(self) -> Stop"))
      .def(
          "__exit__", [](Stop& self, const nb::args&) { self.leave(); },
          nb::sig("def __exit__(self, *exc: object) -> None"));
  module.def(
      "stop_requested", [] { return current_stop && current_stop->load(); },
      "Whether the switch of this thread is set: for searches in slices.");
}
