#include "search/rollouts/players.hpp"

#include <algorithm>
#include <utility>

#include "search/rollouts/policy.hpp"

namespace hegemon::search::rollouts {

Players::Players(const planner::Knowledge& knowledge, const Networks& nets, const Lessons& lessons)
    : k_(knowledge), nets_(nets), lessons_(lessons), planner_(knowledge) {
  settings_.candidates = std::clamp(static_cast<int>(lessons.visits / kEach), kFewest, settings_.candidates);
}

void Players::begin(Random& random) {
  for (auto& style : styles_) {
    style = random.below(2) == 0 ? random_style(k_.weights, random) : usual_style(k_.weights);
    style.noise = 0.5 * random.uniform();
  }
  planned_ = random.below(3) > 0 ? 0 : 1 + static_cast<int>(random.below(kPlanned));
}

void Players::decide(const sim::State& state, int seat, Random& random, sim::Plan& plan) {
  const bool decides = sim::deciders(k_.game, state) >> seat & 1;
  values_[seat].reset();
  if (lessons_.visits > 0 && decides && state.head().round >= planned_) {
    Result found = search(k_, nets_, {state}, seat, settings_, {.visits = lessons_.visits}, random);
    plan = std::move(found.plans.front().plan);
    values_[seat] = found.value;
  } else {
    planner_.plan(state, seat, styles_[seat], random, plan);
  }
  if (random.uniform() >= lessons_.stray) return;
  std::erase_if(plan,
                [&](const sim::Order& order) { return order.kind == sim::OrderKind::move && random.below(2) == 0; });
}

double played_on(const planner::Knowledge& knowledge, const Networks& nets, const sim::State& state, int games,
                 int turns, Random& random) {
  sim::Scratch scratch;
  sim::Plans plans;
  double sum = 0;
  for (int i = 0; i < games; ++i) {
    sim::State here = state;
    const int last = state.head().round + turns;
    while (here.head().phase == sim::Phase::play && here.head().round < last) {
      for (int seat = 0; seat < sim::kSeats; ++seat) {
        plans[seat] = Policy(knowledge, *nets.policy, here, seat).propose(random);
      }
      sim::Chance chance(random);
      sim::resolve(knowledge.game, here, plans, chance, scratch, nullptr);
    }
    sum += value(knowledge, nets.value, here, 0);
  }
  return sum / games;
}

}  // namespace hegemon::search::rollouts
