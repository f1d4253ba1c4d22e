// A player of the classic game in all its phases: drafts by border security, attacks by alpha-beta search of the
// prediction tree (Aminian, Ahmadi and Fahmide 2020), everything else, which their game does not have, by rules of
// thumb.
#pragma once

#include <optional>
#include <vector>

#include "search/alphabeta/alphabeta.hpp"

namespace hegemon::search {

class AlphaBetaPlayer {
 public:
  // `game` must outlive it.
  AlphaBetaPlayer(const classic::Game& game, const AlphaBetaSettings& settings);

  // What the seat to move does, as the first of the moves; in the phase of attacks with all the others. Somebody must
  // have something to decide. `seconds` 0 is no limit; a watch may end it early.
  AlphaBetaResult decide(const classic::State& state, double seconds, bool all_exact = false, Watch* watch = nullptr);

 private:
  classic::Action choose(const classic::State& state);
  classic::Action choose_place(const classic::State& state);
  classic::Action choose_setup(const classic::State& state) const;
  classic::Action choose_pick(const classic::State& state) const;
  classic::Action choose_trade(const classic::State& state) const;
  classic::Action choose_occupation(const classic::State& state) const;
  classic::Action choose_fortification(const classic::State& state);
  double pick_worth(const classic::State& state, int territory) const;
  std::vector<int> border_distances(const classic::State& state) const;
  double ratio(const classic::State& state, int territory) const;

  const classic::Game& game_;
  Borders borders_;
  AlphaBeta search_;
  std::vector<classic::Action> actions_;
  std::vector<Placement> wanted_;  // the rest of a draft that takes several decisions
  int next_decision_ = -1;         // of the game, at which that rest holds
};

}  // namespace hegemon::search
