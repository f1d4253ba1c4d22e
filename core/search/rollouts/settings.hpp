// Settings of the rollout search.
#pragma once

#include "base/fields.hpp"

namespace hegemon::search::rollouts {

struct Settings {
  int candidates = 40;
  int turns = 0;
  int pick_turns = 0;
  int worlds = 16;
  int replies = 16;
  double offspring = 0.35;
  double countered = 0.15;
  double noise = 0.15;
  double proposed = 0.9;
  double decided = 0.99;

  template <class Self, class Field>
  static void fields(Self& s, Field&& field) {
    field("candidates", s.candidates, Range{1, 4096}, "Plans that the search begins with.");
    field("turns", s.turns, Range{0, 100},
          "Turns of a rollout, the first one included; 0: 1 with a value network, 5 without.");
    field("pick_turns", s.pick_turns, Range{0, 100},
          "Turns of a rollout that begins with picks; 0: 1 with a value network, 10 without.");
    field("worlds", s.worlds, Range{1, 4096}, "Under fog: positions that the seat believes possible.");
    field("replies", s.replies, Range{1, 4096},
          "Ways in which the other seat may reply; those that hurt most are met most often.");
    field("offspring", s.offspring, Range{0, 0.9},
          "Share of the rollouts that go to new plans, crossed and changed from the best ones.");
    field("countered", s.countered, Range{0, 0.9},
          "Share of the rollouts that look for replies of the other seat to the best plans.");
    field("noise", s.noise, Range{0, 10}, "How much plans in rollouts vary.");
    field("proposed", s.proposed, Range{0, 1},
          "Share of the first candidates, of the new plans and of the replies that a policy network proposes; the "
          "planner makes the others.");
    field("decided", s.decided, Range{0, 1},
          "Where the best plan is worth more than this (1 is a sure win), a tenth of the budget is enough.");
  }
};

}  // namespace hegemon::search::rollouts
