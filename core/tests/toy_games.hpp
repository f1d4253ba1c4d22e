// Tiny games with known answers for the tests of the tree search.
#pragma once

#include <array>
#include <span>
#include <utility>
#include <vector>

#include "search/mcts/forest.hpp"
#include "search/mcts/mcts.hpp"

namespace hegemon::toy {

using search::kChance;
using search::kOver;

struct Move {
  int child = 0;
  bool operator==(const Move&) const = default;
};

struct Place {
  int mover = kOver;                  // a seat, kChance or kOver
  std::vector<int> children;          // places
  std::vector<double> probabilities;  // of a chance place
  std::vector<double> values;         // of an end, one per seat
};

// A game is a list of places; a position is a place. Evaluations are what `judged` says, zero by default.
struct Game {
  using State = int;
  using Action = Move;

  std::vector<Place> places;
  int seat_count = 2;
  std::vector<std::vector<double>> judged{};
  bool endless = false;  // playouts never end

  int seats() const { return seat_count; }
  int mover(int at) const { return here(at).mover; }
  std::uint32_t count(int at) const { return static_cast<std::uint32_t>(here(at).children.size()); }
  Move action(int at, std::uint32_t index) const { return {here(at).children[index]}; }
  void list(int at, std::vector<Move>& moves) const {
    moves.clear();
    for (int child : here(at).children) moves.push_back({child});
  }
  void apply(int& at, const Move& move) const { at = move.child; }
  int sample(int at, Random& random) const {
    double left = static_cast<double>(random.below(1 << 24)) / (1 << 24);
    const Place& place = here(at);
    for (std::size_t i = 0; i < place.children.size(); ++i) {
      if ((left -= place.probabilities[i]) < 0) return place.children[i];
    }
    return place.children.back();
  }
  std::vector<std::pair<int, double>> outcomes(int at, std::size_t most) const {
    std::vector<std::pair<int, double>> list;
    if (here(at).children.size() > most) return list;
    for (std::size_t i = 0; i < here(at).children.size(); ++i)
      list.emplace_back(here(at).children[i], here(at).probabilities[i]);
    return list;
  }
  void apply_outcome(int& at, int outcome) const { at = outcome; }
  static Move outcome(int number) { return {number}; }
  static int outcome_of(const Move& move) { return move.child; }
  Move playout_action(int at, Random& random, search::Playout) const {
    return endless ? Move{at} : action(at, random.below(count(at)));
  }
  void returns(int at, std::span<double> values) const {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = here(at).values[i];
  }
  void evaluate(int at, std::span<double> values) const {
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = judged.empty() ? 0.0 : judged[static_cast<std::size_t>(at)][i];
  }
  std::uint64_t hash(int at) const { return mix(static_cast<std::uint64_t>(at) + 1); }

 private:
  const Place& here(int at) const { return places[static_cast<std::size_t>(at)]; }
};

static_assert(search::Domain<Game>);

inline Place decide(int seat, std::vector<int> children) { return {seat, std::move(children), {}, {}}; }
inline Place toss(std::vector<int> children, std::vector<double> probabilities) {
  return {kChance, std::move(children), std::move(probabilities), {}};
}
inline Place end(std::vector<double> values) { return {kOver, {}, {}, std::move(values)}; }
inline Place end(double value) { return end(std::vector<double>{value, -value}); }

inline search::Report<Move> solve(const Game& game, const search::Settings& settings, std::uint64_t visits,
                                  std::uint64_t seed = 1, search::Evaluator<Game>* evaluator = nullptr) {
  search::Search<Game> tree(game, settings, evaluator);
  tree.begin(0, Random(seed));
  tree.run({visits, 0});
  return tree.report();
}

// Seat 0 may take 0.3 for sure (place 1), gamble between 1 and -1 at 70 % (place 2, worth 0.4), or let seat 1 choose
// (place 3) between what looks like a win for seat 0 on average and what is a loss.
inline Game gamble() {
  return {{decide(0, {1, 2, 3}), end(0.3), toss({4, 5}, {0.7, 0.3}), decide(1, {6, 7, 8}), end(1.0), end(-1.0),
           end(1.0), end(1.0), end(-0.9)}};
}

}  // namespace hegemon::toy
