// The focused generator: random plans of the kind that good players make.
#include <algorithm>

#include "search/smcts/generators/candidates.hpp"

namespace hegemon::search::smcts {
namespace {

using sim::OrderKind;

class Focused {
 public:
  Focused(const sim::Game& game, const sim::State& state, int seat, Random& random, sim::Scratch& scratch,
          sim::Plan& plan)
      : game_(game),
        rules_(game.rules),
        map_(*game.map),
        state_(state),
        seat_(seat),
        random_(random),
        s_(scratch),
        plan_(plan),
        marches_(rules_.moving_twice == sim::MovingTwice::free),
        chains_(marches_ && rules_.source_check == sim::SourceCheck::execution) {}

  void run() {
    const int n = map_.size();
    s_.armies.assign(state_.armies(), state_.armies() + n);
    sim::measure_distances(map_, state_.owners(), seat_, s_);
    deploy();
    s_.queue.clear();
    for (int t = 0; t < n; ++t) {
      if (state_.owners()[t] == seat_ && s_.armies[t] > rules_.stands_guard) {
        s_.queue.push_back(static_cast<Territory>(t));
      }
    }
    random_.shuffle(s_.queue);
    for (const Territory source : s_.queue) send(source);
  }

 private:
  // Foreign land has distance 0; what a stack takes on its way counts as own from then on.
  bool foreign(int t) const { return s_.distance[t] == 0; }

  int armies(int t) const { return s_.armies[t] < 0 ? rules_.neutral_armies : s_.armies[t]; }

  void deploy() {
    const bool facing = random_.below(2) == 0;
    if (facing) list_borders(true);
    if (!facing || s_.list.empty()) list_borders(false);
    if (s_.list.empty()) return;
    int left = sim::income(game_, state_, seat_);
    while (left > 0) {
      const bool all = s_.list.size() == 1 || random_.below(5) < 3;
      const int placed = all ? left : random_.between(1, left);
      const std::size_t at = random_.below(static_cast<std::uint32_t>(s_.list.size()));
      const Territory t = s_.list[at];
      s_.list.erase(s_.list.begin() + static_cast<std::ptrdiff_t>(at));
      s_.armies[t] += placed;
      left -= placed;
      plan_.push_back({OrderKind::deploy, t, t, placed});
    }
  }

  // Own territories next to foreign land, or next to the other seat's.
  void list_borders(bool enemy) {
    s_.list.clear();
    for (int t = 0; t < map_.size(); ++t) {
      if (s_.distance[t] != 1) continue;
      const auto near = map_.neighbours(t);
      const bool listed =
          !enemy || std::any_of(near.begin(), near.end(), [&](int next) { return state_.owners()[next] == 1 - seat_; });
      if (listed) s_.list.push_back(static_cast<Territory>(t));
    }
  }

  // All armies on a territory: one stack after the other until what is left stays.
  void send(int source) {
    for (int stacks = 0; stacks < 4; ++stacks) {
      if (random_.below(8) == 0) return;
      int at = source, left = s_.armies[source] - rules_.stands_guard;
      for (int steps = 0; at >= 0 && left > 0 && steps < 8; ++steps) at = step(at, left);
      if (left < 0) return;  // nothing could be done from the source
    }
  }

  // One move of a stack of `left`; where it is then, or -1 if it stays there. `left` becomes -1 if it cannot move.
  int step(int at, int& left) {
    list_targets(at, left);
    if (s_.list.empty()) {
      if (!any_foreign(at) && list_ways(at)) return march(at, left);
      left = -1;
      return -1;
    }
    const int target = s_.list[random_.below(static_cast<std::uint32_t>(s_.list.size()))];
    const int need = needed(target);
    const int sent = random_.below(2) == 0 ? left : random_.between(need, std::min(left, need + need / 2));
    plan_.push_back({OrderKind::move, at, target, sent});
    s_.armies[at] -= sent;
    const int survivors = sent - (rules_.defense_kill_percent * armies(target) + 50) / 100;
    s_.distance[target] = 1;
    s_.armies[target] = chains_ ? std::max(survivors, 0) : 0;
    left = s_.armies[target] - rules_.stands_guard;
    return chains_ && left > 0 ? target : -1;
  }

  int march(int at, int& left) {
    const int target = s_.list[random_.below(static_cast<std::uint32_t>(s_.list.size()))];
    plan_.push_back({OrderKind::move, at, target, left});
    s_.armies[at] -= left;
    if (!marches_) return -1;
    s_.armies[target] += left;
    return target;
  }

  void list_targets(int at, int left) {
    s_.list.clear();
    for (const Territory next : map_.neighbours(at)) {
      if (foreign(next) && needed(next) <= left) s_.list.push_back(next);
    }
  }

  bool any_foreign(int at) const {
    const auto near = map_.neighbours(at);
    return std::any_of(near.begin(), near.end(), [&](int next) { return foreign(next); });
  }

  bool list_ways(int at) {
    for (const Territory next : map_.neighbours(at)) {
      if (s_.distance[next] >= 0 && s_.distance[next] < s_.distance[at]) s_.list.push_back(next);
    }
    return !s_.list.empty();
  }

  // Armies that take the territory as it is now; a margin where there is luck.
  int needed(int target) const {
    const std::int64_t defenders = armies(target);
    const int rate = rules_.offense_kill_percent;
    if (rate == 0) return defenders > 0 ? sim::kMaxArmies : 1;
    const int half = rules_.halves == sim::Halves::survivors ? 50 : 51;
    const std::int64_t to_kill = (100 * defenders - half) / rate + 1;
    const std::int64_t to_survive = (rules_.defense_kill_percent * defenders + 50) / 100 + 1;
    const std::int64_t margin = (defenders * rules_.luck_percent + 99) / 200;
    return static_cast<int>(std::max<std::int64_t>({to_kill, to_survive, 1}) + margin);
  }

  const sim::Game& game_;
  const sim::Rules& rules_;
  const Map& map_;
  const sim::State& state_;
  int seat_;
  Random& random_;
  sim::Scratch& s_;
  sim::Plan& plan_;
  bool marches_;  // armies may move again on own land
  bool chains_;   // and on from land that was just taken
};

}  // namespace

void focused_plan(const sim::Game& game, const sim::State& state, int seat, Random& random, sim::Scratch& scratch,
                  sim::Plan& plan) {
  plan.clear();
  Focused(game, state, seat, random, scratch, plan).run();
}

}  // namespace hegemon::search::smcts
