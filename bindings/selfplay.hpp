// What the self-play of both games is told alike.
#pragma once

#include <cstdint>
#include <stdexcept>

#include "fields.hpp"

// How long searches are and how their decisions are drawn.
template <class Settings>
void read_searches(Fields& fields, Settings& settings) {
  int visits = 0, fast = 0;
  fields.read("visits", visits);
  fields.read("fast_visits", fast);
  fields.read("full_share", settings.full_share);
  fields.read("temperature", settings.temperature);
  if (visits < 1 || fast < 0) throw std::invalid_argument("a search has at least one visit");
  settings.visits = static_cast<std::uint64_t>(visits);
  settings.fast_visits = static_cast<std::uint64_t>(fast);
  if (!(settings.temperature >= 0 && settings.temperature <= 1e6)) {
    throw std::invalid_argument("temperature is out of range");
  }
  if (!(settings.full_share >= 0 && settings.full_share <= 1)) {
    throw std::invalid_argument("full_share is out of range");
  }
}
