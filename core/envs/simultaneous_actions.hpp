// Plans of the simultaneous game as numbered actions: a turn is a sequence of small decisions, which build the plan.
//
// The blocks, in this order:
//   0             end the turn
//   all + t       pick t; deploy all armies that are left on t
//   half + t, one + t   deploy half of them (from 4 on), or one (from 2 on)
//   move + k      send all armies that are free at its source along the directed link k, to attack or to transfer
//   move_half + k the same with half of them (from 2 on)
// Deployments come first, until the whole income is placed; then moves, each link once; then the end. Armies that were
// sent are not free any more, and armies that arrive are not either. A list of picks ends by itself.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "envs/links.hpp"
#include "simultaneous/game.hpp"

namespace hegemon::envs {

// A plan in the making.
struct Draft {
  simultaneous::Plan plan;
  std::vector<std::int32_t> free;      // armies that may be sent
  std::vector<std::int32_t> incoming;  // armies sent to a territory; 1 where a territory was picked
  std::vector<std::uint64_t> unused;   // links that are still to be used, as bits
  int to_deploy = 0;
  int picks = 0;  // still to be made
  bool ended = true;
  bool begun = false;
  bool fresh = true;             // nothing was added yet
  std::array<int, 2> touched{};  // territories that the last action changed
};

class SimultaneousActions {
 public:
  static constexpr int kEnd = 0;

  // The game must outlive this.
  explicit SimultaneousActions(const simultaneous::Game& game);

  const simultaneous::Game& game() const { return game_; }
  int count() const { return count_; }
  // An empty plan, or one that has ended already if the seat has nothing to decide.
  void begin(const simultaneous::State& state, int seat, Draft& draft) const;
  // Sets the bits of the legal actions in an empty row; the end alone if the plan has ended.
  void mark(const simultaneous::State& state, int seat, const Draft& draft, std::uint64_t* words) const;
  // The action must be marked.
  void add(Draft& draft, int action) const;

  struct Block {
    const char* name;
    int first, size;
  };
  std::vector<Block> blocks() const;

 private:
  void mark_moves(const Draft& draft, std::uint64_t* words) const;
  void deploy(Draft& draft, int t, int armies) const;
  void move(Draft& draft, int link, int armies) const;

  const simultaneous::Game& game_;
  Links links_;
  int size_;
  int all_, half_, one_, move_, move_half_, count_;
};

}  // namespace hegemon::envs
