#include "search/classic_rollouts/features.hpp"

#include <algorithm>
#include <cmath>

namespace hegemon::search::classic_rollouts {

namespace {

struct Holding {
  double armies = 0, land = 0, income = 0, cards = 0, strength = 0;
  double border = 0, front = 0, biggest = 0;  // territories and armies that touch others, the largest stack
  double risk = 0, reach = 0, surplus = 0;    // territories that could fall, that could be taken; armies to spare
  double bonus = 0, shaky = 0, almost = 0;    // of groups: held, held and in danger, to be completed
};

class Count {
 public:
  Count(const classic_planner::Knowledge& knowledge, const classic::State& state)
      : k_(knowledge), state_(state), map_(*knowledge.game.map) {
    count_land();
    if (k_.game.rules.groups_pay) {
      for (const Group& group : map_.groups()) count_group(group);
    }
    count_seats();
  }

  void write(std::span<Features> seats) const {
    for (std::size_t s = 0; s < seats.size(); ++s) {
      seats[s].fill(0);
      if (of_[s].land > 0) write(s, seats[s]);
    }
  }

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
      holding.biggest = std::max<double>(holding.biggest, armies);
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
    set_ = classic_planner::next_set(k_.game.rules, head.trades);
    for (std::size_t s = 0; s < static_cast<std::size_t>(k_.game.seats); ++s) {
      Holding& holding = of_[s];
      if (holding.land <= 0) continue;
      holding.income = classic::income(k_.game, state_, static_cast<int>(s));
      holding.cards = head.hand[s] * set_ / 4;
      holding.armies += static_cast<int>(s) == head.mover ? head.to_place : 0;
      holding.strength = holding.armies + 4 * holding.income + holding.cards;
      alive_ += 1;
      all_.armies += holding.armies;
      all_.land += holding.land;
      all_.income += holding.income;
      all_.strength += holding.strength;
    }
  }

  // Logarithm of a share, 0 for a fair one.
  double share(double part, double all) const { return std::log((part + 0.1) * alive_ / (all + 0.1 * alive_)); }

  double rival(std::size_t seat, double Holding::* what) const {
    double most = 0;
    for (std::size_t s = 0; s < static_cast<std::size_t>(k_.game.seats); ++s) {
      if (s != seat) most = std::max(most, of_[s].*what);
    }
    return most;
  }

  void write(std::size_t s, Features& f) const {
    const Holding& own = of_[s];
    const auto& head = state_.head();
    const auto& rules = k_.game.rules;
    const double fair = all_.armies / alive_ + 1, pays = all_.income + 1;
    const bool moves = static_cast<int>(s) == head.mover;
    const int ahead = (static_cast<int>(s) - head.mover + k_.game.seats) % k_.game.seats;
    const std::array<double, kFeatures> all{
        share(own.armies, all_.armies),
        share(own.income, all_.income),
        share(own.land, all_.land),
        share(own.strength, all_.strength),
        own.armies / fair,
        own.income / pays * alive_,
        own.land / all_.land * alive_,
        own.cards / fair,
        own.bonus / pays,
        own.shaky / pays,
        own.almost / pays,
        own.border / own.land,
        own.front / own.armies,
        own.biggest / own.armies,
        own.risk / own.land,
        own.reach / own.land,
        own.surplus / fair,
        moves ? 1.0 : 0.0,
        static_cast<double>(ahead) / k_.game.seats,
        head.hand[s] >= 3 ? 1.0 : 0.0,
        0.2 * head.hand[s],
        share(rival(s, &Holding::armies), all_.armies),
        share(rival(s, &Holding::income), all_.income),
        share(rival(s, &Holding::strength), all_.strength),
        std::log(all_.armies / map_.size()),
        std::log(all_.income / all_.armies + 0.02),
        std::log(map_.size() / 20.0),
        alive_ / 6.0,
        rules.battle == classic::BattleKind::fair_duel ? 1.0 : 0.0,
        rules.attacks_per_turn > 0 ? 1.0 / rules.attacks_per_turn : 0.0,
        set_ / fair,
        rules.turn_cap > 0 ? static_cast<double>(head.turns) / rules.turn_cap : 0.0,
    };
    std::transform(all.begin(), all.end(), f.begin(), [](double x) { return static_cast<float>(x); });
  }

  const classic_planner::Knowledge& k_;
  const classic::State& state_;
  const Map& map_;
  std::array<Holding, classic::kMaxSeats> of_{};
  Holding all_;
  double alive_ = 0, set_ = 0;
};

}  // namespace

void measure(const classic_planner::Knowledge& knowledge, const classic::State& state, std::span<Features> seats) {
  Count(knowledge, state).write(seats);
}

}  // namespace hegemon::search::classic_rollouts
