// Settings of the alpha-beta search: how to predict play, how far, and what a position is worth.
#pragma once

#include <array>

#include "base/fields.hpp"

namespace hegemon::search {

enum class Targets { best, all };
constexpr auto words(Targets) { return std::to_array<const char*>({"best", "all"}); }

// What the prediction tree holds of the rules.
struct Foresight {
  int attacks = 3;
  int threshold = 1;
  Targets targets = Targets::best;
  int no_pass_after_round = 30;
};

// Of the features, in the order of `Features`: land, armies, front, safety.
using Weights = std::array<double, 4>;

struct AlphaBetaSettings {
  int depth = 5;
  Foresight foresight;
  // The best gene that the published program prints; it lists safety before front.
  Weights weights = {11, 27, 29, 24};
  int table_bits = 14;

  template <class Self, class Field>
  static void fields(Self& s, Field&& field) {
    field("depth", s.depth, Range{1, 100},
          "Plies to look ahead; a ply is one attack or the end of a turn. With a limit of time, the most.");
    field("attacks", s.foresight.attacks, Range{1, 1000},
          "Most attacks of a turn in the tree, where the rules do not allow fewer.");
    field("threshold", s.foresight.threshold, Range{1, 1000},
          "Least surplus of armies, source over target, of an attack that is looked at.");
    field("targets", s.foresight.targets, "From each territory only the attack with the largest surplus, or all.");
    field("no_pass_after_round", s.foresight.no_pass_after_round, Range{0, 1'000'000},
          "The round from which no turn ends while there is an attack to look at; 0 is never. Keeps games from "
          "stalling.");
    field("land", s.weights[0], Range{0, 1000}, "Weight of the share of territories.");
    field("armies", s.weights[1], Range{0, 1000}, "Weight of the share of armies.");
    field("front", s.weights[2], Range{0, 1000},
          "Weight of the mean of x / (x + y) over own territories and enemies next to them, with x and y armies.");
    field("safety", s.weights[3], Range{0, 1000},
          "Weight of 1 less the mean share of enemies among the neighbours of own territories.");
    field("table_bits", s.table_bits, Range{4, 26},
          "The table of positions has 2 to the power of this entries, of 32 bytes each.");
  }
};

}  // namespace hegemon::search
