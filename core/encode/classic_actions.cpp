// Actions of the classic game as numbers.
#include <algorithm>
#include <array>
#include <memory>

#include "encode/classic.hpp"

namespace hegemon::encode {
namespace {

using classic::Action;
using classic::ActionKind;
using classic::Game;
using classic::State;

constexpr int kTabled = 64;  // armies of a side

using Chances = std::array<std::array<double, kTabled + 1>, kTabled + 1>;

double win_by_dice(const Chances& wins, std::size_t attackers, std::size_t defenders) {
  const int attack = classic::attack_dice(static_cast<int>(attackers));
  const int defence = classic::defence_dice(static_cast<int>(defenders));
  const classic::Throw& table = classic::throws(attack, defence);
  const auto pairs = static_cast<std::size_t>(std::min(attack, defence));
  double sum = 0;
  for (std::size_t lost = 0; lost <= pairs; ++lost) {
    const double chance = static_cast<double>(table.attacker_loses[lost]) / table.all;
    sum += chance * wins[attackers - lost][defenders - (pairs - lost)];
  }
  return sum;
}

double win_by_duel(const Chances& wins, std::size_t attackers, std::size_t defenders) {
  return (wins[attackers - 1][defenders] + wins[attackers][defenders - 1]) / 2;
}

// The chances of those who fight on the attacker's side in battles to the end.
struct OddsTable {
  std::array<std::array<float, kTabled + 1>, kTabled + 1> wins{};

  template <class Win>
  explicit OddsTable(const Win& win) {
    const auto exact = std::make_unique<Chances>();
    for (std::size_t a = 1; a <= kTabled; ++a) {
      (*exact)[a][0] = 1.0;
      for (std::size_t d = 1; d <= kTabled; ++d) (*exact)[a][d] = win(*exact, a, d);
      std::copy((*exact)[a].begin(), (*exact)[a].end(), wins[a].begin());
    }
  }
};

// The most armies that an action like this one could move or place; at least one.
int most_armies(const Game& game, const State& state, const Action& action) {
  const auto& head = state.head();
  switch (action.kind) {
    case ActionKind::place: return std::max(1, head.phase == classic::Phase::setup ? action.armies : head.to_place);
    case ActionKind::attack:
      return std::max(1, state.armies()[action.source] - (game.rules.battle == classic::BattleKind::fair_duel ? 0 : 1));
    case ActionKind::occupy: return std::max(1, head.committed);
    case ActionKind::fortify: {
      const int most = state.armies()[action.source] - 1;
      return std::max(1, game.rules.fortify_fresh ? std::min<int>(most, state.movable()[action.source]) : most);
    }
    default: return 1;
  }
}

// Armies on the source and the target if the action is carried out; of an attack, before the battle.
struct After {
  int source = 0, target = 0;
};
After after(const State& state, const Action& action, int armies) {
  const auto& head = state.head();
  switch (action.kind) {
    case ActionKind::pick: return {0, 1};
    case ActionKind::place: return {0, state.armies()[action.source] + armies};
    case ActionKind::attack: return {state.armies()[action.source] - armies, state.armies()[action.target]};
    // While an occupation is pending all that may move in are on the target.
    case ActionKind::occupy: return {state.armies()[head.source] + head.committed - armies, armies};
    case ActionKind::fortify: return {state.armies()[action.source] - armies, state.armies()[action.target] + armies};
    default: return {};
  }
}

void encode_trade(const Game& game, const State& state, const Action& action, float* numbers) {
  const std::array<int, 3> cards = {action.source, action.target, action.third};
  int wild = 0, own = 0;
  for (const int card : cards) {
    if (card >= game.map->size()) {
      ++wild;
    } else {
      own += state.owners()[card] == state.head().mover;
    }
  }
  numbers[0] = log_count(classic::set_value(game, state, cards));
  numbers[1] = static_cast<float>(wild) / 3;
  numbers[2] = static_cast<float>(own) / 3;
  numbers[3] = action.armies >= 0 ? 1.0f : 0.0f;
  const int held = state.head().hand[static_cast<std::size_t>(state.head().mover)];
  numbers[4] = static_cast<float>(held - 3) / 5;
}

}  // namespace

float battle_odds(int attackers, int defenders, bool fair_duel) {
  static const auto dice = std::make_unique<const OddsTable>(win_by_dice);
  static const auto duel = std::make_unique<const OddsTable>(win_by_duel);
  if (defenders <= 0) return 1.0f;
  if (fair_duel) --attackers;  // the last one does not fight
  if (attackers <= 0) return 0.0f;
  const int most = std::max(attackers, defenders);
  if (most > kTabled) {
    const auto scaled = [&](int armies) {
      return std::max(1, static_cast<int>(static_cast<std::int64_t>(armies) * kTabled / most));
    };
    attackers = scaled(attackers);
    defenders = scaled(defenders);
  }
  const OddsTable& table = fair_duel ? *duel : *dice;
  return table.wins[static_cast<std::size_t>(attackers)][static_cast<std::size_t>(defenders)];
}

ActionFeatures action_features(const State& state, const Action& action) {
  const auto& head = state.head();
  const auto kind = static_cast<std::int32_t>(action.kind);
  switch (action.kind) {
    case ActionKind::pick:
    case ActionKind::place: return {kind, -1, action.source};
    case ActionKind::attack:
    case ActionKind::fortify: return {kind, action.source, action.target};
    case ActionKind::occupy: return {kind, head.source, head.target};
    case ActionKind::trade: return {kind, -1, action.armies};
    case ActionKind::pass: break;
  }
  return {kind, -1, -1};
}

void encode_action(const Game& game, const State& state, const Action& action, float* numbers) {
  std::fill_n(numbers, kActionNumbers, 0.0f);
  if (action.kind == ActionKind::pass) return;
  if (action.kind == ActionKind::trade) return encode_trade(game, state, action, numbers);
  const int most = most_armies(game, state, action);
  const bool roll = action.kind == ActionKind::attack && action.dice > 0;
  const int armies = roll ? action.dice : action.armies;
  const After left = after(state, action, armies);
  numbers[0] = static_cast<float>(armies) / static_cast<float>(most);
  numbers[1] = log_count(armies);
  numbers[2] = log_count(left.source);
  numbers[3] = log_count(left.target);
  numbers[4] = armies == most ? 1.0f : 0.0f;
  numbers[5] = armies == 1 ? 1.0f : 0.0f;
  if (action.kind != ActionKind::attack) return;
  numbers[6] = battle_odds(roll ? most : armies, left.target, game.rules.battle == classic::BattleKind::fair_duel);
  numbers[7] = static_cast<float>(action.dice) / 3;
}

}  // namespace hegemon::encode
