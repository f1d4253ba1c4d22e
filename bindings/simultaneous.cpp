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
#include "simultaneous/batch.hpp"
#include "simultaneous/combat.hpp"
#include "simultaneous/evaluate.hpp"
#include "simultaneous/game.hpp"
#include "simultaneous/position.hpp"
#include "tuples.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hegemon::simultaneous;
using hegemon::Map;
using hegemon::Random;

namespace {

// kind, seat, order, armies, kills, losses, captured, reason, seen by seat, armies seen by seat
using Seen = std::array<bool, kSeats>;
using EventTuple = std::tuple<int, int, OrderTuple, int, int, int, bool, std::string, Seen, Seen, Seen>;

Scratch& scratch() {
  thread_local Scratch memory;
  return memory;
}

std::vector<EventTuple> to_events(const Log& log) {
  std::vector<EventTuple> events;
  for (const Event& e : log) {
    events.emplace_back(static_cast<int>(e.kind), e.seat, to_tuple(e.order), e.armies, e.kills, e.losses, e.captured,
                        describe(e.reason), e.seen, e.armies_seen, e.outcome_seen);
  }
  return events;
}

void bind_state(nb::module_& module) {
  nb::class_<State>(module, "SimultaneousState", "A position: one flat block of bytes.")
      .def(
          "__init__",
          [](State* self, const std::vector<std::int8_t>& owners, const std::vector<int>& armies,
             const std::vector<std::uint8_t>& marks, int round, std::uint8_t phase, std::int8_t winner,
             std::int8_t first, std::int16_t picks_each, std::int16_t picks_made) {
            const State::Header head{.round = round,
                                     .phase = static_cast<Phase>(phase),
                                     .winner = winner,
                                     .first = first,
                                     .picks_each = picks_each,
                                     .picks_made = picks_made};
            new (self) State(make_state({owners, armies, marks, head}));
          },
          "owners"_a, "armies"_a, "marks"_a, "round"_a, "phase"_a, "winner"_a, "first"_a, "picks_each"_a,
          "picks_made"_a)
      .def("copy", [](const State& self) { return State(self); })
      .def("__getstate__",
           [](const State& self) {
             const auto block = self.block();
             return nb::bytes(reinterpret_cast<const char*>(block.data()), block.size());
           })
      .def("__setstate__", [](State* self, const nb::bytes& bytes) { new (self) State(from_bytes(to_span(bytes))); })
      .def(
          "__eq__", [](const State& a, const State& b) { return a == b; }, nb::is_operator(),
          nb::sig("def __eq__(self, arg: object, /) -> bool"))
      .def("hash", &State::hash)
      .def_prop_ro(
          "owners", [](const State& self) { return copy_array(self.owners(), self.size()); }, nb::rv_policy::move)
      .def_prop_ro(
          "armies", [](const State& self) { return copy_array(self.armies(), self.size()); }, nb::rv_policy::move)
      .def_prop_ro(
          "marks", [](const State& self) { return copy_array(self.marks(), self.size()); }, nb::rv_policy::move)
      .def_prop_ro("round", [](const State& self) { return self.head().round; })
      .def_prop_ro("phase", [](const State& self) { return static_cast<int>(self.head().phase); })
      .def_prop_ro("winner", [](const State& self) { return static_cast<int>(self.head().winner); })
      .def_prop_ro("first", [](const State& self) { return static_cast<int>(self.head().first); })
      .def_prop_ro("picks_each", [](const State& self) { return static_cast<int>(self.head().picks_each); })
      .def_prop_ro("picks_made", [](const State& self) { return static_cast<int>(self.head().picks_made); })
      .def_prop_ro("nbytes", &State::bytes);
}

std::tuple<State, std::vector<std::int32_t>, std::vector<EventTuple>> resolve_with(
    const Game& game, const State& state, const std::array<OrderList, kSeats>& lists, Chance& chance,
    std::vector<std::int32_t>& tape) {
  const Plans plans{to_plan(lists[0]), to_plan(lists[1])};
  require_runnable(game, state, plans);
  State next = state;
  Log log;
  resolve(game, next, plans, chance, scratch(), &log);
  if (!chance.used_up()) throw std::invalid_argument("more chance outcomes recorded than the turn has");
  return {std::move(next), std::move(tape), to_events(log)};
}

}  // namespace

