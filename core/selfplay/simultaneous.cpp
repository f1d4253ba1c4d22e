#include "simultaneous.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "../parallel.hpp"

namespace hegemon::selfplay {
namespace {

namespace rules = hegemon::simultaneous;
using search::smcts::Result;

// The streams of a game.
enum : std::uint64_t { kDeal, kDice, kMind };

class Play {
 public:
  Play(const rules::Game& game, const Settings& settings, const search::smcts::Evaluator& evaluator, std::uint64_t seed,
       std::uint64_t number, Samples& samples)
      : game_(game),
        settings_(settings),
        evaluator_(evaluator),
        root_(Random(seed).stream(number)),
        dice_(root_.stream(kDice)),
        number_(number),
        samples_(samples) {}

  void run() {
    Random deal = root_.stream(kDeal);
    rules::State state = rules::start(game_, deal);
    rules::Chance chance(dice_);
    for (std::uint64_t turn = 0; !over(state); ++turn) {
      rules::Plans plans;
      const unsigned who = rules::deciders(game_, state);
      for (int seat = 0; seat < rules::kSeats; ++seat) {
        if (who >> seat & 1) plans[seat] = decide(state, seat, root_.stream(kMind + rules::kSeats * turn + seat));
      }
      rules::resolve(game_, state, plans, chance, scratch_, nullptr);
    }
    samples_.games.push_back(number_);
    samples_.winners.push_back(state.head().winner);
    samples_.lengths.push_back(state.head().round);
  }

 private:
  bool over(const rules::State& state) const {
    return state.head().phase == rules::Phase::over || state.head().round >= settings_.turn_limit;
  }

  rules::Plan decide(const rules::State& state, int seat, Random random) {
    const bool full = settings_.fast_visits == 0 || random.uniform() < settings_.full_share;
    const search::Budget budget{full ? settings_.visits : settings_.fast_visits, 0.0};
    const Result result = search::smcts::search(game_, state, seat, settings_.search, budget, random, evaluator_);
    if (state.head().phase == rules::Phase::play) note(state, seat, full, result);
    const bool hot = state.head().round < settings_.hot_turns && settings_.temperature > 0;
    return result.plans[hot ? draw(result, random) : 0].plan;
  }

  // A plan in proportion to weight ** (1 / temperature).
  std::size_t draw(const Result& result, Random& random) const {
    double most = 0.0;
    for (const auto& plan : result.plans) most = std::max(most, plan.weight);
    if (most <= 0) return 0;
    std::vector<double> ends;
    double sum = 0.0;
    for (const auto& plan : result.plans) {
      sum += std::pow(plan.weight / most, 1.0 / settings_.temperature);
      ends.push_back(sum);
    }
    const auto found = std::upper_bound(ends.begin(), ends.end(), random.uniform() * sum);
    return std::min<std::size_t>(static_cast<std::size_t>(found - ends.begin()), ends.size() - 1);
  }

  void note(const rules::State& state, int seat, bool full, const Result& result) {
    samples_.game.push_back(number_);
    samples_.round.push_back(state.head().round);
    samples_.seat.push_back(static_cast<std::int8_t>(seat));
    samples_.full.push_back(full);
    samples_.value.push_back(static_cast<float>(result.value));
    samples_.owners.insert(samples_.owners.end(), state.owners(), state.owners() + state.size());
    samples_.armies.insert(samples_.armies.end(), state.armies(), state.armies() + state.size());
    double sum = 0.0;
    for (const auto& plan : result.plans) sum += plan.weight;
    for (const auto& plan : result.plans) {
      samples_.orders.insert(samples_.orders.end(), plan.plan.begin(), plan.plan.end());
      samples_.plans.push_back(static_cast<std::int64_t>(samples_.orders.size()));
      const double even = 1.0 / static_cast<double>(result.plans.size());
      samples_.shares.push_back(static_cast<float>(sum > 0 ? plan.weight / sum : even));
    }
    samples_.considered.push_back(static_cast<std::int64_t>(samples_.shares.size()));
  }

  const rules::Game& game_;
  const Settings& settings_;
  const search::smcts::Evaluator& evaluator_;
  Random root_;
  Random dice_;
  std::uint64_t number_;
  Samples& samples_;
  rules::Scratch scratch_;
};

template <class T>
void append(std::vector<T>& all, const std::vector<T>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

void append_offsets(std::vector<std::int64_t>& all, const std::vector<std::int64_t>& more, std::int64_t shift) {
  for (const std::int64_t end : more) all.push_back(end + shift);
}

}  // namespace

void Samples::add(const Samples& others) {
  append_offsets(plans, others.plans, static_cast<std::int64_t>(orders.size()));
  append_offsets(considered, others.considered, static_cast<std::int64_t>(shares.size()));
  append(games, others.games);
  append(winners, others.winners);
  append(lengths, others.lengths);
  append(game, others.game);
  append(round, others.round);
  append(seat, others.seat);
  append(full, others.full);
  append(value, others.value);
  append(owners, others.owners);
  append(armies, others.armies);
  append(orders, others.orders);
  append(shares, others.shares);
}

Samples play(const rules::Game& game, const Settings& settings, const search::smcts::Evaluator& evaluator,
             std::uint64_t seed, std::uint64_t first, std::uint64_t count, int threads) {
  std::vector<Samples> games(count);
  struct Nothing {};
  parallel<Nothing>(
      count, threads,
      [&](std::uint64_t i, Nothing&) { Play(game, settings, evaluator, seed, first + i, games[i]).run(); }, 1);
  Samples all;
  all.plans.push_back(0);
  all.considered.push_back(0);
  for (const Samples& one : games) all.add(one);
  return all;
}

}  // namespace hegemon::selfplay
