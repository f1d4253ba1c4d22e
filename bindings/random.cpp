#include "base/random.hpp"

#include <nanobind/nanobind.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>

#include "bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using hegemon::Random;

namespace {

std::int64_t whole(nb::handle value, const char* name) {
  std::int64_t found = 0;
  if (!nb::try_cast(value, found)) {
    throw nb::type_error((std::string(name) + " is a whole number, not " + nb::repr(value).c_str()).c_str());
  }
  return found;
}

std::int64_t integers(Random& random, nb::handle from, nb::handle to) {
  const std::int64_t low = whole(from, "integers(low, high): low");
  const std::optional<std::int64_t> high = to.is_none() ? std::nullopt : std::optional(whole(to, "high"));
  const std::int64_t first = high ? low : 0, last = high ? *high : low;
  if (first >= last) throw std::invalid_argument("integers(low, high): high must be greater than low");
  const std::uint64_t count = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first);
  if (count > std::numeric_limits<std::uint32_t>::max()) {
    throw std::invalid_argument("integers(low, high): at most 4294967295 different numbers");
  }
  return first + random.below(static_cast<std::uint32_t>(count));
}

nb::object choice(Random& random, nb::handle given) {
  if (!PySequence_Check(given.ptr())) {
    throw nb::type_error("choice(items): items is a list, a tuple or another sequence; make a list of other things");
  }
  const auto items = nb::borrow<nb::sequence>(given);
  const std::size_t count = nb::len(items);
  if (count == 0) throw std::invalid_argument("choice of an empty sequence");
  return items[random.below(static_cast<std::uint32_t>(count))];
}

void shuffle(Random& random, nb::handle given) {
  if (!nb::isinstance<nb::list>(given)) {
    throw nb::type_error("shuffle(items): items is a list, which is changed; make a list of other things");
  }
  auto items = nb::borrow<nb::list>(given);
  for (std::size_t i = nb::len(items); i > 1; --i) {
    const std::size_t other = random.below(static_cast<std::uint32_t>(i));
    const nb::object last = items[i - 1];
    items[i - 1] = nb::object(items[other]);
    items[other] = last;
  }
}

}  // namespace

void bind_random(nb::module_& module) {
  nb::class_<Random>(module, "Random",
                     "A counter-based random stream: the same key gives the same numbers on every machine.")
      .def(
          "__init__",
          [](Random* self, nb::handle key) {
            std::uint64_t value = 0;
            if (!nb::try_cast(key, value)) {
              throw std::invalid_argument("the key of a random stream is a whole number from 0 to 2**64 - 1");
            }
            new (self) Random(value);
          },
          "key"_a.none(), nb::sig("def __init__(self, key: int) -> None"))
      .def("stream", &Random::stream, "id"_a, "An independent stream; this one does not advance.")
      .def("next", &Random::next, "64 random bits.")
      .def(
          "below",
          [](Random& self, std::uint32_t bound) {
            if (bound == 0) throw std::invalid_argument("below(0): the bound must be at least 1");
            return self.below(bound);
          },
          "bound"_a, "Uniform in 0 .. bound - 1.")
      .def("random", &Random::uniform, "Uniform between 0 and 1, neither included.")
      .def("integers", &integers, "low"_a, "high"_a = nb::none(),
           nb::sig("def integers(self, low: int, high: int | None = None) -> int"),
           "Uniform in low .. high - 1, or in 0 .. low - 1 if only one bound is given.")
      .def("choice", &choice, "items"_a, nb::sig("def choice(self, items: Sequence[Any]) -> Any"),
           "One item of a sequence.")
      .def("shuffle", &shuffle, "items"_a, nb::sig("def shuffle(self, items: list[Any]) -> None"),
           "Put the items of a list into a random order.")
      .def("copy", [](const Random& self) { return Random(self); })
      .def("__repr__", [](const Random&) { return "<hegemon.Random: a random stream>"; });
  module.def(
      "spin",
      [](std::uint64_t steps) {
        nb::gil_scoped_release free;
        Random random(1);
        std::uint64_t sum = 0;
        for (std::uint64_t i = 0; i < steps; ++i) sum ^= random.next();
        return sum;
      },
      "steps"_a, "A fixed amount of integer work, the yardstick that makes benchmarks of machines comparable.");
}