void bind_simultaneous(nb::module_& module) {
  module.attr("MAX_ARMIES") = kMaxArmies;
  bind_state(module);

  nb::class_<RandomPlay>(module, "RandomPlay", "Totals over many random games.")
      .def_ro("games", &RandomPlay::games)
      .def_ro("turns", &RandomPlay::turns)
      .def_ro("orders", &RandomPlay::orders)
      .def_ro("wins", &RandomPlay::wins)
      .def_ro("undecided", &RandomPlay::undecided)
      .def_ro("signature", &RandomPlay::signature);

  nb::class_<Game>(module, "SimultaneousGame", "A map with rules, and the verbs on its positions.")
      .def(
          "__init__",
          [](Game* self, std::shared_ptr<Map> map, const Rules& rules) { new (self) Game{std::move(map), rules}; },
          "map"_a, "rules"_a)
      .def_prop_ro("round_cap", &Game::round_cap)
      .def_prop_ro("most_orders", [](const Game& self) { return most_orders(*self.map); })
      .def_prop_ro("gene_count", [](const Game& self) { return gene_count(*self.map); })
      .def(
          "start", [](const Game& self, Random& random) { return start(self, random); }, "random"_a)
      .def(
          "settle",
          [](const Game& self, const State& state) {
            require_game(self, state);
            State settled = state;
            settle(self, settled);
            return settled;
          },
          "state"_a, "The position with phase and winner set from the board and the round.")
      .def(
          "deciders",
          [](const Game& self, const State& state) {
            std::vector<int> seats;
            for (int seat = 0; seat < kSeats; ++seat) {
              if (deciders(self, state) >> seat & 1) seats.push_back(seat);
            }
            return seats;
          },
          "state"_a)
      .def(
          "income",
          [](const Game& self, const State& state, int seat) {
            require_game(self, state);
            require_seat(seat);
            return income(self, state, seat);
          },
          "state"_a, "seat"_a)
      .def(
          "random_plan",
          [](const Game& self, const State& state, int seat, Random& random) {
            require_game(self, state);
            require_seat(seat);
            Plan plan;
            random_plan(self, state, seat, random, scratch(), plan);
            return to_list(plan);
          },
          "state"_a, "seat"_a, "random"_a)
      .def(
          "check",
          [](const Game& self, const State& state, int seat, const OrderList& orders) {
            require_game(self, state);
            require_seat(seat);
            std::vector<std::pair<int, std::string>> list;
            for (auto [order, reason] : check(self, state, seat, to_plan(orders)))
              list.emplace_back(order, describe(reason));
            return list;
          },
          "state"_a, "seat"_a, "orders"_a, "(index of the order, reason) of every refused order.")
      .def(
          "resolve",
          [](const Game& self, const State& state, const std::array<OrderList, kSeats>& plans, Random& random,
             int coin) {
            if (coin < -1 || coin >= kSeats)
              throw std::invalid_argument("no side " + std::to_string(coin) + " of a coin");
            std::vector<std::int32_t> tape;
            const Random turn(random.next());
            std::array<Random, 2> dice{turn.stream(0), turn.stream(1)};
            Chance chance(random, dice, &tape, coin);
            return resolve_with(self, state, plans, chance, tape);
          },
          "state"_a, "plans"_a, "random"_a, "coin"_a = -1,
          "The next position, the chance outcomes, and what each order did. A coin of 0 or 1 fixes every coin.")
      .def(
          "replay",
          [](const Game& self, const State& state, const std::array<OrderList, kSeats>& plans,
             std::vector<std::int32_t> tape) {
            Chance chance{std::span<const std::int32_t>(tape)};
            auto copy = tape;
            return resolve_with(self, state, plans, chance, copy);
          },
          "state"_a, "plans"_a, "tape"_a, "Like resolve, with recorded chance outcomes.")
      .def(
          "view",
          [](const Game& self, const State& state, int seat) {
            require_game(self, state);
            require_seat(seat);
            return view(self, state, seat);
          },
          "state"_a, "seat"_a)
      .def(
          "determinize",
          [](const Game& self, const State& seen, int seat) {
            require_game(self, seen);
            require_seat(seat);
            return determinize(self, seen, seat);
          },
          "view"_a, "seat"_a, "A whole position that fits a view, for searches.")
      .def(
          "material",
          [](const Game& self, const State& state, int seat) {
            require_game(self, state);
            require_seat(seat);
            return material(self, state, seat);
          },
          "state"_a, "seat"_a, "What a whole position is worth to a seat by the hand-made evaluation, from -1 to 1.")
      .def(
          "encode",
          [](const Game& self, const OrderList& orders) {
            std::vector<std::int32_t> genes(static_cast<std::size_t>(gene_count(*self.map)));
            const Plan plan = to_plan(orders);
            require_on_map(*self.map, plan);
            encode(*self.map, plan, genes);
            return copy_array(genes.data(), genes.size());
          },
          "orders"_a)
      .def(
          "decode",
          [](const Game& self, const std::vector<std::int32_t>& genes) {
            if (genes.size() != static_cast<std::size_t>(gene_count(*self.map))) {
              throw std::invalid_argument("this map has " + std::to_string(gene_count(*self.map)) + " genes, not " +
                                          std::to_string(genes.size()));
            }
            return to_list(decode(*self.map, genes));
          },
          "genes"_a)
      .def(
          "battle",
          [](const Game& self, int attackers, int defenders, Random& random) {
            if (attackers < 0 || defenders < 0 || attackers > kMaxArmies || defenders > kMaxArmies) {
              throw std::invalid_argument("impossible number of armies");
            }
            Chance chance(random);
            const Battle battle = fight(self.rules, attackers, defenders, chance);
            return std::tuple(battle.kills, battle.losses, battle.captured);
          },
          "attackers"_a, "defenders"_a, "random"_a, "One attack: (defenders killed, attackers killed, captured).")
      .def("play_random", &play_random, "seed"_a, "first"_a, "count"_a, "turn_limit"_a, "threads"_a,
           nb::call_guard<nb::gil_scoped_release>(), "Totals of random games; the same for any number of threads.");
}
