// Settings of the tree search of the classic game.
#pragma once

#include "classic/evaluate.hpp"
#include "search/mcts/settings.hpp"

namespace hegemon::search {

struct ClassicSettings {
  Settings tree;
  classic::Evaluation evaluation = classic::Evaluation::resources;
  double votes = 0.0;

  template <class Self, class Field>
  static void fields(Self& s, Field&& field) {
    Settings::fields(s.tree, field);
    field("evaluation", s.evaluation, "What a position is worth at the cutoff.");
    field("votes", s.votes, Range{0, 1},
          "With a network: the share of the priors that goes to what the planner of the agent best would do, in four "
          "styles.");
  }
};

}  // namespace hegemon::search
