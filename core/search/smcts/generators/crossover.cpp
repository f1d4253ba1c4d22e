// New plans from good ones: what a genetic algorithm calls crossover, with whole marches as the genes.
#include "base/hash.hpp"
#include "search/smcts/generators/candidates.hpp"

namespace hegemon::search::smcts {
namespace {

using sim::Order;
using sim::OrderKind;
using sim::Plan;

// Calls visit(first, last) for every march: moves in a row, each from where the one before it went.
template <class Visit>
void each_march(const Plan& plan, Visit&& visit) {
  std::size_t first = 0;
  while (first < plan.size()) {
    std::size_t last = first + 1;
    if (plan[first].kind == OrderKind::move) {
      while (last < plan.size() && plan[last].kind == OrderKind::move && plan[last].source == plan[last - 1].target) {
        ++last;
      }
      visit(first, last);
    }
    first = last;
  }
}

void copy_deployments(const Plan& from, Plan& plan) {
  for (const Order& order : from) {
    if (order.kind == OrderKind::deploy) plan.push_back(order);
  }
}

}  // namespace

void cross_plans(const Plan& first, const Plan& second, Random& random, Plan& plan) {
  plan.clear();
  copy_deployments(random.below(3) > 0 ? first : second, plan);
  // Whether the marches from a territory come from the second parent: the same answer for all of them.
  const std::uint64_t key = random.next();
  const std::uint64_t share = random.below(2) == 0 ? 2 : 4;
  const auto crossed = [&](std::int32_t source) { return mix(key + static_cast<std::uint64_t>(source)) % share == 0; };
  const auto take = [&](const Plan& from, bool wanted) {
    each_march(from, [&](std::size_t begin, std::size_t end) {
      if (crossed(from[begin].source) != wanted) return;
      plan.insert(plan.end(), from.begin() + static_cast<std::ptrdiff_t>(begin),
                  from.begin() + static_cast<std::ptrdiff_t>(end));
    });
  };
  const bool second_first = random.below(2) == 0;
  if (second_first) take(second, true);
  take(first, false);
  if (!second_first) take(second, true);
}

}  // namespace hegemon::search::smcts
