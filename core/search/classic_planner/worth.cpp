// What the planner looks at before it decides: threats, and the worth of every territory.
#include <algorithm>
#include <cmath>

#include "base/hash.hpp"
#include "search/classic_planner/planner.hpp"

namespace hegemon::search::classic_planner {

double next_set(const classic::Rules& rules, int trades) {
  if (rules.cards == classic::Cards::none) return 0;
  if (rules.card_values == classic::CardValues::fixed) return 8;
  return trades < 5 ? 4 + 2 * trades : 5 * (trades - 2);
}

void Planner::look() {
  const auto n = static_cast<std::size_t>(map_.size());
  lasting_.assign(n, 0.0);
  instant_.assign(n, 0.0);
  measure_seats();
  measure_threats();
  weigh_land();
  if (rules_.groups_pay) {
    for (std::size_t g = 0; g < map_.groups().size(); ++g) weigh_group(g);
  }
  weigh_seats();
  if (style_->noise <= 0) return;
  for (int t = 0; t < map_.size(); ++t) {
    const double factor = noise(t);
    lasting_[t] *= factor;
    instant_[t] *= factor;
  }
}

double Planner::noise(int territory) const {
  const std::uint64_t bits = mix(style_->key + 0x9e3779b97f4a7c15ULL * static_cast<std::uint64_t>(territory + 1));
  const double normal = static_cast<double>((bits & 0xffff) + (bits >> 16 & 0xffff) + (bits >> 32 & 0xffff)) / 65536;
  return std::exp(2.0 * style_->noise * (normal - 1.5));
}

void Planner::measure_seats() {
  land_.fill(0);
  total_.fill(0);
  for (int t = 0; t < map_.size(); ++t) {
    if (owners_[t] < 0) continue;
    land_[static_cast<std::size_t>(owners_[t])] += 1;
    total_[static_cast<std::size_t>(owners_[t])] += armies_[t];
  }
  for (int seat = 0; seat < k_.game.seats; ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    income_[s] = land_[s] > 0 ? classic::income(k_.game, *state_, seat) : 0;
  }
  const auto me = static_cast<std::size_t>(seat_);
  const auto& head = state_->head();
  const double rival = 1.0 / std::sqrt(k_.game.seats - 1.0);
  for (int seat = 0; seat < k_.game.seats; ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    const double ratio = std::clamp((total_[me] + 1) / (total_[s] + 1), 0.2, 5.0);
    killed_[s] = w_->killed * (w_->ahead > 0 ? std::pow(ratio, w_->ahead) : 1.0) * rival;
  }
  power_ = 1 + income_[me] + 0.3 * std::max(0.0, total_[me] - land_[me]);
  card_ = next_set(rules_, head.trades) / 3;
}

bool Planner::border(int territory) const {
  for (const Territory next : map_.neighbours(territory)) {
    if (foreign(next)) return true;
  }
  return false;
}

void Planner::measure_threats() {
  for (int t = 0; t < map_.size(); ++t) {
    Threat threat;
    for (const Territory next : map_.neighbours(t)) {
      const int owner = owners_[next];
      if (owner == seat_ || owner < 0) continue;
      const auto armies = static_cast<float>(armies_[next] + w_->feared * income_[static_cast<std::size_t>(owner)]);
      if (armies > threat.first) {
        threat.second = threat.first;
        threat.first = armies;
        threat.from = static_cast<std::int16_t>(next);
      } else if (armies > threat.second) {
        threat.second = armies;
      }
    }
    threats_[t] = threat;
  }
}

// Probability that a territory with so many armies falls if it is attacked, not counting one neighbour.
double Planner::loses(const Threat& threat, int besides, double armies) const {
  const float strongest = threat.without(besides);
  if (strongest < 2) return 0;
  return k_.odds.win(static_cast<int>(strongest), std::max(1, static_cast<int>(armies + 0.5)));
}

void Planner::weigh_land() {
  const auto me = static_cast<std::size_t>(seat_);
  const bool by_land = rules_.income_base == classic::IncomeBase::territories;
  const double rate = by_land ? w_->turns / rules_.income_divisor : 0.0;
  // Below the least income a territory pays only once there are more of them.
  const double least = rules_.income_least_in_all ? 0.0 : static_cast<double>(rules_.income_least);
  const auto pays = [&](double land) { return land + 2 >= least * rules_.income_divisor ? rate : 0.3 * rate; };
  const double mine = pays(land_[me]), rival = 1.0 / (k_.game.seats - 1);
  for (int t = 0; t < map_.size(); ++t) {
    const int owner = owners_[t];
    int links = 0;  // closed by taking it, less those that are opened
    if (owner != seat_) {
      for (const Territory next : map_.neighbours(t)) links += foreign(next) ? -1 : 1;
    }
    lasting_[t] = std::max(0.0, w_->land + mine + w_->spread * links);
    if (owner >= 0 && owner != seat_) instant_[t] = rival * pays(land_[static_cast<std::size_t>(owner)]);
  }
}

void Planner::weigh_group(std::size_t g) {
  const Group& group = map_.groups()[g];
  const int value = classic::group_value(rules_, group.value, state_->head().round);
  if (value <= 0 || group.members.empty()) return;
  const double worth = value * w_->turns * std::exp(-w_->walls * k_.walls[g]);
  const auto size = static_cast<double>(group.members.size());
  std::array<int, classic::kMaxSeats> held{};
  double cost = 0;
  int missing = 0;
  for (const Territory t : group.members) {
    if (owners_[t] >= 0) ++held[static_cast<std::size_t>(owners_[t])];
    if (!foreign(t)) continue;
    ++missing;
    cost += armies_[t] + 1;
  }
  const double rival = 1.0 / (k_.game.seats - 1);
  if (missing == 0) {
    for (const Territory t : group.members) lasting_[t] += worth * w_->group;
    return;
  }
  const double own = worth * w_->group * std::exp(-w_->effort * cost / power_);
  for (const Territory t : group.members) {
    lasting_[t] += own / missing;
    const int owner = owners_[t];
    if (owner < 0 || owner == seat_) continue;
    const double share = held[static_cast<std::size_t>(owner)] / size;
    instant_[t] += rival * worth * (share >= 1 ? w_->broken : w_->denied * share * share);
  }
}

// Seats that could be eliminated soon, and the first card of a turn.
void Planner::weigh_seats() {
  const bool two = k_.game.seats == 2;
  for (int seat = 0; seat < k_.game.seats; ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    if (seat == seat_ || land_[s] < 1) continue;
    bool last = true;
    for (int other = 0; other < k_.game.seats; ++other) {
      if (other != seat && other != seat_ && land_[static_cast<std::size_t>(other)] > 0) last = false;
    }
    const bool kept = rules_.cards != classic::Cards::none && rules_.capture_hands != classic::CaptureHands::discard;
    const double cards = kept && !last ? w_->hands * card_ * state_->head().hand[s] : 0.0;
    const double effort = total_[s] + land_[s];
    const double near = std::exp(-effort / (2 * power_ + 1));
    const double prize = ((two || last ? 10 : 1) * w_->finish + cards) * near / land_[s];
    for (int t = 0; t < map_.size(); ++t) {
      if (owners_[t] == seat) instant_[t] += prize;
    }
  }
}

}  // namespace hegemon::search::classic_planner
