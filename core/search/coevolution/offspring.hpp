// One generation's children: crossover, mutation and correction as the settings say.
#pragma once

#include "search/coevolution/coevolution.hpp"

namespace hegemon::search {

// Children of the parents, in the order in which they are bred. There must be at least one parent.
std::vector<Genes> offspring(std::span<const Individual> parents, std::size_t count,
                             const CoevolutionSettings& settings, const Genetics& genetics, Random& random);

}  // namespace hegemon::search
