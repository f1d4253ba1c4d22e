#include "search/rollouts/games.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "search/rollouts/search.hpp"

namespace hegemon::search::rollouts {

double play_planners(const sim::Game& game, const planner::Weights& first, const planner::Weights& second, int pairs,
                     int most_turns, Random& random) {
  const std::array<planner::Knowledge, 2> knowledge{planner::Knowledge(game, first), planner::Knowledge(game, second)};
  std::array<planner::Planner, 2> planners{planner::Planner(knowledge[0]), planner::Planner(knowledge[1])};
  std::array<planner::Style, 2> styles{usual_style(first), usual_style(second)};
  for (auto& style : styles) style.noise = 0.15;
  sim::Scratch scratch;
  sim::Plans plans;
  double points = 0;
  for (int pair = 0; pair < pairs; ++pair) {
    const sim::State start = sim::start(game, random);
    for (int swapped = 0; swapped < 2; ++swapped) {
      sim::State state = start;
      while (state.head().phase != sim::Phase::over && state.head().round < most_turns) {
        for (int seat = 0; seat < sim::kSeats; ++seat) {
          const int who = seat ^ swapped;
          planners[who].plan(state, seat, styles[who], random, plans[seat]);
        }
        sim::Chance chance(random);
        sim::resolve(game, state, plans, chance, scratch, nullptr);
      }
      points += (1 + value(knowledge[0], nullptr, state, swapped)) / 2;
    }
  }
  return points / (2 * pairs);
}

namespace {

// Decides for both seats of the games to learn from.
class Players {
 public:
  Players(const planner::Knowledge& knowledge, const Networks& nets, const Lessons& lessons)
      : k_(knowledge), nets_(nets), lessons_(lessons), planner_(knowledge) {
    settings_.candidates = std::clamp(static_cast<int>(lessons.visits / kEach), kFewest, settings_.candidates);
  }

  void begin(Random& random) {
    for (auto& style : styles_) {
      style = random.below(2) == 0 ? random_style(k_.weights, random) : usual_style(k_.weights);
      style.noise = 0.5 * random.uniform();
    }
    planned_ = random.below(2) == 0 ? 0 : 1 + static_cast<int>(random.below(kPlanned));
  }

  // What the searches of both seats expected of the position that was decided last, for the first seat; none if a
  // planner decided.
  std::optional<double> expected() const {
    if (!values_[0] || !values_[1]) return std::nullopt;
    return (*values_[0] - *values_[1]) / 2;
  }

  // Whether a search decided for the seat.
  bool searched(int seat) const { return values_[seat].has_value(); }

  void decide(const sim::State& state, int seat, Random& random, sim::Plan& plan) {
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

 private:
  static constexpr std::uint32_t kPlanned = 8;  // most turns of planners before the search plays on
  static constexpr std::uint64_t kEach = 10;    // rollouts for a candidate, at least
  static constexpr int kFewest = 4;             // candidates

  const planner::Knowledge& k_;
  const Networks& nets_;
  const Lessons& lessons_;
  Settings settings_;
  planner::Planner planner_;
  std::array<planner::Style, sim::kSeats> styles_;
  std::array<std::optional<double>, sim::kSeats> values_;
  int planned_ = 0;
};

}  // namespace

Positions positions_of_games(const sim::Game& game, const planner::Weights& weights, const Networks& nets,
                             const Lessons& lessons, Random& random) {
  const planner::Knowledge knowledge(game, weights);
  Players players(knowledge, nets, lessons);
  sim::Scratch scratch;
  sim::Plans plans;
  Positions found;
  std::vector<std::optional<double>> expected;
  BoardReader reader;
  Board board;
  for (int i = 0; i < lessons.games; ++i) {
    players.begin(random);
    sim::State state = sim::start(game, random);
    const std::size_t first = found.games.size();
    while (state.head().phase != sim::Phase::over && state.head().round < lessons.most_turns) {
      if (state.head().phase == sim::Phase::play) {
        for (const Features& f : measure(knowledge, state)) {
          found.features.insert(found.features.end(), f.begin(), f.end());
        }
        reader.read(knowledge, state, board);
        found.lands.push_back(board.lands());
        found.board.land.insert(found.board.land.end(), board.land.begin(), board.land.end());
        found.board.groups.insert(found.board.groups.end(), board.groups.begin(), board.groups.end());
        found.games.push_back(i);
      }
      for (int seat = 0; seat < sim::kSeats; ++seat) players.decide(state, seat, random, plans[seat]);
      if (state.head().phase == sim::Phase::play) expected.push_back(players.expected());
      sim::Chance chance(random);
      sim::resolve(game, state, plans, chance, scratch, nullptr);
    }
    const double end = value(knowledge, nullptr, state, 0);
    for (std::size_t at = first; at < found.games.size(); ++at) {
      const double mixed = end + (expected[at] ? lessons.trust * (*expected[at] - end) : 0.0);
      const double share = (1 + mixed) / 2;
      found.shares.push_back(static_cast<float>(share));
      found.shares.push_back(static_cast<float>(1 - share));
    }
  }
  return found;
}

Choices choices_of_games(const sim::Game& game, const planner::Weights& weights, const Networks& nets,
                         const Lessons& lessons, Random& random) {
  const planner::Knowledge knowledge(game, weights);
  Players players(knowledge, nets, lessons);
  sim::Scratch scratch;
  sim::Plans plans;
  Choices found;
  for (int i = 0; i < lessons.games; ++i) {
    players.begin(random);
    sim::State state = sim::start(game, random);
    while (state.head().phase != sim::Phase::over && state.head().round < lessons.most_turns) {
      const bool playing = state.head().phase == sim::Phase::play;
      for (int seat = 0; seat < sim::kSeats; ++seat) {
        players.decide(state, seat, random, plans[seat]);
        if (playing && players.searched(seat)) found.add(knowledge, state, seat, plans[seat], i, random);
      }
      sim::Chance chance(random);
      sim::resolve(game, state, plans, chance, scratch, nullptr);
    }
  }
  return found;
}

}  // namespace hegemon::search::rollouts
