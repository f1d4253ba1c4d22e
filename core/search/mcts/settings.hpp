// Settings of the tree search of sequential games: independent of each other; published searches are presets of them.
#pragma once

#include "base/fields.hpp"

namespace hegemon::search {

// How a decision node chooses among its children: Kocsis and Szepesvari 2006; Rosin 2011 and Silver et al. 2017;
// Danihelka et al. 2022.
enum class Selection { uct, puct, gumbel };
constexpr auto words(Selection) { return std::to_array<const char*>({"uct", "puct", "gumbel"}); }

enum class ChanceMode { sampled, exact };
constexpr auto words(ChanceMode) { return std::to_array<const char*>({"sampled", "exact"}); }

enum class Playout { none, random, guided };
constexpr auto words(Playout) { return std::to_array<const char*>({"none", "random", "guided"}); }

enum class Parallel { tree, root, leaf };
constexpr auto words(Parallel) { return std::to_array<const char*>({"tree", "root", "leaf"}); }

struct Settings {
  Selection selection = Selection::uct;
  double exploration = 1.4142135623730951;
  ChanceMode chance = ChanceMode::sampled;
  Playout playout = Playout::random;
  int cutoff = 0;
  int threads = 1;
  Parallel parallel = Parallel::tree;
  double virtual_loss = 1.0;
  double policy_trust = 1.0;
  double first_play = 0.0;
  double noise = 0.0;
  double noise_alpha = 0.3;
  double forced_playouts = 0.0;
  int gumbel_actions = 16;
  double doubt = 0.0;
  int batch = 16;
  bool reuse = false;
  double sure = 0.0;

  template <class Self, class Field>
  static void fields(Self& s, Field&& field) {
    field("selection", s.selection,
          "uct: mean + c sqrt(ln N / n), children one at a time in random order. puct: mean + c P sqrt(N) / (1 + n), "
          "all children at once, with priors. gumbel: sequential halving at the root, planned for a number of visits.");
    field("exploration", s.exploration, Range{0, 1000}, "The c above.");
    field("chance", s.chance, "Dice: drawn each time, or taken in proportion to their exact probabilities.");
    field("playout", s.playout,
          "How a leaf is played on: not at all, with uniform random decisions, or avoiding attacks against the odds.");
    field("cutoff", s.cutoff, Range{0, 100'000},
          "Decisions of a playout before the position is evaluated; 0 plays to the end.");
    field("threads", s.threads, Range{1, 256}, "Threads that search at once.");
    field("parallel", s.parallel,
          "With more than one thread: one tree for all, a tree for each, or a playout for each at every leaf.");
    field("virtual_loss", s.virtual_loss, Range{0, 100},
          "Losses that a child is charged with while another thread is below it.");
    field("policy_trust", s.policy_trust, Range{0, 1},
          "t in P = t p + (1 - t) / k, where p is the evaluator's prior and k the number of actions.");
    field("first_play", s.first_play, Range{-1, 1},
          "puct: how much below what the evaluator thinks of its parent (0 without one) an unvisited child is assumed "
          "to be.");
    field("noise", s.noise, Range{0, 1}, "Share of Dirichlet noise in the root's priors.");
    field("noise_alpha", s.noise_alpha, Range{0.001, 1000},
          "Concentration of that noise: small values favour few actions at a time.");
    field("forced_playouts", s.forced_playouts, Range{0, 100},
          "puct: k in the sqrt(k P N) visits that a visited child of the root gets at least; pruned from the target.");
    field("gumbel_actions", s.gumbel_actions, Range{1, 100'000}, "Actions that sequential halving begins with.");
    field("doubt", s.doubt, Range{0, 1000},
          "gumbel: an action is valued as if so many more visits had found what the position is worth, as few visits "
          "meet good or bad dice; 0 as published.");
    field("batch", s.batch, Range{1, 100'000},
          "Leaves of one thread and tree that go to an evaluator of your own together.");
    field("reuse", s.reuse, "Keep the part of the tree below the next position.");
    field("sure", s.sure, Range{0, 1},
          "The search ends early when, after some hundred visits, one decision has had this share of them, or, after "
          "some thousand, a few that are worth the same; 0 never ends early.");
  }
};

// Playouts that find no end stop here and count as a draw.
inline constexpr int kPlayoutLimit = 10'000;

}  // namespace hegemon::search
