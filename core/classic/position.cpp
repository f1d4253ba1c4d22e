#include "classic/position.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>
#include <string>

#include "base/require.hpp"

namespace hegemon::classic {
namespace {

using std::to_string;

// Sets what follows from owners and armies.
void rebuild(State& state) {
  const auto fill = [&]<int W>() {
    for (int seat = 0; seat <= state.head().seats; ++seat) state.land<W>(seat) = {};
    for (int t = 0; t < state.size(); ++t) {
      if (state.owners()[t] >= 0) state.land<W>(state.owners()[t]).add(t);
      state.strong<W>().put(t, state.armies()[t] > 1);
    }
  };
  State::words(state.size()) == 1 ? fill.template operator()<1>() : fill.template operator()<8>();
}

int count_cards(const State& state, std::uint8_t place) {
  return static_cast<int>(std::count(state.cards(), state.cards() + state.head().copies, place));
}

bool inside(int value, int low, int high) { return value >= low && value <= high; }

// Everything that can be wrong with the numbers of a position, each group of checks resting on those before it.
class Check {
 public:
  Check(const Game& game, State& state) : game_(game), state_(state), head_(state.head()) {}

  // Also computes what follows from owners and armies.
  void run() {
    header();
    board();
    cards();
    chance();
    if (head_.phase == Phase::occupy) occupation();
    rebuild(state_);
    if (head_.phase == Phase::over) return;
    const bool trading = head_.phase == Phase::trade || head_.phase == Phase::place || head_.phase == Phase::occupy;
    need(!head_.mid_trade || trading, "mid_trade in a phase in which nobody trades");
    owners();
    if (head_.chance == ChanceKind::none) decision();
  }

 private:
  static void need(bool sound, const std::string& problem) {
    if (!sound) throw std::invalid_argument("impossible position: " + problem);
  }

