#include "search/rollouts/board.hpp"

#include <algorithm>
#include <cmath>

namespace hegemon::search::rollouts {
namespace {

float share(double x) { return static_cast<float>(x); }

}  // namespace

void BoardReader::read(const planner::Knowledge& knowledge, const sim::State& state, Board& board) {
  k_ = &knowledge;
  state_ = &state;
  for (int s = 0; s < sim::kSeats; ++s) income_[s] = sim::income(k_->game, state, s);
  total_ = std::max(1.0, income_[0] + income_[1]);
  board.land.clear();
  board.groups.clear();
  board.places.clear();
  count_neighbours();
  count_groups();
  for (int t = 0; t < state.size(); ++t) {
    if (state.owners()[t] >= 0 || near_[t][0].count + near_[t][1].count > 0) add_territory(t, board);
  }
  for (std::size_t g = 0; g < owned_.size(); ++g) add_group(g, board);
}

void BoardReader::count_neighbours() {
  const auto n = static_cast<std::size_t>(state_->size());
  near_.assign(n, {});
  danger_.assign(n, 0);
  for (int t = 0; t < state_->size(); ++t) {
    for (const Territory next : k_->game.map->neighbours(t)) {
      const int seat = state_->owners()[next];
      if (seat < 0) continue;
      const int spare = state_->armies()[next] - k_->game.rules.stands_guard;
      Near& near = near_[t][seat];
      ++near.count;
      near.sum += spare;
      if (spare >= near.most) {
        near.second = near.most;
        near.most = spare;
        near.from = next;
      } else {
        near.second = std::max(near.second, spare);
      }
    }
    const int owner = state_->owners()[t];
    if (owner < 0 || near_[t][1 - owner].count == 0) continue;
    const int strongest = near_[t][1 - owner].most, here = state_->armies()[t];
    danger_[t] = k_->odds.holding(strongest) > here                                          ? 2
                 : k_->odds.holding(strongest + static_cast<int>(income_[1 - owner])) > here ? 1
                                                                                             : 0;
  }
}

void BoardReader::count_groups() {
  const auto& groups = k_->game.map->groups();
  owned_.assign(groups.size(), {});
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const Territory t : groups[g].members) {
      if (state_->owners()[t] >= 0) ++owned_[g][state_->owners()[t]];
    }
  }
}

// The strongest stack of a seat two steps away.
int BoardReader::two_steps(int territory, int seat) const {
  int most = 0;
  for (const Territory next : k_->game.map->neighbours(territory)) {
    const Near& near = near_[next][seat];
    most = std::max(most, near.from == territory ? near.second : near.most);
  }
  return most;
}

void BoardReader::add_territory(int t, Board& board) {
  const int owner = state_->owners()[t], armies = state_->armies()[t];
  const bool own = owner == 0, other = owner == 1;
  const Near &mine = near_[t][0], &theirs = near_[t][1];
  const auto balance = [&](int attacker) {
    if (near_[t][attacker].count == 0) return 0.0F;
    const double ratio = (near_[t][attacker].most + income_[attacker] + 1) / (armies + income_[1 - attacker] + 1);
    return share(std::clamp(0.5 * std::log(std::max(1e-3, ratio)), -1.5, 1.5));
  };
  double bonus = 0;
  std::array<double, sim::kSeats> complete{}, progress{};
  for (const std::uint16_t g : k_->groups_of[static_cast<std::size_t>(t)]) {
    const Group& group = k_->game.map->groups()[g];
    const double worth = group.value / total_, size = static_cast<double>(group.members.size());
    bonus += worth;
    for (int s = 0; s < sim::kSeats; ++s) {
      progress[s] += worth * owned_[g][s] / size;
      if (owned_[g][s] == static_cast<int>(size)) complete[s] += worth;
    }
  }
  const int neutrals = static_cast<int>(k_->game.map->neighbours(t).size()) - mine.count - theirs.count;
  const float row[kLandColumns] = {
      own ? 1.0F : 0.0F,
      other ? 1.0F : 0.0F,
      owner < 0 ? 1.0F : 0.0F,
      own ? scaled(armies) : 0.0F,
      other ? scaled(armies) : 0.0F,
      owner < 0 ? scaled(armies) : 0.0F,
      scaled(mine.most),
      scaled(theirs.most),
      scaled(mine.sum),
      scaled(theirs.sum),
      scaled(two_steps(t, 0)),
      scaled(two_steps(t, 1)),
      share(0.25 * mine.count),
      share(0.25 * theirs.count),
      share(0.25 * neutrals),
      own && danger_[t] == 2 ? 1.0F : 0.0F,
      other && danger_[t] == 2 ? 1.0F : 0.0F,
      own && danger_[t] >= 1 ? 1.0F : 0.0F,
      other && danger_[t] >= 1 ? 1.0F : 0.0F,
      own ? balance(1) : 0.0F,
      other ? balance(0) : 0.0F,
      share(bonus),
      share(complete[0]),
      share(complete[1]),
      share(progress[0]),
      share(progress[1]),
  };
  board.land.insert(board.land.end(), std::begin(row), std::end(row));
  board.places.push_back(static_cast<Territory>(t));
}

void BoardReader::add_group(std::size_t number, Board& board) {
  const Group& group = k_->game.map->groups()[number];
  std::array<double, sim::kSeats> owned{}, needed{}, armies{}, near{}, danger{}, touched{};
  double neutral = 0, cost = 0;
  for (const Territory t : group.members) {
    const int owner = state_->owners()[t], here = state_->armies()[t];
    const double price = k_->odds.losses(here) + 1;
    for (int s = 0; s < sim::kSeats; ++s) {
      near[s] = std::max<double>(near[s], near_[t][s].most);
      if (near_[t][s].count > 0 || owner == s) touched[s] = 1;
      if (owner == s) {
        owned[s] += 1;
        armies[s] += here;
        danger[s] = std::max(danger[s], 0.5 * danger_[t]);
        near[s] = std::max<double>(near[s], here - k_->game.rules.stands_guard);
      } else {
        needed[s] += price;
      }
    }
    if (owner < 0) neutral += 1, cost += price;
  }
  const double size = std::max<double>(1, static_cast<double>(group.members.size())), worth = group.value / total_;
  const auto whole = [&](int s) { return owned[s] == size; };
  const auto soon = [&](int s) {
    return touched[s] == 0 || whole(s) ? 0.0 : worth * std::exp(-std::max(0.0, needed[s] - near[s]) / (income_[s] + 1));
  };
  const float row[kGroupColumns] = {
      share(worth),
      share(owned[0] / size),
      share(owned[1] / size),
      share(neutral / size),
      share(whole(0) ? worth : 0.0),
      share(whole(1) ? worth : 0.0),
      scaled(cost),
      scaled(needed[0]),
      scaled(needed[1]),
      scaled(near[0]),
      scaled(near[1]),
      share(soon(0)),
      share(soon(1)),
      share(0.1 * size),
      share(k_->open[number]),
      share(whole(0) ? danger[0] * worth : 0.0),
      share(whole(1) ? danger[1] * worth : 0.0),
      share(touched[0]),
      share(touched[1]),
      scaled(armies[0]),
      scaled(armies[1]),
      share(0.2 * group.value),
  };
  board.groups.insert(board.groups.end(), std::begin(row), std::end(row));
}

}  // namespace hegemon::search::rollouts
