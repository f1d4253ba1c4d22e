#include "search/coevolution/coevolution.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <optional>
#include <stdexcept>

#include "arrays.hpp"
#include "bindings.hpp"
#include "interrupt.hpp"
#include "nets.hpp"
#include "settings.hpp"
#include "simultaneous/position.hpp"
#include "tuples.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hegemon::search;
using hegemon::Random;
using hegemon::simultaneous::Game;
using hegemon::simultaneous::State;

namespace {

template <class T>
nb::ndarray<nb::numpy, T, nb::ndim<2>> new_array(std::size_t rows, std::size_t columns) {
  T* data = new T[rows * columns];
  nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<T*>(p); });
  return {data, {rows, columns}, owner};
}

using Doubles = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// What a Python function returned, as numbers: one per row asked for, all finite.
void read_numbers(nb::handle answer, const char* what, std::span<double> values) {
  nb::object array = nb::module_::import_("numpy").attr("ascontiguousarray")(answer, "float64");
  Doubles numbers;
  if (!nb::try_cast(array, numbers) || numbers.shape(0) != values.size()) {
    throw std::invalid_argument(std::string(what) + " must return one number for each of " +
                                std::to_string(values.size()));
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(numbers.data()[i])) throw std::invalid_argument(std::string(what) + " returned no number");
    values[i] = numbers.data()[i];
  }
}

// Calls a Python function with the owners and armies of many positions at once; the GIL is held only meanwhile.
Evaluator python_evaluator(nb::callable function) {
  return [function](std::span<const State> states, int seat, std::span<double> values) {
    nb::gil_scoped_acquire gil;
    const auto n = static_cast<std::size_t>(states.front().size());
    auto owners = new_array<std::int8_t>(states.size(), n);
    auto armies = new_array<std::int32_t>(states.size(), n);
    for (std::size_t i = 0; i < states.size(); ++i) {
      std::copy_n(states[i].owners(), n, owners.data() + i * n);
      std::copy_n(states[i].armies(), n, armies.data() + i * n);
    }
    read_numbers(function(owners, armies, seat), "evaluate", values);
  };
}

Scorer python_scorer(nb::callable function) {
  return [function](std::span<const std::int32_t> genes, int seat, std::span<double> scores) {
    nb::gil_scoped_acquire gil;
    auto rows = new_array<std::int32_t>(scores.size(), genes.size() / scores.size());
    std::copy(genes.begin(), genes.end(), rows.data());
    read_numbers(function(rows, seat), "score", scores);
  };
}

Coevolution run(const Game& game, const State& state, int seat, const CoevolutionSettings& settings, Random& random,
                int generations, double seconds, std::optional<nb::callable> evaluate,
                std::optional<nb::callable> score, const CoreNet* net, bool fair) {
  require_whole(game, state);
  hegemon::simultaneous::require_seat(seat);
  CoevolutionTask task{game, state, seat, generations, seconds, {}, {}, nullptr, nullptr};
  if (evaluate) task.evaluate = python_evaluator(*evaluate);
  if (score) task.score = python_scorer(*score);
  if (net) task.evaluator = &net->evaluator(game);
  Random local = random;  // another thread may use the caller's meanwhile
  Coevolution result = watched(fair, [&](Watch& watch) {
    task.watch = &watch;
    return coevolve(task, settings, local);
  });
  random = local;
  return result;
}

}  // namespace

void bind_coevolution(nb::module_& module) {
  bind_settings_class<CoevolutionSettings>(module, "CoevolutionSettings",
                                           "The fields of hegemon.search.CoevolutionSettings.");
  nb::class_<Individual>(module, "CoevolutionIndividual", "A plan of a population.")
      .def_prop_ro("orders", [](const Individual& self) { return to_list(self.plan); })
      .def_prop_ro(
          "genes", [](const Individual& self) { return copy_array(self.genes.data(), self.genes.size()); },
          nb::rv_policy::move)
      .def_ro("fitness", &Individual::fitness)
      .def_ro("age", &Individual::age, "Generations survived.");
  nb::class_<Coevolution>(module, "Coevolution", "The populations at the end of a search, fittest first.")
      .def_ro("own", &Coevolution::own)
      .def_ro("other", &Coevolution::other)
      .def_ro("generations", &Coevolution::generations)
      .def_ro("pairs", &Coevolution::pairs)
      .def_ro("evaluations", &Coevolution::evaluations)
      .def_prop_ro(
          "questions", [](const Coevolution& self) { return self.eval_counts.questions; },
          "Positions about which the network was asked.")
      .def_prop_ro(
          "net_evaluations", [](const Coevolution& self) { return self.eval_counts.evaluations; },
          "Positions that the network had to look at.")
      .def_ro("seconds", &Coevolution::seconds);
  module.def(
      "coevolve", &run, "game"_a, "state"_a, "seat"_a, "settings"_a, "random"_a, "generations"_a, "seconds"_a,
      "evaluate"_a = nb::none(), "score"_a = nb::none(), "net"_a.none() = nb::none(), "fair"_a = false,
      nb::sig("def coevolve(game: SimultaneousGame, state: SimultaneousState, seat: int, "
              "settings: CoevolutionSettings, random: Random, generations: int, seconds: float, "
              "evaluate: collections.abc.Callable[..., object] | None = None, "
              "score: collections.abc.Callable[..., object] | None = None, net: PolicyValueNet | None = None, "
              "fair: bool = False) -> Coevolution"),
      "Two populations of plans grow against each other. evaluate(owners, armies, seat) gives the values of many\n"
      "positions, score(genes, seat) the scores of the sampled plans, in place of what the settings say; net is the\n"
      "network of evaluation=network and init=policy. A limit of 0 is none. Where fair, waiting for a\n"
      "processor does not count.");
}
