// One game of the classic family, stepped by numbered actions (classic_actions.hpp), and what a seat sees of it.
//
// The observation, seats rotated so that the seat that looks is number 0:
//   per territory   owner (one of the seats), armies, 1 where armies come from and -1 where they go to while that is
//                   being decided, and with cards in hand whether the seat holds its card
//   for the whole   phase (one of seven), whether the seat decides, armies to place, share of the turn limit, and with
//                   cards the hands of all seats, the next set's worth and whether this turn earns a card
// Armies and worths are log(1 + count) / 3. Cards that the seat may not see are not read.
#pragma once

#include "envs/classic_actions.hpp"

namespace hegemon::envs {

class ClassicEnv {
 public:
  using Seat = classic::Seat;
  using Game = classic::Game;
  struct Memory {};
  struct Episode {
    classic::State state;
    int source = ClassicActions::kNone;  // chosen to fortify from; the target is still to be chosen
  };

  // The game must outlive this.
  ClassicEnv(const classic::Game& game, int turn_limit);

  const classic::Game& game() const { return actions_.game(); }
  const ClassicActions& coding() const { return actions_; }
  int seats() const { return game().seats; }
  int actions() const { return actions_.count(); }
  int width() const { return width_; }
  int turn_limit() const { return turn_limit_; }

  Episode start(Random& random) const { return {classic::start(game(), random)}; }
  bool over(const Episode& episode) const { return episode.state.head().phase == classic::Phase::over; }
  Seat winner(const Episode& episode) const { return episode.state.head().winner; }
  int turns(const Episode& episode) const { return episode.state.head().turns; }
  bool alive(const Episode& episode, int seat) const;
  Seat mover(const Episode& episode) const { return episode.state.head().mover; }
  bool decides(const Episode& episode, int seat) const { return mover(episode) == seat; }

  // The action must be marked.
  void step(Episode& episode, int seat, int action, Random& random, Memory&) const;
  // The same without the chance that may follow.
  void apply(Episode& episode, int action) const;
  // Whatever chance is pending.
  void settle(Episode& episode, Random& random) const;
  // All seats but one play uniform random decisions until it is that seat's turn, or it is out.
  void play_others(Episode& episode, int seat, Random& random, Memory&) const;
  void begin_turn(Episode&) const {}  // nothing to prepare
  // Passing alone for a seat that does not decide.
  void mark(const Episode& episode, int seat, std::uint64_t* words) const;
  void observe(const Episode& episode, int seat, float* at) const;
  void refresh(const Episode& episode, int seat, float* at) const { observe(episode, seat, at); }

 private:
  ClassicActions actions_;
  int turn_limit_;
  bool cards_, hands_;  // whether there are cards, and whether seats hold them
  int columns_, width_;
};

}  // namespace hegemon::envs
