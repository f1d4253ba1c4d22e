#include "base/map.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using hegemon::Group;
using hegemon::Map;

void bind_map(nb::module_& module) {
  module.attr("MAX_TERRITORIES") = hegemon::kMaxTerritories;
  nb::class_<Map>(module, "Map", "Territories, links and bonus groups as the rules see them.")
      .def(
          "__init__",
          [](Map* self, int territories, std::vector<std::array<int, 2>> links,
             const std::vector<std::pair<int, std::vector<std::uint16_t>>>& groups,
             std::vector<std::uint8_t> card_kinds) {
            std::vector<Group> list;
            for (const auto& [value, members] : groups) list.push_back({value, members});
            new (self) Map(territories, std::move(links), std::move(list), std::move(card_kinds));
          },
          "territories"_a, "links"_a, "groups"_a, "card_kinds"_a = std::vector<std::uint8_t>{},
          "groups are (bonus value, members); card_kinds has 0, 1 or 2 per territory, or nothing")
      .def("__len__", &Map::size)
      .def(
          "adjacent",
          [](const Map& self, int a, int b) {
            return a >= 0 && b >= 0 && a < self.size() && b < self.size() && self.adjacent(a, b);
          },
          "a"_a, "b"_a);
}
