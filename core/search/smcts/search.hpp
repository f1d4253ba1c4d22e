// Tree search for the simultaneous game: one call that searches a position and says what it found.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "search/smcts/leaf.hpp"

namespace hegemon::search::smcts {

// A plan of the searching seat at the root.
struct RootPlan {
  sim::Plan plan;
  std::uint64_t visits = 0;
  double total = 0.0;  // sum of values
  double prior = 1.0;
  double weight = 0.0;  // what the final choice goes by: visits, or the average strategy
  std::vector<std::array<sim::Plan, sim::kSeats>> line;  // how play may continue, this plan included

  double value() const { return visits > 0 ? total / static_cast<double>(visits) : 0.0; }
};

struct Result {
  std::vector<RootPlan> plans;  // the chosen one first, then by weight; never empty
  double value = 0.0;           // of the position for the seat
  std::uint64_t visits = 0;     // of the root
  Counts counts;
  double seconds = 0.0;
};

// Searches for a good plan of the seat from what it sees. A joint selection tries the first plans, if there are any,
// before those that it draws. With one thread and no limit of time the result depends on
// nothing but the arguments. Throws std::invalid_argument if the seat has nothing to decide or a
// setting is out of range.
Result search(const sim::Game& game, const sim::State& view, int seat, const Settings& settings, const Budget& budget,
              Random& random, const Evaluator& evaluator = {}, const FirstPlans& first_plans = {});

// One tree. `drawing` is the stream of the root's candidates, shared by all threads.
class Tree {
 public:
  virtual ~Tree() = default;
  // One iteration, or as many as fit into one question to a network, `most` at most.
  virtual void iterate(std::uint64_t most) = 0;
  virtual std::size_t bytes() const = 0;
  // Adds what is known at the root. Plans are in the order in which they were drawn.
  virtual void report(Result& result) = 0;
};
std::unique_ptr<Tree> make_serialised(SearchContext& context, const sim::State& root, Random drawing);
std::unique_ptr<Tree> make_joint(SearchContext& context, const sim::State& root, Random drawing);

// Draws a plan that `known(tag, plan)` does not know yet; false if none was found in a few attempts.
template <class Known>
bool draw_new(SearchContext& context, const sim::State& state, int seat, Random& random, sim::Plan& plan,
              Known&& known) {
  constexpr int kAttempts = 4;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    draw_plan(context.game, state, seat, context.settings, context.planned.get(), random, context.scratch, plan);
    if (context.settings.duplicates || !known(PlanStore::tag(plan), plan)) return true;
  }
  return false;
}

// How many candidates a node of so many visits may have.
inline int allowed_candidates(const Settings& settings, double visits) {
  if (settings.widening <= 0) return settings.candidates;
  const double wide = settings.widening * std::pow(visits, settings.widening_power);
  return std::clamp(static_cast<int>(wide), 1, settings.candidates);
}

}  // namespace hegemon::search::smcts
