// Legal actions: counted, listed, drawn at random.
#include <algorithm>
#include <array>

#include "classic/enumerate.hpp"

namespace hegemon::classic {
namespace {

template <int W>
std::uint32_t weight(const Entry<W>& entry) {
  return static_cast<std::uint32_t>(entry.targets.size()) * static_cast<std::uint32_t>(entry.options);
}

}  // namespace

void legal_actions(const Game& game, const State& state, std::vector<Action>& actions) {
  actions.clear();
  if (state.head().chance != ChanceKind::none) return;
  with_width(game, [&](auto width) {
    constexpr int W = width();
    enumerate<W>(game, state, [&](const Entry<W>& entry) {
      if (entry.kind == ActionKind::trade) return list_trades(game, state, actions);
      entry.targets.each([&](int target) {
        for (int k = 0; k < entry.options; ++k) actions.push_back(make_action<W>(game, state, entry, target, k));
      });
    });
  });
}

std::size_t count_actions(const Game& game, const State& state) {
  std::size_t total = 0;
  if (state.head().chance != ChanceKind::none) return total;
  with_width(game, [&](auto width) {
    constexpr int W = width();
    enumerate<W>(game, state, [&](const Entry<W>& entry) { total += weight(entry); });
  });
  return total;
}

bool is_legal(const Game& game, const State& state, const Action& action) {
  if (state.head().chance != ChanceKind::none) return false;
  const bool on_target = action.kind == ActionKind::attack || action.kind == ActionKind::fortify;
  const bool on_source = action.kind == ActionKind::pick || action.kind == ActionKind::place;
  const int target = on_target ? action.target : on_source ? action.source : 0;
  if (target >= state.size()) return false;
  bool legal = false;
  with_width(game, [&](auto width) {
    constexpr int W = width();
    enumerate<W>(game, state, [&](const Entry<W>& entry) {
      if (legal || entry.kind != action.kind || !entry.targets.has(target)) return;
      if (on_target && entry.source != action.source) return;
      if (entry.kind == ActionKind::trade) {
        std::vector<Action> trades;
        list_trades(game, state, trades);
        legal = std::find(trades.begin(), trades.end(), action) != trades.end();
        return;
      }
      for (int k = 0; k < entry.options && !legal; ++k) {
        legal = make_action<W>(game, state, entry, target, k) == action;
      }
    });
  });
  return legal;
}

Action nth_action(const Game& game, const State& state, std::size_t index) {
  return with_width(game, [&](auto width) {
    constexpr int W = width();
    auto left = static_cast<std::uint32_t>(index);
    Entry<W> chosen{};
    bool found = false;
    enumerate<W>(game, state, [&](const Entry<W>& entry) {
      if (found) return;
      found = left < weight(entry);
      if (found) {
        chosen = entry;
      } else {
        left -= weight(entry);
      }
    });
    const auto options = static_cast<std::uint32_t>(chosen.options);
    const int target = chosen.targets.nth(static_cast<int>(left / options));
    return make_action<W>(game, state, chosen, target, static_cast<int>(left % options));
  });
}

namespace {

// The commonest decision by far, where an attack is a source and a target and nothing else: the same draw as below,
// without entries.
template <int W>
Action random_blitz(const Game& game, const State& state, Random& random) {
  const Bitboards<W>& board = game.board<W>();
  const Set<W>& land = state.land<W>(state.head().mover);
  const Set<W> foreign = board.all.minus(land);
  Set<W> sources = land & state.strong<W>();
  if (foreign.size() + 2 < sources.size()) sources = sources & neighbours(board, foreign);
  std::array<std::uint32_t, 64 * W> ends;
  std::uint32_t total = 0;
  std::size_t count = 0;
  sources.each([&](int source) {
    total += static_cast<std::uint32_t>((board.adjacent[source] & foreign).size());
    ends[count++] = total;
  });
  const std::uint32_t place = random.below(total + 1);
  if (place == total) return {};
  std::size_t chosen = 0;
  for (std::size_t i = 0; i < count; ++i) chosen += place >= ends[i];
  const int source = sources.nth(static_cast<int>(chosen));
  const std::uint32_t before = chosen > 0 ? ends[chosen - 1] : 0;
  const int target = (board.adjacent[source] & foreign).nth(static_cast<int>(place - before));
  return Assaults(game.rules, state.armies()[source]).action(source, target, 0);
}

}  // namespace

Action random_action(const Game& game, const State& state, Random& random) {
  return with_width(game, [&](auto width) {
    constexpr int W = width();
    if (state.head().phase == Phase::attack && one_way(game.rules)) return random_blitz<W>(game, state, random);
    std::array<Entry<W>, 64 * W + 1> entries;
    std::array<std::uint32_t, 64 * W + 1> ends;  // weights added up
    std::size_t count = 0;
    std::uint32_t total = 0;
    enumerate<W>(game, state, [&](const Entry<W>& entry) {
      entries[count] = entry;
      total += weight(entry);
      ends[count++] = total;
    });
    const std::uint32_t place = random.below(total);
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < count; ++i) chosen += place >= ends[i];  // no branch to mispredict
    const Entry<W>& entry = entries[chosen];
    const int index = static_cast<int>(place - (chosen > 0 ? ends[chosen - 1] : 0));
    if (entry.options == 1) return make_action<W>(game, state, entry, entry.targets.nth(index), 0);
    return make_action<W>(game, state, entry, entry.targets.nth(index / entry.options), index % entry.options);
  });
}

}  // namespace hegemon::classic
