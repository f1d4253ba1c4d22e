#include "search/smcts/search.hpp"

#include <chrono>
#include <stdexcept>

#include "base/parallel.hpp"
#include "search/smcts/select.hpp"

namespace hegemon::search::smcts {
namespace {

// A whole position that fits the view. Someone must hold the hidden land: if all of the other seat is hidden, one of
// the hidden territories is taken for its.
sim::State determinize(const sim::Game& game, const sim::State& view, int seat, Random& random) {
  sim::State state = sim::determinize(game, view, seat);
  if (view.head().phase != sim::Phase::play) return state;
  std::vector<int> hidden;
  for (int t = 0; t < view.size(); ++t) {
    if (state.owners()[t] == 1 - seat) return state;
    if (view.owners()[t] == sim::kUnknown) hidden.push_back(t);
  }
  if (hidden.empty()) return state;
  const int t = hidden[random.below(static_cast<std::uint32_t>(hidden.size()))];
  state.owners()[t] = static_cast<sim::Seat>(1 - seat);
  return state;
}

void add(Counts& sum, const Counts& part) {
  sum.iterations += part.iterations;
  sum.leaves += part.leaves;
  sum.rollouts += part.rollouts;
  sum.turns += part.turns;
  sum.nodes += part.nodes;
  sum.bytes += part.bytes;
  sum.eval_counts.questions += part.eval_counts.questions;
  sum.eval_counts.evaluations += part.eval_counts.evaluations;
}

// Adds one tree's plans to those of the others; equal plans become one.
void merge(std::vector<RootPlan>& plans, const std::vector<RootPlan>& more) {
  const std::size_t before = plans.size();
  for (const RootPlan& plan : more) {
    const auto end = plans.begin() + static_cast<std::ptrdiff_t>(before);
    const auto same = std::find_if(plans.begin(), end, [&](const RootPlan& p) { return p.plan == plan.plan; });
    if (same == end) {
      plans.push_back(plan);
      continue;
    }
    if (plan.visits > same->visits) same->line = plan.line;
    same->visits += plan.visits;
    same->total += plan.total;
    same->weight += plan.weight;
  }
}

// Puts the plan to play first, the others by weight behind it.
void choose(const Settings& settings, Result& result, Random& random) {
  auto& plans = result.plans;
  random.shuffle(plans);  // ties are broken uniformly
  std::stable_sort(plans.begin(), plans.end(),
                   [](const RootPlan& a, const RootPlan& b) { return a.weight > b.weight; });
  if (settings.temperature <= 0 || plans[0].weight <= 0) return;
  std::vector<double> weights;
  double sum = 0;
  for (const RootPlan& plan : plans) {
    weights.push_back(std::pow(plan.weight / plans[0].weight, 1 / settings.temperature));
    sum += weights.back();
  }
  const auto chosen = plans.begin() + sample(weights, sum, random);
  std::rotate(plans.begin(), chosen, chosen + 1);
}

Result grow(const sim::Game& game, const sim::State& root, int seat, const Settings& settings, const Budget& budget,
            const Deadline& deadline, const Random& source, std::uint64_t thread, const Evaluator& evaluator,
            const FirstPlans& first_plans) {
  Result result;
  SearchContext context(game, settings, evaluator, first_plans, deadline, seat, source.stream(1 + thread));
  const Random drawing = source.stream(0);
  const auto tree = settings.selection == Selection::serialised ? make_serialised(context, root, drawing)
                                                                : make_joint(context, root, drawing);
  const auto threads = static_cast<std::uint64_t>(settings.threads);
  const std::uint64_t most = budget.visits / threads + (thread < budget.visits % threads);
  const std::uint64_t memory = std::uint64_t{1'000'000} * static_cast<std::uint64_t>(settings.megabytes) / threads;
  while ((budget.visits == 0 || context.counts.iterations < most) && !context.stopped && !deadline.passed() &&
         tree->bytes() < memory) {
    tree->iterate(budget.visits == 0 ? UINT64_MAX : most - context.counts.iterations);
  }
  tree->report(result);
  result.counts = context.counts;
  result.counts.bytes = tree->bytes();
  return result;
}

void require_sound(const sim::Game& game, const sim::State& view, int seat, const Settings& settings,
                   const Budget& budget, const Evaluator& evaluator) {
  check_fields(settings);
  if (!(sim::deciders(game, view) >> seat & 1)) throw std::invalid_argument("the seat has nothing to decide");
  require_limit(budget);
  if (settings.evaluation == Evaluation::network && !evaluator) throw std::invalid_argument("no network was given");
}

}  // namespace

Result search(const sim::Game& game, const sim::State& view, int seat, const Settings& settings, const Budget& budget,
              Random& random, const Evaluator& evaluator, const FirstPlans& first_plans) {
  require_sound(game, view, seat, settings, budget, evaluator);
  const auto began = Deadline::Clock::now();
  const Deadline deadline(budget.seconds, budget.watch);
  Random source(random.next());
  Random last = source.stream(1'000'003);
  const sim::State root = determinize(game, view, seat, last);
  std::vector<Result> parts(static_cast<std::size_t>(settings.threads));
  on_threads(parts.size(), [&](std::size_t thread) {
    parts[thread] = grow(game, root, seat, settings, budget, deadline, source, thread, evaluator, first_plans);
  });
  Result result;
  for (const Result& part : parts) {
    merge(result.plans, part.plans);
    result.value += part.value;
    result.visits += part.visits;
    add(result.counts, part.counts);
  }
  if (result.visits > 0) result.value /= static_cast<double>(result.visits);
  choose(settings, result, last);
  result.seconds = std::chrono::duration<double>(Deadline::Clock::now() - began).count();
  return result;
}

}  // namespace hegemon::search::smcts
