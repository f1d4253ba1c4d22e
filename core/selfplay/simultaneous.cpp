#include "selfplay/simultaneous.hpp"

#include "base/parallel.hpp"
#include "selfplay/append.hpp"
#include "selfplay/sampling.hpp"

namespace hegemon::selfplay {
namespace {

namespace sim = hegemon::simultaneous;
using search::smcts::Result;

// The streams of a game.
enum : std::uint64_t { kDeal, kDice, kMind };

class Play {
 public:
  Play(const sim::Game& game, const SimultaneousSettings& settings, const search::smcts::Evaluator& evaluator,
       std::uint64_t seed, std::uint64_t number, SimultaneousSamples& samples)
      : game_(game),
        settings_(settings),
        evaluator_(evaluator),
        root_(Random(seed).stream(number)),
        dice_(root_.stream(kDice)),
        number_(number),
        samples_(samples) {}

  void run() {
    Random deal = root_.stream(kDeal);
    sim::State state = sim::start(game_, deal);
    sim::Chance chance(dice_);
    for (std::uint64_t turn = 0; !over(state); ++turn) {
      sim::Plans plans;
      const unsigned who = sim::deciders(game_, state);
      for (int seat = 0; seat < sim::kSeats; ++seat) {
        if (who >> seat & 1) plans[seat] = decide(state, seat, root_.stream(kMind + sim::kSeats * turn + seat));
      }
      sim::resolve(game_, state, plans, chance, scratch_, nullptr);
    }
    samples_.games.push_back(number_);
    samples_.winners.push_back(state.head().winner);
    samples_.lengths.push_back(state.head().round);
  }

 private:
  bool over(const sim::State& state) const {
    return state.head().phase == sim::Phase::over || state.head().round >= settings_.turn_limit;
  }

  sim::Plan decide(const sim::State& state, int seat, Random random) {
    leave_if(settings_.stop);
    const bool full = settings_.fast_visits == 0 || random.uniform() < settings_.full_share;
    const search::Budget budget{full ? settings_.visits : settings_.fast_visits, 0.0};
    const Result result = search::smcts::search(game_, state, seat, settings_.search, budget, random, evaluator_);
    if (state.head().phase == sim::Phase::play) note(state, seat, full, result);
    if (state.head().round >= settings_.temperature_turns) return result.plans[0].plan;
    std::vector<double> weights;
    weights.reserve(result.plans.size());
    for (const auto& plan : result.plans) weights.push_back(plan.weight);
    return result.plans[sample_with_temperature(weights, settings_.temperature, random)].plan;
  }

  void note(const sim::State& state, int seat, bool full, const Result& result) {
    samples_.game.push_back(number_);
    samples_.round.push_back(state.head().round);
    samples_.seat.push_back(static_cast<std::int8_t>(seat));
    samples_.full_search.push_back(full);
    samples_.value.push_back(static_cast<float>(result.value));
    samples_.owners.insert(samples_.owners.end(), state.owners(), state.owners() + state.size());
    samples_.armies.insert(samples_.armies.end(), state.armies(), state.armies() + state.size());
    double sum = 0.0;
    for (const auto& plan : result.plans) sum += plan.weight;
    for (const auto& plan : result.plans) {
      samples_.orders.insert(samples_.orders.end(), plan.plan.begin(), plan.plan.end());
      samples_.order_offsets.push_back(static_cast<std::int64_t>(samples_.orders.size()));
      const double even = 1.0 / static_cast<double>(result.plans.size());
      samples_.policy_target.push_back(static_cast<float>(sum > 0 ? plan.weight / sum : even));
    }
    samples_.plan_offsets.push_back(static_cast<std::int64_t>(samples_.policy_target.size()));
  }

  const sim::Game& game_;
  const SimultaneousSettings& settings_;
  const search::smcts::Evaluator& evaluator_;
  Random root_;
  Random dice_;
  std::uint64_t number_;
  SimultaneousSamples& samples_;
  sim::Scratch scratch_;
};

}  // namespace

void SimultaneousSamples::add(const SimultaneousSamples& others) {
  append_offsets(order_offsets, others.order_offsets, orders.size());
  append_offsets(plan_offsets, others.plan_offsets, policy_target.size());
  append(games, others.games);
  append(winners, others.winners);
  append(lengths, others.lengths);
  append(game, others.game);
  append(round, others.round);
  append(seat, others.seat);
  append(full_search, others.full_search);
  append(value, others.value);
  append(owners, others.owners);
  append(armies, others.armies);
  append(orders, others.orders);
  append(policy_target, others.policy_target);
}

SimultaneousSamples play(const sim::Game& game, const SimultaneousSettings& settings,
                         const search::smcts::Evaluator& evaluator, std::uint64_t seed, std::uint64_t first,
                         std::uint64_t count, int threads) {
  check_fields(settings);
  std::vector<SimultaneousSamples> games(count);
  struct Nothing {};
  parallel<Nothing>(
      count, threads,
      [&](std::uint64_t i, Nothing&) { Play(game, settings, evaluator, seed, first + i, games[i]).run(); }, 1);
  SimultaneousSamples all;
  all.order_offsets.push_back(0);
  all.plan_offsets.push_back(0);
  for (const SimultaneousSamples& one : games) all.add(one);
  return all;
}

}  // namespace hegemon::selfplay
