// Fortifications by rules of thumb: the largest stack behind the lines moves to the front, or one step toward it.
#include <algorithm>

#include "search/classic_heuristic/heuristic.hpp"

namespace hegemon::search::classic_heuristic {

classic::Action Heuristic::fortify() {
  measure_distances();
  int most = 0, source = -1;
  for (const Territory t : own_) {
    const int movable = rules_.fortify_fresh ? view_->movable()[t] : armies_[t];
    const int spare = std::min(armies_[t] - 1, movable);
    if (spare <= most || distance_[t] == 0 || distance_[t] == map_.size()) continue;
    most = spare;
    source = t;
  }
  if (source < 0) return {};
  find_targets(source);
  const int target = best_front(targets_, most);
  if (target < 0) return {};
  return {.kind = classic::ActionKind::fortify,
          .source = static_cast<std::uint16_t>(source),
          .target = static_cast<std::uint16_t>(target),
          .armies = most};
}

// Steps through own territories to the nearest border; a large number if there is none.
void Heuristic::measure_distances() {
  distance_.assign(static_cast<std::size_t>(map_.size()), map_.size());
  queue_.clear();
  for (const Territory t : own_) {
    if (!at_border(t)) continue;
    distance_[t] = 0;
    queue_.push_back(t);
  }
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    const Territory at = queue_[i];
    for (const Territory t : map_.neighbours(at)) {
      if (foreign(t) || distance_[t] < map_.size()) continue;
      distance_[t] = distance_[at] + 1;
      queue_.push_back(t);
    }
  }
}

// Borders that are connected to the source where armies may move so far; else neighbours that are nearer to one.
void Heuristic::find_targets(int source) {
  const bool connected = rules_.fortify == classic::Fortify::connected;
  const bool border_only = connected || rules_.fortify_where == classic::Where::border;
  targets_.clear();
  if (connected) {
    reach(source);
  } else {
    const auto near = map_.neighbours(source);
    queue_.assign(near.begin(), near.end());
  }
  for (const Territory t : queue_) {
    if (foreign(t) || distance_[t] >= distance_[static_cast<std::size_t>(source)]) continue;
    if (!border_only || distance_[t] == 0) targets_.push_back(t);
  }
}

// Fills the queue with the own territories connected to the source, including it.
void Heuristic::reach(int source) {
  std::vector<bool> found(static_cast<std::size_t>(map_.size()));
  queue_.assign(1, static_cast<Territory>(source));
  found[static_cast<std::size_t>(source)] = true;
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    for (const Territory t : map_.neighbours(queue_[i])) {
      if (foreign(t) || found[t]) continue;
      found[t] = true;
      queue_.push_back(t);
    }
  }
}

}  // namespace hegemon::search::classic_heuristic
