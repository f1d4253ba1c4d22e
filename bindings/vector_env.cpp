// Many games of the classic family side by side, for learning by play.
#include "classic/vector_env.hpp"

#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <stdexcept>

#include "arrays.hpp"
#include "bindings.hpp"
#include "busy.hpp"
#include "classic/position.hpp"
#include "encode/classic.hpp"
#include "tuples.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hegemon::classic;
using hegemon::Random;
namespace encode = hegemon::encode;

namespace {

template <class T>
using Input = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Output = nb::ndarray<nb::numpy, T>;

// Steps and observations run without the interpreter: another thread must not come between.
class Env : public VectorEnv {
 public:
  using VectorEnv::VectorEnv;
  Busy::Use use() { return {busy_, "vector environment"}; }

 private:
  Busy busy_;
};

// over, winner, next, balance: one of each per game
using Outcomes = std::tuple<Output<bool>, Output<std::int8_t>, Output<std::int8_t>, Output<float>>;

Outcomes step_all(Env& self, const Input<std::int32_t>& indices, const Random& random) {
  const Busy::Use use = self.use();
  const std::size_t count = self.size();
  std::vector<Outcome> outcomes(count);
  {
    const nb::gil_scoped_release free;
    self.step({indices.data(), indices.shape(0)}, random, outcomes);
  }
  Outcomes arrays{new_array<bool>({count}), new_array<std::int8_t>({count}), new_array<std::int8_t>({count}),
                  new_array<float>({count})};
  for (std::size_t i = 0; i < count; ++i) {
    std::get<0>(arrays).data()[i] = outcomes[i].over;
    std::get<1>(arrays).data()[i] = outcomes[i].winner;
    std::get<2>(arrays).data()[i] = outcomes[i].next;
    std::get<3>(arrays).data()[i] = outcomes[i].balance;
  }
  return arrays;
}

// The positions as the networks of the report read them, and the action indices that are legal, a row for each game.
std::tuple<Output<float>, Output<bool>> observe(Env& self, bool published) {
  const Busy::Use use = self.use();
  const Game& game = self.game();
  const auto set = published ? encode::ClassicFeatures::yao2025_published : encode::ClassicFeatures::yao2025;
  const auto inputs = static_cast<std::size_t>(encode::widths(game, set).whole);
  const auto count = static_cast<std::size_t>(count_action_indices(game));
  auto features = new_array<float>({self.size(), inputs});
  auto legal = new_array<bool>({self.size(), count});
  float* at = features.data();
  bool* mark = legal.data();
  {
    const nb::gil_scoped_release free;
    std::vector<Action> actions;
    for (const State& state : self.states()) {
      encode::encode(game, set, state, {.whole = at});
      mark_legal_indices(game, state, actions, mark);
      at += inputs;
      mark += count;
    }
  }
  return {std::move(features), std::move(legal)};
}

std::vector<Seat> to_seats(const Input<std::int8_t>& array) { return {array.data(), array.data() + array.shape(0)}; }

}  // namespace

void bind_vector_env(nb::module_& module) {
  nb::class_<Env>(module, "ClassicVectorEnv", "Many games of two seats side by side, each waiting for a decision.")
      .def(
          "__init__",
          [](Env* self, const Game& game, const Input<std::int8_t>& random_seats, const Random& random) {
            new (self) Env(game, to_seats(random_seats), random);
          },
          "game"_a, "random_seats"_a, "random"_a, nb::keep_alive<1, 2>())
      .def("step", &step_all, "indices"_a, "random"_a,
           "One decision in every game, by action index or -1 for a random one. Gives whether each game is over, its "
           "winner, "
           "the seat that decides now, and the armies of the seat that decided less the other's.")
      .def("observe", &observe, "published"_a = false,
           "What networks read of every position, and the legal action indices.")
      .def_prop_ro("states",
                   [](Env& self) {
                     const Busy::Use use = self.use();
                     return self.states();
                   })
      .def_prop_ro(
          "random_seats",
          [](Env& self) {
            const Busy::Use use = self.use();
            return copy_array(self.random_seats().data(), self.size());
          },
          nb::rv_policy::move)
      .def_prop_ro(
          "movers",
          [](Env& self) {
            const Busy::Use use = self.use();
            std::vector<std::int8_t> movers;
            for (const State& state : self.states()) movers.push_back(state.head().mover);
            return copy_array(movers.data(), movers.size());
          },
          nb::rv_policy::move)
      .def(
          "restore",
          [](Env& self, const std::vector<State>& states, const Input<std::int8_t>& random_seats) {
            const Busy::Use use = self.use();
            for (const State& state : states) require_whole(self.game(), state);
            self.restore(states, to_seats(random_seats));
          },
          "states"_a, "random_seats"_a, "Continue from these positions.");
  module.def(
      "action_at",
      [](const Game& game, const State& state, int index) {
        require_game(game, state);
        require_action_indices(game);
        std::vector<Action> actions;
        return to_tuple(action_at(game, state, index, actions));
      },
      "game"_a, "state"_a, "index"_a, "The legal action of an action index, with most armies.");
}
