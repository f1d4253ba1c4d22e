#include "search/classic_rollouts/holdings.hpp"

#include <algorithm>

namespace hegemon::search::classic_rollouts {

namespace {

constexpr int kStacks = 3;  // of every seat, whose campaigns are counted
constexpr int kSteps = 8;   // of a campaign

struct Stacks {
  std::array<int, kStacks> at{-1, -1, -1};
  std::array<int, kStacks> armies{};

  void add(int territory, int count) {
    for (std::size_t i = 0; i < kStacks; ++i) {
      if (count <= armies[i]) continue;
      std::swap(count, armies[i]);
      std::swap(territory, at[i]);
    }
  }
};

class Count {
 public:
  Count(const classic_planner::Knowledge& knowledge, const classic::State& state)
      : k_(knowledge), state_(state), map_(*knowledge.game.map) {
    count_land();
    count_seats();
    if (k_.game.rules.groups_pay) {
      for (const Group& group : map_.groups()) count_group(group);
    }
    count_attacks();
  }

  const Holdings& found() const { return found_; }

 private:
  void count_land() {
    for (int t = 0; t < map_.size(); ++t) {
      const int owner = state_.owners()[t];
      if (owner < 0) continue;
      const int armies = state_.armies()[t];
      Holding& holding = of_[static_cast<std::size_t>(owner)];
      holding.armies += armies;
      holding.land += 1;
      int strongest = 0, weakest = 0;
      bool border = false;
      for (const Territory next : map_.neighbours(t)) {
        const int other = state_.owners()[next];
        if (other == owner) continue;
        const int there = state_.armies()[next];
        weakest = border ? std::min(weakest, there) : there;
        border = true;
        if (other >= 0) strongest = std::max(strongest, there);
      }
      if (!border) continue;
      holding.border += 1;
      holding.front += armies;
      stacks_[static_cast<std::size_t>(owner)].add(t, armies);
      holding.risk += k_.odds.win(strongest, armies);
      holding.reach += k_.odds.win(armies, weakest);
      holding.surplus += std::max(0, armies - strongest);
    }
  }

  void count_group(const Group& group) {
    const int value = classic::group_value(k_.game.rules, group.value, state_.head().round);
    if (value <= 0 || group.members.empty()) return;
    std::array<int, classic::kMaxSeats> held{};
    std::array<int, classic::kMaxSeats> armies{};
    int all = 0;
    for (const Territory t : group.members) {
      all += state_.armies()[t];
      const int owner = state_.owners()[t];
      if (owner < 0) continue;
      ++held[static_cast<std::size_t>(owner)];
      armies[static_cast<std::size_t>(owner)] += state_.armies()[t];
    }
    const auto size = static_cast<double>(group.members.size());
    for (std::size_t s = 0; s < held.size(); ++s) {
      if (of_[s].land > 0) count_chances(group, s, value, held[s], all - armies[s]);
      if (held[s] == 0) continue;
      const double share = held[s] / size, strong = armies[s] / std::max(1.0, static_cast<double>(all));
      if (share < 1) {
        of_[s].almost += value * share * share * strong;
        continue;
      }
      of_[s].bonus += value;
      of_[s].shaky += value * (1 - safe(group, static_cast<int>(s)));
    }
  }

  // What a seat could do next about a group: complete it, or break that of another seat.
  void count_chances(const Group& group, std::size_t seat, int value, int held, int foreign) {
    const auto size = static_cast<int>(group.members.size());
    if (held == size) return;
    const int fresh = static_cast<int>(of_[seat].fresh);
    const int owner = state_.owners()[group.members.front()];
    int strongest = 0;
    double weak = 0;
    bool same = owner >= 0 && held == 0;
    for (const Territory t : group.members) {
      same = same && state_.owners()[t] == owner;
      int near = state_.owners()[t] == static_cast<int>(seat) ? state_.armies()[t] : 0;
      for (const Territory next : map_.neighbours(t)) {
        if (state_.owners()[next] == static_cast<int>(seat)) near = std::max(near, state_.armies()[next]);
      }
      strongest = std::max(strongest, near);
      if (same && near > 0) weak = std::max<double>(weak, k_.odds.win(near + fresh, state_.armies()[t]));
    }
    if (same) {
      of_[seat].breaks += value * weak;
      Holding& victim = of_[static_cast<std::size_t>(owner)];
      victim.broken = std::max(victim.broken, value * weak);
    }
    if (strongest == 0) return;
    const double done = k_.odds.win(strongest + fresh, foreign + size - held - 1);
    of_[seat].completes = std::max(of_[seat].completes, value * done);
  }

