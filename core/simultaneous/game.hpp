// The simultaneous game: a map with rules, and the verbs on its positions.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/map.hpp"
#include "simultaneous/chance.hpp"
#include "simultaneous/orders.hpp"
#include "simultaneous/rules.hpp"
#include "simultaneous/state.hpp"

namespace hegemon::simultaneous {

struct Game {
  std::shared_ptr<const Map> map;
  Rules rules;

  // Turns after which the game is drawn; 0 is never.
  int round_cap() const;
};

// Working memory of the verbs below, so that the hot loop allocates nothing. One per thread.
struct Scratch {
  std::vector<std::int32_t> armies;    // of the plan being made: with its deployments; of resolve: still usable
  std::vector<std::int32_t> distance;  // to the nearest territory that is not one's own
  std::vector<Territory> list;
  std::vector<Territory> queue;
  std::vector<std::uint8_t> used_links;
  std::array<std::vector<std::uint32_t>, kSeats> moves;  // indices into the plans
};

// --- start.cpp
State start(const Game& game, Random& random);
// Bit s is set if seat s must hand in a plan now.
unsigned deciders(const Game& game, const State& state);
// Whose turn it is to pick, turn by turn: A B B A A B B A ...
constexpr int snake_seat(int picks_made) { return ((picks_made + 1) >> 1) & 1; }

// --- state.cpp
int income(const Game& game, const Seat* owners, int seat);
inline int income(const Game& game, const State& state, int seat) { return income(game, state.owners(), seat); }
// Sets phase and winner from the board and the round.
void settle(const Game& game, State& state);

// --- plans.cpp
// The published random plan generator (Bauer 2024, Soares 2025). Works on states and on views.
void random_plan(const Game& game, const State& state, int seat, Random& random, Scratch& scratch, Plan& plan);
// Orders that a plan may have: more than any turn has use for, and so few that no plan takes long to check.
std::size_t most_orders(const Map& map);
std::vector<Refusal> check(const Game& game, const State& state, int seat, const Plan& plan);
// Steps from every territory to the nearest one that is not the seat's, into scratch.distance; -1 if there is none.
void measure_distances(const Map& map, const Seat* owners, int seat, Scratch& scratch);

// --- resolve.cpp
// Applies both plans at once. Plans must be legal where the rules refuse illegal plans (see check); where the rules
// drop illegal orders, they are dropped, but picks must always be legal. `log` may be null.
void resolve(const Game& game, State& state, const Plans& plans, Chance& chance, Scratch& scratch, Log* log);

// --- view.cpp
struct Sight {
  bool owner = false;
  bool armies = false;
};
Sight sight(const Game& game, const State& state, int seat, int territory);
// What the seat may know: hidden owners are kUnknown, hidden armies kUnknownArmies, hidden picks unmarked.
State view(const Game& game, const State& state, int seat);

// --- determinize.cpp
// A whole position that fits a view, for searches: no more than a guess. Hidden land is neutral, unless the other
// seat is known to have picked it; hidden armies are the rules' neutral or wasteland armies. A seat of which nothing is
// seen is put on the hidden territory farthest away. Phase and winner stay as they are.
State determinize(const Game& game, const State& view, int seat);

// --- genes.cpp
// Gene t < n: armies deployed on t. Then one gene per link forward, then one per link backward: armies moved.
int gene_count(const Map& map);
void encode(const Map& map, const Plan& plan, std::span<std::int32_t> genes);
Plan decode(const Map& map, std::span<const std::int32_t> genes);

}  // namespace hegemon::simultaneous
