// The sets of features of the classic game.
#include "encode/classic.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace hegemon::encode {
namespace {

using classic::Game;
using classic::kMaxSeats;
using classic::Phase;
using classic::State;

// --- graph -----------------------------------------------------------------------------------------------------------

// The numbers of a territory. "Enemy" and "friend" are meant from the side of its owner.
enum Column {
  kOwner,  // one of six, by rotated seat
  kArmyShare = kOwner + kMaxSeats,
  kArmies,
  kMovable,
  kEnemyArmies,      // of all enemy neighbours
  kStrongestEnemy,   // the neighbour with most armies
  kEnemyNeighbours,  // share of the neighbours
  kFriendArmies,
  kStrongestAttacker,  // the most armies that a neighbour of the seat to move has
  kNeighbours,
  kOwnerArmies,  // the owner's share of all armies
  kOwnerIncome,  // and of all income
  kGroupWorth,   // value of its groups by size
  kGroupMine,    // the share of a group that the seat to move has, the rival with most of it, the owner
  kGroupRival,
  kGroupOwner,
  kOccupySource,
  kOccupyTarget,
  kCard,  // whether the seat to move holds its card
  kColumns
};
static_assert(kColumns == 24);

// The numbers of a seat within those of the whole.
enum SeatColumn { kHand, kIncome, kLand, kArmiesOfSeat, kAlive, kSeatColumns };
constexpr int kPhases = 7, kKinds = 4;
constexpr int kWholeColumns = kPhases + kMaxSeats * kSeatColumns + kKinds + 11;
constexpr int kGroupColumns = 2 + kMaxSeats;  // value, size, share of each seat

float share(double part, double all) { return all > 0 ? static_cast<float>(part / all) : 0.0f; }

// What each seat has, by rotated seat, and all together.
struct Totals {
  std::array<int, kMaxSeats> land{}, armies{}, income{};
  int all_armies = 0, all_income = 0;

