// Tree search of the classic game.
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <memory>
#include <stdexcept>

#include "arrays.hpp"
#include "bindings.hpp"
#include "busy.hpp"
#include "classic/position.hpp"
#include "interrupt.hpp"
#include "nets.hpp"
#include "search/mcts/classic_domain.hpp"
#include "search/mcts/classic_net_evaluator.hpp"
#include "search/mcts/classic_settings.hpp"
#include "search/mcts/forest.hpp"
#include "settings.hpp"
#include "tuples.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hegemon::search;
using hegemon::Random;
using hegemon::classic::Action;
using hegemon::classic::Evaluation;
using hegemon::classic::Game;
using hegemon::classic::State;

namespace {

// action, visits, value, prior, target, line
using CandidateTuple = std::tuple<ActionTuple, std::uint64_t, double, double, double, std::vector<ActionTuple>>;
using Totals = std::map<std::string, double>;
using ReportTuple = std::tuple<std::vector<CandidateTuple>, Totals>;
using LeafT = Leaf<ClassicDomain>;

template <class T>
auto array(const std::vector<T>& data) {
  return copy_array(data.data(), data.size());
}

// The leaves as arrays, one row each; codes of their legal actions lie one after the other, offsets say where.
class PythonEvaluator : public Evaluator<ClassicDomain> {
 public:
  PythonEvaluator(const Game& game, nb::callable function) : game_(game), function_(std::move(function)) {}

  void evaluate(std::span<LeafT*> leaves) override {
    const nb::gil_scoped_acquire gil;
    const auto n = static_cast<std::size_t>(game_.map->size());
    std::vector<std::int8_t> owners, movers, phases;
    std::vector<std::int32_t> armies, to_place;
    std::vector<std::int64_t> codes, offsets{0};
    for (const LeafT* leaf : leaves) {
      const auto& head = leaf->state.head();
      owners.insert(owners.end(), leaf->state.owners(), leaf->state.owners() + n);
      armies.insert(armies.end(), leaf->state.armies(), leaf->state.armies() + n);
      movers.push_back(head.mover);
      phases.push_back(static_cast<std::int8_t>(head.phase));
      to_place.push_back(head.to_place);
      for (const Action& action : leaf->actions) codes.push_back(hegemon::classic::action_code(action));
      offsets.push_back(static_cast<std::int64_t>(codes.size()));
    }
    const nb::object answer = function_(copy_table(owners, n), copy_table(armies, n), array(movers), array(phases),
                                        array(to_place), array(codes), array(offsets));
    hegemon::require(nb::isinstance<nb::tuple>(answer) && nb::len(answer) == 2,
                     "the evaluator must return a pair: values, and priors or None");
    read(nb::borrow<nb::tuple>(answer), leaves, codes.size());
  }

 private:
  // (values[rows, seats], priors[all actions] or None)
  void read(const nb::tuple& answer, std::span<LeafT*> leaves, std::size_t actions) const {
    const auto seats = static_cast<std::size_t>(game_.seats);
    nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu> values;
    hegemon::require(nb::try_cast(answer[0], values) && values.shape(0) == leaves.size() && values.shape(1) == seats,
                     "the evaluator must give one value per leaf and seat, as float64");
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      std::copy_n(values.data() + i * seats, seats, leaves[i]->values.begin());
    }
    if (answer[1].is_none()) return;
    nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu> priors;
    hegemon::require(nb::try_cast(answer[1], priors) && priors.shape(0) == actions,
                     "the evaluator must give one prior per legal action, as float32");
    const float* at = priors.data();
    for (LeafT* leaf : leaves) {
      leaf->priors.assign(at, at + leaf->actions.size());
      at += leaf->actions.size();
    }
  }

  const Game& game_;
  nb::callable function_;
};

class ClassicSearch {
 public:
  ClassicSearch(const Game& game, const hegemon::FieldValues& settings, std::optional<nb::callable> evaluate,
                const CoreClassicNet* net)
      : game_(game) {
    const auto read = hegemon::read_fields<ClassicSettings>(settings);
    if (evaluate && net) throw std::invalid_argument("a search has one evaluator: a function or a network");
    if (net) net->require_game(game);
    if (evaluate) evaluator_ = std::make_unique<PythonEvaluator>(game, *evaluate);
    if (net) evaluator_ = std::make_unique<ClassicNetEvaluator>(net->net(), game, read.votes);
    const ClassicDomain domain{&game, read.evaluation};
    forest_ = std::make_unique<Forest<ClassicDomain>>(domain, read.tree, evaluator_.get());
  }

