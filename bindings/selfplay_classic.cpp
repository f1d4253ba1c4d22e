#include <atomic>
#include <stdexcept>

#include "arrays.hpp"
#include "bindings.hpp"
#include "interrupt.hpp"
#include "nets.hpp"
#include "selfplay/classic.hpp"
#include "settings.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hegemon::selfplay;
namespace classic = hegemon::classic;

namespace {

nb::dict to_dict(const ClassicSamples& samples, std::size_t state_bytes) {
  const auto array = [](const auto& values) { return copy_array(values.data(), values.size()); };
  nb::dict found;
  found["games"] = array(samples.games);
  found["winners"] = array(samples.winners);
  found["lengths"] = array(samples.lengths);
  found["game"] = array(samples.game);
  found["decision"] = array(samples.decision);
  found["seat"] = array(samples.seat);
  found["phase"] = array(samples.phase);
  found["full_search"] = array(samples.full_search);
  found["value"] = array(samples.value);
  found["states"] = copy_table(samples.states, state_bytes);
  found["action_offsets"] = array(samples.action_offsets);
  found["policy_target"] = array(samples.policy_target);
  return found;
}

nb::dict self_play(const classic::Game& game, const hegemon::FieldValues& search, const hegemon::FieldValues& settings,
                   const CoreClassicNet* net, std::uint64_t seed, std::uint64_t first, std::uint64_t count,
                   int threads) {
  if (count > 100'000) throw std::invalid_argument("at most 100,000 games at a time");
  if (net) net->require_game(game);
  auto read = hegemon::read_fields<ClassicSettings>(settings);
  read.search = hegemon::read_fields<hegemon::search::ClassicSettings>(search);
  std::atomic<bool> stop{false};
  read.stop = &stop;
  ClassicSamples samples;
  {
    nb::gil_scoped_release unlocked;
    samples =
        interruptible(stop, [&] { return play(game, read, net ? net->net() : nullptr, seed, first, count, threads); });
  }
  return to_dict(samples, game.state_bytes());
}

}  // namespace

void bind_selfplay_classic(nb::module_& module) {
  module.def("self_play_classic", &self_play, "game"_a, "search"_a, "settings"_a, "net"_a.none(), "seed"_a, "first"_a,
             "count"_a, "threads"_a,
             nb::sig("def self_play_classic(game: ClassicGame, search: collections.abc.Mapping[str, bool | int | "
                     "float | str], settings: collections.abc.Mapping[str, bool | int | float | str], net: "
                     "ClassicNet | None, seed: int, first: int, count: int, threads: int) -> dict[str, object]"),
             "Play games for learning; the samples as flat arrays (see core/selfplay/classic.hpp).");
}
