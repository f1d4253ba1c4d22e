// Who decides in the games that networks learn from.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "search/rollouts/search.hpp"

namespace hegemon::search::rollouts {

// Games to learn from. Half of the planners play in a random style, all with noise, and in a share `stray` of the plans
// some moves are left out. With `visits` a search with so many rollouts a turn plays on, in two games of three from the
// beginning and otherwise after some turns of planners; both seats see everything. Games that are not over after
// `most_turns` are evaluated.
struct Lessons {
  int games = 1;
  int most_turns = 1;
  double stray = 0.0;
  std::uint64_t visits = 0;
  int playouts = 0;  // from every position, by the policy network: so many for a few turns, and as many to the end
  int aside = 0;     // positions beside the way of the game, for each one on it; they need playouts
};

// Decides for both seats of the games to learn from.
class Players {
 public:
  Players(const planner::Knowledge& knowledge, const Networks& nets, const Lessons& lessons);

  // A new game.
  void begin(Random& random);

  // What the searches of both seats expected of the position that was decided last, for the first seat; none if a
  // planner decided.
  std::optional<double> expected() const {
    if (!values_[0] || !values_[1]) return std::nullopt;
    return (*values_[0] - *values_[1]) / 2;
  }

  // Whether a search decided for the seat.
  bool searched(int seat) const { return values_[seat].has_value(); }

  void decide(const sim::State& state, int seat, Random& random, sim::Plan& plan);

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

// The mean value for the first seat of games in which the policy network plays on for both seats, for so many turns.
double played_on(const planner::Knowledge& knowledge, const Networks& nets, const sim::State& state, int games,
                 int turns, Random& random);

}  // namespace hegemon::search::rollouts
