// Environments: games stepped by numbered actions, one at a time and many side by side.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>

#include "arrays.hpp"
#include "bindings.hpp"
#include "busy.hpp"
#include "classic/position.hpp"
#include "envs/classic_env.hpp"
#include "envs/simultaneous_env.hpp"
#include "envs/vector_env.hpp"
#include "simultaneous/position.hpp"
#include "tuples.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hegemon::envs;
using hegemon::Random;
namespace classic = hegemon::classic;
namespace simultaneous = hegemon::simultaneous;

namespace {

using Floats = nb::ndarray<float, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Bytes = nb::ndarray<std::int8_t, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// --- One game --------------------------------------------------------------------------------------------------------

template <class Env>
struct Episode {
  Episode(const typename Env::Game& game, int turn_limit) : env(game, turn_limit), memory() {
    if (turn_limit < 1) throw std::invalid_argument("a turn limit is at least 1");
  }
  typename Env::Episode& at() {
    if (!episode) throw std::invalid_argument("call reset first");
    return *episode;
  }
  void require_seat(int seat) const {
    if (seat < 0 || seat >= env.seats()) throw std::invalid_argument("no seat " + std::to_string(seat));
  }
  std::uint64_t* marked(int seat) {
    words.assign(words_for(env.actions()), 0);
    env.mark(at(), seat, words.data());
    return words.data();
  }

