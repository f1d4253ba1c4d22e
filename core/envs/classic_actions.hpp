// Decisions of the classic game as numbered actions: few enough for a policy, the same numbers all game long.
//
// The blocks, in this order; those that the rules have no use for are left out:
//   0                pass: end the phase
//   all + t          pick t; place all armies on t; fortify t with all armies that may come
//   half + t, one + t   the same with half of the armies (from 4 on), or with one (from 2 on)
//   from + t         fortify from t; the target is the next decision, `all`, `half` or `one`
//   battle + k       attack along the directed link k to the end with all armies
//   battle_half + k  the same with half of them
//   roll + k         roll once, with as many dice as possible
//   occupy           move in all, half-way between all and the least, the least
//   trade            trade the set that is worth most, with the fewest wildcards
// Not every action of the rules has a number: other amounts, fewer dice and other sets have none.
#pragma once

#include <cstdint>

#include "classic/game.hpp"
#include "envs/links.hpp"

namespace hegemon::envs {

class ClassicActions {
 public:
  static constexpr int kPass = 0;
  static constexpr int kNone = -1;

  // The game must outlive this.
  explicit ClassicActions(const classic::Game& game);

  const classic::Game& game() const { return game_; }
  int count() const { return count_; }
  // `source` is the territory that was chosen to fortify from, or kNone. Sets the bits of the legal actions in an empty
  // row; passing alone is set where nobody decides.
  void mark(const classic::State& state, int source, std::uint64_t* words) const;
  // The territory of a `from` action, or kNone.
  int fortify_source(int action) const {
    return from_ != kNone && action >= from_ && action < from_ + size_ ? action - from_ : kNone;
  }
  // The action of the rules for any other number; it must be marked.
  classic::Action decode(const classic::State& state, int source, int action) const;

  // First numbers of the blocks; kNone where the rules have no use for one.
  struct Block {
    const char* name;
    int first, size;
  };
  std::vector<Block> blocks() const;

 private:
  int amount(const classic::State& state, int source, int block, int most) const;
  classic::Action on_territory(const classic::State& state, int source, int block, int t) const;
  classic::Action attack(const classic::State& state, int block, int link) const;
  template <int W>
  void mark_decision(const classic::State& state, int source, std::uint64_t* words) const;

  const classic::Game& game_;
  Links links_;
  int size_;
  int all_ = 1, half_ = kNone, one_ = kNone, from_ = kNone;
  int battle_ = kNone, battle_half_ = kNone, roll_ = kNone, occupy_ = kNone, trade_ = kNone;
  int count_ = 0;
};

}  // namespace hegemon::envs
