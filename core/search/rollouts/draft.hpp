// A plan in the making, as a policy network decides it, in three steps: which land to take, with armies deployed where
// they lack; where to deploy the rest; and where armies go that have nothing to do then.
#pragma once

#include <array>
#include <vector>

#include "search/planner/planner.hpp"

namespace hegemon::search::rollouts {

namespace sim = hegemon::simultaneous;

// take: what a target needs is sent along a link; stop: no more land is taken. half, rest: so many of the armies that
// are left are deployed on a territory. send: idle armies go along a link; stay: they do not.
enum class OptionKind { take, stop, half, rest, send, stay };
inline constexpr int kOptionKinds = 6, kOptionColumns = 8;

struct Option {
  OptionKind kind = OptionKind::stop;
  int source = -1;                          // own territory; none for stop
  int target = -1;                          // take and send
  int link = -1;                            // number of the link from source to target
  std::array<float, kOptionColumns> row{};  // what the network sees of it besides the territories
};

class Draft {
 public:
  // From own land to a neighbour.
  struct Link {
    int source = 0, target = 0;
    int sent = 0;
  };

  // For rules without marches in the same turn.
  Draft(const planner::Knowledge& knowledge, const sim::State& state, int seat);

  // What may be decided in the three steps: land to take or to stop; where to deploy, never empty while armies are left;
  // and of idle armies on a territory, empty if there are none.
  void takes(std::vector<Option>& options) const;
  void deployments(std::vector<Option>& options) const;
  void sends(int source, std::vector<Option>& options) const;
  // The option must be one of those above; this is not checked.
  void choose(const Option& option);

  // Attacks on the other seat last, or first.
  sim::Plan plan(bool late) const;

  const std::vector<Link>& links() const { return links_; }
  int left() const { return left_; }
  int idle(int territory) const { return free_[static_cast<std::size_t>(territory)]; }
  int deployed(int territory) const { return deployed_[static_cast<std::size_t>(territory)]; }
  bool mine(int territory) const { return state_->owners()[territory] == seat_; }
  // Fewest armies with which land is worth an attack.
  int least(int target) const { return k_->odds.needed(state_->armies()[target], planner::Surety::even); }

 private:
  void add_take(int number, std::vector<Option>& options) const;
  void deploy(int territory, int armies);
  void send(Link& link, int armies);

  const planner::Knowledge* k_;
  const sim::State* state_;
  int seat_, income_, other_income_, left_;
  int takes_ = 0;
  std::vector<Link> links_;
  std::vector<int> first_;  // link of every territory, and the number of all
  std::vector<int> free_, deployed_, sent_, arriving_;
};

}  // namespace hegemon::search::rollouts
