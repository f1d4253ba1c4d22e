// The start of a game by rules of thumb: picks and the setup.
#include <algorithm>

#include "search/classic_heuristic/heuristic.hpp"

namespace hegemon::search::classic_heuristic {

classic::Action Heuristic::pick() const {
  double best = -1;
  int chosen = 0;
  for (int t = 0; t < map_.size(); ++t) {
    if (owners_[t] >= 0) continue;
    const double worth = pick_worth(t);
    if (worth <= best) continue;
    best = worth;
    chosen = t;
  }
  return {.kind = classic::ActionKind::pick, .source = static_cast<std::uint16_t>(chosen), .armies = 1};
}

// Good is a territory of a group with a good bonus for its size that is mostly free or own.
double Heuristic::pick_worth(int territory) const {
  int around = 0;
  for (const Territory t : map_.neighbours(territory)) around += !foreign(t);
  double worth = 0.1 * around;
  for (const std::uint16_t g : groups_of_[static_cast<std::size_t>(territory)]) {
    const Group& group = map_.groups()[g];
    const int size = static_cast<int>(group.members.size());
    int mine = 0, others = 0;
    for (const Territory t : group.members) {
      mine += !foreign(t);
      others += owners_[t] >= 0 && foreign(t);
    }
    const double pays = static_cast<double>(std::max(0, group.value)) / size;
    const bool denies = others > 0 && others == size - 1;
    worth = std::max(worth, pays * (1 + mine) / (1 + others) + (denies ? pays : 0.0));
  }
  return worth;
}

classic::Action Heuristic::set_up() {
  const int pool = view_->head().pool[static_cast<std::size_t>(seat_)];
  const int armies = rules_.setup_place == classic::SetupPlace::four ? std::min(pool, 4) : 1;
  const int chosen = best_front(own_, pool);
  if (chosen < 0) return {};
  return {.kind = classic::ActionKind::place, .source = static_cast<std::uint16_t>(chosen), .armies = armies};
}

}  // namespace hegemon::search::classic_heuristic
