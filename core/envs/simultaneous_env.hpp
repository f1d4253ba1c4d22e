// One game of the simultaneous family, stepped by numbered actions (simultaneous_actions.hpp), and what a seat sees.
//
// Both seats make their plans without seeing the other's; the turn is resolved when both plans have ended.
// The observation:
//   per territory   mine, the opponent's, neutral (none of them where fog hides the owner), armies, own armies that are
//                   free, own armies sent there this turn, and with picks whether it is offered
//   for the whole   whether territories are being picked, whether the seat decides, armies to deploy, both incomes as
//                   the seat sees them, share of the turn limit
// Armies and incomes are log(1 + count) / 3; hidden armies are 0.
#pragma once

#include "envs/simultaneous_actions.hpp"

namespace hegemon::envs {

class SimultaneousEnv {
 public:
  using Seat = simultaneous::Seat;
  using Game = simultaneous::Game;
  struct Memory {
    simultaneous::Scratch scratch;
    simultaneous::Plans plans;
  };
  struct Episode {
    simultaneous::State state;
    std::array<Draft, simultaneous::kSeats> drafts;
  };

  // The game must outlive this.
  SimultaneousEnv(const simultaneous::Game& game, int turn_limit);

  const simultaneous::Game& game() const { return actions_.game(); }
  const SimultaneousActions& coding() const { return actions_; }
  int seats() const { return simultaneous::kSeats; }
  int actions() const { return actions_.count(); }
  int width() const { return width_; }
  int turn_limit() const { return turn_limit_; }

  Episode start(Random& random) const;
  bool over(const Episode& episode) const { return episode.state.head().phase == simultaneous::Phase::over; }
  Seat winner(const Episode& episode) const { return episode.state.head().winner; }
  int turns(const Episode& episode) const { return episode.state.head().round; }
  bool alive(const Episode&, int) const { return true; }  // with two seats the game is over when one is out
  // The first seat whose plan has not ended.
  Seat mover(const Episode& episode) const { return episode.drafts[0].ended && !episode.drafts[1].ended ? 1 : 0; }

  bool decides(const Episode& episode, int seat) const { return !episode.drafts[static_cast<std::size_t>(seat)].ended; }

  // The action must be marked for the seat. Resolves the turn if it was the last one.
  void step(Episode& episode, int seat, int action, Random& random, Memory& memory) const;
  // An action of each seat at once; a seat whose plan has ended waits.
  void step_both(Episode& episode, const std::array<int, simultaneous::kSeats>& actions, Random& random,
                 Memory& memory) const;
  // The same without resolving the turn.
  void add(Episode& episode, int seat, int action) const;
  // Resolves a turn for which both plans have ended.
  void resolve_turn(Episode& episode, simultaneous::Chance& chance, Memory& memory) const;
  // A whole plan in place of actions.
  void hand_in(Episode& episode, int seat, const simultaneous::Plan& plan, Random& random, Memory& memory) const;
  // The other seat makes random plans until the seat has something to decide. The other's draft is not begun: call
  // begin_turn if it is needed.
  void play_others(Episode& episode, int seat, Random& random, Memory& memory) const;
  // An empty draft for each seat that has none.
  void begin_turn(Episode& episode) const;
  void mark(const Episode& episode, int seat, std::uint64_t* words) const {
    actions_.mark(episode.state, seat, episode.drafts[static_cast<std::size_t>(seat)], words);
  }
  void observe(const Episode& episode, int seat, float* at) const;
  // The same where `at` has the observation of the seat before its last action: writes what that changed.
  void refresh(const Episode& episode, int seat, float* at) const;

 private:
  bool resolve_if_ended(Episode& episode, Random& random, Memory& memory) const;
  void observe_whole(const Episode& episode, int seat, const simultaneous::Seat* owners, float* at) const;

  SimultaneousActions actions_;
  int turn_limit_;
  int columns_, width_;
};

}  // namespace hegemon::envs
