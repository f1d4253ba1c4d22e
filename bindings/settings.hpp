// Settings as Python gives them: a dictionary of values by name. The core knows the names, ranges and defaults.
#pragma once

#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>

#include <map>
#include <string>

#include "base/fields.hpp"

// Settings as an object that Python makes of a dictionary and hands to searches.
template <class Settings>
void bind_settings_class(nanobind::module_& module, const char* name, const char* doc) {
  nanobind::class_<Settings>(module, name, doc)
      .def(
          "__init__",
          [](Settings* self, const hegemon::FieldValues& values) {
            new (self) Settings(hegemon::read_fields<Settings>(values));
          },
          nanobind::arg("values"));
}

// The values of settings, by name; all of them are numbers.
template <class Settings>
std::map<std::string, double> named_values(const Settings& settings) {
  std::map<std::string, double> values;
  Settings::fields(settings, [&](const char* name, double value, auto&&...) { values[name] = value; });
  return values;
}
