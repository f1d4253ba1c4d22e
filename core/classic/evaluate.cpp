#include "classic/evaluate.hpp"

#include <algorithm>
#include <cmath>

namespace hegemon::classic {
namespace {

double share(double mine, double others) {
  const double all = std::abs(mine) + std::abs(others);
  return all == 0 ? 0.0 : (mine - others) / all;
}

double share_of_signed(double mine, double others) {
  const double all = mine + others;
  return all == 0 ? 0.0 : (mine - others) / all;
}

// What one seat has, and what all others have together.
struct Comparison {
  double land[2] = {}, armies[2] = {}, bonus[2] = {};

  double sum() const { return share(land[0], land[1]) + share(armies[0], armies[1]) + share(bonus[0], bonus[1]); }
};

Comparison compare(const Game& game, const State& state, int seat) {
  Comparison found;
  for (int t = 0; t < state.size(); ++t) {
    if (state.owners()[t] < 0) continue;
    const bool other = state.owners()[t] != seat;
    found.land[other] += 1;
    found.armies[other] += state.armies()[t];
  }
  with_width(game, [&](auto width) {
    constexpr int W = width();
    const auto& groups = game.board<W>().groups;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      for (int owner = 0; owner < game.seats; ++owner) {
        if (!groups[g].empty() && (groups[g] & state.land<W>(owner)) == groups[g])
          found.bonus[owner != seat] += game.map->groups()[g].value;
      }
    }
  });
  return found;
}

double border_strength(const Game& game, const State& state, int seat) {
  double strength = 0;
  for (int t = 0; t < state.size(); ++t) {
    if (state.owners()[t] != seat) continue;
    int enemies = 0, surplus = 0;
    for (Territory next : game.map->neighbours(t)) {
      if (state.owners()[next] == seat || state.owners()[next] < 0) continue;
      ++enemies;
      surplus += state.armies()[t] - state.armies()[next];
    }
    if (enemies > 0) strength += surplus / std::sqrt(static_cast<double>(enemies));
  }
  return strength;
}

double strength_of_others(const Game& game, const State& state, int seat) {
  double strength = 0;
  for (int other = 0; other < game.seats; ++other) {
    if (other != seat) strength += border_strength(game, state, other);
  }
  return strength;
}

template <int W>
int largest_component(const Game& game, const State& state, int seat) {
  Set<W> rest = state.land<W>(seat);
  int largest = 0;
  while (!rest.empty()) {
    Set<W> fresh{}, reached{};
    fresh.add(rest.nth(0));
    while (!fresh.empty()) {
      reached = reached | fresh;
      Set<W> next{};
      fresh.each([&](int t) { next = next | game.board<W>().adjacent[t]; });
      fresh = (next & rest).minus(reached);
    }
    largest = std::max(largest, reached.size());
    rest = rest.minus(reached);
  }
  return largest;
}

double connectivity(const Game& game, const State& state, int seat) {
  return with_width(game, [&](auto width) {
    constexpr int W = width();
    double others = 0;
    for (int other = 0; other < game.seats; ++other) {
      if (other != seat) others = std::max<double>(others, largest_component<W>(game, state, other));
    }
    return share(largest_component<W>(game, state, seat), others);
  });
}

double evaluate_seat(const Game& game, const State& state, Evaluation evaluation, int seat) {
  const double resources = compare(game, state, seat).sum();
  const auto border = [&](auto&& compare) {
    return compare(border_strength(game, state, seat), strength_of_others(game, state, seat));
  };
  switch (evaluation) {
    case Evaluation::resources: return resources / 3;
    case Evaluation::border: return (resources + border(share)) / 4;
    case Evaluation::border_published: return (resources + border(share_of_signed)) / 4;
    case Evaluation::connectivity: return (resources + connectivity(game, state, seat)) / 4;
    case Evaluation::border_connectivity: return (resources + border(share) + connectivity(game, state, seat)) / 5;
    case Evaluation::border_connectivity_published:
      return (resources + border(share_of_signed) + (seat == 0 ? 1.0 : -1.0)) / 5;
  }
  return 0;
}

}  // namespace

double resources(const Game& game, const State& state) { return compare(game, state, state.head().mover).sum() / 3; }

void returns(const State& state, std::span<double> values) {
  const auto& head = state.head();
  const bool decided = head.phase == Phase::over && head.winner >= 0;
  const double loss = decided ? -1.0 / (static_cast<double>(values.size()) - 1) : 0.0;
  std::fill(values.begin(), values.end(), loss);
  if (decided) values[static_cast<std::size_t>(head.winner)] = 1.0;
}

void evaluate(const Game& game, const State& state, Evaluation evaluation, std::span<double> values) {
  if (state.head().phase == Phase::over) return returns(state, values);
  if (game.seats == 2) {  // one comparison serves both
    const auto mover = static_cast<std::size_t>(state.head().mover);
    values[mover] = evaluate_seat(game, state, evaluation, state.head().mover);
    values[1 - mover] = -values[mover];
    return;
  }
  double mean = 0;
  for (int seat = 0; seat < game.seats; ++seat) {
    values[static_cast<std::size_t>(seat)] = evaluate_seat(game, state, evaluation, seat);
    mean += values[static_cast<std::size_t>(seat)] / game.seats;
  }
  for (double& value : values) value -= mean;
}

}  // namespace hegemon::classic
