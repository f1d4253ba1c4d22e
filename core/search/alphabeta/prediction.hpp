// The positions of the prediction tree of Aminian, Ahmadi and Fahmide (2020): a light board on which attacks always
// succeed and every turn begins with a draft by border security, with the sums behind the four features kept up to
// date.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "classic/game.hpp"
#include "search/alphabeta/security.hpp"
#include "search/alphabeta/settings.hpp"

namespace hegemon::search {

// An attack, or the end of the turn.
struct PredictedMove {
  std::uint16_t source = kPass, target = kPass;
  std::int32_t surplus = 0;

  static constexpr std::uint16_t kPass = 0xFFFF;
  bool passes() const { return source == kPass; }
  bool operator==(const PredictedMove& other) const { return source == other.source && target == other.target; }
};

// Of the searcher, each between 0 and 1.
struct Features {
  double land = 0;    // share of the territories
  double armies = 0;  // share of the armies
  double front = 0;   // mean over own territories and enemies next to them of x / (x + y), x and y their armies
  double safety = 0;  // 1 - mean over own territories of the share of enemies among the neighbours
};

class Prediction {
 public:
  // Sums over the board that are kept up to date. Whole numbers: they do not depend on the way a position was reached.
  struct Sums {
    std::uint64_t hash = 0;
    std::int64_t front = 0;   // sum of x / (x + y) over the pairs of a searcher's territory and an enemy's, in units
    std::int64_t danger = 0;  // sum over the same pairs of 1 / degree of the searcher's territory, in units
    std::int32_t pairs = 0;
    std::int32_t all_armies = 0;
    std::array<std::int32_t, classic::kMaxSeats> armies{};
    std::array<std::int16_t, classic::kMaxSeats> land{};
    std::int16_t alive = 0;
    std::int8_t mover = 0;
    std::int16_t attacks_left = 0;
    bool operator==(const Sums&) const = default;
  };

  // What it takes to go back.
  struct Undo {
    Sums sums;
    PredictedMove attack;
    std::int32_t source_armies = 0, target_armies = 0;
    classic::Seat target_owner = 0;
    std::vector<Placement> draft;
  };

  // `game` must outlive it.
  Prediction(const classic::Game& game, const Foresight& foresight);

  // The position as `searcher` sees it; everybody else is an enemy. Attacks left are those of the phase of attacks.
  void load(const classic::State& state, int searcher);

  int mover() const { return sums_.mover; }
  int searcher() const { return searcher_; }
  int attacks_left() const { return sums_.attacks_left; }
  bool over() const { return sums_.alive <= 1 || sums_.land[searcher_] == 0; }
  bool won() const { return sums_.land[searcher_] > 0; }
  std::uint64_t hash() const { return sums_.hash; }
  const Sums& sums() const { return sums_; }
  // The same, added up anew.
  Sums count() const;
  Features features() const;
  int income(int seat) const;

  // The attacks worth looking at, largest surplus first.
  void list_attacks(std::vector<PredictedMove>& attacks) const;
  // The same and last the end of the turn; once no_pass_after_round is at its end that only if there is no attack.
  void list_moves(std::vector<PredictedMove>& moves) const;
  // The attack as the rules have it.
  classic::Action action(const PredictedMove& attack) const;

  // An attack that succeeds, or the end of the turn; the turn also ends after the last attack. True if the next seat is
  // to draft before anything else.
  bool apply(const PredictedMove& move, Undo& undo);
  void draft(Undo& undo);
  void play(const PredictedMove& move, Undo& undo) {
    if (apply(move, undo)) draft(undo);
  }
  // Takes back the move and, if there was one, the draft after it.
  void take_back(const Undo& undo);
  // The features once the mover has drafted, but for the front: that can then only be better for whoever drafts.
  Features features_before_draft() const;

 private:
  struct Pairs {
    std::int64_t front = 0, danger = 0;
    std::int32_t count = 0;
  };
  struct Left {
    int source, target;
    bool taken;
  };
  static constexpr std::int64_t kUnit = std::int64_t{1} << 30;

  // x / (x + y) in units.
  static std::int32_t ratio(std::int32_t mine, std::int32_t other) {
    const double all = std::max(mine + other, 1);  // in a draft of territories both may be empty
    return static_cast<std::int32_t>(static_cast<double>(mine) * static_cast<double>(kUnit) / all);
  }
  bool mine(int t) const { return owners_[static_cast<std::size_t>(t)] == searcher_; }
  std::size_t list_sources(std::array<std::uint16_t, kMaxTerritories>& sources) const;
  void list_targets(std::uint16_t source, std::vector<PredictedMove>& attacks) const;
  void list_best_target(std::uint16_t source, std::vector<PredictedMove>& attacks) const;
  Pairs pairs_of(int territory, int except) const;
  int sent(int attackers, int defenders) const;
  Left battle(int attackers, int defenders) const;
  void attack(const PredictedMove& attack);
  void change_owner(int territory, int seat);
  void change_armies(int territory, int armies);
  void end_turn();
  Features features(int own_armies, int all_armies) const;
  void reinforce(int territory, int armies);
  int group_income(int seat) const;
  std::uint64_t owner_key(int territory, int seat) const {
    return owner_keys_[static_cast<std::size_t>(territory * classic::kMaxSeats + seat)];
  }

  const classic::Game& game_;
  const Map& map_;
  Borders borders_;
  Foresight foresight_;
  int attacks_a_turn_;
  int searcher_ = 0;
  bool restless_ = false;
  Sums sums_;
  std::array<std::int32_t, kMaxTerritories> armies_{};
  std::array<classic::Seat, kMaxTerritories> owners_{};
  std::vector<std::int64_t> inverse_degree_;  // in units
  std::vector<int> group_values_;             // of the round
  std::vector<std::uint64_t> army_keys_, owner_keys_;
};

}  // namespace hegemon::search
