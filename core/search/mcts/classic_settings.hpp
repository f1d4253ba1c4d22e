// Settings of the tree search of the classic game.
#pragma once

#include "classic/evaluate.hpp"
#include "search/mcts/settings.hpp"

namespace hegemon::search {

struct ClassicSettings {
  Settings tree;
  classic::Evaluation evaluation = classic::Evaluation::resources;

  template <class Self, class Field>
  static void fields(Self& s, Field&& field) {
    Settings::fields(s.tree, field);
    field("evaluation", s.evaluation, "What a position is worth at the cutoff.");
  }
};

}  // namespace hegemon::search
