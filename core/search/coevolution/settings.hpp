// Settings of the co-evolution of plans. The defaults are the text of Soares 2025; GG-Net (Bauer 2024) is a set of
// values, see src/hegemon/agents/ga.py.
#pragma once

#include "base/fields.hpp"

namespace hegemon::search {

enum class Evaluation { material, network };
constexpr auto words(Evaluation) { return std::to_array<const char*>({"material", "network"}); }

enum class Init { random, policy, focused };
constexpr auto words(Init) { return std::to_array<const char*>({"random", "policy", "focused"}); }

enum class Survival { elites, best_half };
constexpr auto words(Survival) { return std::to_array<const char*>({"elites", "best-half"}); }

enum class Crossover { any_two, neighbours };
constexpr auto words(Crossover) { return std::to_array<const char*>({"any-two", "neighbours"}); }

enum class Mutation { replace, add, send };
constexpr auto words(Mutation) { return std::to_array<const char*>({"replace", "add", "send"}); }

struct CoevolutionSettings {
  int population = 30;
  Evaluation evaluation = Evaluation::material;
  Init init = Init::random;
  int init_samples = 90;
  bool cache = true;
  int elites = 5;
  Survival survival = Survival::elites;
  Crossover crossover = Crossover::any_two;
  Mutation mutation = Mutation::replace;
  double mutation_rate = 0.2;
  double gene_rate = 0.05;
  bool cut_attacks = false;
  bool march_on = false;
  bool timing = false;
  bool mirrored = false;
  double discount = 1.0;
  bool idle_mutation = false;
  bool uncorrected_crossover = false;
  bool skipped_pairs = false;
  bool late_evaluation = false;
  bool short_mutation = false;

  template <class Self, class Field>
  static void fields(Self& s, Field&& field) {
    field("population", s.population, Range{1, 1000}, "Plans in each of the two populations.");
    field("evaluation", s.evaluation,
          "What a pair is worth: by the core's hand-made evaluation, or what a network says of the position it leads "
          "to.");
    field("init", s.init,
          "The first plans: any, those of many to which a network gives the highest logits, or half of them from the "
          "focused generator of smcts.");
    field("init_samples", s.init_samples, Range{0, 10'000},
          "init=policy: random plans of each seat, of which the best are kept; never fewer than are kept.");
    field("cache", s.cache, "The network evaluates equal positions once; the search finds the same without.");
    field("elites", s.elites, Range{0, 1000}, "Plans that survive unchanged, with survival=elites.");
    field(
        "survival", s.survival,
        "elites: the elites and the best offspring survive. best-half: the better half survives and breeds the rest.");
    field("crossover", s.crossover,
          "any-two: two complementary children of any two plans. neighbours: one child of each plan and the next.");
    field("mutation", s.mutation,
          "replace: a gene becomes a number from 0 to 9. add: a number between -4 and 4 is added to it. send: it "
          "becomes nothing, all that can be on its source, or a number in between.");
    field("mutation_rate", s.mutation_rate, Range{0, 1}, "Share of the offspring that mutate.");
    field("gene_rate", s.gene_rate, Range{0, 1}, "Share of the genes that change in a plan that mutates.");
    field("cut_attacks", s.cut_attacks, "Whether correction also removes attacks with armies that are not there.");
    field("march_on", s.march_on, "Whether plans may move on out of land that they take, where the rules allow it.");
    field("timing", s.timing, "Whether plans also have genes for the order in which the territories move.");
    field("mirrored", s.mirrored, "Whether positions are evaluated from both seats and averaged.");
    field("discount", s.discount, Range{0, 1}, "Factor of the value of a position in which the game is not over.");
    field("idle_mutation", s.idle_mutation, "Fault of the published program: mutated genes are thrown away.");
    field("uncorrected_crossover", s.uncorrected_crossover,
          "Fault of the published program: children may deploy more or fewer armies than the income.");
    field("skipped_pairs", s.skipped_pairs,
          "Fault of the published program: pairs count 0 because the list of decided pairs is out of step.");
    field("late_evaluation", s.late_evaluation,
          "Fault of the published program: the clock is read between steps only, so that evaluation overruns it.");
    field("short_mutation", s.short_mutation,
          "Fault of GG-Net's program: only as many genes as there are offspring can mutate.");
  }
};

}  // namespace hegemon::search
