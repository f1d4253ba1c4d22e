// Rules of thumb for the dice game, without search:
// - Every foreign territory has a value: the territory, the armies on it, progress toward a group (more if few armies
//   are left to beat and the group has few borders), breaking an enemy group, a card, and eliminating a weak enemy.
// - New armies go where they enable the best campaign (the best neighbouring target, from there the next best, as long
//   as the armies last) or defend what is likely to be lost. An owned group is defended first if that needs few armies.
// - Attack, the best target first, while the exact odds are good.
// - Armies follow a capture if there are more targets ahead; armies behind the lines move to the front.
//
// The order of every sum and of every comparison is part of the player: a slow second version of it, in
// tests/reference_engine, must take the same decisions.
#pragma once

#include <cstdint>
#include <vector>

#include "classic/game.hpp"
#include "search/classic_heuristic/forecast.hpp"

namespace hegemon::search::classic_heuristic {

namespace classic = hegemon::classic;

struct Settings {
  double greed = 1.0;    // weight of completing own groups
  double caution = 0.5;  // attacks need odds of 50 % plus 10 for each point
};

// Made once per game; has working memory, so every thread needs its own.
class Heuristic {
 public:
  Heuristic(const classic::Game& game, const Settings& settings);
  Heuristic(const Heuristic&) = delete;
  Heuristic& operator=(const Heuristic&) = delete;

  // A legal action for the seat that decides. The cards of others are not looked at, only how many they hold.
  classic::Action decide(const classic::State& view);

  const classic::Game& game() const { return game_; }

 private:
  // --- worth.cpp: what is worth what
  void weigh();
  void weigh_group(std::size_t group);
  void weigh_eliminations();
  double campaign(int source, int attackers);
  double relief(int territory, int more);
  double stake(int territory) const;
  bool holds(std::size_t group) const;
  int best_front(const std::vector<Territory>& candidates, int more);

  // --- start.cpp
  classic::Action pick() const;
  double pick_worth(int territory) const;
  classic::Action set_up();

  // --- turn.cpp
  classic::Action trade() const;
  classic::Action place();
  classic::Action wall(const std::vector<Territory>& border) const;
  classic::Action attack();
  classic::Action occupy();

  // --- fortify.cpp
  classic::Action fortify();
  void measure_distances();
  void find_targets(int source);
  void reach(int source);

  bool foreign(int territory) const { return owners_[territory] != seat_; }
  bool at_border(int territory) const;
  // The largest foreign stack next to a territory.
  int threat(int territory) const;

  classic::Game game_;
  const Map& map_;
  const classic::Rules& rules_;
  double greed_, least_chance_, army_worth_;
  bool duel_;
  int spare_;  // armies that stay behind in an attack
  Forecasts forecasts_;
  std::vector<std::vector<std::uint16_t>> groups_of_;  // groups of every territory
  std::vector<double> root_walls_;                     // square root of the walls of every group

  const classic::State* view_ = nullptr;
  const classic::Seat* owners_ = nullptr;
  const std::int32_t* armies_ = nullptr;
  int seat_ = 0;
  std::vector<Territory> own_, border_, targets_, queue_;
  std::vector<double> worth_;  // of capturing every territory
  std::vector<int> distance_;  // steps through own land to the nearest border
};

}  // namespace hegemon::search::classic_heuristic
