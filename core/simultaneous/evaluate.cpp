#include "evaluate.hpp"

#include <algorithm>
#include <cmath>

#ifdef TUNE
double g_weights[2][16];
int g_side = 0;
#endif
namespace hegemon::simultaneous {

static const double kW[16] = {0.322, 1.263, 0.097, 1.391, 2.084, -0.877, 0.308, 0.380, 0.832, -0.236};

void features(const Game& game, const State& state, double* f) {
  const Map& map = *game.map;
  const Seat* owners = state.owners();
  const std::int32_t* armies = state.armies();
  double total[2]{}, land[2]{}, front[2]{}, face[2]{}, risk[2]{}, top[2]{}, inc[2], prog[2]{}, hit[2]{};
  const double rate = game.rules.offense_kill_percent / 100.0;
  for (int t = 0; t < map.size(); ++t) {
    const int s = owners[t];
    if (s < 0) continue;
    total[s] += armies[t];
    land[s] += 1;
    top[s] = std::max<double>(top[s], armies[t]);
    bool border = false;
    int enemy = -1;
    for (Territory n : map.neighbours(t)) {
      border |= owners[n] != s;
      if (owners[n] == 1 - s) enemy = std::max(enemy, armies[n]);
      if (owners[n] == kNeutral && rate * armies[t] + 0.5 >= armies[n]) hit[s] += 1;
    }
    if (border) front[s] += armies[t];
    if (enemy >= 0) {
      face[s] += armies[t];
      if (enemy > 0 && rate * enemy + 0.5 >= armies[t]) risk[s] += 1;
    }
  }
  double sum = 0;
  inc[0] = inc[1] = game.rules.base_income;
  for (const Group& g : map.groups()) {
    int c[2]{};
    for (Territory t : g.members)
      if (owners[t] >= 0) ++c[owners[t]];
    const double n = g.members.size();
    sum += std::abs(g.value);
    for (int s = 0; s < 2; ++s) {
      if (c[s] == (int)g.members.size()) inc[s] += g.value;
      prog[s] += g.value * (c[s] / n) * (c[s] / n);
    }
  }
  for (double& i : inc) i = std::max(i, 0.0);
  const auto lr = [](double a, double b) { return std::log((a + 1) / (b + 1)); };
  const double n = map.size(), all = total[0] + total[1] + 1;
  f[0] = lr(total[0], total[1]);
  f[1] = lr(inc[0], inc[1]);
  f[2] = lr(land[0], land[1]);
  f[3] = lr(total[0] + 3 * inc[0], total[1] + 3 * inc[1]);
  f[4] = (prog[0] - prog[1]) / (sum + game.rules.base_income);
  f[5] = (front[0] - front[1]) / all;
  f[6] = -(risk[0] - risk[1]) / std::sqrt(n);
  f[7] = lr(top[0], top[1]);
  f[8] = (face[0] - face[1]) / all;
  f[9] = (hit[0] - hit[1]) / n;
}

double material(const Game& game, const State& state, int seat) {
  if (state.head().phase == Phase::over) {
    const int winner = state.head().winner;
    return winner < 0 ? 0.0 : winner == seat ? 1.0 : -1.0;
  }
  double f[16];
  features(game, state, f);
  double x = 0;
#ifdef TUNE
  const double* w = g_weights[g_side];
#else
  const double* w = kW;
#endif
  for (int i = 0; i < 10; ++i) x += w[i] * f[i];
  return seat == 0 ? std::tanh(x) : -std::tanh(x);
}

}  // namespace hegemon::simultaneous
