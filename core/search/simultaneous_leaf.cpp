#include "simultaneous_leaf.hpp"

#include <algorithm>

#include "simultaneous/evaluate.hpp"

namespace hegemon::search::smcts {

void Batch::clear() {
  owners.clear(), armies.clear(), seats.clear(), orders.clear(), values.clear(), logits.clear();
  plan_offsets.assign(1, 0);
  leaf_offsets.assign(1, 0);
}

std::size_t Batch::add(const rules::State& state, int seat) {
  territories = state.size();
  owners.insert(owners.end(), state.owners(), state.owners() + territories);
  armies.insert(armies.end(), state.armies(), state.armies() + territories);
  seats.push_back(static_cast<std::int8_t>(seat));
  leaf_offsets.push_back(leaf_offsets.back());
  return seats.size() - 1;
}

void Batch::add_plan(const rules::Plan& plan) {
  orders.insert(orders.end(), plan.begin(), plan.end());
  plan_offsets.push_back(static_cast<std::int32_t>(orders.size()));
  ++leaf_offsets.back();
}

Evaluator evaluator_of(const Judge& judge, bool cached) {
  return [&judge, cached](Batch& batch, const Deadline& deadline) {
    const auto n = static_cast<std::size_t>(batch.territories);
    std::vector<encode::Position> positions;
    positions.reserve(batch.rows());
    for (std::size_t i = 0; i < batch.rows(); ++i) {
      positions.push_back({batch.owners.data() + i * n, batch.armies.data() + i * n, batch.seats[i]});
    }
    batch.values.resize(batch.rows());
    batch.logits.resize(batch.plan_offsets.size() - 1);
    const nets::Candidates plans{batch.orders, batch.plan_offsets, batch.leaf_offsets};
    return judge.answer(positions, plans, deadline, cached, batch.values, batch.logits, batch.tally);
  };
}

bool Bench::ask(Batch& batch) {
  batch.tally = {};
  if (!evaluator(batch, deadline)) stopped = true;
  counts.tally.questions += batch.tally.questions;
  counts.tally.evaluations += batch.tally.evaluations;
  return !stopped;
}

void Bench::resolve(rules::State& at) {
  rules::Chance chance(random);
  rules::resolve(game, at, plans, chance, scratch, nullptr);
  ++counts.turns;
}

double Bench::result(const rules::State& at) const {
  const int winner = at.head().winner;
  return winner < 0 ? 0.0 : winner == seat ? 1.0 : -1.0;
}

double Bench::judge(const rules::State& at) const {
  if (at.head().phase == rules::Phase::over) return result(at);
  return settings.evaluation == Evaluation::material ? rules::material(game, at, seat) : 0.0;
}

void Bench::complete_turn(rules::State& at) {
  draw_plan(game, at, 1 - seat, settings, random, scratch, plans[1 - seat]);
  resolve(at);
}

double Bench::play_out(rules::State& at, int depth) {
  const int limit = static_cast<int>(std::min<std::int64_t>(settings.depth, std::int64_t{depth} + settings.rollout));
  // A turn is resolved when an even level is reached. One that has only just begun at the limit is finished if its
  // outcome is to be judged.
  const bool finish = limit % 2 == 1 && settings.evaluation != Evaluation::none && !settings.blind_pending;
  const int turns = std::max(limit / 2 - depth / 2, 0) + finish;
  counts.rollouts += turns > 0;
  for (int turn = 0; turn < turns; ++turn) {
    const unsigned who = rules::deciders(game, at);
    for (int s = 0; s < rules::kSeats; ++s) {
      if (turn == 0 && depth % 2 == 1 && s == seat) continue;  // made already
      plans[s].clear();
      if (who >> s & 1) rules::random_plan(game, at, s, random, scratch, plans[s]);
    }
    resolve(at);
    if (at.head().phase == rules::Phase::over) return result(at);
    if (turn % 4 == 3 && deadline.passed()) {
      stopped = true;
      return 0.0;
    }
  }
  return judge(at);
}

}  // namespace hegemon::search::smcts