  Totals(const Game& game, const State& state) {
    for (int t = 0; t < state.size(); ++t) {
      const int owner = state.owners()[t];
      if (owner < 0) continue;
      const auto place = static_cast<std::size_t>(rotated(game, state, owner));
      ++land[place];
      armies[place] += state.armies()[t];
      all_armies += state.armies()[t];
    }
    for (int place = 0; place < game.seats; ++place) {
      const int earned = classic::income(game, state, seat_at(game, state, place));
      income[static_cast<std::size_t>(place)] = earned;
      all_income += earned;
    }
  }
};

// Armies that could leave a territory of the seat to move now.
int movable(const Game& game, const State& state, int t) {
  const auto& head = state.head();
  if (state.owners()[t] != head.mover) return 0;
  const int most = state.armies()[t] - 1;
  const bool counted = game.rules.fortify_fresh && head.phase == Phase::fortify;
  return counted ? std::min<int>(most, state.movable()[t]) : most;
}

void write_neighbourhood(const Game& game, const State& state, int t, float* row) {
  int enemy = 0, strongest = 0, enemies = 0, friendly = 0, attacker = 0;
  const auto neighbours = game.map->neighbours(t);
  for (const Territory next : neighbours) {
    const int owner = state.owners()[next], armies = state.armies()[next];
    if (owner == state.head().mover) attacker = std::max(attacker, armies);
    if (owner == state.owners()[t]) {
      friendly += armies;
    } else if (owner >= 0) {
      ++enemies;
      enemy += armies;
      strongest = std::max(strongest, armies);
    }
  }
  row[kEnemyArmies] = log_count(enemy);
  row[kStrongestEnemy] = log_count(strongest);
  row[kEnemyNeighbours] = share(enemies, static_cast<double>(neighbours.size()));
  row[kFriendArmies] = log_count(friendly);
  row[kStrongestAttacker] = log_count(attacker);
  row[kNeighbours] = static_cast<float>(neighbours.size()) / 8;
}

void write_territory(const Game& game, const State& state, const Totals& totals, int t, float* row) {
  std::fill_n(row, static_cast<int>(kColumns), 0.0f);
  const int armies = state.armies()[t];
  if (state.owners()[t] >= 0) {
    const auto place = static_cast<std::size_t>(rotated(game, state, state.owners()[t]));
    row[static_cast<std::size_t>(kOwner) + place] = 1.0f;
    row[kOwnerArmies] = share(totals.armies[place], totals.all_armies);
    row[kOwnerIncome] = share(totals.income[place], totals.all_income);
  }
  row[kArmyShare] = share(armies, totals.all_armies);
  row[kArmies] = log_count(armies);
  row[kMovable] = log_count(movable(game, state, t));
  write_neighbourhood(game, state, t, row);
}

// A group's own numbers, and what its members learn from it.
void write_group(const Game& game, const State& state, const Group& group, const Target& target, float* own) {
  std::array<float, kMaxSeats> held{};
  const auto size = static_cast<float>(group.members.size());
  for (const Territory t : group.members) {
    if (state.owners()[t] >= 0) {
      held[static_cast<std::size_t>(rotated(game, state, state.owners()[t]))] += 1.0f / size;
    }
  }
  const int value = game.rules.groups_pay ? classic::group_value(game.rules, group.value, state.head().round) : 0;
  const float rival = *std::max_element(held.begin() + 1, held.end());
  for (const Territory t : group.members) {
    float* row = target.territories + static_cast<std::ptrdiff_t>(t) * target.stride;
    const int owner = state.owners()[t];
    row[kGroupWorth] += static_cast<float>(value) / size;
    row[kGroupMine] = std::max(row[kGroupMine], held[0]);
    row[kGroupRival] = std::max(row[kGroupRival], rival);
    if (owner >= 0) {
      row[kGroupOwner] = std::max(row[kGroupOwner], held[static_cast<std::size_t>(rotated(game, state, owner))]);
    }
  }
  if (!own) return;
  own[0] = log_count(value);
  own[1] = size / static_cast<float>(game.map->size());
  std::copy(held.begin(), held.end(), own + 2);
}

// The cards of the seat to move: marks their territories, and counts the kinds.
void write_cards(const Game& game, const State& state, const Target& target, float* kinds) {
  const auto& head = state.head();
  if (head.hand[static_cast<std::size_t>(head.mover)] == 0) return;
  for (int slot = 0; slot < head.copies; ++slot) {
    if (state.cards()[slot] != head.mover) continue;
    const int card = slot % game.cards;
    const bool wild = card >= game.map->size();
    kinds[wild ? 3 : game.map->card_kind(card)] += 1.0f / 3;
    if (!wild) target.territories[static_cast<std::ptrdiff_t>(card) * target.stride + kCard] = 1.0f;
  }
}

float limited(int done, int most) { return most > 0 ? static_cast<float>(done) / static_cast<float>(most) : 0.0f; }

int next_trade(const Game& game, const State& state) {
  if (game.rules.cards == classic::Cards::none) return 0;
  if (game.rules.card_values == classic::CardValues::fixed) return 10;  // the best there is
  return classic::set_value(game, state, std::array<int, 3>{});         // whatever the cards
}

void write_whole(const Game& game, const State& state, const Totals& totals, float* at) {
  const auto& head = state.head();
  std::fill_n(at, kWholeColumns, 0.0f);
  at[std::min(static_cast<int>(head.phase), kPhases - 1)] = 1.0f;
  at += kPhases;
  for (int place = 0; place < game.seats; ++place, at += kSeatColumns) {
    const auto p = static_cast<std::size_t>(place);
    const int seat = seat_at(game, state, place);
    at[kHand] = static_cast<float>(head.hand[static_cast<std::size_t>(seat)]) / 5;
    at[kIncome] = share(totals.income[p], totals.all_income);
    at[kLand] = share(totals.land[p], state.size());
    at[kArmiesOfSeat] = share(totals.armies[p], totals.all_armies);
    at[kAlive] = is_alive(state, seat) ? 1.0f : 0.0f;
  }
  at += (kMaxSeats - game.seats) * kSeatColumns + kKinds;
  *at++ = log_count(head.to_place);
  *at++ = share(head.to_place, totals.all_armies);
  *at++ = log_count(head.pool[static_cast<std::size_t>(head.mover)]);
  *at++ = head.conquered ? 1.0f : 0.0f;
  *at++ = log_count(next_trade(game, state));
  *at++ = limited(head.attacks, game.rules.attacks_per_turn);
  *at++ = limited(head.fortifies, game.rules.fortify_moves);
  *at++ = limited(head.turns, game.rules.turn_cap);
  *at++ = limited(head.decisions, game.rules.decision_cap);
  *at++ = static_cast<float>(game.seats) / kMaxSeats;
  *at++ = log_count(totals.all_armies);
}

void encode_graph(const Game& game, const State& state, const Target& target) {
  const Totals totals(game, state);
  for (int t = 0; t < state.size(); ++t) {
    write_territory(game, state, totals, t, target.territories + static_cast<std::ptrdiff_t>(t) * target.stride);
  }
  float* group_row = target.groups;
  for (const Group& group : game.map->groups()) {
    write_group(game, state, group, target, group_row);
    if (group_row) group_row += kGroupColumns;
  }
  const auto& head = state.head();
  if (head.phase == Phase::occupy) {
    target.territories[static_cast<std::ptrdiff_t>(head.source) * target.stride + kOccupySource] = 1.0f;
    target.territories[static_cast<std::ptrdiff_t>(head.target) * target.stride + kOccupyTarget] = 1.0f;
  }
  write_whole(game, state, totals, target.whole);
  write_cards(game, state, target, target.whole + kPhases + kMaxSeats * kSeatColumns);
}

// --- heredia2022 -----------------------------------------------------------------------------------------------------

constexpr int kHerediaTerritory = 12, kHerediaWhole = 31, kHerediaPhases = 6;

// initialPick, initialFortify, startTurn, attack, fortify; a sixth is never used.
int heredia_phase(Phase phase) {
  switch (phase) {
    case Phase::pick: return 0;
    case Phase::setup: return 1;
    case Phase::trade:
    case Phase::place: return 2;
    case Phase::attack:
    case Phase::occupy: return 3;
    default: return 4;
  }
}

// The counter that the program keeps from the end of the attacks on; the last army counts too.
int still_movable(const Game& game, const State& state, int t) {
  if (game.rules.fortify_fresh) return state.movable()[t];
  return state.owners()[t] == state.head().mover ? state.armies()[t] : 0;
}

void encode_heredia2022(const Game& game, const State& state, const Target& target) {
  const auto& head = state.head();
  const int phase = heredia_phase(head.phase);
  for (int t = 0; t < state.size(); ++t) {
    float* row = target.territories + static_cast<std::ptrdiff_t>(t) * target.stride;
    std::fill_n(row, kHerediaTerritory, 0.0f);
    const int owner = state.owners()[t];
    row[0] = static_cast<float>(t);
    row[3] = owner < 0 ? -1.0f : static_cast<float>(rotated(game, state, owner));
    row[4] = static_cast<float>(state.armies()[t]);
    row[5] = head.phase == Phase::fortify ? static_cast<float>(still_movable(game, state, t)) : 0.0f;
    row[6 + phase] = 1.0f;
  }
  for (std::size_t g = 0; g < game.map->groups().size(); ++g) {
    const Group& group = game.map->groups()[g];
    for (const Territory t : group.members) {  // of the groups of a territory the last one counts
      float* row = target.territories + static_cast<std::ptrdiff_t>(t) * target.stride;
      row[1] = static_cast<float>(g);
      row[2] = static_cast<float>(classic::group_value(game.rules, group.value, head.round));
    }
  }
  const Totals totals(game, state);
  const int most_income = std::max(1, *std::max_element(totals.income.begin(), totals.income.end()));
  const int most_land = std::max(1, *std::max_element(totals.land.begin(), totals.land.end()));
  std::fill_n(target.whole, kHerediaWhole, 0.0f);
  for (int place = 0; place < game.seats; ++place) {
    const auto p = static_cast<std::size_t>(place);
    const int seat = seat_at(game, state, place);
    float* at = target.whole + 4 * place;
    at[0] = static_cast<float>(head.hand[static_cast<std::size_t>(seat)]) / 6;
    at[1] = share(totals.income[p], most_income);
    at[2] = share(totals.land[p], most_land);
    at[3] = is_alive(state, seat) ? 1.0f : 0.0f;
  }
  target.whole[24] = static_cast<float>(next_trade(game, state)) / 100;
  target.whole[25 + phase] = 1.0f;
}

// --- yao2025 ---------------------------------------------------------------------------------------------------------

// Player, phase, owners, armies, armies to place, share of the turns.
void encode_yao2025(const Game& game, const State& state, bool published, float* at) {
  const auto& head = state.head();
  const auto seen = [&](int seat) { return published || seat < 0 ? seat : rotated(game, state, seat); };
  *at++ = static_cast<float>(seen(head.mover));
  *at++ = head.phase == Phase::fortify                                 ? 2.0f
          : head.phase == Phase::attack || head.phase == Phase::occupy ? 1.0f
                                                                       : 0.0f;
  for (int t = 0; t < state.size(); ++t) *at++ = static_cast<float>(seen(state.owners()[t]));
  for (int t = 0; t < state.size(); ++t) *at++ = static_cast<float>(state.armies()[t]);
  *at++ = static_cast<float>(head.to_place);
  *at++ = limited(head.turns, game.rules.turn_cap);
}

}  // namespace

