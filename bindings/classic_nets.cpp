// Networks and the encoder of the classic game.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "arrays.hpp"
#include "base/require.hpp"
#include "bindings.hpp"
#include "classic/position.hpp"
#include "nets.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hegemon::classic;
namespace encode = hegemon::encode;
namespace nets = hegemon::nets;
using hegemon::require;

namespace {

using Floats = nb::ndarray<nb::numpy, float>;
using Ints = nb::ndarray<nb::numpy, std::int32_t>;
using States = std::vector<const State*>;

void require_decisions(const Game& game, const States& states) {
  for (const State* state : states) {
    require(state != nullptr, "a position is missing");
    require_decision(game, *state);
  }
}

// All legal actions of many positions, one position after the other.
struct Listed {
  std::vector<Action> actions;
  std::vector<std::int32_t> offsets{0};

  Listed(const Game& game, const States& states) {
    std::vector<Action> some;
    for (const State* state : states) {
      legal_actions(game, *state, some);
      actions.insert(actions.end(), some.begin(), some.end());
      require(actions.size() <= 1'000'000'000, "too many actions");
      offsets.push_back(static_cast<std::int32_t>(actions.size()));
    }
  }
  std::span<const Action> of(std::size_t i) const {
    const auto first = static_cast<std::size_t>(offsets[i]);
    return std::span(actions).subspan(first, static_cast<std::size_t>(offsets[i + 1]) - first);
  }
};

// Values [positions, seats]; with a policy, logits of all legal actions and where each position's begin.
std::tuple<Floats, std::optional<Floats>, std::optional<Ints>> evaluate(CoreClassicNet& self, const States& states,
                                                                        bool policy) {
  require_decisions(self.game(), states);
  const auto seats = static_cast<std::size_t>(self.game().seats);
  std::vector<nets::ClassicQuestion> questions(states.size());
  std::optional<Listed> listed;
  std::vector<float> logits;
  Floats values = new_array<float>({states.size(), seats});
  float* value = values.data();
  {
    const nb::gil_scoped_release unlocked;
    if (policy) listed.emplace(self.game(), states);
    if (policy) logits.resize(listed->actions.size());
    for (std::size_t i = 0; i < states.size(); ++i) {
      questions[i].state = states[i];
      questions[i].values = {value + i * seats, seats};
      if (!policy) continue;
      questions[i].actions = listed->of(i);
      questions[i].logits =
          std::span(logits).subspan(static_cast<std::size_t>(listed->offsets[i]), questions[i].actions.size());
    }
    self.net()->evaluate(questions, *self.scratch());
  }
  if (!policy) return {std::move(values), std::nullopt, std::nullopt};
  return {std::move(values), Floats(copy_array(logits.data(), logits.size())),
          Ints(copy_array(listed->offsets.data(), listed->offsets.size()))};
}

// The numbers of many positions: per territory, per group, for the whole.
std::tuple<Floats, Floats, Floats> encode_positions(const Game& game, const std::string& name, const States& states) {
  const auto features = encode::classic_features_by_name(name);
  const auto width = encode::widths(game, features);
  require_decisions(game, states);
  const auto size = [](int number) { return static_cast<std::size_t>(number); };
  const std::size_t count = states.size(), n = size(game.map->size()), groups = game.map->groups().size();
  Floats territories = new_array<float>({count, n, size(width.territory)}),
         group = new_array<float>({count, groups, size(width.group)}),
         whole = new_array<float>({count, size(width.whole)});
  float *at = territories.data(), *at_group = group.data(), *at_whole = whole.data();
  {
    const nb::gil_scoped_release unlocked;
    for (std::size_t i = 0; i < count; ++i) {
      encode::encode(game, features, *states[i],
                     {.territories = at + i * n * size(width.territory),
                      .stride = width.territory,
                      .groups = width.group > 0 ? at_group + i * groups * size(width.group) : nullptr,
                      .whole = at_whole + i * size(width.whole)});
    }
  }
  return {std::move(territories), std::move(group), std::move(whole)};
}

// All legal actions of many positions: kind, source and target; the numbers that say how; where each position's begin.
std::tuple<Ints, Floats, Ints> encode_actions(const Game& game, const States& states) {
  require_decisions(game, states);
  const Listed listed(game, states);
  const std::size_t count = listed.actions.size();
  Ints features = new_array<std::int32_t>({count, 3});
  Floats numbers = new_array<float>({count, encode::kActionNumbers});
  std::int32_t* part_at = features.data();
  float* number = numbers.data();
  {
    const nb::gil_scoped_release unlocked;
    for (std::size_t i = 0; i < states.size(); ++i) {
      for (const Action& action : listed.of(i)) {
        const encode::ActionFeatures done = encode::action_features(*states[i], action);
        for (const std::int32_t part : {done.kind, done.source, done.target}) *part_at++ = part;
        encode::encode_action(game, *states[i], action, number);
        number += encode::kActionNumbers;
      }
    }
  }
  return {std::move(features), std::move(numbers), Ints(copy_array(listed.offsets.data(), listed.offsets.size()))};
}

}  // namespace

void bind_classic_nets(nb::module_& module) {
  module.attr("CLASSIC_ENCODER_VERSION") = encode::kClassicEncoderVersion;
  nb::class_<CoreClassicNet>(module, "ClassicNet", "A network, with its weights, for a classic game.")
      .def(
          "__init__",
          [](CoreClassicNet* self, const std::string& architecture, nb::dict weights, const Game& game,
             const std::string& kernels) {
            const nets::Kernels& chosen = kernels_by_name(kernels);
            auto net = nets::make_classic_net(architecture, read_tensors(weights), game, chosen);
            new (self) CoreClassicNet(std::move(net), game, chosen);
          },
          "architecture"_a, "weights"_a, "game"_a, "kernels"_a = "best",
          nb::sig("def __init__(self, architecture: str, weights: collections.abc.Mapping[str, numpy.typing.NDArray["
                  "numpy.float32]], game: ClassicGame, kernels: str = 'best') -> None"))
      .def_prop_ro(
          "kernels", [](const CoreClassicNet& self) { return self.kernels().name; },
          "Which of the compiled kernels it runs on: portable or avx2.")
      .def("evaluate", &evaluate, "states"_a, "policy"_a = true,
           "Values of positions, a row of seats each; with a policy, the logits of all legal actions one after the "
           "other, and where those of each position begin.");
  module.def("encode_classic", &encode_positions, "game"_a, "features"_a, "states"_a,
             "Numbers per territory, per group, and for the whole, one row per position.");
  module.def("encode_actions", &encode_actions, "game"_a, "states"_a,
             "All legal actions: kind, source, target; numbers that say how; where those of each position begin.");
}
