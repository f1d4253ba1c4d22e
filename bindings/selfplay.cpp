#include <atomic>
#include <stdexcept>

#include "arrays.hpp"
#include "bindings.hpp"
#include "interrupt.hpp"
#include "nets.hpp"
#include "selfplay/simultaneous.hpp"
#include "settings.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hegemon::selfplay;
namespace sim = hegemon::simultaneous;
namespace smcts = hegemon::search::smcts;

namespace {

nb::dict to_dict(const SimultaneousSamples& samples, std::size_t territories) {
  std::vector<std::int32_t> orders;
  orders.reserve(4 * samples.orders.size());
  for (const sim::Order& order : samples.orders) {
    orders.insert(orders.end(), {static_cast<std::int32_t>(order.kind), order.source, order.target, order.armies});
  }
  const auto array = [](const auto& values) { return copy_array(values.data(), values.size()); };
  nb::dict found;
  found["games"] = array(samples.games);
  found["winners"] = array(samples.winners);
  found["lengths"] = array(samples.lengths);
  found["game"] = array(samples.game);
  found["round"] = array(samples.round);
  found["seat"] = array(samples.seat);
  found["full_search"] = array(samples.full_search);
  found["value"] = array(samples.value);
  found["owners"] = copy_table(samples.owners, territories);
  found["armies"] = copy_table(samples.armies, territories);
  found["orders"] = copy_table(orders, 4);
  found["order_offsets"] = array(samples.order_offsets);
  found["plan_offsets"] = array(samples.plan_offsets);
  found["policy_target"] = array(samples.policy_target);
  return found;
}

nb::dict self_play(const sim::Game& game, const smcts::Settings& search, const hegemon::FieldValues& settings,
                   const CoreNet* net, std::uint64_t seed, std::uint64_t first, std::uint64_t count, int threads) {
  if (count > 100'000) throw std::invalid_argument("at most 100,000 games at a time");
  auto read = hegemon::read_fields<SimultaneousSettings>(settings);
  read.search = search;
  std::atomic<bool> stop{false};
  read.stop = &stop;
  const smcts::Evaluator evaluator = net ? smcts::evaluator_of(net->evaluator(game), search.cache) : smcts::Evaluator{};
  SimultaneousSamples samples;
  {
    nb::gil_scoped_release unlocked;
    samples = interruptible(stop, [&] { return play(game, read, evaluator, seed, first, count, threads); });
  }
  return to_dict(samples, static_cast<std::size_t>(game.map->size()));
}

}  // namespace

void bind_selfplay(nb::module_& module) {
  module.def("self_play_simultaneous", &self_play, "game"_a, "search"_a, "settings"_a, "net"_a.none(), "seed"_a,
             "first"_a, "count"_a, "threads"_a,
             nb::sig("def self_play_simultaneous(game: SimultaneousGame, search: SmctsSettings, settings: "
                     "collections.abc.Mapping[str, bool | int | float | str], net: PolicyValueNet | None, seed: "
                     "int, first: int, count: int, threads: int) -> dict[str, object]"),
             "Play games of a search against itself; the samples as flat arrays (see core/selfplay/simultaneous.hpp).");
}
