// Settings as a list of named fields. A struct names each field once, with its range and its explanation:
//
//   struct Settings {
//     int depth = 5;
//     Targets targets = Targets::best;
//
//     template <class Self, class Field>
//     static void fields(Self& s, Field&& field) {
//       field("depth", s.depth, Range{1, 100}, "Plies to look ahead.");
//       field("targets", s.targets, "Which attacks are looked at.");
//     }
//   };
//
// A field that Python explains and checks, such as those of rules, has a name and a member only.
//
// Reading (read_fields), checking (check_fields) and describing (describe_fields) follow from that list, and the Python
// dataclasses are generated from the description. An enum says its words beside its definition, in the order of its
// enumerators:
//
//   constexpr auto words(Targets) { return std::to_array<const char*>({"best", "all"}); }
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace hegemon {

// A field's value as users write it; enums are words.
using FieldValue = std::variant<bool, std::int64_t, double, std::string>;
using FieldValues = std::map<std::string, FieldValue>;
using Words = std::span<const char* const>;

// Allowed values of a number, both ends included.
struct Range {
  double low, high;
};

struct FieldDescription {
  std::string name;
  FieldValue standard;  // the default
  Range range{0, 0};    // of a number
  std::vector<std::string> words;
  std::string explanation;
};

template <class T>
concept FieldNumber = (std::integral<T> || std::floating_point<T>) && !std::same_as<T, bool>;
template <class T>
concept FieldEnum = std::is_enum_v<T>;

// What the functions below are made of. They throw std::invalid_argument that names field, value and what is allowed.
namespace fields {

double number(const char* name, const FieldValue& value, bool whole, Range range);
bool truth(const char* name, const FieldValue& value);
std::size_t word(const char* name, const FieldValue& value, Words words);
void require_in(const char* name, double value, bool whole, Range range);

template <FieldNumber T>
constexpr Range anything() {
  return {static_cast<double>(std::numeric_limits<T>::lowest()), static_cast<double>(std::numeric_limits<T>::max())};
}

class Reader {
 public:
  explicit Reader(const FieldValues& values) : values_(values) {}

  template <FieldNumber T>
  void operator()(const char* name, T& member, Range range, const char*) {
    if (const FieldValue* value = take(name)) member = static_cast<T>(number(name, *value, std::integral<T>, range));
  }
  void operator()(const char* name, bool& member, const char*) {
    if (const FieldValue* value = take(name)) member = truth(name, *value);
  }
  template <FieldEnum T>
  void operator()(const char* name, T& member, const char*) {
    static constexpr auto kWords = words(T{});
    if (const FieldValue* value = take(name)) member = static_cast<T>(word(name, *value, kWords));
  }
  // A field that is explained and checked elsewhere.
  template <class T>
  void operator()(const char* name, T& member) {
    if constexpr (FieldNumber<T>) {
      (*this)(name, member, anything<T>(), "");
    } else {
      (*this)(name, member, "");
    }
  }
  // Complains about values that no field took.
  void finish() const;

 private:
  const FieldValue* take(const char* name);

  const FieldValues& values_;
  std::vector<std::string> taken_;
};

struct Checker {
  template <FieldNumber T>
  void operator()(const char* name, const T& member, Range range, const char*) const {
    require_in(name, static_cast<double>(member), std::integral<T>, range);
  }
  template <class T>
  void operator()(const char*, const T&, const char*) const {}
};

struct Describer {
  std::vector<FieldDescription>& list;

  template <FieldNumber T>
  void operator()(const char* name, const T& member, Range range, const char* explanation) const {
    using Wide = std::conditional_t<std::integral<T>, std::int64_t, double>;
    list.push_back({name, static_cast<Wide>(member), range, {}, explanation});
  }
  void operator()(const char* name, const bool& member, const char* explanation) const {
    list.push_back({name, member, {0, 0}, {}, explanation});
  }
  template <FieldEnum T>
  void operator()(const char* name, const T& member, const char* explanation) const {
    constexpr auto kWords = words(T{});
    const std::string standard = kWords[static_cast<std::size_t>(member)];
    list.push_back({name, standard, {0, 0}, {kWords.begin(), kWords.end()}, explanation});
  }
  template <class T>
  void operator()(const char* name, const T& member) const {
    if constexpr (FieldNumber<T>) {
      (*this)(name, member, anything<T>(), "");
    } else {
      (*this)(name, member, "");
    }
  }
};

}  // namespace fields

// The settings themselves. Throws std::invalid_argument for the first number out of its range.
template <class Settings>
const Settings& check_fields(const Settings& settings) {
  Settings::fields(settings, fields::Checker{});
  return settings;
}

// The settings with these values; what is not given has its default. Throws std::invalid_argument for a name that is no
// field and for a value that is not allowed.
template <class Settings>
Settings read_fields(const FieldValues& values) {
  Settings settings;
  fields::Reader reader(values);
  Settings::fields(settings, reader);
  reader.finish();
  return settings;
}

template <class Settings>
std::vector<FieldDescription> describe_fields() {
  std::vector<FieldDescription> list;
  const Settings settings;
  Settings::fields(settings, fields::Describer{list});
  return list;
}

// The enumerator of a word. `name` says in errors what the word is for.
template <FieldEnum T>
T read_word(const char* name, const std::string& text) {
  static constexpr auto kWords = words(T{});
  return static_cast<T>(fields::word(name, text, kWords));
}

}  // namespace hegemon
