#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <stdexcept>

#include "arrays.hpp"
#include "bindings.hpp"
#include "classic/batch.hpp"
#include "classic/evaluate.hpp"
#include "classic/game.hpp"
#include "classic/position.hpp"
#include "tuples.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hegemon::classic;
using hegemon::Map;
using hegemon::Random;

namespace {

nb::bytes to_bytes(const State& state) {
  const auto block = state.block();
  return nb::bytes(reinterpret_cast<const char*>(block.data()), block.size());
}

// The numbers of a header by name; those that are not named stay as they are.
Header read_head(nb::dict given) {
  Header head;
  const auto read = [&](const char* name, auto& field, auto raw) {
    using Raw = decltype(raw);
    if (!given.contains(name)) return;
    long value = 0;
    if (!nb::try_cast(given[name], value) || static_cast<long>(static_cast<Raw>(value)) != value)
      throw std::invalid_argument(std::string("impossible ") + name);
    field = static_cast<std::remove_reference_t<decltype(field)>>(static_cast<Raw>(value));
  };
  const auto number = [&](const char* name, auto& field) { read(name, field, field); };
  read("phase", head.phase, std::uint8_t{});
  read("chance", head.chance, std::uint8_t{});
  number("turns", head.turns);
  number("round", head.round);
  number("decisions", head.decisions);
  number("to_place", head.to_place);
  number("committed", head.committed);
  number("source", head.source);
  number("target", head.target);
  number("trades", head.trades);
  number("attacks", head.attacks);
  number("fortifies", head.fortifies);
  number("mover", head.mover);
  number("starter", head.starter);
  number("winner", head.winner);
  number("dice", head.dice);
  number("conquered", head.conquered);
  number("mid_trade", head.mid_trade);
  return head;
}

State make(const Game& game, const std::vector<Seat>& owners, const std::vector<std::int32_t>& armies,
           const std::vector<std::uint16_t>& movable, const std::vector<std::uint8_t>& cards,
           const std::vector<std::uint16_t>& pool, nb::dict head, bool place_income) {
  return make_state(game, {owners, armies, movable, cards, pool, read_head(std::move(head)), place_income});
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
      .def(
          "from_bytes", [](const Game& self, const nb::bytes& data) { return from_bytes(self, to_span(data)); },
          "data"_a)
      .def("make", &make, "owners"_a, "armies"_a, "movable"_a, "cards"_a, "pool"_a, "head"_a, "place_income"_a = false,
           nb::sig("def make(self, owners: Sequence[int], armies: Sequence[int], movable: Sequence[int], cards: "
                   "Sequence[int], pool: Sequence[int], head: dict[str, int], place_income: bool = False) -> "
                   "ClassicState"),
           "A position from its parts; with place_income the mover has its income to place.")
      .def(
          "legal_actions",
          [](const Game& self, const State& state) {
            require_game(self, state);
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
            require_game(self, state);
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
            require_game(self, state);
            return count_actions(self, state);
          },
          "state"_a)
      .def(
          "random_action",
          [](const Game& self, const State& state, Random& random) {
            require_game(self, state);
            if (count_actions(self, state) == 0) throw std::invalid_argument("nobody has anything to decide");
            return to_tuple(random_action(self, state, random));
          },
          "state"_a, "random"_a)
      .def(
          "apply",
          [](const Game& self, const State& state, const ActionTuple& tuple) {
            require_whole(self, state);
            const Action action = to_action(tuple);
            require_legal(self, state, action);
            State next = state;
            apply(self, next, action);
            return next;
          },
          "state"_a, "action"_a, "The position after a decision; chance may be pending.")
      .def(
          "illegal_reason",
          [](const Game& self, const State& state, const ActionTuple& tuple) {
            require_game(self, state);
            return illegal_reason(self, state, to_action(tuple));
          },
          "state"_a, "action"_a, "Why the action may not be taken now; empty if it may.")
      .def(
          "outcomes",
          [](const Game& self, const State& state) {
            require_game(self, state);
            return outcomes(self, state);
          },
          "state"_a, "(outcome, probability) of the chance that is pending.")
      .def(
          "sample",
          [](const Game& self, const State& state, Random& random) {
            require_whole(self, state);
            if (state.head().chance == ChanceKind::none) throw std::invalid_argument("no chance is pending");
            return sample_outcome(self, state, random);
          },
          "state"_a, "random"_a)
      .def(
          "apply_outcome",
          [](const Game& self, const State& state, int outcome) {
            require_whole(self, state);
            require_possible(self, state, outcome);
            State next = state;
            apply_outcome(self, next, outcome);
            return next;
          },
          "state"_a, "outcome"_a)
      .def(
          "income",
          [](const Game& self, const State& state, int seat) {
            require_game(self, state);
            require_seat(self, seat);
            return income(self, state, seat);
          },
          "state"_a, "seat"_a)
      .def(
          "hand",
          [](const Game& self, const State& state, int seat) {
            require_game(self, state);
            require_seat(self, seat);
            return hand(self, state, seat);
          },
          "state"_a, "seat"_a)
      .def(
          "view",
          [](const Game& self, const State& state, int seat) {
            require_game(self, state);
            require_seat(self, seat);
            return view(self, state, seat);
          },
          "state"_a, "seat"_a)
      .def(
          "determinize",
          [](const Game& self, const State& state, Random& random) {
            require_game(self, state);
            return determinize(self, state, random);
          },
          "view"_a, "random"_a, "A whole position that fits the view: hidden cards dealt at random.")
      .def(
          "resources",
          [](const Game& self, const State& state) {
            require_game(self, state);
            return resources(self, state);
          },
          "state"_a)
      .def("play_random", &play_random, "seed"_a, "first"_a, "count"_a, "cutoff"_a, "threads"_a,
           nb::call_guard<nb::gil_scoped_release>(), "Totals of random games; the same for any number of threads.");
}
