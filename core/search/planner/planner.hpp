// Plans of the kind that strong players make: every territory that could be taken and every one that could be lost is
// worth something (bonuses won and denied, armies traded), and armies go where they gain most.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "search/planner/odds.hpp"
#include "search/planner/weights.hpp"
#include "simultaneous/game.hpp"

namespace hegemon::search::planner {

// What a player weighs. The planner makes one plan for one style; other styles make other plans.
struct Style {
  double noise = 0.0;     // spread of random factors on the worth of every territory
  double attack = 0.0;    // factor on land of the other seat
  double defend = 0.0;    // factor on own land in danger
  double feared = 0.0;    // share of the other seat's income that is expected where it may attack
  double assumed = 0.0;   // share of it that is expected on attacked land
  double greed = 0.0;     // worth per army below which nothing is attacked
  double patience = 0.0;  // what a bonus is worth if it comes a turn later
  double raid = 0.0;      // worth of any territory of the other seat
  Surety surety = Surety::likely;
  bool late = true;    // attacks on the other seat come last, so that it moves first
  bool massed = true;  // armies that have nothing else to do join an attack
};
Style usual_style(const Weights& weights);
Style random_style(const Weights& weights, Random& random);

// A game with what the planner knows of it: made once, shared by threads.
struct Knowledge {
  Knowledge(const sim::Game& game, const Weights& weights);

  sim::Game game;
  Weights weights;
  Odds odds;
  std::vector<std::vector<std::uint16_t>> groups_of;  // groups of every territory
  std::vector<double> open;                           // of every group, the share of members with neighbours outside
  bool marches;                                       // armies may move again in the same turn
  bool chains;                                        // and on from land that was just taken
};

class Planner {
 public:
  explicit Planner(const Knowledge& knowledge);

  // A legal plan for a whole position; before play, picks.
  void plan(const sim::State& state, int seat, const Style& style, Random& random, sim::Plan& plan);

 private:
  struct Task {
    int target = -1;
    int source = -1;
    int armies = 0;  // sent, or kept where it is held
    int deploy = 0;  // of the armies, those to be deployed at the source
    bool hold = false;
    double utility = 0.0;
  };

  void pick(sim::Plan& plan);
  double pick_worth(int territory) const;
  double noise();
  void look();
  void measure();
  void count_fronts();
  void weigh_groups();
  void weigh_group(const Group& group);
  void weigh_enemy_land();
  Task best_task() const;
  void consider_attack(int target, Task& best) const;
  void consider_hold(int territory, Task& best) const;
  bool prepare(int target, int need, Task& task) const;
  int defenders(int target) const;
  int threat(int territory) const;
  void carry_out(const Task& task);
  void deploy(int territory, int armies);
  void move(int source, int target, int armies);
  void spend_rest();
  void spread_pull();
  void send_idle();
  bool join_attack(int source);
  void emit(sim::Plan& plan) const;

  const Knowledge& k_;
  const Map& map_;
  const sim::Rules& rules_;
  const sim::State* state_ = nullptr;
  const sim::Seat* owners_ = nullptr;
  const std::int32_t* armies_ = nullptr;
  int seat_ = 0;
  const Style* style_ = nullptr;
  Random* random_ = nullptr;
  int income_ = 0, other_income_ = 0, left_ = 0, fronts_ = 1;
  std::vector<std::uint8_t> mine_;   // own land, with what the plan takes
  std::vector<std::uint8_t> taken_;  // by the plan
  std::vector<std::uint8_t> held_;   // already decided to hold
  std::vector<int> free_;            // armies that may still be sent
  std::vector<int> deployed_;
  std::vector<int> distance_;  // to own land
  std::vector<double> worth_;  // of taking, or of holding own land
  std::vector<double> pull_;   // how much armies are wanted there
  std::vector<Territory> queue_;
  std::vector<sim::Order> moves_;
  std::vector<std::uint8_t> at_enemy_;  // whether each move attacks the other seat
};

}  // namespace hegemon::search::planner
