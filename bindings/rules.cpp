#include "classic/rules.hpp"

#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "settings.hpp"
#include "simultaneous/rules.hpp"

namespace nb = nanobind;
using namespace hegemon;

namespace {

// name, default, words
using RuleField = std::tuple<std::string, FieldValue, std::vector<std::string>>;

template <class Rules>
void bind_family(nb::module_& module, const char* name, const char* doc) {
  bind_settings_class<Rules>(module, name, doc);
  nb::borrow<nb::class_<Rules>>(module.attr(name))
      .def_static(
          "describe",
          [] {
            std::vector<RuleField> list;
            for (const FieldDescription& f : describe_fields<Rules>()) list.emplace_back(f.name, f.standard, f.words);
            return list;
          },
          "(name, default, words) of each field.");
}

}  // namespace

void bind_rules(nb::module_& module) {
  bind_family<simultaneous::Rules>(module, "SimultaneousRules",
                                   "The fields of hegemon.rules.SimultaneousRules, read by the core.");
  bind_family<classic::Rules>(module, "ClassicRules", "The fields of hegemon.rules.ClassicRules, read by the core.");
}
