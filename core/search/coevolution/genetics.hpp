// Gene vectors of plans and what is done to them: crossover, mutation, correction (Soares 2025; Bauer 2024, GG-Net).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "simultaneous/game.hpp"

namespace hegemon::search {

using Genes = std::vector<std::int32_t>;

// The genes of one seat in one position: where each gene's armies come from, and how many may be deployed.
class Genetics {
 public:
  // With `march_on` plans may move on out of land that they take, where the rules allow it. With `timing` every
  // territory has one gene more, at the end: moves out of it come the later, the higher it is.
  Genetics(const simultaneous::Game& game, const simultaneous::State& state, int seat, bool march_on,
           bool timing = false);

  int length() const { return orders() + (timing_ ? map_.size() : 0); }

  // The genes of a plan, as simultaneous::encode gives them, but without walking over all links for every order.
  void encode(const simultaneous::Plan& plan, std::span<std::int32_t> genes) const;

  // Makes any vector a legal plan: no negative genes, none from land of others, deployments that add up to the income.
  // Armies too many are taken from random deployments, armies missing are put on random own territories.
  void correct(std::span<std::int32_t> genes, Random& random) const;
  // The plan of a vector: as simultaneous::decode, except that moves out of land that must first be taken come last,
  // the nearest first, so that armies can march on.
  simultaneous::Plan decode(std::span<const std::int32_t> genes) const;
  // Each gene that may be positive, with the given chance, becomes nothing, all that can be on its source, or a
  // random number in between.
  void mutate_sending(std::span<std::int32_t> genes, double chance, int most, Random& random) const;
  // Sets random genes to zero until no territory sends more than it has after deployment (GG-Net).
  void cut_attacks(std::span<std::int32_t> genes, Random& random) const;

 private:
  static constexpr int kTimes = 16;

  int orders() const { return static_cast<int>(source_.size()); }  // genes that are orders; the others are times
  void order_land_ahead();
  void sort_by_time(std::span<const std::int32_t> genes, simultaneous::Plan& plan) const;
  void stop_where_nothing_arrives(std::span<std::int32_t> genes) const;
  void trim(std::span<std::int32_t> genes, std::int64_t excess, Random& random) const;
  void fill(std::span<std::int32_t> genes, std::int64_t missing, Random& random) const;

  const Map& map_;
  bool timing_;
  std::int64_t income_;
  std::vector<std::int32_t> armies_;        // on every territory
  std::vector<Territory> own_;              // the seat's land
  std::vector<Territory> ahead_;            // land of others that armies may march on from, nearest first
  std::vector<int> distance_;               // of every territory from the seat's land
  std::vector<Territory> source_;           // of every gene
  std::vector<bool> allowed_;               // whether the gene may be positive
  std::vector<int> link_gene_;              // of every directed link of the map
  std::vector<std::vector<int>> outgoing_;  // move genes of every territory
};

// Two complementary children of two parents: the first takes the genes before the cut from the first parent.
void one_point(std::span<const std::int32_t> first, std::span<const std::int32_t> second, int cut,
               std::span<std::int32_t> child, std::span<std::int32_t> complement);

// Each of the first `most` genes, with the given chance, becomes a random number from 0 to 9.
void mutate_replacing(std::span<std::int32_t> genes, double chance, int most, Random& random);
// Each of the first `most` genes, with the given chance, has a number between -4 and 4 added; fractions are cut off.
void mutate_adding(std::span<std::int32_t> genes, double chance, int most, Random& random);

}  // namespace hegemon::search
