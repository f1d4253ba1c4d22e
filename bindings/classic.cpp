#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <stdexcept>

#include "arrays.hpp"
#include "bindings.hpp"
#include "classic/batch.hpp"
#include "classic/evaluate.hpp"
#include "classic/game.hpp"
#include "tuples.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hegemon::classic;
using hegemon::Map;
using hegemon::Random;

namespace {

// Anything out of the range of an action's fields cannot be legal: it becomes an action that matches nothing.
Action to_action(const ActionTuple& tuple) {
  const auto [kind, dice, source, target, third, armies] = tuple;
  const bool fits = kind >= 0 && kind <= static_cast<int>(ActionKind::fortify) && dice >= 0 && dice <= 3 &&
                    source >= 0 && source < 65536 && target >= 0 && target < 65536 && third >= 0 && third < 65536;
  if (!fits) throw std::invalid_argument("no such action");
  return {.kind = static_cast<ActionKind>(kind),
          .dice = static_cast<std::uint8_t>(dice),
          .source = static_cast<std::uint16_t>(source),
          .target = static_cast<std::uint16_t>(target),
          .third = static_cast<std::uint16_t>(third),
          .armies = armies};
}

void require_fit(const Game& game, const State& state) {
  const Header& head = state.head();
  if (state.size() != game.map->size() || head.seats != game.seats || head.copies != game.card_copies()) {
    throw std::invalid_argument("the position belongs to another game");
  }
}

void require_seat(const Game& game, int seat) {
  if (seat < 0 || seat >= game.seats) throw std::invalid_argument("no seat " + std::to_string(seat));
}

// Sets what follows from owners, armies and cards.
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

void require(bool sane, const std::string& problem) {
  if (!sane) throw std::invalid_argument("impossible position: " + problem);
}

bool inside(int value, int low, int high) { return value >= low && value <= high; }

void require_sane_header(const Game& game, const State& state) {
  const Header& head = state.head();
  const int n = state.size(), last = game.seats - 1;
  require(inside(head.mover, 0, last), "mover=" + std::to_string(head.mover) + " is no seat");
  require(inside(head.starter, 0, last), "starter=" + std::to_string(head.starter) + " is no seat");
  require(inside(head.winner, -1, last), "winner=" + std::to_string(head.winner) + " is no seat");
  require(head.phase <= Phase::over && head.chance <= ChanceKind::draw, "no such phase or chance");
  require(inside(head.turns, 0, 1'000'000'000) && inside(head.round, 1, 1'000'000) &&
              inside(head.decisions, 0, 1'000'000'000),
          "turns, round or decisions out of range");
  require(inside(head.to_place, 0, 10 * kMaxIncome), "to_place=" + std::to_string(head.to_place) + " is out of range");
  require(head.source < n && head.target < n, "source or target is no territory");
  require(inside(head.committed, 0, kMaxArmies) && head.dice <= 3, "committed or dice out of range");
}

void require_sane_board(const Game& game, const State& state) {
  for (int t = 0; t < state.size(); ++t) {
    const int owner = state.owners()[t], armies = state.armies()[t];
    const std::string where = "territory " + std::to_string(t);
    require(inside(owner, -1, game.seats - 1), where + " has the owner " + std::to_string(owner) + ", who is no seat");
    require(owner >= 0 || state.head().phase == Phase::pick, where + " belongs to nobody after the draft");
    require(inside(armies, 0, kMaxArmies), where + " has " + std::to_string(armies) + " armies");
    require(armies > 0 || owner < 0, where + " has an owner but no army");
  }
}

void require_sane_cards(const Game& game, const State& state) {
  const Header& head = state.head();
  std::array<int, kMaxSeats> held{};
  for (int slot = 0; slot < head.copies; ++slot) {
    const int where = state.cards()[slot];
    require(where < game.seats || where >= kNoCopy, "card " + std::to_string(slot) + " is held by no seat");
    if (where < game.seats) ++held[static_cast<std::size_t>(where)];
  }
  const bool hidden = std::find(state.cards(), state.cards() + head.copies, kHiddenCard) != state.cards() + head.copies;
  for (int seat = 0; seat < game.seats; ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    require(hidden ? held[s] <= head.hand[s] : held[s] == head.hand[s],
            "the number of cards of seat " + std::to_string(seat) + " is wrong");
  }
  const bool drawable = std::any_of(state.cards(), state.cards() + head.copies,
                                    [](std::uint8_t place) { return place == kInDeck || place == kHiddenCard; });
  require(head.chance != ChanceKind::draw || drawable, "a draw is pending from an empty deck");
}

void require_sane_attack(const Game& game, const State& state) {
  const Header& head = state.head();
  const bool fighting = head.chance == ChanceKind::roll || head.chance == ChanceKind::blitz;
  require(head.chance != ChanceKind::roll || head.dice >= 1, "a roll is pending without dice");
  if (!fighting && head.phase != Phase::occupy) return;
  require(state.owners()[head.source] == head.mover, "the source of the attack is not the mover's");
  require(game.map->adjacent(head.source, head.target), "source and target of the attack are not adjacent");
  const int armies = state.armies()[head.source];
  if (head.phase == Phase::occupy) {
    require(state.owners()[head.target] == head.mover, "the target of the occupation is not the mover's");
    require(head.committed == state.armies()[head.target] && head.dice <= head.committed,
            "committed is not the armies on the target of the occupation, or dice is more");
  } else {
    require(state.owners()[head.target] != head.mover, "the target of the attack is the mover's own");
    require(inside(head.committed, 0, armies) && armies >= 2 &&
                (head.chance == ChanceKind::roll ? head.dice < armies : head.committed >= 1),
            "the source has too few armies for the attack");
  }
}

void require_sane(const Game& game, const State& state) {
  require_sane_header(game, state);
  require_sane_board(game, state);
  require_sane_cards(game, state);
  require_sane_attack(game, state);
}

void require_legal(const Game& game, const State& state, const Action& action) {
  std::vector<Action> actions;
  legal_actions(game, state, actions);
  if (std::find(actions.begin(), actions.end(), action) == actions.end()) throw std::invalid_argument("not legal now");
}

void require_possible(const Game& game, const State& state, int outcome) {
  if (!is_possible(game, state, outcome)) {
    throw std::invalid_argument("impossible chance outcome " + std::to_string(outcome));
  }
}

void require_visible(const State& state) {
  if (std::find(state.cards(), state.cards() + state.head().copies, kHiddenCard) !=
      state.cards() + state.head().copies) {
    throw std::invalid_argument("a view with hidden cards cannot be played on; determinize it first");
  }
}

nb::bytes to_bytes(const State& state) {
  const auto block = state.block();
  return nb::bytes(reinterpret_cast<const char*>(block.data()), block.size());
}

// The position a game wrote as bytes; everything derived is computed anew.
State from_bytes(const Game& game, const nb::bytes& bytes) {
  State state(game.map->size(), game.seats, game.card_copies());
  if (bytes.size() != state.bytes()) throw std::invalid_argument("these bytes are no position of this game");
  const auto* raw = static_cast<const unsigned char*>(static_cast<const void*>(bytes.data()));
  if (raw[offsetof(Header, conquered)] > 1 || raw[offsetof(Header, mid_trade)] > 1) {
    throw std::invalid_argument("impossible position");
  }
  std::memcpy(&state.head(), bytes.data(), sizeof(Header));
  const Header& head = state.head();
  if (head.territories != game.map->size() || head.seats != game.seats || head.copies != game.card_copies()) {
    throw std::invalid_argument("these bytes are no position of this game");
  }
  std::memcpy(&state.head(), bytes.data(), bytes.size());
  state.head().unused = {};
  require_sane(game, state);
  rebuild(state);
  return state;
}

// A position from its parts; `head` names the numbers of the header that are not zero.
State make_state(const Game& game, const std::vector<std::int8_t>& owners, const std::vector<int>& armies,
                 const std::vector<std::uint16_t>& movable, const std::vector<std::uint8_t>& cards,
                 const std::vector<std::uint16_t>& pool, nb::dict head_fields) {
  State state(game.map->size(), game.seats, game.card_copies());
  const auto n = static_cast<std::size_t>(state.size());
  if (owners.size() != n || armies.size() != n || movable.size() != n || cards.size() != state.head().copies ||
      pool.size() != static_cast<std::size_t>(game.seats)) {
    throw std::invalid_argument("wrong number of territories, cards or seats");
  }
  std::copy(owners.begin(), owners.end(), state.owners());
  std::copy(armies.begin(), armies.end(), state.armies());
  std::copy(movable.begin(), movable.end(), state.movable());
  std::copy(cards.begin(), cards.end(), state.cards());
  Header& head = state.head();
  std::copy(pool.begin(), pool.end(), head.pool.begin());
  for (std::uint8_t holder : cards) {
    if (holder < game.seats) ++head.hand[holder];
  }
  const auto read = [&](const char* name, auto& field) {
    using Field = std::remove_reference_t<decltype(field)>;
    if (!head_fields.contains(name)) return;
    const long value = nb::cast<long>(head_fields[name]);
    if (static_cast<long>(static_cast<Field>(value)) != value)
      throw std::invalid_argument(std::string("impossible ") + name);
    field = static_cast<Field>(value);
  };
  int phase = 0, chance = 0;
  read("phase", phase);
  read("chance", chance);
  head.phase = static_cast<Phase>(static_cast<std::uint8_t>(phase));
  head.chance = static_cast<ChanceKind>(static_cast<std::uint8_t>(chance));
  read("turns", head.turns);
  read("round", head.round);
  read("decisions", head.decisions);
  read("to_place", head.to_place);
  read("committed", head.committed);
  read("source", head.source);
  read("target", head.target);
  read("trades", head.trades);
  read("attacks", head.attacks);
  read("fortifies", head.fortifies);
  read("mover", head.mover);
  read("starter", head.starter);
  read("winner", head.winner);
  read("dice", head.dice);
  read("conquered", head.conquered);
  read("mid_trade", head.mid_trade);
  require_sane(game, state);
  rebuild(state);
  return state;
}

void bind_state(nb::module_& module) {
  nb::class_<State>(module, "ClassicState", "A position: one flat block of bytes.")
      .def("copy", [](const State& self) { return State(self); })
      .def(
          "__eq__", [](const State& a, const State& b) { return a == b; }, nb::is_operator(),
          nb::sig("def __eq__(self, arg: object, /) -> bool"))
      .def("hash", &State::hash)
      .def("to_bytes", &to_bytes)
      .def_prop_ro(
          "owners", [](const State& s) { return copy_array(s.owners(), s.size()); }, nb::rv_policy::move)
      .def_prop_ro(
          "armies", [](const State& s) { return copy_array(s.armies(), s.size()); }, nb::rv_policy::move)
      .def_prop_ro(
          "movable", [](const State& s) { return copy_array(s.movable(), s.size()); }, nb::rv_policy::move)
      .def_prop_ro(
          "cards", [](const State& s) { return copy_array(s.cards(), s.head().copies); }, nb::rv_policy::move)
      .def_prop_ro("phase", [](const State& s) { return static_cast<int>(s.head().phase); })
      .def_prop_ro("chance", [](const State& s) { return static_cast<int>(s.head().chance); })
      .def_prop_ro("mover", [](const State& s) { return static_cast<int>(s.head().mover); })
      .def_prop_ro("starter", [](const State& s) { return static_cast<int>(s.head().starter); })
      .def_prop_ro("winner", [](const State& s) { return static_cast<int>(s.head().winner); })
      .def_prop_ro("turns", [](const State& s) { return s.head().turns; })
      .def_prop_ro("round", [](const State& s) { return s.head().round; })
      .def_prop_ro("decisions", [](const State& s) { return s.head().decisions; })
      .def_prop_ro("to_place", [](const State& s) { return s.head().to_place; })
      .def_prop_ro("trades", [](const State& s) { return static_cast<int>(s.head().trades); })
      .def_prop_ro("attacks", [](const State& s) { return static_cast<int>(s.head().attacks); })
      .def_prop_ro("fortifies", [](const State& s) { return static_cast<int>(s.head().fortifies); })
      .def_prop_ro("source", [](const State& s) { return static_cast<int>(s.head().source); })
      .def_prop_ro("target", [](const State& s) { return static_cast<int>(s.head().target); })
      .def_prop_ro("committed", [](const State& s) { return s.head().committed; })
      .def_prop_ro("dice", [](const State& s) { return static_cast<int>(s.head().dice); })
      .def_prop_ro("conquered", [](const State& s) { return s.head().conquered; })
      .def_prop_ro("mid_trade", [](const State& s) { return s.head().mid_trade; })
      .def_prop_ro("pool",
                   [](const State& s) {
                     return std::vector<int>(s.head().pool.begin(), s.head().pool.begin() + s.head().seats);
                   })
      .def_prop_ro("hands",
                   [](const State& s) {
                     return std::vector<int>(s.head().hand.begin(), s.head().hand.begin() + s.head().seats);
                   })
      .def_prop_ro("nbytes", &State::bytes);
}

void bind_dice(nb::module_& module) {
  module.def(
      "throw_counts",
      [](int attackers, int defenders) {
        if (attackers < 1 || attackers > 3 || defenders < 1 || defenders > 2) {
          throw std::invalid_argument("1 to 3 dice attack and 1 or 2 defend");
        }
        const Throw& table = throws(attackers, defenders);
        return std::vector<std::uint32_t>(table.attacker_loses.begin(), table.attacker_loses.end());
      },
      "attackers"_a, "defenders"_a, "In how many throws the attacker loses 0, 1 and 2 armies.");
  module.def(
      "battle_odds",
      [](int attackers, int defenders, bool fair_duel) {
        if (attackers < 1 || attackers > 2000 || defenders < 1 || defenders > 2000) {
          throw std::invalid_argument("1 to 2000 armies on each side");
        }
        return fair_duel ? duel_distribution(attackers, defenders) : battle_distribution(attackers, defenders);
      },
      "attackers"_a, "defenders"_a, "fair_duel"_a = false,
      "Probability of each outcome: a win with 1, 2, .. attackers left, then a loss with 1, 2, .. defenders left.");
}

}  // namespace

void bind_classic(nb::module_& module) {
  bind_state(module);
  bind_dice(module);

  nb::class_<RandomPlay>(module, "ClassicRandomPlay", "Totals over many random games.")
      .def_ro("games", &RandomPlay::games)
      .def_ro("decisions", &RandomPlay::decisions)
      .def_ro("turns", &RandomPlay::turns)
      .def_ro("wins", &RandomPlay::wins)
      .def_ro("starter_wins", &RandomPlay::starter_wins)
      .def_ro("undecided", &RandomPlay::undecided)
      .def_prop_ro("value", [](const RandomPlay& self) { return static_cast<double>(self.value) / (1LL << 40); })
      .def_ro("signature", &RandomPlay::signature);

  nb::class_<Game>(module, "ClassicGame", "A map with rules and seats, and the verbs on its positions.")
      .def(
          "__init__",
          [](Game* self, std::shared_ptr<Map> map, const Rules& rules, int seats) {
            new (self) Game(std::move(map), rules, seats);
          },
          "map"_a, "rules"_a, "seats"_a)
      .def_prop_ro("cards", [](const Game& self) { return self.cards; })
      .def_prop_ro("card_copies", &Game::card_copies)
      .def_prop_ro("state_bytes", &Game::state_bytes)
      .def(
          "start", [](const Game& self, Random& random) { return start(self, random); }, "random"_a)
      .def("from_bytes", &from_bytes, "data"_a)
      .def("make", &make_state, "owners"_a, "armies"_a, "movable"_a, "cards"_a, "pool"_a, "head"_a,
           nb::sig("def make(self, owners: Sequence[int], armies: Sequence[int], movable: Sequence[int], cards: "
                   "Sequence[int], pool: Sequence[int], head: dict[str, int]) -> ClassicState"),
           "A position from its parts.")
      .def(
          "legal_actions",
          [](const Game& self, const State& state) {
            require_fit(self, state);
            std::vector<Action> actions;
            legal_actions(self, state, actions);
            std::vector<ActionTuple> list;
            list.reserve(actions.size());
            for (const Action& action : actions) list.push_back(to_tuple(action));
            return list;
          },
          "state"_a)
      .def(
          "legal_codes",
          [](const Game& self, const State& state) {
            require_fit(self, state);
            std::vector<Action> actions;
            legal_actions(self, state, actions);
            std::vector<std::int64_t> codes(actions.size());
            std::transform(actions.begin(), actions.end(), codes.begin(), action_code);
            return copy_array(codes.data(), codes.size());
          },
          "state"_a, nb::rv_policy::move, "The codes of the legal actions, in the order of legal_actions.")
      .def(
          "count_actions",
          [](const Game& self, const State& state) {
            require_fit(self, state);
            return count_actions(self, state);
          },
          "state"_a)
      .def(
          "random_action",
          [](const Game& self, const State& state, Random& random) {
            require_fit(self, state);
            if (count_actions(self, state) == 0) throw std::invalid_argument("nobody has anything to decide");
            return to_tuple(random_action(self, state, random));
          },
          "state"_a, "random"_a)
      .def(
          "apply",
          [](const Game& self, const State& state, const ActionTuple& tuple) {
            require_fit(self, state);
            require_visible(state);
            const Action action = to_action(tuple);
            require_legal(self, state, action);
            State next = state;
            apply(self, next, action);
            return next;
          },
          "state"_a, "action"_a, "The position after a decision; chance may be pending.")
      .def(
          "require_legal",
          [](const Game& self, const State& state, const ActionTuple& tuple) {
            require_fit(self, state);
            require_legal(self, state, to_action(tuple));
          },
          "state"_a, "action"_a, "Raises a ValueError if the action may not be taken now.")
      .def(
          "outcomes",
          [](const Game& self, const State& state) {
            require_fit(self, state);
            return outcomes(self, state);
          },
          "state"_a, "(outcome, probability) of the chance that is pending.")
      .def(
          "sample",
          [](const Game& self, const State& state, Random& random) {
            require_fit(self, state);
            require_visible(state);
            if (state.head().chance == ChanceKind::none) throw std::invalid_argument("no chance is pending");
            return sample_outcome(self, state, random);
          },
          "state"_a, "random"_a)
      .def(
          "apply_outcome",
          [](const Game& self, const State& state, int outcome) {
            require_fit(self, state);
            require_visible(state);
            require_possible(self, state, outcome);
            State next = state;
            apply_outcome(self, next, outcome);
            return next;
          },
          "state"_a, "outcome"_a)
      .def(
          "income",
          [](const Game& self, const State& state, int seat) {
            require_fit(self, state);
            require_seat(self, seat);
            return income(self, state, seat);
          },
          "state"_a, "seat"_a)
      .def(
          "hand",
          [](const Game& self, const State& state, int seat) {
            require_fit(self, state);
            require_seat(self, seat);
            return hand(self, state, seat);
          },
          "state"_a, "seat"_a)
      .def(
          "view",
          [](const Game& self, const State& state, int seat) {
            require_fit(self, state);
            require_seat(self, seat);
            return view(self, state, seat);
          },
          "state"_a, "seat"_a)
      .def(
          "determinize",
          [](const Game& self, const State& state, Random& random) {
            require_fit(self, state);
            return determinize(self, state, random);
          },
          "view"_a, "random"_a, "A whole position that fits the view: hidden cards dealt at random.")
      .def(
          "resources",
          [](const Game& self, const State& state) {
            require_fit(self, state);
            return resources(self, state);
          },
          "state"_a)
      .def("play_random", &play_random, "seed"_a, "first"_a, "count"_a, "cutoff"_a, "threads"_a,
           nb::call_guard<nb::gil_scoped_release>(), "Totals of random games; the same for any number of threads.");
}
