// What the tree search asks of a game: a sequential game with chance and any number of seats.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "search/mcts/settings.hpp"

namespace hegemon::search {

inline constexpr std::size_t kMostOutcomes = 64;  // that a node of chance lists; beyond that they are drawn
inline constexpr int kChance = -1, kOver = -2;    // in place of the seat to move

// A position is copied freely. A decision and a chance outcome share one small type, so that all edges are alike.
template <class D>
concept Domain = std::copyable<typename D::State> && std::is_trivially_copyable_v<typename D::Action> &&
                 std::equality_comparable<typename D::Action> &&
                 requires(const D& game, const typename D::State& state, typename D::State& next,
                          const typename D::Action& action, std::vector<typename D::Action>& actions,
                          std::uint32_t index, int outcome, Random& random, Playout playout, std::span<double> values) {
                   // Seats: 2 or more. Who decides: a seat, or kChance, or kOver.
                   { game.seats() } -> std::same_as<int>;
                   { game.mover(state) } -> std::same_as<int>;
                   // Legal decisions: how many, one by its number, all; and what one does.
                   { game.count(state) } -> std::same_as<std::uint32_t>;
                   { game.action(state, index) } -> std::same_as<typename D::Action>;
                   game.list(state, actions);
                   game.apply(next, action);
                   // Chance: an outcome drawn, all with their probabilities (none where there are more than so many),
                   // what one does, and outcomes as edges and back.
                   { game.sample(state, random) } -> std::same_as<int>;
                   { game.outcomes(state, std::size_t{}) } -> std::same_as<std::vector<std::pair<int, double>>>;
                   game.apply_outcome(next, outcome);
                   { D::outcome(outcome) } -> std::same_as<typename D::Action>;
                   { D::outcome_of(action) } -> std::same_as<int>;
                   // Leaves: the next decision of a playout, values per seat at the end of a game, and anywhere.
                   { game.playout_action(state, random, playout) } -> std::same_as<typename D::Action>;
                   game.returns(state, values);
                   game.evaluate(state, values);
                   // Equal positions have equal hashes: what `reuse` finds the next position by.
                   { game.hash(state) } -> std::same_as<std::uint64_t>;
                 };

}  // namespace hegemon::search
