#include "encode/simultaneous.hpp"

#include <stdexcept>

namespace hegemon::encode {
namespace {

// The input of the co-evolution thesis's network (Soares 2025).
void encode_soares2025(const simultaneous::Game& game, const Position& position, const Target& target) {
  float totals[3] = {};  // mine, the opponent's, neutral
  for (int t = 0; t < game.map->size(); ++t) {
    const int owner = position.owners[t];
    const int side = owner < 0 ? 2 : owner == position.seat ? 0 : 1;
    const auto armies = static_cast<float>(position.armies[t]);
    float* row = target.territories + static_cast<std::ptrdiff_t>(t) * target.stride;
    row[0] = side == 0 ? 1.0f : 0.0f;
    row[1] = side == 1 ? 1.0f : 0.0f;
    for (int i = 0; i < 3; ++i) row[2 + i] = side == i ? armies : 0.0f;
    totals[side] += armies;
  }
  target.whole[0] = static_cast<float>(simultaneous::income(game, position.owners, position.seat));
  target.whole[1] = static_cast<float>(simultaneous::income(game, position.owners, 1 - position.seat));
  for (int i = 0; i < 3; ++i) target.whole[2 + i] = totals[i];
}

}  // namespace

Features features_by_name(const std::string& name) {
  if (name == "soares2025") return Features::soares2025;
  throw std::invalid_argument("there is no set of features " + name);
}

Widths widths(Features features) {
  switch (features) {
    case Features::soares2025: return {.territory = 5, .whole = 5};
  }
  return {};
}

void encode(const simultaneous::Game& game, Features features, const Position& position, const Target& target) {
  switch (features) {
    case Features::soares2025: return encode_soares2025(game, position, target);
  }
}

}  // namespace hegemon::encode
