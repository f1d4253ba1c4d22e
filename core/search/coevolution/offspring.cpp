#include "search/coevolution/offspring.hpp"

#include <algorithm>

namespace hegemon::search {
namespace {

// Soares: pairs of parents from the whole population, whatever their fitness, each with two complementary children.
std::vector<Genes> cross_any_two(std::span<const Individual> parents, std::size_t count, int length, Random& random) {
  const auto size = static_cast<std::uint32_t>(parents.size());
  std::vector<Genes> children;
  while (children.size() < count) {
    const std::uint32_t first = random.below(size);
    const std::uint32_t second = size > 1 ? (first + 1 + random.below(size - 1)) % size : first;
    const int cut = length > 2 ? random.between(1, length - 2) : 0;
    Genes child(static_cast<std::size_t>(length)), complement(static_cast<std::size_t>(length));
    one_point(parents[first].genes, parents[second].genes, cut, child, complement);
    children.push_back(std::move(child));
    if (children.size() < count) children.push_back(std::move(complement));
  }
  return children;
}

// GG-Net: parents k and k + 1, the last with the first, have one child.
std::vector<Genes> cross_neighbours(std::span<const Individual> parents, std::size_t count, int length,
                                    Random& random) {
  std::vector<Genes> children;
  for (std::size_t k = 0; k < count; ++k) {
    const Genes& first = parents[k % parents.size()].genes;
    const Genes& second = parents[(k + 1) % parents.size()].genes;
    Genes child(static_cast<std::size_t>(length));
    one_point(first, second, random.between(0, length - 1), child, {});
    children.push_back(std::move(child));
  }
  return children;
}

void mutate(Genes& genes, int most, const CoevolutionSettings& settings, const Genetics& genetics, Random& random) {
  switch (settings.mutation) {
    case Mutation::replace: return mutate_replacing(genes, settings.gene_rate, most, random);
    case Mutation::add: return mutate_adding(genes, settings.gene_rate, most, random);
    case Mutation::send: return genetics.mutate_sending(genes, settings.gene_rate, most, random);
  }
}

void correct(Genes& genes, const CoevolutionSettings& settings, const Genetics& genetics, Random& random) {
  genetics.correct(genes, random);
  if (settings.cut_attacks) genetics.cut_attacks(genes, random);
}

}  // namespace

std::vector<Genes> offspring(std::span<const Individual> parents, std::size_t count,
                             const CoevolutionSettings& settings, const Genetics& genetics, Random& random) {
  const int length = genetics.length();
  std::vector<Genes> children = settings.crossover == Crossover::any_two
                                    ? cross_any_two(parents, count, length, random)
                                    : cross_neighbours(parents, count, length, random);
  const int most = settings.short_mutation ? static_cast<int>(count) : length;
  for (Genes& child : children) {
    const bool mutates = random.uniform() < settings.mutation_rate;
    if (mutates && settings.idle_mutation) {
      Genes lost = child;  // the published program changes a copy
      mutate(lost, most, settings, genetics, random);
      correct(lost, settings, genetics, random);
    } else if (mutates) {
      mutate(child, most, settings, genetics, random);
    }
    const bool corrected = mutates && !settings.idle_mutation;
    if (corrected || !settings.uncorrected_crossover) correct(child, settings, genetics, random);
  }
  return children;
}

}  // namespace hegemon::search
