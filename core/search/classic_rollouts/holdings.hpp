// What every seat of a classic game holds, what it could lose and what it could do next.
#pragma once

#include <array>

#include "search/classic_planner/planner.hpp"

namespace hegemon::search::classic_rollouts {

namespace classic = hegemon::classic;

struct Holding {
  double armies = 0, land = 0, income = 0, cards = 0, strength = 0;
  double border = 0, front = 0, biggest = 0;  // territories and armies that touch others, the largest stack
  double risk = 0, reach = 0, surplus = 0;    // territories that could fall, that could be taken; armies to spare
  double bonus = 0, shaky = 0, almost = 0;    // of groups: held, held and in danger, to be completed
  double fresh = 0, second = 0;               // armies to place next; the second largest stack at a border
  double drive = 0, walk = 0;       // conquests to be expected of the best stack, with fresh armies and without
  double breaks = 0, broken = 0;    // of groups: what could be broken next, and what others could break
  double completes = 0, kills = 0;  // groups that could be completed next; odds of an elimination
};

struct Holdings {
  std::array<Holding, classic::kMaxSeats> of{};
  Holding all;       // armies, land, income and strength of all seats
  double alive = 0;  // seats that own land
  double set = 0;    // armies for the next set of cards
};

Holdings count_holdings(const classic_planner::Knowledge& knowledge, const classic::State& state);

}  // namespace hegemon::search::classic_rollouts
