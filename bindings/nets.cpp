#include "nets.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <string>

#include "arrays.hpp"
#include "base/require.hpp"
#include "bindings.hpp"
#include "nets/graph.hpp"

namespace nb = nanobind;
using namespace nb::literals;
namespace sim = hegemon::simultaneous;
namespace encode = hegemon::encode;
namespace nets = hegemon::nets;
using hegemon::require;

namespace {

template <class T, std::size_t N>
using Input = nb::ndarray<const T, nb::ndim<N>, nb::c_contig, nb::device::cpu>;
using Owners = Input<std::int8_t, 2>;
using Armies = Input<std::int32_t, 2>;
using Seats = Input<std::int8_t, 1>;
using Floats = nb::ndarray<nb::numpy, float>;

// Positions in the arrays, every number of which is checked.
std::vector<encode::Position> read_positions(const hegemon::Map& map, const Owners& owners, const Armies& armies,
                                             const Seats& seats) {
  const std::size_t count = seats.shape(0), n = static_cast<std::size_t>(map.size());
  for (const auto& [rows, columns] :
       {std::pair(owners.shape(0), owners.shape(1)), {armies.shape(0), armies.shape(1)}}) {
    require(rows == count && columns == n,
            "owners and armies must have a row for each seat and an entry for each territory");
  }
  std::vector<encode::Position> positions(count);
  for (std::size_t i = 0; i < count; ++i) {
    positions[i] = {owners.data() + i * n, armies.data() + i * n, seats.data()[i]};
  }
  nets::require_whole(map, positions);
  return positions;
}

// Plans in the arrays of hegemon.search.simultaneous.Plans.
struct Plans {
  std::vector<sim::Order> orders;
  std::vector<std::int32_t> plan_offsets, position_offsets;

  nets::Candidates candidates() const { return {orders, plan_offsets, position_offsets}; }
};
using PlanArrays = std::tuple<Input<std::int32_t, 2>, Input<std::int32_t, 1>, Input<std::int32_t, 1>>;

std::vector<std::int32_t> read_offsets(const Input<std::int32_t, 1>& array) {
  return {array.data(), array.data() + array.shape(0)};
}

Plans read_plans(const hegemon::Map& map, const PlanArrays& arrays, std::size_t positions) {
  const auto& [orders, plan_offsets, position_offsets] = arrays;
  require(orders.shape(1) == 4, "orders must be rows of 4 numbers: kind, source, target, armies");
  Plans plans{{}, read_offsets(plan_offsets), read_offsets(position_offsets)};
  for (std::size_t i = 0; i < orders.shape(0); ++i) {
    const std::int32_t* row = orders.data() + 4 * i;
    require(row[0] >= 0 && row[0] <= 2, "there is no such kind of order");
    plans.orders.push_back({static_cast<sim::OrderKind>(row[0]), row[1], row[2], row[3]});
  }
  nets::require_sound(map, plans.candidates(), positions);
  return plans;
}

}  // namespace

nets::Tensors read_tensors(nb::dict weights) {
  nets::Tensors tensors;
  for (const auto& [key, value] : weights) {
    std::string name;
    if (!nb::try_cast(key, name)) throw std::invalid_argument("weights: a name is not text");
    nb::ndarray<const float, nb::c_contig, nb::device::cpu> array;
    if (!nb::try_cast(value, array)) throw std::invalid_argument("weights: " + name + " must be an array of float32");
    nets::Tensor& tensor = tensors[name];
    for (std::size_t i = 0; i < array.ndim(); ++i) tensor.shape.push_back(static_cast<int>(array.shape(i)));
    tensor.data.assign(array.data(), array.data() + array.size());
  }
  return tensors;
}

const nets::Kernels& kernels_by_name(const std::string& name) {
  if (name == "best") return nets::best_kernels();
  if (name == "portable") return nets::portable_kernels();
  require(name == "avx2", "there are no such kernels; use best, portable or avx2");
  require(nets::avx2_kernels() != nullptr, "this processor cannot run the kernels avx2");
  return *nets::avx2_kernels();
}

