// Cards: a card of territory t has number t and the kind that the map says; the wildcards come after the territories.
#include <algorithm>
#include <array>
#include <tuple>

#include "classic/game.hpp"

namespace hegemon::classic {
namespace {

int kind(const Game& game, int card) { return card < game.map->size() ? game.map->card_kind(card) : -1; }

bool shows_own(const Game& game, const State& state, int card) {
  return card < game.map->size() && state.owners()[card] == state.head().mover;
}

int slot_of(const Game& game, const State& state, int seat, int card) {
  for (int slot = card; slot < state.head().copies; slot += game.cards) {
    if (state.cards()[slot] == seat) return slot;
  }
  return -1;
}

// Calls visit(a, b, c) for every set in the hand, as different card numbers in lexicographic order.
template <class Visit>
void each_set(const Game& game, std::vector<int> cards, Visit&& visit) {
  for (std::size_t i = 0; i < cards.size(); ++i) {
    for (std::size_t j = i + 1; j < cards.size(); ++j) {
      for (std::size_t k = j + 1; k < cards.size(); ++k) {
        const std::array<int, 3> set = {cards[i], cards[j], cards[k]};
        if (is_set(game, set) && visit(set)) return;
      }
    }
  }
}

Action trade_action(std::span<const int, 3> set, int bonus) {
  return {.kind = ActionKind::trade,
          .source = static_cast<std::uint16_t>(set[0]),
          .target = static_cast<std::uint16_t>(set[1]),
          .third = static_cast<std::uint16_t>(set[2]),
          .armies = bonus};
}

// Hands over the three cards, and returns what they are worth.
int cash(const Game& game, State& state, const Action& action) {
  Header& head = state.head();
  const std::array<int, 3> set = {action.source, action.target, action.third};
  const int value = set_value(game, state, set);
  for (int card : set) {
    state.cards()[slot_of(game, state, head.mover, card)] = kDiscarded;
    --head.hand[static_cast<std::size_t>(head.mover)];
  }
  ++head.trades;
  const auto add = [&](int territory) {
    state.set_armies(territory, std::min(state.armies()[territory] + game.rules.card_bonus, kMaxArmies));
  };
  switch (game.rules.card_bonus_on) {
    case CardBonusOn::one:
      if (action.armies >= 0) add(action.armies);
      break;
    case CardBonusOn::first:
      if (shows_own(game, state, set[0])) add(set[0]);
      break;
    case CardBonusOn::each:
      for (int card : set) {
        if (shows_own(game, state, card)) add(card);
      }
  }
  return value;
}

}  // namespace

int set_value(const Game& game, const State& state, std::span<const int, 3> cards) {
  if (game.rules.card_values == CardValues::escalating) {
    constexpr std::array<int, 6> kFirst = {4, 6, 8, 10, 12, 15};
    const int trades = state.head().trades;
    return trades < 6 ? kFirst[static_cast<std::size_t>(trades)] : 15 + 5 * (trades - 5);
  }
  // With a wildcard any set can be read as one of each, unless the others are equal; two equal ones may be three equal.
  std::array<int, 3> seen{};
  int wild = 0;
  for (int card : cards) {
    const int k = kind(game, card);
    if (k < 0) {
      ++wild;
    } else {
      ++seen[static_cast<std::size_t>(k)];
    }
  }
  const bool mixed = seen[0] <= 1 && seen[1] <= 1 && seen[2] <= 1;
  if (mixed) return 10;
  for (int k = 2; k >= 0; --k) {
    if (seen[static_cast<std::size_t>(k)] + wild == 3) return 4 + 2 * k;
  }
  return 0;
}

bool is_set(const Game& game, std::span<const int, 3> cards) {
  const int a = kind(game, cards[0]), b = kind(game, cards[1]), c = kind(game, cards[2]);
  if (a < 0 || b < 0 || c < 0) return true;  // a wildcard completes any two
  return (a == b && b == c) || (a != b && b != c && a != c);
}

std::vector<int> hand(const Game& game, const State& state, int seat) {
  std::vector<int> cards;
  if (state.head().hand[static_cast<std::size_t>(seat)] == 0) return cards;
  for (int slot = 0; slot < state.head().copies; ++slot) {
    if (state.cards()[slot] == seat) cards.push_back(slot % game.cards);
  }
  std::sort(cards.begin(), cards.end());
  return cards;
}

bool holds_set(const Game& game, const State& state, int seat) {
  if (state.head().hand[static_cast<std::size_t>(seat)] < 3) return false;
  bool found = false;
  each_set(game, hand(game, state, seat), [&](const auto&) { return found = true; });
  return found;
}

void list_trades(const Game& game, const State& state, std::vector<Action>& actions) {
  each_set(game, hand(game, state, state.head().mover), [&](const std::array<int, 3>& set) {
    const std::size_t before = actions.size();
    if (game.rules.card_bonus_on == CardBonusOn::one) {
      for (int card : set) {
        if (shows_own(game, state, card)) actions.push_back(trade_action(set, card));
      }
    }
    if (actions.size() == before) actions.push_back(trade_action(set, -1));
    return false;
  });
  const auto key = [](const Action& a) { return std::tuple(a.source, a.target, a.third, a.armies); };
  std::sort(actions.begin(), actions.end(), [&](const Action& a, const Action& b) { return key(a) < key(b); });
  actions.erase(std::unique(actions.begin(), actions.end()), actions.end());  // two copies of a card give equal sets
}

void trade(const Game& game, State& state, const Action& action) {
  Header& head = state.head();
  head.to_place += cash(game, state, action);
  const bool more = holds_set(game, state, head.mover);
  const bool enough = head.mid_trade && head.hand[static_cast<std::size_t>(head.mover)] < game.rules.trade_at;
  if (!more || enough) head.phase = Phase::place;
}

void trade_automatically(const Game& game, State& state) {
  Header& head = state.head();
  while (head.hand[static_cast<std::size_t>(head.mover)] >= game.rules.trade_at && holds_set(game, state, head.mover)) {
    Action best;
    int most = -1;
    each_set(game, hand(game, state, head.mover), [&](const std::array<int, 3>& set) {
      const int own = static_cast<int>(
          std::count_if(set.begin(), set.end(), [&](int card) { return shows_own(game, state, card); }));
      if (own > most) {
        most = own;
        best = trade_action(set, -1);
        if (game.rules.card_bonus_on == CardBonusOn::one) {
          for (int card : set) {
            if (best.armies < 0 && shows_own(game, state, card)) best.armies = card;
          }
        }
      }
      return false;
    });
    head.to_place += cash(game, state, best);
  }
}

void move_hand(const Game&, State& state, int from, std::uint8_t to) {
  Header& head = state.head();
  for (int slot = 0; slot < head.copies; ++slot) {
    if (state.cards()[slot] == from) state.cards()[slot] = to;
  }
  if (to < kMaxSeats)
    head.hand[to] = static_cast<std::uint8_t>(head.hand[to] + head.hand[static_cast<std::size_t>(from)]);
  head.hand[static_cast<std::size_t>(from)] = 0;
}

void refill_deck(const Game& game, State& state) {
  std::uint8_t* cards = state.cards();
  const int copies = state.head().copies;
  if (std::find(cards, cards + copies, kInDeck) != cards + copies) return;
  if (game.rules.deck_refill == DeckRefill::discards) {
    std::replace(cards, cards + copies, kDiscarded, kInDeck);
    return;
  }
  // A whole new deck; of a card that somebody holds the second copy comes into play, and never a third.
  for (int card = 0; card < game.cards; ++card) {
    if (cards[card] >= kMaxSeats) {
      cards[card] = kInDeck;
    } else if (cards[card + game.cards] >= kMaxSeats) {
      cards[card + game.cards] = kInDeck;
    }
  }
}

}  // namespace hegemon::classic
