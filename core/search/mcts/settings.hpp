// Settings of the tree search of sequential games: independent of each other; published searches are presets of them.
#pragma once

#include <cstdint>

namespace hegemon::search {

// How a decision node chooses among its children.
//  uct     mean + c sqrt(ln N / n); children are added one at a time, in random order (Kocsis and Szepesvari 2006)
//  puct    mean + c P sqrt(N) / (1 + n); all children at once, with priors (Rosin 2011, Silver et al. 2017)
//  gumbel  sequential halving at the root, completed values below it (Danihelka et al. 2022); needs a number of visits
enum class Selection { uct, puct, gumbel };
// What happens at chance nodes: draw an outcome each time, or take the outcomes in proportion to their exact
// probabilities.
enum class ChanceMode { sampled, exact };
enum class Playout { none, random, guided };
enum class Parallel { tree, root, leaf };

struct Settings {
  Selection selection = Selection::uct;
  double exploration = 1.4142135623730951;
  ChanceMode chance = ChanceMode::sampled;
  Playout playout = Playout::random;
  int cutoff = 0;  // decisions of a playout before the position is evaluated; 0 plays to the end
  int threads = 1;
  Parallel parallel = Parallel::tree;
  double virtual_loss = 1.0;   // how bad a child looks while another thread is below it
  double policy_trust = 1.0;   // t in P = t p + (1 - t) / k
  double first_play = 0.0;     // how much worse than its parent an unvisited child is assumed to be
  double noise = 0.0;          // share of Dirichlet noise in the root's priors
  double noise_alpha = 0.3;    // its concentration
  double forced_playouts = 0;  // k in sqrt(k P N) visits that every visited child of the root gets at least (puct)
  int gumbel_actions = 16;     // actions that sequential halving begins with
  int batch = 1;               // leaves gathered before they are evaluated together, with an evaluator of one's own
  bool reuse = false;          // keep the part of the tree below the next position
};

// Playouts that find no end stop here and count as a draw.
inline constexpr int kPlayoutLimit = 10'000;

}  // namespace hegemon::search