  void header() const {
    const int n = state_.size(), last = game_.seats - 1;
    need(inside(head_.mover, 0, last), "mover=" + to_string(head_.mover) + " is no seat");
    need(inside(head_.starter, 0, last), "starter=" + to_string(head_.starter) + " is no seat");
    need(inside(head_.winner, -1, last), "winner=" + to_string(head_.winner) + " is no seat");
    need(head_.phase <= Phase::over && head_.chance <= ChanceKind::draw, "no such phase or chance");
    need(head_.winner == kNobody || head_.phase == Phase::over, "a winner before the end");
    need(inside(head_.turns, 0, 1'000'000'000) && inside(head_.round, 1, 1'000'000) &&
             inside(head_.decisions, 0, 1'000'000'000),
         "turns, round or decisions out of range");
    need(inside(head_.to_place, 0, 10 * kMaxIncome), "to_place=" + to_string(head_.to_place) + " is out of range");
    need(head_.source < n && head_.target < n, "source or target is no territory");
    need(inside(head_.committed, 0, kMaxArmies) && head_.dice <= 3, "committed or dice out of range");
  }

  void board() const {
    for (int t = 0; t < state_.size(); ++t) {
      const int owner = state_.owners()[t], armies = state_.armies()[t];
      const auto where = [&] { return "territory " + to_string(t); };
      if (!inside(owner, -1, game_.seats - 1)) {
        need(false, where() + " has the owner " + to_string(owner) + ", who is no seat");
      }
      if (owner < 0 && head_.phase != Phase::pick) need(false, where() + " belongs to nobody after the draft");
      if (!inside(armies, 0, kMaxArmies)) need(false, where() + " has " + to_string(armies) + " armies");
      if (armies == 0 && owner >= 0) need(false, where() + " has an owner but no army");
    }
  }

  void cards() const {
    std::array<int, kMaxSeats> held{};
    for (int slot = 0; slot < head_.copies; ++slot) {
      const int place = state_.cards()[slot];
      need(place < game_.seats || inside(place, kNoCopy, kInDeck), "card " + to_string(slot) + " is held by no seat");
      if (place < game_.seats) ++held[static_cast<std::size_t>(place)];
    }
    int missing = 0;  // from the hands, among the hidden cards
    for (int seat = 0; seat < game_.seats; ++seat) {
      const int unknown = head_.hand[static_cast<std::size_t>(seat)] - held[static_cast<std::size_t>(seat)];
      need(unknown >= 0, "the number of cards of seat " + to_string(seat) + " is wrong");
      missing += unknown;
    }
    const int hidden = count_cards(state_, kHiddenCard);
    need(hidden == 0 || !game_.rules.open_hands, "a card is hidden, but these rules have open hands");
    need(missing <= hidden, "the number of cards in the hands is wrong");
    need(head_.chance != ChanceKind::draw || count_cards(state_, kInDeck) + hidden - missing > 0,
         "a draw is pending from an empty deck");
  }

  void chance() const {
    switch (head_.chance) {
      case ChanceKind::none: return;
      case ChanceKind::draw:
        return need(head_.phase == Phase::attack || head_.phase == Phase::fortify, "a draw is pending outside a turn");
      case ChanceKind::roll: need(head_.dice >= 1, "a roll is pending without dice"); [[fallthrough]];
      case ChanceKind::blitz: fight();
    }
  }

  void fight() const {
    need(head_.phase == Phase::attack, "a fight is pending outside phase attack");
    attack_source();
    need(state_.owners()[head_.target] != head_.mover, "the target of the attack is the mover's own");
    const int armies = state_.armies()[head_.source];
    const bool duel = game_.rules.battle == BattleKind::fair_duel;
    const bool enough = head_.chance == ChanceKind::roll
                            ? head_.dice < armies && head_.committed <= armies
                            : inside(head_.committed, duel ? 2 : 1, duel ? armies : armies - 1);
    need(armies >= 2 && enough, "the source has too few armies for the attack");
  }

  void occupation() const {
    attack_source();
    need(state_.owners()[head_.target] == head_.mover, "the target of the occupation is not the mover's");
    need(head_.committed == state_.armies()[head_.target] && inside(head_.dice, 1, head_.committed),
         "committed is not the armies on the target of the occupation, or dice is not 1 to committed");
  }

  void attack_source() const {
    need(state_.owners()[head_.source] == head_.mover, "the source of the attack is not the mover's");
    need(game_.map->adjacent(head_.source, head_.target), "source and target of the attack are not adjacent");
  }

  bool owns(int seat) const {
    const Seat* all = state_.owners();
    return std::find(all, all + state_.size(), static_cast<Seat>(seat)) != all + state_.size();
  }

  // Whoever decides now or later must own something.
  void owners() const {
    if (head_.phase == Phase::pick) return draft();
    int alive = 0;
    for (int seat = 0; seat < game_.seats; ++seat) alive += owns(seat);
    const bool won = alive == 1 && game_.rules.moves_after_win && head_.phase != Phase::setup;
    need(owns(head_.mover) && (alive > 1 || won), name(head_.mover) + " and at least one other must own something");
    if (head_.phase != Phase::setup) return;
    need(head_.pool[static_cast<std::size_t>(head_.mover)] > 0,
         name(head_.mover) + " has nothing to set up: give pool" + to_string(head_.mover));
    for (int seat = 0; seat < game_.seats; ++seat) {
      const bool needed = seat == head_.starter || head_.pool[static_cast<std::size_t>(seat)] > 0;
      need(!needed || owns(seat), name(seat) + " owns nothing to set up armies on or to start from");
    }
  }

  void draft() const {
    const int free = static_cast<int>(std::count(state_.owners(), state_.owners() + state_.size(), kNobody));
    need(free > 0, "every territory has an owner: there is nothing to pick");
    for (int seat = 0; seat < game_.seats; ++seat) {
      const int before = (seat - head_.mover + game_.seats) % game_.seats;  // picks until it is this seat's turn
      need(owns(seat) || before < free, name(seat) + " owns nothing and will not get to pick");
    }
  }

  void decision() const {
    need(head_.phase != Phase::place || head_.to_place > 0, name(head_.mover) + " has nothing to place: give to_place");
    const bool must_hold_set = head_.mid_trade && head_.phase != Phase::place;
    const bool known = count_cards(state_, static_cast<std::uint8_t>(head_.mover)) ==
                       head_.hand[static_cast<std::size_t>(head_.mover)];
    if (!known) return need(!must_hold_set || head_.hand[static_cast<std::size_t>(head_.mover)] >= 3, no_set());
    need(!must_hold_set || holds_set(game_, state_, head_.mover), no_set());
    need(count_actions(game_, state_) > 0, name(head_.mover) + " has no legal action");
  }

  std::string no_set() const { return name(head_.mover) + " must trade but holds no set"; }
  static std::string name(int seat) { return "seat " + to_string(seat); }

  const Game& game_;
  State& state_;
  const Header& head_;
};

}  // namespace

State make_state(const Game& game, const Parts& parts) {
  State state(game.map->size(), game.seats, game.card_copies());
  const auto n = static_cast<std::size_t>(state.size());
  const Header sizes = state.head();
  require(parts.owners.size() == n && parts.armies.size() == n && parts.movable.size() == n &&
              parts.cards.size() == sizes.copies && parts.pool.size() == static_cast<std::size_t>(game.seats),
          "wrong number of territories, cards or seats");
  Header& head = state.head();
  head = parts.head;
  head.territories = sizes.territories;
  head.seats = sizes.seats;
  head.copies = sizes.copies;
  head.pool = {};
  head.hand = {};
  head.unused = {};
  std::copy(parts.pool.begin(), parts.pool.end(), head.pool.begin());
  std::copy(parts.owners.begin(), parts.owners.end(), state.owners());
  std::copy(parts.armies.begin(), parts.armies.end(), state.armies());
  std::copy(parts.movable.begin(), parts.movable.end(), state.movable());
  std::copy(parts.cards.begin(), parts.cards.end(), state.cards());
  for (const std::uint8_t holder : parts.cards) {
    if (holder < game.seats) ++head.hand[holder];
  }
  if (parts.place_income) {
    head.to_place = 1;  // until the rest is known to be sound
    Check(game, state).run();
    head.to_place = income(game, state, head.mover);
  }
  Check(game, state).run();
  if (const auto count = count_actions(game, state); count > kMostActions) {
    throw std::invalid_argument("seat " + to_string(head.mover) + " has " + to_string(count) +
                                " legal actions: a position of more than " + to_string(kMostActions) +
                                " is too large to search");
  }
  return state;
}

State from_bytes(const Game& game, std::span<const std::byte> bytes) {
  State state(game.map->size(), game.seats, game.card_copies());
  const Header sizes = state.head();
  constexpr const char* kOther = "these bytes are no position of this game";
  require(bytes.size() == state.bytes(), kOther);
  for (const std::size_t flag : {offsetof(Header, conquered), offsetof(Header, mid_trade)}) {
    require(bytes[flag] <= std::byte{1}, "impossible position: a flag is neither 0 nor 1");
  }
  Header head;
  std::memcpy(&head, bytes.data(), sizeof(Header));
  require(head.territories == sizes.territories && head.seats == sizes.seats && head.copies == sizes.copies, kOther);
  std::memcpy(&state.head(), bytes.data(), bytes.size());
  state.head().unused = {};
  for (auto seat = static_cast<std::size_t>(game.seats); seat < kMaxSeats; ++seat) {
    state.head().pool[seat] = 0;
    state.head().hand[seat] = 0;
  }
  Check(game, state).run();
  return state;
}

void require_seat(const Game& game, int seat) {
  if (seat < 0 || seat >= game.seats) throw std::invalid_argument("no seat " + to_string(seat));
}

void require_game(const Game& game, const State& state) {
  const Header& head = state.head();
  require(state.size() == game.map->size() && head.seats == game.seats && head.copies == game.card_copies(),
          "the position belongs to another game");
}

void require_whole(const Game& game, const State& state) {
  require_game(game, state);
  require(count_cards(state, kHiddenCard) == 0, "a view with hidden cards cannot be played on; determinize it first");
}

void require_decision(const Game& game, const State& state) {
  require_game(game, state);
  const Header& head = state.head();
  require(head.phase != Phase::over && head.chance == ChanceKind::none, "nobody has anything to decide");
  require(count_cards(state, static_cast<std::uint8_t>(head.mover)) == head.hand[static_cast<std::size_t>(head.mover)],
          "the cards of the seat to move are hidden");
}

void require_legal(const Game& game, const State& state, const Action& action) {
  if (const std::string why = illegal_reason(game, state, action); !why.empty()) throw std::invalid_argument(why);
}

void require_possible(const Game& game, const State& state, int outcome) {
  if (!is_possible(game, state, outcome)) {
    throw std::invalid_argument("impossible chance outcome " + to_string(outcome));
  }
}

}  // namespace hegemon::classic
