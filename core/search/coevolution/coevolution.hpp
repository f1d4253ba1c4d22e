// Two populations of plans that grow against each other: a search for the simultaneous game.
//
// R. Soares, Coevolutionary Genetic Algorithm and Graph Neural Networks for a Risk-like Bitboards Game, thesis 2025;
// its ancestor is GG-Net (A. Bauer 2024), which is reached by other settings. A plan is a vector of genes. One
// population holds plans of the seat that searches, the other plans of its opponent; every plan is tried against every
// plan of the other population, and its fitness is the mean value of what comes out.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "search/coevolution/genetics.hpp"
#include "search/net_evaluator.hpp"
#include "simultaneous/game.hpp"

namespace hegemon::search {

// elites: the best few stay, the best offspring fill the rest. best_half: the better half stays and is bred from.
enum class Survival { elites, best_half };
// any_two: parents from the whole population, two complementary children. neighbours: parents k and k + 1, one child.
enum class Crossover { any_two, neighbours };
// replace: a gene becomes a number from 0 to 9. add: a number between -4 and 4 is added to it. send: it becomes
// nothing, all that can stand on its source, or a number in between.
enum class Mutation { replace, add, send };
// material: the hand-made evaluation. network: a network evaluates what comes out of the pairs.
enum class Evaluation { material, network };
// random: the first plans are any. policy: they are those of many to which a network gives the highest logits.
enum class Init { random, policy };

struct CoevolutionSettings {
  int population = 30;
  Evaluation evaluation = Evaluation::material;
  Init init = Init::random;
  int init_samples = 90;  // random plans drawn at first where there are logits or scores; the best stay
  bool cache = true;      // the network judges equal positions once
  int elites = 5;
  Survival survival = Survival::elites;
  Crossover crossover = Crossover::any_two;
  Mutation mutation = Mutation::replace;
  double mutation_rate = 0.2;  // of a plan
  double gene_rate = 0.05;     // of a gene of a plan that mutates
  bool cut_attacks = false;    // correction also removes attacks with armies that are not there
  bool march_on = false;       // plans may move on out of land they take, where the rules allow it
  bool mirrored = false;       // positions are evaluated from both seats and averaged
  double discount = 1.0;       // of the value of a game that is not over

  // Faults of the published programs.
  bool idle_mutation = false;          // mutated genes are thrown away
  bool uncorrected_crossover = false;  // children may deploy more or less than the income
  bool skipped_pairs = false;          // the k-th undecided pair counts 0 if the k-th of all pairs is decided
  bool late_evaluation = false;        // time is looked at between steps only, and evaluation goes on after it is out
  bool short_mutation = false;         // only as many genes as there are offspring can mutate
};

struct Individual {
  Genes genes;
  simultaneous::Plan plan;
  double fitness = -1.0;
  int age = 0;  // generations survived
};

struct Coevolution {
  std::vector<Individual> own, other;  // fittest first; equal ones in the order they came
  int generations = 0;                 // completed
  std::uint64_t pairs = 0;             // turns resolved
  std::uint64_t evaluations = 0;       // positions evaluated
  EvalCounts eval_counts;              // of the network
  double seconds = 0.0;
};

// Values of positions that are not over, from the seat's side.
using Evaluator = std::function<void(std::span<const simultaneous::State> states, int seat, std::span<double> values)>;
// Scores of the sampled plans of a seat, higher is better; genes are rows of gene_count numbers.
using Scorer = std::function<void(std::span<const std::int32_t> genes, int seat, std::span<double> scores)>;

struct CoevolutionTask {
  const simultaneous::Game& game;
  const simultaneous::State& state;  // whole, in the play phase
  int seat = 0;
  int generations = 0;                  // 0: as many as fit into the time
  double seconds = 0.0;                 // 0: no limit of time
  Evaluator evaluate;                   // empty: what the settings say
  Scorer score;                         // empty: what the settings say
  const NetEvaluator* judge = nullptr;  // the network of evaluation=network and init=policy
};

// Throws std::invalid_argument where the position is not one to plan in, or neither generations nor time are limited.
Coevolution coevolve(const CoevolutionTask& task, const CoevolutionSettings& settings, Random& random);

}  // namespace hegemon::search