  // What the largest stacks could take, one territory after the other, always where it is likeliest.
  double campaign(int at, int armies, int seat) const {
    const int limit = k_.game.rules.attacks_per_turn;
    const int steps = limit > 0 ? std::min(limit, kSteps) : kSteps;
    std::array<int, kSteps + 1> been{at};
    double total = 0, sure = 1;
    for (int count = 0; count < steps && armies >= 2 && sure > 0.05; ++count) {
      int best = 0, target = -1;
      for (const Territory next : map_.neighbours(at)) {
        if (state_.owners()[next] == seat || (target >= 0 && state_.armies()[next] >= best)) continue;
        if (std::find(been.begin(), been.begin() + count + 1, next) != been.begin() + count + 1) continue;
        best = state_.armies()[next];
        target = next;
      }
      if (target < 0) break;
      const auto p = k_.odds.attack(armies, best);
      sure *= p.win;
      total += sure;
      armies = static_cast<int>(p.moved + 0.5F);
      been[static_cast<std::size_t>(count) + 1] = at = target;
    }
    return total;
  }

  void count_attacks() {
    for (std::size_t s = 0; s < static_cast<std::size_t>(k_.game.seats); ++s) {
      Holding& own = of_[s];
      if (own.land <= 0) continue;
      const Stacks& stacks = stacks_[s];
      own.biggest = stacks.armies[0];
      own.second = stacks.armies[1];
      for (std::size_t i = 0; i < kStacks && stacks.at[i] >= 0; ++i) {
        const int fresh = static_cast<int>(own.fresh);
        own.drive = std::max(own.drive, campaign(stacks.at[i], stacks.armies[i] + fresh, static_cast<int>(s)));
        own.walk = std::max(own.walk, campaign(stacks.at[i], stacks.armies[i], static_cast<int>(s)));
      }
      const int power = static_cast<int>(own.front + own.fresh);
      for (std::size_t other = 0; other < static_cast<std::size_t>(k_.game.seats); ++other) {
        if (other == s || of_[other].land <= 0) continue;
        const int effort = static_cast<int>(of_[other].armies + of_[other].land) - 1;
        own.kills = std::max<double>(own.kills, k_.odds.win(std::max(power, 2), std::max(effort, 1)));
      }
    }
  }

  double safe(const Group& group, int owner) const {
    double safe = 1;
    for (const Territory t : group.members) {
      int strongest = 0;
      for (const Territory next : map_.neighbours(t)) {
        const int other = state_.owners()[next];
        if (other >= 0 && other != owner) strongest = std::max(strongest, state_.armies()[next]);
      }
      if (strongest >= 2) safe *= 1 - k_.odds.win(strongest, state_.armies()[t]);
    }
    return safe;
  }

  void count_seats() {
    const auto& head = state_.head();
    found_.set = classic_planner::next_set(k_.game.rules, head.trades);
    for (std::size_t s = 0; s < static_cast<std::size_t>(k_.game.seats); ++s) {
      Holding& holding = of_[s];
      if (holding.land <= 0) continue;
      holding.income = classic::income(k_.game, state_, static_cast<int>(s));
      holding.cards = head.hand[s] * found_.set / 4;
      const bool moves = static_cast<int>(s) == head.mover;
      holding.armies += moves ? head.to_place : 0;
      holding.fresh = moves && head.to_place > 0 ? head.to_place : holding.income;
      holding.strength = holding.armies + 4 * holding.income + holding.cards;
      found_.alive += 1;
      found_.all.armies += holding.armies;
      found_.all.land += holding.land;
      found_.all.income += holding.income;
      found_.all.strength += holding.strength;
    }
  }

  const classic_planner::Knowledge& k_;
  const classic::State& state_;
  const Map& map_;
  Holdings found_;
  std::array<Holding, classic::kMaxSeats>& of_ = found_.of;
  std::array<Stacks, classic::kMaxSeats> stacks_{};
};

}  // namespace

Holdings count_holdings(const classic_planner::Knowledge& knowledge, const classic::State& state) {
  return Count(knowledge, state).found();
}

}  // namespace hegemon::search::classic_rollouts
