#include "search/alphabeta/games.hpp"

#include <array>

#include "base/parallel.hpp"

namespace hegemon::search {
namespace {

using classic::Phase;
using classic::State;

// 2 if seat 0 has won, 1 for a tie, 0 if seat 1 has.
int points_of_first(const State& state) {
  const classic::Header& head = state.head();
  int lead = 0;
  if (head.phase == Phase::over) {
    lead = head.winner == 0 ? 1 : head.winner == 1 ? -1 : 0;
  } else {
    for (int t = 0; t < state.size(); ++t) lead += state.owners()[t] == 0 ? 1 : -1;
  }
  return lead > 0 ? 2 : lead == 0 ? 1 : 0;
}

int play_game(const classic::Game& game, std::array<AlphaBetaPlayer, 2>& players, const Random& root, int turns,
              Stop stop) {
  Random deal = root.stream(0), dice = root.stream(1);
  State state = start(game, deal);
  const classic::Header& head = state.head();
  Watch watch([stop] { return stop && stop->load(std::memory_order_relaxed); });  // each thread has its own
  while (head.phase != Phase::over && head.turns < turns) {
    AlphaBetaPlayer& player = players[static_cast<std::size_t>(head.mover)];
    const AlphaBetaResult found = player.decide(state, 0, false, &watch);
    leave_if(stop);  // before the move: that of a search that was ended early is not played
    step(game, state, found.moves.front().action, dice);
  }
  return points_of_first(state);
}

}  // namespace

std::vector<PairingPoints> play_pairings(const classic::Game& game, const AlphaBetaSettings& settings,
                                         const std::vector<Weights>& weights, const std::vector<Pairing>& pairings,
                                         std::uint64_t seed, int turns, int threads, Stop stop) {
  std::vector<PairingPoints> points(pairings.size());
  const auto player = [&](std::uint32_t gene) {
    AlphaBetaSettings own = settings;
    own.weights = weights[gene];
    return AlphaBetaPlayer(game, own);
  };
  struct Nothing {};
  parallel<Nothing>(
      2 * pairings.size(), threads,
      [&](std::uint64_t i, Nothing&) {
        const Pairing& pairing = pairings[i / 2];
        const bool swapped = i % 2 == 1;
        std::array<AlphaBetaPlayer, 2> players = {player(swapped ? pairing.second : pairing.first),
                                                  player(swapped ? pairing.first : pairing.second)};
        const int result = play_game(game, players, Random(seed).stream(pairing.number), turns, stop);
        if (swapped) {
          points[i / 2].second = 2 - result;
        } else {
          points[i / 2].first = result;
        }
      },
      1);
  return points;
}

}  // namespace hegemon::search