  Env env;
  typename Env::Memory memory;
  std::optional<typename Env::Episode> episode;
  std::vector<std::uint64_t> words;
  Random random{0};
};

template <class Env>
void require_action(const Episode<Env>& self, std::int64_t action) {
  if (action < 0 || action >= self.env.actions())
    throw std::invalid_argument("there is no action " + std::to_string(action) + "; the last one is " +
                                std::to_string(self.env.actions() - 1));
}

// Plays the action, or the legal one with the lowest number if it is not legal. Returns whether it was.
template <class Env>
bool play(Episode<Env>& self, int seat, std::int64_t action) {
  self.require_seat(seat);
  require_action(self, action);
  const std::uint64_t* words = self.marked(seat);
  const bool legal = has_bit(words, static_cast<int>(action));
  const bool decides = !self.env.over(self.at()) && self.env.decides(self.at(), seat);
  const int chosen = legal ? static_cast<int>(action) : first_bit(words);
  if (decides) self.env.step(self.at(), seat, chosen, self.random, self.memory);
  return legal;
}

template <class Env>
void require_marked(Episode<Env>& self, int seat, int action) {
  if (action < 0 || action >= self.env.actions() || !has_bit(self.marked(seat), action))
    throw std::invalid_argument("action " + std::to_string(action) + " is not legal now");
}

template <class Env>
void write(Episode<Env>& self, int seat, const Floats& observation, const Bytes& mask) {
  self.require_seat(seat);
  if (observation.shape(0) != static_cast<std::size_t>(self.env.width()) ||
      mask.shape(0) != static_cast<std::size_t>(self.env.actions()))
    throw std::invalid_argument("arrays of the wrong size");
  self.env.observe(self.at(), seat, observation.data());
  write_bytes(self.marked(seat), self.env.actions(), reinterpret_cast<std::uint8_t*>(mask.data()));
}

template <class Env>
auto blocks(const Env& env) {
  std::vector<std::tuple<std::string, int, int>> list;
  for (const auto& block : env.coding().blocks()) list.emplace_back(block.name, block.first, block.size);
  return list;
}

template <class Env>
auto bind_episode(nb::module_& module, const char* name) {
  using Self = Episode<Env>;
  return nb::class_<Self>(module, name, "One game, stepped by numbered actions.")
      .def(nb::init<const typename Env::Game&, int>(), "game"_a, "turn_limit"_a, nb::keep_alive<1, 2>())
      .def_prop_ro(
          "actions", [](const Self& self) { return self.env.actions(); }, "Number of actions.")
      .def_prop_ro(
          "width", [](const Self& self) { return self.env.width(); }, "Numbers of an observation.")
      .def_prop_ro(
          "blocks", [](const Self& self) { return blocks(self.env); },
          "(name, first action, number of actions) of each block of actions.")
      .def(
          "reset",
          [](Self& self, const Random& random) {
            self.random = random;
            self.episode = self.env.start(self.random);
          },
          "random"_a)
      .def("step", &play<Env>, "seat"_a, "action"_a,
           "Play an action of a seat; returns whether it was legal. The legal action with the lowest number replaces "
           "an illegal one.")
      .def(
          "play_others",
          [](Self& self, int seat) {
            self.require_seat(seat);
            self.env.play_others(self.at(), seat, self.random, self.memory);
            self.env.begin_turn(self.at());
          },
          "seat"_a, "The other seats play at random until this one decides.")
      .def("write", &write<Env>, "seat"_a, "observation"_a, "mask"_a,
           "Write what a seat sees and its legal actions into arrays.")
      .def(
          "legal_actions",
          [](Self& self, int seat) {
            self.require_seat(seat);
            const std::uint64_t* words = self.marked(seat);
            std::vector<int> list;
            for (int action = 0; action < self.env.actions(); ++action) {
              if (has_bit(words, action)) list.push_back(action);
            }
            return list;
          },
          "seat"_a)
      .def(
          "random_action",
          [](Self& self, int seat, Random& random) {
            self.require_seat(seat);
            return random_bit(self.marked(seat), self.env.actions(), random);
          },
          "seat"_a, "random"_a, "A uniformly random legal action.")
      .def(
          "decides",
          [](Self& self, int seat) {
            self.require_seat(seat);
            return !self.env.over(self.at()) && self.env.decides(self.at(), seat);
          },
          "seat"_a)
      .def(
          "alive",
          [](Self& self, int seat) {
            self.require_seat(seat);
            return self.env.alive(self.at(), seat);
          },
          "seat"_a)
      .def_prop_ro("over", [](Self& self) { return self.env.over(self.at()); })
      .def_prop_ro("winner", [](Self& self) { return static_cast<int>(self.env.winner(self.at())); })
      .def_prop_ro("mover", [](Self& self) { return static_cast<int>(self.env.mover(self.at())); })
      .def_prop_ro("turns", [](Self& self) { return self.env.turns(self.at()); })
      .def_prop_ro("state", [](Self& self) { return self.at().state; })
      .def("copy", [](const Self& self) { return Self(self); }, nb::keep_alive<0, 1>());
}

// What only the classic game has: actions of the rules, and chance as its own step.
void bind_classic_episode(nb::module_& module) {
  using Self = Episode<ClassicEnv>;
  bind_episode<ClassicEnv>(module, "ClassicEpisode")
      .def_prop_ro(
          "source", [](Self& self) { return self.at().source; }, "The territory chosen to fortify from, or -1.")
      .def(
          "decode",
          [](Self& self, int action) -> std::optional<ActionTuple> {
            require_marked(self, self.env.mover(self.at()), action);
            if (self.env.coding().fortify_source(action) >= 0) return std::nullopt;
            return to_tuple(self.env.coding().decode(self.at().state, self.at().source, action));
          },
          "action"_a, "The action of the rules that a legal number stands for; None for a territory to fortify from.")
      .def(
          "play",
          [](Self& self, const ActionTuple& tuple) {
            const classic::Action action = to_action(tuple);
            classic::require_legal(self.env.game(), self.at().state, action);
            classic::step(self.env.game(), self.at().state, action, self.random);
            self.at().source = ClassicActions::kNone;
          },
          "action"_a, "Play an action of the rules.")
      .def(
          "apply",
          [](Self& self, int action) {
            require_marked(self, self.env.mover(self.at()), action);
            self.env.apply(self.at(), action);
          },
          "action"_a, "Play a legal number without the chance that may follow.")
      .def(
          "apply_outcome",
          [](Self& self, int outcome) {
            classic::require_possible(self.env.game(), self.at().state, outcome);
            classic::apply_outcome(self.env.game(), self.at().state, outcome);
          },
          "outcome"_a, "An outcome of the chance that is pending.");
}

std::tuple<bool, bool> step_both(Episode<SimultaneousEnv>& self, std::int64_t first, std::int64_t second) {
  const std::array<std::int64_t, 2> given = {first, second};
  std::array<int, 2> chosen{};
  std::array<bool, 2> legal{};
  for (int seat = 0; seat < 2; ++seat) {
    require_action(self, given[seat]);
    const std::uint64_t* words = self.marked(seat);
    legal[seat] = has_bit(words, static_cast<int>(given[seat]));
    chosen[seat] = legal[seat] ? static_cast<int>(given[seat]) : first_bit(words);
  }
  if (!self.env.over(self.at())) self.env.step_both(self.at(), chosen, self.random, self.memory);
  return {legal[0], legal[1]};
}

// What only the simultaneous game has: whole plans, and the resolution as its own step.
void bind_simultaneous_episode(nb::module_& module) {
  using Self = Episode<SimultaneousEnv>;
  bind_episode<SimultaneousEnv>(module, "SimultaneousEpisode")
      .def(
          "plan",
          [](Self& self, int seat) {
            self.require_seat(seat);
            return to_list(self.at().drafts[static_cast<std::size_t>(seat)].plan);
          },
          "seat"_a, "The orders so far.")
      .def(
          "hand_in",
          [](Self& self, int seat, const OrderList& orders) {
            self.require_seat(seat);
            simultaneous::Plans plans;
            plans[static_cast<std::size_t>(seat)] = to_plan(orders);
            const auto& game = self.env.game();
            if (!self.env.decides(self.at(), seat)) throw std::invalid_argument("the seat has nothing to decide");
            const auto refused = check(game, self.at().state, seat, plans[static_cast<std::size_t>(seat)]);
            if (!refused.empty() && game.rules.illegal_orders == simultaneous::IllegalOrders::refuse_plan)
              throw std::invalid_argument(describe(refused.front().reason));
            if (!refused.empty() && self.at().state.head().phase == simultaneous::Phase::pick)
              throw std::invalid_argument(describe(refused.front().reason));
            self.env.hand_in(self.at(), seat, plans[static_cast<std::size_t>(seat)], self.random, self.memory);
          },
          "seat"_a, "orders"_a, "A whole plan in place of actions; the turn is resolved if it was the last one.")
      .def("step_both", &step_both, "first"_a, "second"_a,
           "Play an action of each seat at once; returns whether each was legal. A seat that has ended its plan waits.")
      .def(
          "add",
          [](Self& self, int seat, int action) {
            self.require_seat(seat);
            require_marked(self, seat, action);
            self.env.add(self.at(), seat, action);
          },
          "seat"_a, "action"_a, "Add a legal action to the plan of a seat without resolving the turn.")
      .def(
          "resolve",
          [](Self& self, const Random& random, int coin) {
            if (coin < -1 || coin > 1) throw std::invalid_argument("a coin is 0 or 1, or -1 to draw it");
            if (self.env.over(self.at()) || !self.at().drafts[0].ended || !self.at().drafts[1].ended)
              throw std::invalid_argument("a seat has not ended its plan");
            Random dice = random;
            simultaneous::Chance chance(dice, nullptr, coin);
            self.env.resolve_turn(self.at(), chance, self.memory);
            self.env.begin_turn(self.at());
          },
          "random"_a, "coin"_a = -1, "Resolve a turn for which both plans have ended.");
}

// --- Many games ------------------------------------------------------------------------------------------------------

// Steps run without the interpreter: another thread must not come between.
template <class Env>
struct Vector {
  Vector(const typename Env::Game& game, int turn_limit, const VectorSettings& settings)
      : env(game, turn_limit), games(env, settings) {}

