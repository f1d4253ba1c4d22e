#include "base/fields.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace hegemon::fields {

namespace {

std::string to_text(double number) {
  std::ostringstream text;
  text.precision(10);
  text << number;
  return text.str();
}

std::string to_text(const FieldValue& value) {
  struct Writer {
    std::string operator()(bool truth) const { return truth ? "true" : "false"; }
    std::string operator()(std::int64_t number) const { return std::to_string(number); }
    std::string operator()(double number) const { return to_text(number); }
    std::string operator()(const std::string& word) const { return "'" + word + "'"; }
  };
  return std::visit(Writer{}, value);
}

[[noreturn]] void refuse(const char* name, const std::string& value, const std::string& allowed) {
  throw std::invalid_argument(std::string(name) + "=" + value + " is not allowed; expected " + allowed);
}

std::string range_text(bool whole, Range range) {
  return std::string(whole ? "a whole number" : "a number") + " from " + to_text(range.low) + " to " +
         to_text(range.high);
}

}  // namespace

void require_in(const char* name, double value, bool whole, Range range) {
  if (!(value >= range.low && value <= range.high)) refuse(name, to_text(value), range_text(whole, range));
}

double number(const char* name, const FieldValue& value, bool whole, Range range) {
  const auto* integer = std::get_if<std::int64_t>(&value);
  const auto* real = std::get_if<double>(&value);
  if (!integer && (whole || !real)) refuse(name, to_text(value), range_text(whole, range));
  const double number = integer ? static_cast<double>(*integer) : *real;
  require_in(name, number, whole, range);
  return number;
}

bool truth(const char* name, const FieldValue& value) {
  if (!std::holds_alternative<bool>(value)) refuse(name, to_text(value), "true or false");
  return std::get<bool>(value);
}

std::size_t word(const char* name, const FieldValue& value, Words words) {
  const auto* text = std::get_if<std::string>(&value);
  const auto found = text ? std::find(words.begin(), words.end(), *text) : words.end();
  if (found == words.end()) {
    std::string all;
    for (const char* each : words) all += (all.empty() ? "" : ", ") + std::string(each);
    refuse(name, to_text(value), "one of " + all);
  }
  return static_cast<std::size_t>(found - words.begin());
}

const FieldValue* Reader::take(const char* name) {
  const auto found = values_.find(name);
  if (found == values_.end()) return nullptr;
  taken_.emplace_back(name);
  return &found->second;
}

void Reader::finish() const {
  for (const auto& [name, value] : values_) {
    if (std::find(taken_.begin(), taken_.end(), name) == taken_.end()) {
      throw std::invalid_argument("there is no setting " + name);
    }
  }
}

}  // namespace hegemon::fields