  void begin(const std::vector<State*>& states, const Random& random) {
    const Busy::Use use(busy_, "search");
    std::vector<State> positions;
    for (const State* state : states) {
      hegemon::require(state != nullptr, "a position is missing");
      require_whole(game_, *state);
      require_decision(game_, *state);
      positions.push_back(*state);
    }
    forest_->begin(positions, random);
  }
  void run(std::uint64_t visits, double seconds, bool fair) {
    const Busy::Use use(busy_, "search");
    watched(fair, [&](Watch& watch) { forest_->run({visits, seconds, &watch}); });
  }
  ReportTuple best() {
    const Busy::Use use(busy_, "search");
    Report<Action> report = merge(forest_->reports());
    hegemon::require(!report.candidates.empty(), "run comes before best");
    report.candidates = {report.candidates.front()};
    return to_tuple(report);
  }
  std::vector<ReportTuple> reports(bool merged) {
    const Busy::Use use(busy_, "search");
    std::vector<Report<Action>> reports = forest_->reports();
    if (merged) reports = {merge(reports)};
    std::vector<ReportTuple> tuples;
    for (const auto& report : reports) tuples.push_back(to_tuple(report));
    return tuples;
  }

 private:
  static ReportTuple to_tuple(const Report<Action>& report) {
    std::vector<CandidateTuple> candidates;
    for (const auto& candidate : report.candidates) {
      std::vector<ActionTuple> line;
      for (const Action& action : candidate.line) line.push_back(::to_tuple(action));
      candidates.emplace_back(::to_tuple(candidate.action), candidate.visits, candidate.value, candidate.prior,
                              candidate.target, line);
    }
    const Totals totals{{"value", report.value},
                        {"visits", static_cast<double>(report.visits)},
                        {"reused", static_cast<double>(report.reused)},
                        {"nodes", static_cast<double>(report.nodes)},
                        {"bytes", static_cast<double>(report.bytes)},
                        {"seconds", report.seconds},
                        {"depth", static_cast<double>(report.depth)}};
    return {candidates, totals};
  }

  const Game& game_;
  Busy busy_;
  std::unique_ptr<Evaluator<ClassicDomain>> evaluator_;
  std::unique_ptr<Forest<ClassicDomain>> forest_;
};

}  // namespace

void bind_classic_search(nb::module_& module) {
  nb::class_<ClassicSearch>(module, "ClassicSearch", "Trees of the classic game, one per position given to begin.")
      .def(nb::init<const Game&, const hegemon::FieldValues&, std::optional<nb::callable>, const CoreClassicNet*>(),
           "game"_a, "settings"_a, "evaluate"_a = nb::none(), "net"_a.none() = nb::none(), nb::keep_alive<1, 2>(),
           nb::sig("def __init__(self, game: ClassicGame, settings: collections.abc.Mapping[str, bool | int | float | "
                   "str], evaluate: collections.abc.Callable[..., object] | None = None, net: ClassicNet | None = "
                   "None) -> None"))
      .def("begin", &ClassicSearch::begin, "states"_a, "random"_a)
      .def("run", &ClassicSearch::run, "visits"_a, "seconds"_a, "fair"_a = false,
           "Search on; the budget is for each tree. Where fair, waiting for a processor does not count.")
      .def("reports", &ClassicSearch::reports, "merged"_a,
           "What was found since the last report: one report per tree, or one for all together.")
      .def("best", &ClassicSearch::best, "Instead of reports(True): the same with the best action only.");
  module.def(
      "classic_evaluate",
      [](const Game& game, const State& state, const std::string& name) {
        const auto evaluation = hegemon::read_word<Evaluation>("evaluation", name);
        require_game(game, state);
        std::vector<double> values(static_cast<std::size_t>(game.seats));
        hegemon::classic::evaluate(game, state, evaluation, values);
        return values;
      },
      "game"_a, "state"_a, "evaluation"_a, "One value per seat.");
}