  Env env;
  VectorEnv<Env> games;
  Busy busy;
};

Autoreset autoreset_by_name(const std::string& name) {
  if (name == "next_step") return Autoreset::next_step;
  if (name == "same_step") return Autoreset::same_step;
  if (name == "disabled") return Autoreset::disabled;
  throw std::invalid_argument("autoreset is next_step, same_step or disabled, not " + name);
}

template <class T>
using Row = nb::ndarray<nb::numpy, T, nb::ndim<1>>;
template <class T>
using Table = nb::ndarray<nb::numpy, T, nb::ndim<2>>;
template <class T>
using Input = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Arrays that show the buffers themselves; they live as long as the environment.
template <class T, class Self, class Stored>
Row<T> row(Self& self, std::vector<Stored>& data) {
  return {reinterpret_cast<T*>(data.data()), {data.size()}, nb::find(self)};
}
template <class T, class Self, class Stored>
Table<T> table(Self& self, std::vector<Stored>& data, int columns) {
  const auto width = static_cast<std::size_t>(columns);
  return {reinterpret_cast<T*>(data.data()), {data.size() / width, width}, nb::find(self)};
}

template <class Env>
void bind_vector(nb::module_& module, const char* name) {
  using Self = Vector<Env>;
  const auto kept = nb::rv_policy::reference;
  nb::class_<Self>(module, name, "Many games side by side, stepped together on threads.")
      .def(
          "__init__",
          [](Self* self, const typename Env::Game& game, int games, int turn_limit, bool opponents, int seat,
             int step_limit, int threads, const std::string& autoreset) {
            const VectorSettings settings{.games = games,
                                          .opponents = opponents,
                                          .seat = seat,
                                          .step_limit = step_limit,
                                          .threads = threads,
                                          .autoreset = autoreset_by_name(autoreset)};
            new (self) Self(game, turn_limit, settings);
          },
          "game"_a, "games"_a, "turn_limit"_a, "opponents"_a = true, "seat"_a = -1, "step_limit"_a = 0, "threads"_a = 1,
          "autoreset"_a = "next_step", nb::keep_alive<1, 2>())
      .def("__len__", [](const Self& self) { return self.games.size(); })
      .def_prop_ro(
          "actions", [](const Self& self) { return self.env.actions(); }, "Number of actions.")
      .def_prop_ro(
          "width", [](const Self& self) { return self.env.width(); }, "Numbers of an observation.")
      .def_prop_ro(
          "blocks", [](const Self& self) { return blocks(self.env); },
          "(name, first action, number of actions) of each block of actions.")
      .def(
          "reset",
          [](Self& self, const Input<std::uint64_t>& seeds, const std::optional<Input<bool>>& chosen) {
            const Busy::Use use(self.busy, "vector environment");
            const std::span<const bool> some =
                chosen ? std::span<const bool>(chosen->data(), chosen->shape(0)) : std::span<const bool>();
            const std::span<const std::uint64_t> given(seeds.data(), seeds.shape(0));
            const nb::gil_scoped_release free;
            self.games.reset(given, some);
          },
          "seeds"_a, "chosen"_a = nb::none(), "Begin new games with these seeds, in all or in the chosen places.")
      .def(
          "reset_chosen",
          [](Self& self, const Input<bool>& chosen) {
            const Busy::Use use(self.busy, "vector environment");
            const nb::gil_scoped_release free;
            self.games.reset_chosen({chosen.data(), chosen.shape(0)});
          },
          "chosen"_a, "Begin new games in the chosen places, with the random numbers that follow.")
      .def(
          "step",
          [](Self& self, const Input<std::int64_t>& actions) {
            const Busy::Use use(self.busy, "vector environment");
            const nb::gil_scoped_release free;
            self.games.step({actions.data(), actions.shape(0)});
          },
          "actions"_a, "One action in each game; -1 is a random legal one.")
      .def(
          "close",
          [](Self& self) {
            const Busy::Use use(self.busy, "vector environment");
            const nb::gil_scoped_release free;
            self.games.close();
          },
          "End the threads; whatever follows runs on the caller's alone.")
      .def(
          "state",
          [](Self& self, std::size_t game) {
            const Busy::Use use(self.busy, "vector environment");
            if (game >= self.games.size()) throw std::invalid_argument("no such game");
            return self.games.episode(game).state;
          },
          "game"_a, "The position of one game.")
      .def_prop_ro(
          "observations", [](Self& s) { return table<float>(s, s.games.buffers().observations, s.env.width()); }, kept)
      .def_prop_ro(
          "final_observations",
          [](Self& s) { return table<float>(s, s.games.buffers().final_observations, s.env.width()); }, kept)
      .def_prop_ro(
          "masks", [](Self& s) { return table<std::int8_t>(s, s.games.buffers().masks, s.env.actions()); }, kept)
      .def_prop_ro(
          "rewards", [](Self& s) { return row<float>(s, s.games.buffers().rewards); }, kept)
      .def_prop_ro(
          "terminated", [](Self& s) { return row<bool>(s, s.games.buffers().terminated); }, kept)
      .def_prop_ro(
          "truncated", [](Self& s) { return row<bool>(s, s.games.buffers().truncated); }, kept)
      .def_prop_ro(
          "illegal", [](Self& s) { return row<bool>(s, s.games.buffers().illegal); }, kept)
      .def_prop_ro(
          "movers", [](Self& s) { return row<std::int8_t>(s, s.games.buffers().movers); }, kept)
      .def_prop_ro(
          "winners", [](Self& s) { return row<std::int8_t>(s, s.games.buffers().winners); }, kept)
      .def_prop_ro(
          "turns", [](Self& s) { return row<std::int32_t>(s, s.games.buffers().turns); }, kept)
      .def_prop_ro("steps", [](Self& s) { return row<std::int32_t>(s, s.games.buffers().steps); }, kept);
}

}  // namespace

void bind_envs(nb::module_& module) {
  bind_classic_episode(module);
  bind_simultaneous_episode(module);
  bind_vector<ClassicEnv>(module, "ClassicVector");
  bind_vector<SimultaneousEnv>(module, "SimultaneousVector");
}
