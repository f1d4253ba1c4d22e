// What a leaf is worth: rollouts, the hand-made evaluation, or a network that is asked for many leaves at once.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "search/budget.hpp"
#include "search/net_evaluator.hpp"
#include "search/smcts/generators/candidates.hpp"
#include "search/smcts/settings.hpp"
#include "simultaneous/game.hpp"

namespace hegemon::search::smcts {

// Questions to a network, as flat arrays: one row per position and seat, with the plans that seat considers.
struct Batch {
  int territories = 0;
  std::vector<std::int8_t> owners;   // rows * territories
  std::vector<std::int32_t> armies;  // rows * territories
  std::vector<std::int8_t> seats;    // rows
  std::vector<sim::Order> orders;
  std::vector<std::int32_t> plan_offsets;  // plans + 1, into orders
  std::vector<std::int32_t> leaf_offsets;  // rows + 1, into plans
  std::vector<float> values;               // the answer: rows, from the view of the row's seat
  std::vector<float> logits;               // the answer: plans, or empty
  EvalCounts eval_counts;                  // of all answers

  void clear();
  // The number of the new row.
  std::size_t add(const sim::State& state, int seat);
  void add_plan(const sim::Plan& plan);  // to the last row
  std::size_t rows() const { return seats.size(); }
};
// Answers a batch; false if the time ran out before all of it was answered. Called by all threads of a search.
using Evaluator = std::function<bool(Batch&, const Deadline&)>;
// Lets a network of the core answer, on the thread that asks.
Evaluator evaluator_of(const NetEvaluator& net, bool cached);

struct Counts {
  std::uint64_t iterations = 0;
  std::uint64_t leaves = 0;    // evaluations of any kind, finished games included
  std::uint64_t rollouts = 0;  // leaves that were played out at random
  std::uint64_t turns = 0;     // resolved, in the tree and in rollouts
  std::uint64_t nodes = 0;
  std::uint64_t bytes = 0;
  EvalCounts eval_counts;  // of the network
};

// Legal plans of each seat that are the first candidates of the root.
using FirstPlans = std::array<std::vector<sim::Plan>, sim::kSeats>;

// Shared by all drivers: a game, the searching seat, and working memory that the hot loops reuse.
struct SearchContext {
  const sim::Game& game;
  const Settings& settings;
  const Evaluator& evaluator;
  const FirstPlans& first_plans;
  const Deadline& deadline;
  int seat;
  Random random;
  sim::State state;  // scratch
  sim::Plans plans;
  sim::Scratch scratch;
  std::unique_ptr<Planned> planned;  // where candidates come from the planner
  Counts counts;
  bool stopped = false;  // the deadline passed inside an evaluation, whose value is void

  SearchContext(const sim::Game& g, const Settings& s, const Evaluator& e, const FirstPlans& first, const Deadline& d,
                int searcher, Random r)
      : game(g),
        settings(s),
        evaluator(e),
        first_plans(first),
        deadline(d),
        seat(searcher),
        random(r),
        state(g.map->size()) {
    if (s.planned > 0) planned = std::make_unique<Planned>(g);
  }

  // Resolves `plans` on `at`.
  void resolve(sim::State& at);
  // 1, -1 or 0 for the searching seat; the game must be over.
  double result(const sim::State& at) const;
  // The value of `at` at this depth for the searching seat, by a rollout as far as the settings say. Plays on in `at`.
  // At an odd depth plans[seat] waits for its reply.
  double play_out(sim::State& at, int depth);
  // Whether the network is asked about the plans of a position. About picks it is not.
  bool wants_policy(const sim::State& at, int depth) const {
    return settings.policy_trust > 0 && depth < settings.depth && at.head().phase == sim::Phase::play;
  }
  // Lets the network answer. False if the time ran out, which stops the search.
  bool ask(Batch& batch);
  // What the settings' evaluation says without playing on, in [-1, 1].
  double evaluate(const sim::State& at) const;
  // Draws the reply to a waiting plan and resolves the turn.
  void complete_turn(sim::State& at);
};

}  // namespace hegemon::search::smcts
