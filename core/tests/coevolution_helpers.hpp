// Positions in the middle of a game and settings of the published searches, for the tests of searches.
#pragma once

#include "helpers.hpp"
#include "search/coevolution/coevolution.hpp"

namespace hegemon::search {

using simultaneous::Game;
using simultaneous::Phase;
using simultaneous::Plan;
using simultaneous::State;

// A position in the play phase, after some random turns; the start if the game would be over.
inline State some_position(const Game& game, Random& random, int turns) {
  simultaneous::Scratch scratch;
  simultaneous::Plans plans;
  simultaneous::Chance chance(random);
  State state = simultaneous::start(game, random), before = state;
  while (state.head().phase == Phase::pick || (state.head().phase == Phase::play && state.head().round < turns)) {
    before = state;
    const unsigned who = deciders(game, state);
    for (int seat = 0; seat < simultaneous::kSeats; ++seat) {
      plans[seat].clear();
      if (who >> seat & 1) random_plan(game, state, seat, random, scratch, plans[seat]);
    }
    resolve(game, state, plans, chance, scratch, nullptr);
  }
  return state.head().phase == Phase::play ? state : before;
}

inline CoevolutionSettings small(int population = 10) {
  CoevolutionSettings settings;
  settings.population = settings.init_samples = population;
  settings.elites = 2;
  return settings;
}

inline CoevolutionSettings ggnet(int population = 10) {
  CoevolutionSettings settings = small(population);
  settings.survival = Survival::best_half;
  settings.crossover = Crossover::neighbours;
  settings.mutation = Mutation::add;
  settings.mutation_rate = 1.0;
  settings.gene_rate = 0.25;
  settings.cut_attacks = settings.mirrored = true;
  settings.discount = 0.995;
  return settings;
}

inline CoevolutionSettings marching(int population = 10) {
  CoevolutionSettings settings = small(population);
  settings.mutation = Mutation::send;
  settings.mutation_rate = 1.0;
  settings.gene_rate = 0.1;
  settings.march_on = true;
  return settings;
}

inline std::int64_t deployed(const Game& game, const Genes& genes) {
  return std::accumulate(genes.begin(), genes.begin() + game.map->size(), std::int64_t{0});
}

// Neither coins nor dice: the same pair of plans always gives the same position.
inline Game certain_game(std::shared_ptr<const Map> map) {
  Game game{std::move(map), simultaneous::warzone()};
  game.rules.fog = simultaneous::Fog::none;
  return game;
}

}  // namespace hegemon::search
