#include "search/positions.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace hegemon::search {

namespace {

void require(bool fine, const char* otherwise) {
  if (!fine) throw std::invalid_argument(otherwise);
}

}  // namespace

void require_whole(const classic::Game& game, const classic::State& state) {
  const auto& head = state.head();
  require(state.size() == game.map->size() && head.seats == game.seats && head.copies == game.card_copies(),
          "the position belongs to another game");
  const auto* cards = state.cards();
  require(std::find(cards, cards + head.copies, classic::kHiddenCard) == cards + head.copies,
          "a view with hidden cards cannot be searched; determinize it first");
}

void require_view(const simultaneous::Game& game, const simultaneous::State& state, int seat) {
  if (seat < 0 || seat >= simultaneous::kSeats) throw std::invalid_argument("no seat " + std::to_string(seat));
  require(state.size() == game.map->size(), "the position belongs to another map");
}

void require_whole(const simultaneous::Game& game, const simultaneous::State& state, int seat) {
  require_view(game, state, seat);
  for (int t = 0; t < state.size(); ++t) {
    require(state.owners()[t] != simultaneous::kUnknown && state.armies()[t] >= 0,
            "part of the position is hidden: determinize it first");
  }
}

}  // namespace hegemon::search
