#include "search/rollouts/features.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace hegemon::search::rollouts {
namespace {

// Of one seat. Bonuses count by their values.
struct Holding {
  double armies = 0, income = 0, land = 0;
  double front = 0;      // armies next to the other seat
  double idle = 0;       // armies behind the lines
  double biggest = 0;    // stack
  double open = 0;       // land that the strongest stack of the other seat next to it can take
  double at_risk = 0;    // complete bonuses with such land
  double in_reach = 0;   // the same, if the other seat deploys its income there
  double near = 0;       // bonuses without the other seat, by how few armies the neutrals cost
  double nearer = 0;     // the same, counting only what is almost complete
  double almost = 0;     // the same, by the turns of income that are missing with the armies near
  double contested = 0;  // own share of bonuses in which both seats have land
};

class Counter {
 public:
  Counter(const planner::Knowledge& knowledge, const sim::State& state)
      : k_(knowledge), state_(state), owners_(state.owners()), armies_(state.armies()) {
    count_income();
    count_land();
    for (const Group& group : k_.game.map->groups()) count_group(group);
  }

  const Holding& of(int seat) const { return of_[seat]; }
  bool contact() const { return contact_; }

 private:
  void count_income() {
    for (Holding& one : of_) one.income = k_.game.rules.base_income;
    for (const Group& group : k_.game.map->groups()) {
      const int owner = group.members.empty() ? -1 : owners_[group.members.front()];
      if (owner < 0) continue;
      const bool whole =
          std::all_of(group.members.begin(), group.members.end(), [&](Territory t) { return owners_[t] == owner; });
      if (whole) of_[owner].income += group.value;
    }
    for (Holding& one : of_) one.income = std::max(0.0, one.income);
  }

  void count_land() {
    const auto n = static_cast<std::size_t>(state_.size());
    danger_.assign(n, 0);
    spare_.assign(n, {});
    for (int t = 0; t < state_.size(); ++t) {
      const int owner = owners_[t];
      int strongest = -1;
      bool foreign = false;
      for (const Territory next : k_.game.map->neighbours(t)) {
        const int other = owners_[next];
        if (other != owner) foreign = true;
        if (other < 0) continue;
        const int can = armies_[next] - k_.game.rules.stands_guard;
        spare_[t][other] += can;
        if (owner >= 0 && other != owner) strongest = std::max(strongest, can);
      }
      if (owner < 0) continue;
      Holding& own = of_[owner];
      own.armies += armies_[t];
      own.land += 1;
      own.biggest = std::max<double>(own.biggest, armies_[t]);
      if (!foreign) own.idle += armies_[t];
      if (strongest < 0) continue;
      contact_ = true;
      own.front += armies_[t];
      if (k_.odds.holding(strongest) > armies_[t]) {
        danger_[t] = 2;
        own.open += 1;
      } else if (k_.odds.holding(strongest + static_cast<int>(of_[1 - owner].income)) > armies_[t]) {
        danger_[t] = 1;
      }
    }
  }

  void count_group(const Group& group) {
    std::array<int, sim::kSeats> owned{};
    double neutral = 0;
    std::array<double, sim::kSeats> near{};
    int danger = 0;
    for (const Territory t : group.members) {
      danger = std::max<int>(danger, danger_[t]);
      if (owners_[t] >= 0) {
        ++owned[owners_[t]];
      } else {
        neutral += k_.odds.losses(armies_[t]) + 1;
        for (int s = 0; s < sim::kSeats; ++s) near[s] = std::max<double>(near[s], spare_[t][s]);
      }
    }
    const auto size = static_cast<double>(group.members.size());
    for (int s = 0; s < sim::kSeats; ++s) {
      if (owned[s] == 0) continue;
      Holding& own = of_[s];
      if (owned[s] == static_cast<int>(group.members.size())) {
        if (danger == 2) own.at_risk += group.value;
        if (danger >= 1) own.in_reach += group.value;
      } else if (owned[1 - s] == 0) {
        own.near += group.value * std::exp(-neutral / 10.0);
        own.nearer += group.value * std::exp(-neutral / 4.0);
        const double missing = std::max(0.0, neutral - near[s]) / (own.income + 1);
        own.almost += group.value * std::exp(-missing);
      } else {
        own.contested += group.value * owned[s] / size;
      }
    }
  }

  const planner::Knowledge& k_;
  const sim::State& state_;
  const sim::Seat* owners_;
  const std::int32_t* armies_;
  std::array<Holding, sim::kSeats> of_;
  bool contact_ = false;
  // Working memory. Of every territory: 2 if the other seat can take it, 1 if it can with its income; and the armies of
  // both seats next to it that may attack.
  inline static thread_local std::vector<std::uint8_t> danger_;
  inline static thread_local std::vector<std::array<std::int32_t, sim::kSeats>> spare_;
};

double ratio(double a, double b, double plus) { return std::log((a + plus) / (b + plus)); }

}  // namespace

std::array<Features, sim::kSeats> measure(const planner::Knowledge& k, const sim::State& state) {
  const Counter counted(k, state);
  const sim::Rules& rules = k.game.rules;
  std::array<Features, sim::kSeats> found;
  for (int s = 0; s < sim::kSeats; ++s) {
    const Holding &a = counted.of(s), &b = counted.of(1 - s);
    const double income = std::max(1.0, a.income + b.income), armies = a.armies + b.armies + 1;
    const double size = state.size(), land = a.land + b.land;
    const std::array<double, kFeatures> all{
        ratio(a.armies, b.armies, 2),
        ratio(a.income, b.income, 1),
        ratio(a.armies + 4 * a.income, b.armies + 4 * b.income, 1),
        ratio(a.land, b.land, 1),
        ratio(a.armies + 2 * a.income, b.armies + 2 * b.income, 1),
        ratio(a.armies + 8 * a.income, b.armies + 8 * b.income, 1),
        a.land / size,
        b.land / size,
        a.at_risk / income,
        b.at_risk / income,
        a.near / income,
        b.near / income,
        a.nearer / income,
        b.nearer / income,
        a.armies / armies,
        a.income / income,
        a.in_reach / income,
        b.in_reach / income,
        a.almost / income,
        b.almost / income,
        a.contested / income,
        b.contested / income,
        a.front / (a.armies + 1),
        b.front / (b.armies + 1),
        ratio(a.front, b.front, 2),
        a.idle / (a.armies + 1),
        b.idle / (b.armies + 1),
        a.open / (a.land + 1),
        b.open / (b.land + 1),
        a.biggest / (a.armies + 1),
        b.biggest / (b.armies + 1),
        ratio(a.biggest, b.biggest, 2),
        counted.contact() ? 1.0 : 0.0,
        1 - land / size,
        std::log(armies / (land + 1)),
        std::log(income / armies),
        std::log(size / 20),
        rules.base_income / income,
        0.25 * std::log(1.0 + state.head().round),
        rules.luck_percent / 100.0,
        rules.offense_kill_percent / 100.0,
        static_cast<double>(rules.stands_guard),
    };
    std::transform(all.begin(), all.end(), found[s].begin(), [](double x) { return static_cast<float>(x); });
  }
  return found;
}

}  // namespace hegemon::search::rollouts
