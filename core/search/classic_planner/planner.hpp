// Decisions of the kind that strong players of the dice game make, each from the position alone: every territory that
// could be taken and every one that could be lost is worth something (income, groups won and denied, cards, seats
// eliminated), armies go where they gain most, and attacks are made while their exact odds are worth it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "classic/game.hpp"
#include "search/classic_planner/odds.hpp"
#include "search/classic_planner/style.hpp"

namespace hegemon::search::classic_planner {

// A game with what the planner knows of it: made once, shared by threads.
struct Knowledge {
  Knowledge(const classic::Game& game, const Weights& weights);

  classic::Game game;
  Weights weights;
  Odds odds;
  std::vector<std::vector<std::uint16_t>> groups_of;  // groups of every territory
  std::vector<int> walls;                             // members of every group that touch land outside it
};

// Armies for the next set, whatever it is made of; 0 without cards.
double next_set(const classic::Rules& rules, int trades);

class Planner {
 public:
  explicit Planner(const Knowledge& knowledge);

  // A legal action for the seat that decides. The cards of others are not looked at, only how many they hold.
  classic::Action decide(const classic::State& state, const Style& style);

 private:
  // The strongest neighbours of a territory that belong to somebody else.
  struct Threat {
    float first = 0, second = 0;  // armies, with those that are feared
    std::int16_t from = -1;       // where the first one stands

    float without(int territory) const { return from == territory ? second : first; }
  };

  // --- worth.cpp: what is worth what
  void look();
  void measure_seats();
  void measure_threats();
  void weigh_land();
  void weigh_group(std::size_t g);
  void weigh_seats();
  double noise(int territory) const;
  bool foreign(int territory) const { return owners_[territory] != seat_; }
  bool border(int territory) const;
  double killed(int territory) const {
    return owners_[territory] < 0 ? 0.0 : killed_[static_cast<std::size_t>(owners_[territory])];
  }
  double loses(const Threat& threat, int besides, double armies) const;

  // --- attack.cpp
  double attack_gain(int source, int target, int armies) const;
  double campaign(int at, int armies, int from) const;
  double best_attack(int source, int armies) const;
  classic::Action attack() const;
  classic::Action assault(int source, int target) const;
  classic::Action occupy() const;

  // --- place.cpp
  double place_gain(int territory, int armies) const;
  classic::Action place();
  classic::Action set_up();
  classic::Action pick() const;
  double pick_worth(int territory) const;
  classic::Action trade() const;
  int allowed(classic::Amounts amounts, int wanted, int most) const;

  // --- fortify.cpp
  void measure_pull();
  classic::Action fortify();
  double fortify_gain(int source, int target, int armies) const;

  const Knowledge& k_;
  const Map& map_;
  const classic::Rules& rules_;
  const classic::State* state_ = nullptr;
  const Style* style_ = nullptr;
  const Weights* w_ = nullptr;
  const classic::Seat* owners_ = nullptr;
  const std::int32_t* armies_ = nullptr;
  int seat_ = 0;
  double card_ = 0;   // worth of the next card
  double power_ = 1;  // armies that may act soon
  std::array<double, classic::kMaxSeats> income_{}, land_{}, total_{};
  std::array<double, classic::kMaxSeats> killed_{};  // worth of an army of every seat that falls
  std::vector<Threat> threats_;                      // to own land, and to land once it is taken
  std::vector<double> lasting_;                      // worth of taking, if it is held; of own land, of not losing it
  std::vector<double> instant_;                      // worth of taking, whatever comes then
  std::vector<double> pull_;                         // how much armies are wanted there
  std::vector<Territory> queue_;
};

}  // namespace hegemon::search::classic_planner
