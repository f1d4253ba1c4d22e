// Two populations of plans that grow against each other: a search for the simultaneous game.
//
// R. Soares, Coevolutionary Genetic Algorithm and Graph Neural Networks for a Risk-like Board Game, thesis 2025;
// its ancestor is GG-Net (A. Bauer 2024), which is reached by other settings. A plan is a vector of genes. One
// population holds plans of the seat that searches, the other plans of its opponent; every plan is tried against every
// plan of the other population, and its fitness is the mean value of what comes out.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "search/coevolution/genetics.hpp"
#include "search/coevolution/settings.hpp"
#include "search/net_evaluator.hpp"
#include "simultaneous/game.hpp"

namespace hegemon::search {

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
  int generations = 0;                      // 0: as many as fit into the time
  double seconds = 0.0;                     // 0: no limit of time
  Evaluator evaluate;                       // empty: what the settings say
  Scorer score;                             // empty: what the settings say
  const NetEvaluator* evaluator = nullptr;  // the network of evaluation=network and init=policy
  Watch* watch = nullptr;                   // none: nothing ends it early
};

// Throws std::invalid_argument where settings are out of range, the position is not one to plan in, or neither
// generations nor time are limited.
Coevolution coevolve(const CoevolutionTask& task, const CoevolutionSettings& settings, Random& random);

}  // namespace hegemon::search
