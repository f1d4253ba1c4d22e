// What a network sees of the board besides the counts of features.hpp: a row of numbers for every territory that
// matters, and one for every bonus. All rows are from the first seat; for the other one, columns change places.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "search/planner/planner.hpp"

namespace hegemon::search::rollouts {

namespace sim = hegemon::simultaneous;

inline constexpr int kLandColumns = 26, kGroupColumns = 22;

// Which column tells the same of the other seat.
inline constexpr std::array<int, kLandColumns> kLandSwapped{1,  0,  2,  4,  3,  5,  7,  6,  9,  8,  11, 10, 13,
                                                            12, 14, 16, 15, 18, 17, 20, 19, 21, 23, 22, 25, 24};
inline constexpr std::array<int, kGroupColumns> kGroupSwapped{0,  2,  1,  3,  5,  4,  6,  8,  7,  10, 9,
                                                              12, 11, 13, 14, 16, 15, 18, 17, 20, 19, 21};

// A count on a logarithmic scale.
inline float scaled(double count) { return static_cast<float>(0.4 * std::log1p(std::max(0.0, count))); }

// Rows one after the other.
struct Board {
  std::vector<float> land, groups;
  std::vector<Territory> places;  // of the rows of land

  int lands() const { return static_cast<int>(land.size()) / kLandColumns; }
  int group_count() const { return static_cast<int>(groups.size()) / kGroupColumns; }
};

// Reads a position. Land that is neutral and next to neutrals only has no row.
class BoardReader {
 public:
  void read(const planner::Knowledge& knowledge, const sim::State& state, Board& board);

 private:
  // Armies of a seat that may attack a territory from next to it.
  struct Near {
    int most = 0, second = 0, count = 0, from = -1;
    double sum = 0;
  };
  using Pair = std::array<Near, sim::kSeats>;

  void count_neighbours();
  void count_groups();
  void add_territory(int territory, Board& board);
  void add_group(std::size_t number, Board& board);
  int two_steps(int territory, int seat) const;

  const planner::Knowledge* k_ = nullptr;
  const sim::State* state_ = nullptr;
  std::array<double, sim::kSeats> income_{};
  double total_ = 1;
  std::vector<Pair> near_;
  std::vector<std::uint8_t> danger_;                 // 2: the other seat can take it, 1: it can with its income
  std::vector<std::array<int, sim::kSeats>> owned_;  // members of every group
};

}  // namespace hegemon::search::rollouts
