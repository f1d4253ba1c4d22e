// What a position between turns is worth to every seat: for the ends of rollouts.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "classic/game.hpp"
#include "search/classic_planner/weights.hpp"

namespace hegemon::search::classic_rollouts {

namespace classic = hegemon::classic;

// What says who will win: in the order of the weights of the evaluation.
inline constexpr std::size_t kCounts = 5;
using Counts = std::array<double, kCounts>;

// Of one seat that owns land.
Counts counts(const classic::Game& game, const classic::State& state, int seat);

// The softmax, in place. Seats that own nothing have kNoShare.
inline constexpr double kNoShare = -1e300;
void to_shares(std::span<double> logits);

// Expected share of the win of every seat; their sum is 1.
void shares(const classic::Game& game, const classic::State& state, const classic_planner::Weights& weights,
            std::span<double> values);

}  // namespace hegemon::search::classic_rollouts
