// Hidden hands.
#include <stdexcept>
#include <vector>

#include "classic/game.hpp"

namespace hegemon::classic {

State view(const Game& game, const State& state, int seat) {
  State seen = state;
  if (game.rules.open_hands) return seen;
  std::uint8_t* cards = seen.cards();
  for (int slot = 0; slot < seen.head().copies; ++slot) {
    const bool others = cards[slot] < kMaxSeats && cards[slot] != seat;
    if (others || cards[slot] == kInDeck) cards[slot] = kHiddenCard;
  }
  return seen;
}

State determinize(const Game& game, const State& view, Random& random) {
  std::vector<int> hidden;
  for (int slot = 0; slot < view.head().copies; ++slot) {
    if (view.cards()[slot] == kHiddenCard) hidden.push_back(slot);
  }
  State whole = view;
  const Header& head = view.head();
  const bool trading = head.phase == Phase::trade || (head.phase == Phase::occupy && head.mid_trade);
  // Whoever is trading holds a set: deal again until that is so. The real cards are one such deal.
  for (int attempt = 0; attempt < 10'000; ++attempt) {
    whole = view;
    std::uint8_t* cards = whole.cards();
    random.shuffle(hidden);
    std::size_t next = 0;
    for (int seat = 0; seat < whole.head().seats; ++seat) {
      int missing = whole.head().hand[static_cast<std::size_t>(seat)];
      for (int slot = 0; slot < whole.head().copies; ++slot) missing -= cards[slot] == seat;
      for (; missing > 0 && next < hidden.size(); --missing) cards[hidden[next++]] = static_cast<std::uint8_t>(seat);
    }
    for (; next < hidden.size(); ++next) cards[hidden[next]] = kInDeck;
    if (!trading || holds_set(game, whole, head.mover)) return whole;
  }
  if (head.mid_trade || count_actions(game, whole) == 0) {
    throw std::invalid_argument("the hidden cards hold no set for the seat that must trade");
  }
  return whole;
}

}  // namespace hegemon::classic