bool is_alive(const State& state, int seat) {
  if (state.head().phase == Phase::pick) return true;
  return State::words(state.size()) == 1 ? !state.land<1>(seat).empty() : !state.land<8>(seat).empty();
}

ClassicFeatures classic_features_by_name(const std::string& name) {
  if (name == "graph") return ClassicFeatures::graph;
  if (name == "heredia2022") return ClassicFeatures::heredia2022;
  if (name == "yao2025") return ClassicFeatures::yao2025;
  if (name == "yao2025-published") return ClassicFeatures::yao2025_published;
  throw std::invalid_argument("there is no set of features " + name);
}

Widths widths(const Game& game, ClassicFeatures features) {
  switch (features) {
    case ClassicFeatures::graph: return {.territory = kColumns, .group = kGroupColumns, .whole = kWholeColumns};
    case ClassicFeatures::heredia2022: return {.territory = kHerediaTerritory, .whole = kHerediaWhole};
    case ClassicFeatures::yao2025:
    case ClassicFeatures::yao2025_published: return {.whole = 4 + 2 * game.map->size()};
  }
  return {};
}

void encode(const Game& game, ClassicFeatures features, const State& state, const Target& target) {
  switch (features) {
    case ClassicFeatures::graph: return encode_graph(game, state, target);
    case ClassicFeatures::heredia2022: return encode_heredia2022(game, state, target);
    case ClassicFeatures::yao2025: return encode_yao2025(game, state, false, target.whole);
    case ClassicFeatures::yao2025_published: return encode_yao2025(game, state, true, target.whole);
  }
}

}  // namespace hegemon::encode
