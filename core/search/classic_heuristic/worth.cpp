// What territories are worth to the rules of thumb, and where armies are worth most.
#include <algorithm>
#include <array>
#include <tuple>

#include "search/classic_heuristic/heuristic.hpp"

namespace hegemon::search::classic_heuristic {
namespace {

constexpr double kLossRate = 0.9;  // approximate attackers lost per defender in a campaign
constexpr double kHope = 0.3;      // least chance of an attack that is worth preparing, because more armies will come
constexpr int kSteps = 8;          // most captures of a campaign

}  // namespace

// The value of capturing each foreign territory.
void Heuristic::weigh() {
  const double card = rules_.cards != classic::Cards::none && !view_->head().conquered ? 1.0 : 0.0;
  worth_.assign(static_cast<std::size_t>(map_.size()), 0.0);
  for (int t = 0; t < map_.size(); ++t) {
    if (foreign(t)) worth_[static_cast<std::size_t>(t)] = 1.0 + 0.2 * armies_[t] + card;
  }
  if (rules_.groups_pay) {
    for (std::size_t g = 0; g < map_.groups().size(); ++g) weigh_group(g);
  }
  weigh_eliminations();
}

void Heuristic::weigh_group(std::size_t g) {
  const Group& group = map_.groups()[g];
  if (group.value <= 0) return;
  std::int64_t in_the_way = 0;
  int missing = 0, holder = classic::kNobody;
  bool one_holder = true;
  for (const Territory t : group.members) {
    if (!foreign(t)) continue;
    if (missing == 0) holder = owners_[t];
    one_holder = one_holder && owners_[t] == holder;
    in_the_way += armies_[t];
    ++missing;
  }
  if (missing == 0) return;
  const int size = static_cast<int>(group.members.size()), held = size - missing;
  const double effort = static_cast<double>((in_the_way + 2 * missing) * missing) * root_walls_[g];
  double gain = 4.0 * greed_ * group.value * (0.3 + static_cast<double>(held) / size) / effort;
  if (held == 0 && holder >= 0 && one_holder) gain += 0.8 * group.value;
  for (const Territory t : group.members) {
    if (foreign(t)) worth_[t] += gain;
  }
}

// The value of eliminating a weak enemy, on its last territories.
void Heuristic::weigh_eliminations() {
  std::array<int, classic::kMaxSeats> land{};
  for (int t = 0; t < map_.size(); ++t) {
    if (owners_[t] >= 0) ++land[static_cast<std::size_t>(owners_[t])];
  }
  for (int t = 0; t < map_.size(); ++t) {
    if (owners_[t] < 0 || !foreign(t)) continue;
    const auto seat = static_cast<std::size_t>(owners_[t]);
    if (land[seat] <= 4) worth_[static_cast<std::size_t>(t)] += (3.0 + 1.5 * view_->head().hand[seat]) / land[seat];
  }
}

// The value that a stack could win from here: always the best next target, as long as the armies last.
double Heuristic::campaign(int source, int attackers) {
  std::array<int, kSteps + 1> taken{source};
  double total = 0, left = attackers;
  for (std::size_t step = 0; step < kSteps && left >= 1; ++step) {
    double best = 0;
    int target = -1;
    for (const Territory t : map_.neighbours(taken[step])) {
      if (!foreign(t) || std::find(taken.begin(), taken.begin() + step + 1, t) != taken.begin() + step + 1) continue;
      const double chance = forecasts_.of(static_cast<int>(left), armies_[t]).chance;
      if (chance < kHope || worth_[t] * chance <= best) continue;
      best = worth_[t] * chance;
      target = t;
    }
    if (target < 0) break;
    total += best;
    left -= 1 + kLossRate * armies_[target];
    taken[step + 1] = target;
  }
  return total;
}

bool Heuristic::holds(std::size_t group) const {
  const Group& chosen = map_.groups()[group];
  return rules_.groups_pay && chosen.value > 0 &&
         std::none_of(chosen.members.begin(), chosen.members.end(), [&](Territory t) { return foreign(t); });
}

// The value of an own territory.
double Heuristic::stake(int territory) const {
  std::int64_t pays = 0;
  for (const std::uint16_t g : groups_of_[static_cast<std::size_t>(territory)]) {
    if (holds(g)) pays += map_.groups()[g].value;
  }
  return 0.5 + 1.5 * static_cast<double>(pays);
}

// The value that more armies save on a territory: its stake times the decrease of the risk.
double Heuristic::relief(int territory, int more) {
  const int attackers = threat(territory) - spare_;
  if (attackers < 1) return 0;
  const double before = forecasts_.of(attackers, armies_[territory]).chance;
  const double after = forecasts_.of(attackers, armies_[territory] + more).chance;
  return (before - after) * stake(territory);
}

// Where more armies would win and save the most; else where the enemy is strongest.
int Heuristic::best_front(const std::vector<Territory>& candidates, int more) {
  weigh();
  std::tuple<double, int, int, int> best;
  int chosen = -1;
  for (const Territory t : candidates) {
    const double won = campaign(t, armies_[t] + more - spare_);
    const std::tuple value(won + relief(t, more), threat(t), armies_[t], -static_cast<int>(t));
    if (chosen >= 0 && value <= best) continue;
    best = value;
    chosen = t;
  }
  return chosen;
}

}  // namespace hegemon::search::classic_heuristic
