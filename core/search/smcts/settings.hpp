// Tree search for simultaneous orders: what can be set. Every paper is a set of values, see
// src/hegemon/agents/smcts.py.
#pragma once

#include <cstdint>

namespace hegemon::search::smcts {

// How the plans of a turn are chosen while the tree grows.
enum class Selection : std::uint8_t {
  serialised,  // own plan first, then a reply that knows it (Bauer 2024, Soares 2025)
  duct,        // decoupled UCT: each seat by its own statistics (Finnsson and Bjoernsson 2008)
  regret,      // regret matching at every node; the average strategy is the answer (Lisy et al. 2013, Tak et al. 2014)
};
enum class Formula : std::uint8_t {
  ucb,   // W/N + c P sqrt(ln N_parent / N), as published
  puct,  // W/N + c (P/k) sqrt(N_parent) / (1 + N)
};
enum class Expand : std::uint8_t {
  all,  // an iteration evaluates every candidate of the leaf it reaches, as published
  one,  // an iteration evaluates one new leaf
};
// What a position is worth where no game result is reached.
enum class Evaluation : std::uint8_t { none, material, network };

struct Settings {
  Selection selection = Selection::regret;
  Formula formula = Formula::ucb;
  Expand expand = Expand::one;
  Evaluation evaluation = Evaluation::material;
  int candidates = 20;          // plans drawn for each seat at each node, at most
  int focused_percent = 0;      // of the candidates, how many come from the focused generator instead of the random one
  int crossover_percent = 0;    // joint selections: how many further candidates are crossed from two good ones
  bool duplicates = false;      // keep equal plans among the candidates, as published
  bool cache_opponent = false;  // serialised: the same replies below every own plan (Bauer 2024)
  double widening = 0.0;        // candidates of a node of N visits: widening * N ^ widening_power; 0 is all at once
  double widening_power = 0.5;
  int depth = 20;               // levels from the root, two a turn, at which a game is cut off
  int rollout = 1000;           // levels played at random from a leaf, at most; 0 evaluates the leaf itself
  double exploration = 0.35;    // the c of the formulas
  double gamma = 0.1;           // regret: share of uniform exploration
  bool plus = true;             // regret: no debts, and later strategies weigh more in the average (Tammelin 2014)
  int outcomes = 1;             // joint selections: chance outcomes kept for a pair of plans; 1 freezes the first
  bool idle_terminals = false;  // published fault: reaching a finished game again counts for nothing
  bool blind_pending = false;   // published fault: a plan that still waits for its reply is valued as if not made
  bool root_priors = true;      // off is a published fault: the policy says nothing about the seat's own plans
  double trust = 0.75;          // policy trust tau: P = tau p k + (1 - tau); 0 asks for no policy
  int policy_samples = 0;       // network, joint selections: plans that the policy orders when a node is reached again
  int batch = 16;               // network, joint selections: leaves evaluated at once
  bool cache = true;            // a network of the core judges equal positions once
  double temperature = 0.0;     // of the final choice: 0 takes the largest weight, else weight ^ (1 / temperature)
  int threads = 1;              // independent trees, added up at the root
  int megabytes = 1024;         // of all trees; a search that has used them up ends
};

}  // namespace hegemon::search::smcts
