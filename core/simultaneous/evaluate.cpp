#include "evaluate.hpp"

#include <array>

namespace hegemon::simultaneous {
namespace {

// The lead of a over b as a share of both.
double lead(double a, double b) { return a + b > 0 ? (a - b) / (a + b) : 0.0; }

}  // namespace

double material(const Game& game, const State& state, int seat) {
  const auto& head = state.head();
  if (head.phase == Phase::over) return head.winner < 0 ? 0.0 : head.winner == seat ? 1.0 : -1.0;
  std::array<double, kSeats> armies{}, land{};
  for (int t = 0; t < state.size(); ++t) {
    const int owner = state.owners()[t];
    if (owner < 0) continue;
    armies[owner] += state.armies()[t];
    land[owner] += 1;
  }
  std::array<double, kSeats> due{};
  for (int s = 0; s < kSeats; ++s) due[s] = income(game, state, s);
  // Armies that will come soon count like armies.
  const double strength = lead(armies[seat] + 2 * due[seat], armies[1 - seat] + 2 * due[1 - seat]);
  return 0.99 * (0.5 * strength + 0.3 * lead(due[seat], due[1 - seat]) + 0.2 * lead(land[seat], land[1 - seat]));
}

}  // namespace hegemon::simultaneous