namespace {

std::tuple<Floats, std::optional<Floats>> evaluate(CoreNet& self, const Owners& owners, const Armies& armies,
                                                   const Seats& seats, const std::optional<PlanArrays>& plans) {
  const auto positions = read_positions(*self.game().map, owners, armies, seats);
  Plans read;
  if (plans) read = read_plans(*self.game().map, *plans, positions.size());
  Floats values = new_array<float>({positions.size()});
  std::optional<Floats> logits;
  if (plans) logits = new_array<float>({read.plan_offsets.size() - 1});
  {
    const std::span<float> value_span(values.data(), positions.size());
    const std::span<float> logit_span = logits ? std::span<float>(logits->data(), logits->size()) : std::span<float>();
    nb::gil_scoped_release unlocked;
    self.net()->evaluate(positions, read.candidates(), *self.scratch(), value_span, logit_span);
  }
  return {std::move(values), std::move(logits)};
}

// The numbers of many positions: per territory, per link, per group, for the whole.
std::tuple<Floats, Floats, Floats, Floats> encode_positions(const sim::Game& game, const std::string& features,
                                                            const Owners& owners, const Armies& armies,
                                                            const Seats& seats) {
  const auto set = encode::features_by_name(features);
  const auto width = encode::widths(set);
  const auto positions = read_positions(*game.map, owners, armies, seats);
  const auto size = [](int number) { return static_cast<std::size_t>(number); };
  const std::size_t count = positions.size(), n = size(game.map->size());
  const std::size_t links = 2 * game.map->links().size(), groups = game.map->groups().size();
  Floats territories = new_array<float>({count, n, size(width.territory)}),
         link = new_array<float>({count, links, size(width.link)}),
         group = new_array<float>({count, groups, size(width.group)}),
         whole = new_array<float>({count, size(width.whole)});
  float *at = territories.data(), *at_link = link.data(), *at_group = group.data(), *at_whole = whole.data();
  {
    nb::gil_scoped_release unlocked;
    for (std::size_t i = 0; i < count; ++i) {
      encode::encode(game, set, positions[i],
                     {.territories = at + i * n * size(width.territory),
                      .stride = width.territory,
                      .links = at_link + i * links * size(width.link),
                      .groups = at_group + i * groups * size(width.group),
                      .whole = at_whole + i * size(width.whole)});
    }
  }
  return {std::move(territories), std::move(link), std::move(group), std::move(whole)};
}

auto stack(const sim::Game& game, const std::vector<const sim::State*>& states) {
  const auto n = static_cast<std::size_t>(game.map->size());
  std::vector<std::int8_t> owners;
  std::vector<std::int32_t> armies;
  for (const sim::State* state : states) {
    require(state != nullptr && static_cast<std::size_t>(state->size()) == n, "the position belongs to another map");
    owners.insert(owners.end(), state->owners(), state->owners() + n);
    armies.insert(armies.end(), state->armies(), state->armies() + n);
  }
  return std::tuple(copy_table(owners, n), copy_table(armies, n));
}

nb::dict graph_arrays(const sim::Game& game) {
  const nets::Graph graph(*game.map);
  const auto array = [](const auto& values) { return copy_array(values.data(), values.size()); };
  nb::dict arrays;
  arrays["link_offsets"] = array(graph.links.offsets);
  arrays["link_heard"] = array(graph.links.rows);
  arrays["member_offsets"] = array(graph.members.offsets);
  arrays["member_heard"] = array(graph.members.rows);
  arrays["member_territory"] = array(graph.member_territory);
  arrays["member_group"] = array(graph.member_group);
  arrays["group_weights"] = array(graph.group_weights);
  return arrays;
}

}  // namespace

void bind_nets(nb::module_& module) {
  module.attr("ENCODER_VERSION") = encode::kEncoderVersion;
  nb::class_<CoreNet>(module, "PolicyValueNet", "A network, with its weights, on a game's map.")
      .def(
          "__init__",
          [](CoreNet* self, const std::string& architecture, nb::dict weights, const sim::Game& game,
             const std::string& kernels) {
            const nets::Kernels& chosen = kernels_by_name(kernels);
            new (self) CoreNet(nets::make_net(architecture, read_tensors(weights), game, chosen), game, chosen);
          },
          "architecture"_a, "weights"_a, "game"_a, "kernels"_a = "best",
          nb::sig("def __init__(self, architecture: str, weights: collections.abc.Mapping[str, numpy.typing.NDArray["
                  "numpy.float32]], game: SimultaneousGame, kernels: str = 'best') -> None"))
      .def_prop_ro(
          "kernels", [](const CoreNet& self) { return self.kernels().name; },
          "Which of the compiled kernels it runs on: portable or avx2.")
      .def("evaluate", &evaluate, "owners"_a, "armies"_a, "seats"_a, "plans"_a = nb::none(),
           "Values of positions and, with plans, the logits of all of them.");
  module.def("encode_simultaneous", &encode_positions, "game"_a, "features"_a, "owners"_a, "armies"_a, "seats"_a,
             "Numbers per territory, directed link, group, and for the whole, one row per position.");
  module.def("stack_states", &stack, "game"_a, "states"_a, "Owners and armies of many positions, one a row.");
  module.def("net_graph", &graph_arrays, "game"_a,
             "The map as networks see it: lists of neighbours and of members of groups.",
             nb::sig("def net_graph(game: SimultaneousGame) -> dict[str, numpy.typing.NDArray[typing.Any]]"));
}
