// Settings of the tree search for simultaneous orders: independent of each other. Every paper is a set of values, see
// src/hegemon/agents/smcts.py.
#pragma once

#include <cstdint>

#include "base/fields.hpp"

namespace hegemon::search::smcts {

// How the plans of a turn are chosen while the tree grows: Bauer 2024 and Soares 2025; decoupled UCT (Finnsson and
// Bjoernsson 2008); regret matching, whose average strategy is the answer (Lisy et al. 2013, Tak et al. 2014).
enum class Selection : std::uint8_t { serialised, duct, regret };
constexpr auto words(Selection) { return std::to_array<const char*>({"serialised", "duct", "regret"}); }

enum class Formula : std::uint8_t { ucb, puct };
constexpr auto words(Formula) { return std::to_array<const char*>({"ucb", "puct"}); }

enum class Expand : std::uint8_t { all, one };
constexpr auto words(Expand) { return std::to_array<const char*>({"all", "one"}); }

enum class Evaluation : std::uint8_t { none, material, network };
constexpr auto words(Evaluation) { return std::to_array<const char*>({"none", "material", "network"}); }

struct Settings {
  Selection selection = Selection::regret;
  Formula formula = Formula::ucb;
  Expand expand = Expand::one;
  Evaluation evaluation = Evaluation::material;
  int candidates = 20;
  int focused = 0;
  int planned = 0;
  int crossover = 0;
  bool duplicates = false;
  bool cache_opponent = false;
  double widening = 0.0;
  double widening_power = 0.5;
  int depth = 20;
  int rollout = 1000;
  double exploration = 0.35;
  double gamma = 0.1;
  bool plus = true;
  int outcomes = 1;
  bool idle_terminals = false;
  bool blind_pending = false;
  bool root_priors = true;
  double policy_trust = 0.75;
  int policy_samples = 0;
  int batch = 16;
  bool cache = true;
  double temperature = 0.0;
  int threads = 1;
  int megabytes = 1024;

  template <class Self, class Field>
  static void fields(Self& s, Field&& field) {
    field("selection", s.selection,
          "serialised: own plan, then a reply that knows it; duct, regret: both seats at once, each by its own "
          "figures.");
    field("formula", s.formula,
          "The bound of serialised and duct: W/N + c P sqrt(ln N_parent / N), or with c (P/k) sqrt(N_parent) / (1 + "
          "N).");
    field("expand", s.expand,
          "What an iteration evaluates: every candidate of the leaf it reaches (as published), or one new leaf.");
    field("evaluation", s.evaluation,
          "What an unfinished position is worth: 0, a count of armies, income and land, or what a network says.");
    field("candidates", s.candidates, Range{1, 4096}, "Plans drawn for each seat at each node, at most.");
    field("focused", s.focused, Range{0, 100},
          "Percentage of candidates from the focused generator instead of the published random one.");
    field("planned", s.planned, Range{0, 100},
          "Percentage of candidates from the planner of the agent best, in random styles; the others as above.");
    field("crossover", s.crossover, Range{0, 100},
          "Duct and regret: percentage of further candidates that are crossed from two good ones.");
    field("duplicates", s.duplicates, "Keep equal plans among the candidates, as published.");
    field("cache_opponent", s.cache_opponent, "Serialised: the same replies below every own plan.");
    field("widening", s.widening, Range{0, 1e6},
          "A node of N visits has widening * N ** widening_power candidates; 0 draws all at once.");
    field("widening_power", s.widening_power, Range{0, 1},
          "How fast candidates are added as visits grow: see widening.");
    field("depth", s.depth, Range{1, 10'000}, "Levels from the root, two a turn, at which a game is cut off.");
    field("rollout", s.rollout, Range{0, 10'000},
          "Levels played at random from a leaf, at most; 0 evaluates the leaf itself.");
    field("exploration", s.exploration, Range{0, 1e6},
          "How much a candidate of few visits is preferred to one of many, in units of the value (-1 to 1).");
    field("gamma", s.gamma, Range{0, 1}, "Regret: share of uniform exploration.");
    field("plus", s.plus,
          "Regret matching plus: no debts, and later strategies weigh more in the average (Tammelin 2014).");
    field("outcomes", s.outcomes, Range{1, 1000},
          "Duct and regret: outcomes of luck kept for a pair of plans; 1 freezes the first, as published.");
    field("idle_terminals", s.idle_terminals, "Published fault: reaching a finished game again counts for nothing.");
    field("blind_pending", s.blind_pending,
          "Published fault: a plan that still waits for its reply is valued as if it had not been made.");
    field("root_priors", s.root_priors,
          "Off is a published fault: the policy says nothing about the seat's own plans.");
    field(
        "policy_trust", s.policy_trust, Range{0, 1},
        "Policy trust tau: P = tau * p * k + (1 - tau); 0 asks for no policy. With widening it needs policy_samples.");
    field("policy_samples", s.policy_samples, Range{0, 4096},
          "Duct and regret: plans drawn for each seat when a node is reached again, the policy's favourites first to "
          "be tried; 0 asks about the candidates of every new leaf, as published.");
    field("batch", s.batch, Range{1, 65'536}, "Duct and regret with a network: leaves evaluated at once.");
    field("cache", s.cache, "A network of the core evaluates equal positions once; the search finds the same without.");
    field("temperature", s.temperature, Range{0, 1e6},
          "Of the final choice: 0 takes the most visited (or the heaviest of the average strategy), 1 samples.");
    field("threads", s.threads, Range{1, 256}, "Independent trees, added up at the root.");
    // 32-bit indices reach no further.
    field("megabytes", s.megabytes, Range{1, 30'000}, "Memory for all trees; a search that has used it up ends.");
  }
};

}  // namespace hegemon::search::smcts
