#include <algorithm>

#include "base/require.hpp"
#include "classic/game.hpp"

namespace hegemon::classic {
namespace {

constexpr int kMostListed = 2000;  // armies a side: the work grows with their product

std::vector<std::pair<int, double>> positive(const std::vector<double>& probabilities) {
  std::vector<std::pair<int, double>> list;
  for (std::size_t i = 0; i < probabilities.size(); ++i) {
    if (probabilities[i] > 0.0) list.emplace_back(static_cast<int>(i), probabilities[i]);
  }
  return list;
}

}  // namespace

std::vector<std::pair<int, double>> outcomes(const Game& game, const State& state) {
  const Header& head = state.head();
  switch (head.chance) {
    case ChanceKind::none: return {};
    case ChanceKind::roll: {
      const Throw& table = throws(head.dice, defence_dice(state.armies()[head.target]));
      std::vector<double> probabilities;
      probabilities.reserve(table.attacker_loses.size());
      for (std::uint32_t count : table.attacker_loses) probabilities.push_back(static_cast<double>(count) / table.all);
      return positive(probabilities);
    }
    case ChanceKind::blitz: {
      const int defenders = state.armies()[head.target];
      require(head.committed <= kMostListed && defenders <= kMostListed,
              "the outcomes of a battle of more than 2000 armies a side are too many to list; draw one");
      return positive(game.rules.battle == BattleKind::fair_duel ? duel_distribution(head.committed, defenders)
                                                                 : battle_distribution(head.committed, defenders));
    }
    case ChanceKind::draw: {
      std::vector<double> probabilities(static_cast<std::size_t>(game.cards), 0.0);
      const auto deck = static_cast<double>(std::count(state.cards(), state.cards() + head.copies, kInDeck));
      for (int slot = 0; slot < head.copies; ++slot) {
        if (state.cards()[slot] == kInDeck) probabilities[static_cast<std::size_t>(slot % game.cards)] += 1 / deck;
      }
      return positive(probabilities);
    }
  }
  return {};
}

bool is_possible(const Game& game, const State& state, int outcome) {
  const Header& head = state.head();
  if (head.chance == ChanceKind::none || outcome < 0) return false;
  if (head.chance == ChanceKind::draw) {
    for (int slot = outcome; slot < head.copies && outcome < game.cards; slot += game.cards) {
      if (state.cards()[slot] == kInDeck) return true;
    }
    return false;
  }
  const int defenders = state.armies()[head.target];
  if (head.chance == ChanceKind::roll) return outcome <= std::min<int>(head.dice, defence_dice(defenders));
  const bool duel = game.rules.battle == BattleKind::fair_duel;  // where a win leaves two or more
  return outcome < head.committed + defenders && !(duel && outcome == 0 && head.committed > 0);
}

int sample_outcome(const Game& game, const State& state, Random& random) {
  const Header& head = state.head();
  const int defenders = head.chance == ChanceKind::draw ? 0 : state.armies()[head.target];
  switch (head.chance) {
    case ChanceKind::none: return 0;
    case ChanceKind::roll: return sample_throw(head.dice, defence_dice(defenders), random);
    case ChanceKind::blitz: {
      const Battle left = game.rules.battle == BattleKind::fair_duel ? sample_duel(head.committed, defenders, random)
                                                                     : sample_battle(head.committed, defenders, random);
      return battle_outcome(head.committed, left);
    }
    case ChanceKind::draw: {
      const std::uint8_t* cards = state.cards();
      const auto deck = static_cast<std::uint32_t>(std::count(cards, cards + head.copies, kInDeck));
      std::uint32_t place = random.below(deck);
      for (int slot = 0; slot < head.copies; ++slot) {
        if (cards[slot] == kInDeck && place-- == 0) return slot % game.cards;
      }
    }
  }
  return 0;
}

}  // namespace hegemon::classic
