// Rollout search for the classic game. Styles of the planner propose decisions; each is tried in the same scenarios: a
// deal of the hidden cards and dice. The rest of the turn is played in the style that proposed the decision, the turns
// after it by the usual planner for every seat, and then the position is evaluated. Proposals that do badly are dropped.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "search/budget.hpp"
#include "search/classic_heuristic/heuristic.hpp"
#include "search/classic_planner/planner.hpp"
#include "search/classic_rollouts/settings.hpp"
#include "search/classic_rollouts/value_net.hpp"

namespace hegemon::search::classic_rollouts {

namespace classic = hegemon::classic;

// A decision, and the style in which the turn goes on after it.
struct Candidate {
  classic::Action action;
  classic_planner::Style style;
  bool stick = false;  // before the first turn: all that is left goes to the same territory
  double total = 0.0;
  std::uint64_t visits = 0;
  std::vector<float> values{};  // in every scenario that it has met

  double value() const { return visits > 0 ? total / static_cast<double>(visits) : -1.0; }
};

struct Result {
  std::vector<Candidate> candidates;  // the one to play first
  double share = 0.0;                 // of the win that the seat may expect
  std::uint64_t visits = 0;           // rollouts
  std::uint64_t decisions = 0;        // in rollouts
  std::uint64_t scenarios = 0;
  double seconds = 0.0;
};

// A seat that decides. In one turn it remembers the styles that did well.
class Player {
 public:
  // Without a network the weights evaluate.
  Player(const classic::Game& game, const Settings& settings, const classic_planner::Weights& weights,
         std::shared_ptr<const ValueNet> net = {});

  // `view` is what the seat that decides may see. Throws std::invalid_argument if there is nothing to decide.
  Result search(const classic::State& view, const Budget& budget, Random& random);
  // The planner's own decision.
  classic::Action decide(const classic::State& view);
  // For an approximate best response, which measures what luck leaves to win: from now on the network says how likely the
  // own seat wins against the opponent that it was learned against.
  void know(std::shared_ptr<const ValueNet> wins) { wins_ = std::move(wins); }
  // Whether the network that was learned against these rules of thumb is nearly sure who wins, at the beginning of a turn.
  bool decided(const classic::State& view, int seat) const;
  // A new game begins.
  void forget() { turn_ = -1; }
  const classic::Game& game() const { return knowledge_.game; }
  const classic_planner::Knowledge& knowledge() const { return knowledge_; }

 private:
  classic_planner::Knowledge knowledge_;
  classic_planner::Planner planner_;
  classic_heuristic::Heuristic others_;
  Settings settings_;
  std::shared_ptr<const ValueNet> net_;
  std::shared_ptr<const ValueNet> wins_;
  std::vector<classic_planner::Style> kept_;
  std::int64_t turn_ = -1;
};

}  // namespace hegemon::search::classic_rollouts
