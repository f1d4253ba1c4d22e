// Reading a rules value out of a dictionary of named fields, complaining about what is missing or left over.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <initializer_list>
#include <stdexcept>
#include <string>

class Fields {
 public:
  explicit Fields(nanobind::dict fields) : fields_(fields) {}

  void read(const char* name, int& value) { value = nanobind::cast<int>(take(name)); }
  void read(const char* name, double& value) { value = nanobind::cast<double>(take(name)); }
  void read(const char* name, bool& value) { value = nanobind::cast<bool>(take(name)); }
  // The words are in the order of the enumerators.
  template <class Enum>
  void read(const char* name, Enum& value, std::initializer_list<const char*> words) {
    const auto word = nanobind::cast<std::string>(take(name));
    int index = 0;
    for (const char* candidate : words) {
      if (word == candidate) {
        value = static_cast<Enum>(index);
        return;
      }
      ++index;
    }
    throw std::invalid_argument(std::string("rules field ") + name + ": unknown value " + word);
  }
  void finish() const {
    if (taken_ != fields_.size()) throw std::invalid_argument("the rules have fields that the core does not know");
  }

 private:
  nanobind::object take(const char* name) {
    if (!fields_.contains(name)) throw std::invalid_argument(std::string("rules field ") + name + " is missing");
    ++taken_;
    return fields_[name];
  }

  nanobind::dict fields_;
  std::size_t taken_ = 0;
};
