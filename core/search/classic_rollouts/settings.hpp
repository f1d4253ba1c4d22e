// Settings of the rollout search of the classic game.
#pragma once

#include "base/fields.hpp"

namespace hegemon::search::classic_rollouts {

struct Settings {
  int styles = 16;
  int turns = 4;
  int ends = 2;
  int worlds = 8;
  double noise = 0.15;
  int few = 12;
  int ways = 3;
  double caution = 0.7;
  double sure = 3.5;
  double luck = 0.8;
  double thumb = 0.5;
  int opening = 6;

  template <class Self, class Field>
  static void fields(Self& s, Field&& field) {
    field("styles", s.styles, Range{1, 4096}, "Styles of the planner that propose decisions.");
    field(
        "turns", s.turns, Range{1, 1000},
        "Turns of a rollout, each of one seat, the first one included; without a network at least one of every seat.");
    field("ends", s.ends, Range{1, 1000}, "Turns at the end of a rollout after each of which it is evaluated.");
    field("worlds", s.worlds, Range{1, 4096}, "Deals of hidden cards that the seat believes possible.");
    field("noise", s.noise, Range{0, 10}, "How much decisions in rollouts vary.");
    field("few", s.few, Range{0, 4096}, "Legal decisions that are tried besides what the styles propose, at most.");
    field("ways", s.ways, Range{0, 4096},
          "Styles in which the turn goes on after the same decision, besides the usual one.");
    field("caution", s.caution, Range{0, 100},
          "Standard errors by which a decision must be better than the plan so far to be preferred.");
    field("sure", s.sure, Range{0, 100},
          "Standard errors by which a decision must lead for the search to end early; 0 never ends early.");
    field("luck", s.luck, Range{0, 10}, "Share of the luck of the dice that is taken off the values of rollouts.");
    field("thumb", s.thumb, Range{0, 1},
          "Share of the scenarios in which the other seats play by the rules of thumb of heuristic; in the others the "
          "planner plays for them.");
    field("opening", s.opening, Range{1, 1000}, "Turns of every seat in rollouts from before the first turn.");
  }
};

}  // namespace hegemon::search::classic_rollouts
