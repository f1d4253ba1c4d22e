#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>

#include "arrays.hpp"
#include "bindings.hpp"
#include "interrupt.hpp"
#include "nets.hpp"
#include "search/smcts/search.hpp"
#include "settings.hpp"
#include "simultaneous/position.hpp"
#include "tuples.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hegemon::search::smcts;
using hegemon::Random;
using hegemon::search::Budget;
namespace sim = hegemon::simultaneous;

namespace {

using Pair = std::array<OrderList, sim::kSeats>;
// plan, visits, value, prior, weight, line
using PlanTuple = std::tuple<OrderList, std::uint64_t, double, double, double, std::vector<Pair>>;
using Answer = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

PlanTuple to_tuple(const RootPlan& plan) {
  std::vector<Pair> line;
  for (const auto& pair : plan.line) line.push_back({to_list(pair[0]), to_list(pair[1])});
  return {to_list(plan.plan), plan.visits, plan.value(), plan.prior, plan.weight, std::move(line)};
}

// --- The network -----------------------------------------------------------------------------------------------------

void read_answer(nb::handle object, std::size_t count, const char* what, std::vector<float>& into) {
  Answer array;
  if (!nb::try_cast(object, array) || array.shape(0) != count) {
    throw std::invalid_argument(std::string("the network must return ") + what + " as float32[" +
                                std::to_string(count) + "]");
  }
  into.assign(array.data(), array.data() + count);
  for (const float value : into) {
    if (!std::isfinite(value)) throw std::invalid_argument(std::string("the network returned ") + what + " not finite");
  }
}

// Calls the Python function for a batch; holds the lock only here.
void ask_python(const nb::object& function, Batch& batch) {
  nb::gil_scoped_acquire lock;
  const auto n = static_cast<std::size_t>(batch.territories);
  std::vector<std::int32_t> orders;
  for (const sim::Order& order : batch.orders) {
    orders.insert(orders.end(), {static_cast<std::int32_t>(order.kind), order.source, order.target, order.armies});
  }
  nb::tuple plans =
      nb::make_tuple(copy_table(orders, 4), copy_array(batch.plan_offsets.data(), batch.plan_offsets.size()),
                     copy_array(batch.leaf_offsets.data(), batch.leaf_offsets.size()));
  nb::object answer = function(copy_table(batch.owners, n), copy_table(batch.armies, n),
                               copy_array(batch.seats.data(), batch.seats.size()), plans);
  if (!nb::isinstance<nb::tuple>(answer) || nb::len(answer) != 2) {
    throw std::invalid_argument("the network must return a pair: values, and logits or None");
  }
  read_answer(answer[0], batch.rows(), "values", batch.values);
  for (float& value : batch.values) value = std::clamp(value, -1.0f, 1.0f);
  batch.logits.clear();
  if (!answer[1].is_none()) read_answer(answer[1], batch.plan_offsets.size() - 1, "logits", batch.logits);
  batch.eval_counts.questions += batch.rows();
  batch.eval_counts.evaluations += batch.rows();
}

Evaluator read_network(const sim::Game& game, const Settings& settings, const std::optional<nb::object>& network) {
  if (!network) return {};
  const CoreNet* net = nullptr;
  if (nb::try_cast(*network, net)) return evaluator_of(net->evaluator(game), settings.cache);
  return [function = &*network](Batch& batch, const hegemon::search::Deadline&) {
    return ask_python(*function, batch), true;
  };
}

FirstPlans read_plans(const sim::Game& game, const sim::State& view, const std::vector<std::vector<OrderList>>& lists) {
  FirstPlans plans;
  if (lists.empty()) return plans;
  hegemon::require(lists.size() == plans.size(), "plans are given for both seats, or for none");
  require_whole(game, view);
  for (std::size_t seat = 0; seat < lists.size(); ++seat) {
    for (const OrderList& orders : lists[seat]) {
      plans[seat].push_back(to_plan(orders));
      const bool legal = sim::check(game, view, static_cast<int>(seat), plans[seat].back()).empty();
      hegemon::require(legal, "a plan that was given is not legal");
    }
  }
  return plans;
}

Result run(const sim::Game& game, const sim::State& view, int seat, const Settings& settings, std::uint64_t visits,
           double seconds, Random& random, std::optional<nb::object> network, bool fair,
           const std::vector<std::vector<OrderList>>& plans) {
  sim::require_seat(seat);
  sim::require_game(game, view);
  const Evaluator evaluator = read_network(game, settings, network);
  const FirstPlans first_plans = read_plans(game, view, plans);
  Random local = random;  // another thread may use the caller's meanwhile
  Result result = watched(fair, [&](hegemon::search::Watch& watch) {
    return search(game, view, seat, settings, Budget{visits, seconds, &watch}, local, evaluator, first_plans);
  });
  random = local;
  return result;
}

}  // namespace

void bind_simultaneous_search(nb::module_& module) {
  bind_settings_class<Settings>(module, "SmctsSettings", "The fields of hegemon.search.SmctsSettings.");

  nb::class_<Result>(module, "SimultaneousSearchResult", "What a search found; the plan to play comes first.")
      .def_prop_ro(
          "plans",
          [](const Result& self) {
            std::vector<PlanTuple> list;
            for (const RootPlan& plan : self.plans) list.push_back(to_tuple(plan));
            return list;
          },
          "(orders, visits, value, prior, weight, line) of every plan looked at; a line is pairs of plans by seat.")
      .def_prop_ro(
          "best", [](const Result& self) { return to_list(self.plans.front().plan); },
          "The orders of the plan to play.")
      .def_ro("value", &Result::value)
      .def_ro("visits", &Result::visits)
      .def_ro("seconds", &Result::seconds)
      .def_prop_ro("iterations", [](const Result& self) { return self.counts.iterations; })
      .def_prop_ro("leaves", [](const Result& self) { return self.counts.leaves; })
      .def_prop_ro("rollouts", [](const Result& self) { return self.counts.rollouts; })
      .def_prop_ro("turns", [](const Result& self) { return self.counts.turns; })
      .def_prop_ro("nodes", [](const Result& self) { return self.counts.nodes; })
      .def_prop_ro(
          "questions", [](const Result& self) { return self.counts.eval_counts.questions; },
          "Positions about which the network was asked.")
      .def_prop_ro(
          "net_evaluations", [](const Result& self) { return self.counts.eval_counts.evaluations; },
          "Positions that the network had to look at: the others were equal to one of them.")
      .def_prop_ro("bytes", [](const Result& self) { return self.counts.bytes; });

  module.def("search_simultaneous", &run, "game"_a, "view"_a, "seat"_a, "settings"_a, "visits"_a, "seconds"_a,
             "random"_a, "network"_a.none() = nb::none(), "fair"_a = false, "plans"_a = nb::tuple(),
             nb::sig("def search_simultaneous(game: SimultaneousGame, view: SimultaneousState, seat: int, "
                     "settings: SmctsSettings, visits: int, seconds: float, random: Random, "
                     "network: object | None = None, fair: bool = False, "
                     "plans: collections.abc.Sequence[collections.abc.Sequence[collections.abc.Sequence[tuple[int, "
                     "int, int, int]]]] = ()) -> SimultaneousSearchResult"),
             "Search a position for the seat's best plan. `network` is a PolicyValueNet of this game, or a function: "
             "network(owners, armies, seats, plans) returns (values, logits or None); plans is (orders, offsets of "
             "plans, offsets of rows). Where fair, waiting for a processor does not count. plans are the first "
             "candidates of both seats, in a whole position; joint selections try them before others.");
}
