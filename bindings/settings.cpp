#include "settings.hpp"

#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "search/alphabeta/settings.hpp"
#include "search/classic_planner/weights.hpp"
#include "search/classic_rollouts/settings.hpp"
#include "search/coevolution/settings.hpp"
#include "search/mcts/classic_settings.hpp"
#include "search/planner/weights.hpp"
#include "search/rollouts/settings.hpp"
#include "search/smcts/settings.hpp"
#include "selfplay/classic.hpp"
#include "selfplay/simultaneous.hpp"

namespace nb = nanobind;
using namespace hegemon;

namespace {

// name, default, lowest, highest, words, explanation
using FieldTuple = std::tuple<std::string, FieldValue, double, double, std::vector<std::string>, std::string>;
using StructTuple = std::tuple<std::string, std::string, std::vector<FieldTuple>>;

template <class Settings>
StructTuple describe(const char* name, const char* summary) {
  std::vector<FieldTuple> list;
  for (const FieldDescription& f : describe_fields<Settings>()) {
    list.emplace_back(f.name, f.standard, f.range.low, f.range.high, f.words, f.explanation);
  }
  return {name, summary, list};
}

std::vector<StructTuple> describe_settings() {
  return {
      describe<search::ClassicSettings>("MctsSettings", "Tree search of the classic game: how the tree grows."),
      describe<search::smcts::Settings>(
          "SmctsSettings", "Tree search for simultaneous orders: how the tree grows and what a leaf is worth."),
      describe<search::CoevolutionSettings>(
          "CoevolutionSettings", "How two populations of plans grow. The defaults are the text of the thesis."),
      describe<search::planner::Weights>("PlannerWeights", "What the planner and the evaluation count."),
      describe<search::rollouts::Settings>("RolloutSettings", "Rollout search for simultaneous orders."),
      describe<search::classic_planner::Weights>("ClassicPlannerWeights",
                                                 "What the planner and the evaluation of the classic game count."),
      describe<search::classic_rollouts::Settings>("ClassicRolloutSettings", "Rollout search of the classic game."),
      describe<search::AlphaBetaSettings>("AlphaBetaSettings",
                                          "How to predict play, how far, and what a position is worth."),
      describe<selfplay::SimultaneousSettings>("SelfPlaySettings", "Games of the simultaneous search against itself."),
      describe<selfplay::ClassicSettings>("ClassicSelfPlaySettings",
                                          "Games of the classic game for learning; the defaults follow the plans of "
                                          "the parallel-MCTS thesis (2025)."),
  };
}

}  // namespace

void bind_settings(nb::module_& module) {
  module.def("describe_settings", &describe_settings,
             "(name, summary, fields) of each struct of settings; a field is (name, default, lowest, highest, words, "
             "explanation).");
}
