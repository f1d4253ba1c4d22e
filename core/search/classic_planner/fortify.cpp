// The planner's fortifications: armies go to where they are wanted most, or a step towards it.
#include <algorithm>

#include "classic/enumerate.hpp"
#include "search/classic_planner/planner.hpp"

namespace hegemon::search::classic_planner {

// How much armies are wanted: at a border by what is worth taking or in danger there, and less with every step from it.
void Planner::measure_pull() {
  pull_.assign(static_cast<std::size_t>(map_.size()), 0.0);
  queue_.clear();
  for (int t = 0; t < map_.size(); ++t) {
    if (foreign(t)) continue;
    double prize = -1;
    for (const Territory next : map_.neighbours(t)) {
      if (!foreign(next)) continue;
      prize = std::max(prize, (instant_[next] + lasting_[next]) / (2.0 + armies_[next]));
    }
    if (prize < 0) continue;
    const double risk = lasting_[t] * loses(threats_[t], -1, armies_[t]) / (1.0 + armies_[t]);
    pull_[t] = 0.05 + w_->pull * prize + w_->defend * risk + w_->mass * std::min(armies_[t], 20);
    queue_.push_back(static_cast<Territory>(t));
  }
  for (std::size_t at = 0; at < queue_.size() && at < 4 * pull_.size(); ++at) {
    const Territory here = queue_[at];
    for (const Territory next : map_.neighbours(here)) {
      if (foreign(next) || pull_[next] >= w_->far * pull_[here]) continue;
      pull_[next] = w_->far * pull_[here];
      queue_.push_back(next);
    }
  }
}

double Planner::fortify_gain(int source, int target, int armies) const {
  const double moved = armies * (pull_[target] - pull_[source]);
  const double left = armies_[source] - armies;
  const double risk = loses(threats_[source], -1, left) - loses(threats_[source], -1, armies_[source]);
  const double saved =
      loses(threats_[target], -1, armies_[target]) - loses(threats_[target], -1, armies_[target] + armies);
  return moved - w_->defend * (lasting_[source] * risk - lasting_[target] * saved);
}

classic::Action Planner::fortify() {
  measure_pull();
  double best = 1e-9;
  classic::Action chosen;
  classic::with_width(k_.game, [&](auto width) {
    constexpr int W = width();
    classic::enumerate_fortifications<W>(k_.game, *state_, [&](const classic::Entry<W>& entry) {
      const int most = entry.armies;
      entry.targets.each([&](int target) {
        if (pull_[target] <= pull_[entry.source]) return;
        const int half = allowed(rules_.fortify_amounts, std::max(1, most / 2), most);
        for (const int armies : {most, half}) {
          const double gain = fortify_gain(entry.source, target, armies);
          if (gain <= best) continue;
          best = gain;
          chosen = {.kind = classic::ActionKind::fortify,
                    .source = entry.source,
                    .target = static_cast<std::uint16_t>(target),
                    .armies = armies};
        }
      });
    });
  });
  return chosen;
}

}  // namespace hegemon::search::classic_planner
