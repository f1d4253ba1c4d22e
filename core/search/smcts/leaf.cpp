#include "search/smcts/leaf.hpp"

#include <algorithm>

#include "simultaneous/evaluate.hpp"

namespace hegemon::search::smcts {

void Batch::clear() {
  owners.clear(), armies.clear(), seats.clear(), orders.clear(), values.clear(), logits.clear();
  plan_offsets.assign(1, 0);
  leaf_offsets.assign(1, 0);
}

std::size_t Batch::add(const sim::State& state, int seat) {
  territories = state.size();
  owners.insert(owners.end(), state.owners(), state.owners() + territories);
  armies.insert(armies.end(), state.armies(), state.armies() + territories);
  seats.push_back(static_cast<std::int8_t>(seat));
  leaf_offsets.push_back(leaf_offsets.back());
  return seats.size() - 1;
}

void Batch::add_plan(const sim::Plan& plan) {
  orders.insert(orders.end(), plan.begin(), plan.end());
  plan_offsets.push_back(static_cast<std::int32_t>(orders.size()));
  ++leaf_offsets.back();
}

Evaluator evaluator_of(const NetEvaluator& net, bool cached) {
  return [&net, cached](Batch& batch, const Deadline& deadline) {
    const auto n = static_cast<std::size_t>(batch.territories);
    std::vector<encode::Position> positions;
    positions.reserve(batch.rows());
    for (std::size_t i = 0; i < batch.rows(); ++i) {
      positions.push_back({batch.owners.data() + i * n, batch.armies.data() + i * n, batch.seats[i]});
    }
    batch.values.resize(batch.rows());
    batch.logits.resize(batch.plan_offsets.size() - 1);
    const nets::Candidates plans{batch.orders, batch.plan_offsets, batch.leaf_offsets};
    return net.answer(positions, plans, deadline, cached, batch.values, batch.logits, batch.eval_counts);
  };
}

bool SearchContext::ask(Batch& batch) {
  batch.eval_counts = {};
  if (!evaluator(batch, deadline)) stopped = true;
  counts.eval_counts.questions += batch.eval_counts.questions;
  counts.eval_counts.evaluations += batch.eval_counts.evaluations;
  return !stopped;
}

void SearchContext::resolve(sim::State& at) {
  sim::Chance chance(random);
  sim::resolve(game, at, plans, chance, scratch, nullptr);
  ++counts.turns;
}

double SearchContext::result(const sim::State& at) const {
  const int winner = at.head().winner;
  return winner < 0 ? 0.0 : winner == seat ? 1.0 : -1.0;
}

double SearchContext::evaluate(const sim::State& at) const {
  if (at.head().phase == sim::Phase::over) return result(at);
  return settings.evaluation == Evaluation::material ? sim::material(game, at, seat) : 0.0;
}

void SearchContext::complete_turn(sim::State& at) {
  draw_plan(game, at, 1 - seat, settings, planned.get(), random, scratch, plans[1 - seat]);
  resolve(at);
}

double SearchContext::play_out(sim::State& at, int depth) {
  const int limit = static_cast<int>(std::min<std::int64_t>(settings.depth, std::int64_t{depth} + settings.rollout));
  // A turn is resolved when an even level is reached. One that has only just begun at the limit is finished if its
  // outcome is to be evaluated.
  const bool finish = limit % 2 == 1 && settings.evaluation != Evaluation::none && !settings.blind_pending;
  const int turns = std::max(limit / 2 - depth / 2, 0) + finish;
  counts.rollouts += turns > 0;
  for (int turn = 0; turn < turns; ++turn) {
    const unsigned who = sim::deciders(game, at);
    for (int s = 0; s < sim::kSeats; ++s) {
      if (turn == 0 && depth % 2 == 1 && s == seat) continue;  // made already
      plans[s].clear();
      if (who >> s & 1) sim::random_plan(game, at, s, random, scratch, plans[s]);
    }
    resolve(at);
    if (at.head().phase == sim::Phase::over) return result(at);
    if (turn % 4 == 3 && deadline.passed()) {
      stopped = true;
      return 0.0;
    }
  }
  return evaluate(at);
}

}  // namespace hegemon::search::smcts
