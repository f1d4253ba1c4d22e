#include "base/random.hpp"

#include <stdexcept>

#include "bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using hegemon::Random;

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
      .def("copy", [](const Random& self) { return Random(self); });
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
