// The planner's attacks: what they gain, whether to go on, and how many armies move in.
#include <algorithm>
#include <array>

#include "classic/enumerate.hpp"
#include "search/classic_planner/planner.hpp"

namespace hegemon::search::classic_planner {

namespace {
constexpr int kDeep = 6;            // conquests of a campaign after the first one
constexpr double kHopeless = 0.15;  // chance below which nothing further is thought of
}  // namespace

// What an attack by so many armies on the source may be expected to gain, with what could follow it.
double Planner::attack_gain(int source, int target, int armies) const {
  const Prospect p = k_.odds.attack(armies, armies_[target]);
  double gain = killed(target) * p.killed - w_->lost * p.lost;
  const bool choose = rules_.occupy == classic::Occupy::choose;
  if (p.win >= kHopeless) {
    const double held = choose ? std::max(1.0, 0.6 * p.moved) : rules_.occupy == classic::Occupy::one ? 1.0 : p.moved;
    const double kept = 1 - std::min(1.0, w_->danger * loses(threats_[target], target, held));
    double won = instant_[target] + lasting_[target] * kept;
    if (!state_->head().conquered) won += w_->card * card_;
    if (rules_.attacks_per_turn != 1) won += w_->chain * campaign(target, static_cast<int>(p.moved + 0.5), source);
    gain += p.win * won;
  }
  const double left = choose ? 1 + 0.4 * p.moved : 1.0;
  const double before = loses(threats_[source], -1, armies);
  const double after = p.win * loses(threats_[source], target, left) + (1 - p.win) * loses(threats_[source], -1, 1);
  return gain - w_->danger * lasting_[source] * (after - before);
}

// What a stack may take from where it stands: always the best next target.
double Planner::campaign(int at, int armies, int from) const {
  std::array<int, kDeep + 2> been{from, at};
  int count = 2;
  double total = 0, sure = 1;
  while (count < kDeep + 2 && armies >= 3) {
    double best = 0;
    Prospect then;
    int target = -1;
    for (const Territory next : map_.neighbours(at)) {
      if (!foreign(next) || std::find(been.begin(), been.begin() + count, next) != been.begin() + count) continue;
      const Prospect p = k_.odds.attack(armies, armies_[next]);
      if (p.win < kHopeless) continue;
      const double gain = p.win * (instant_[next] + 0.7 * lasting_[next]) + killed(next) * p.killed - w_->lost * p.lost;
      if (gain <= best) continue;
      best = gain;
      then = p;
      target = next;
    }
    if (target < 0) break;
    total += sure * best;
    sure *= then.win;
    armies = static_cast<int>(then.moved + 0.5);
    been[static_cast<std::size_t>(count++)] = at = target;
  }
  return total;
}

double Planner::best_attack(int source, int armies) const {
  double best = 0;
  if (armies < 2) return best;
  for (const Territory next : map_.neighbours(source)) {
    if (foreign(next)) best = std::max(best, attack_gain(source, next, armies));
  }
  return best;
}

classic::Action Planner::attack() const {
  double best = w_->greed;
  int from = -1, to = -1;
  for (int s = 0; s < map_.size(); ++s) {
    if (foreign(s) || armies_[s] < 2) continue;
    for (const Territory t : map_.neighbours(s)) {
      if (!foreign(t)) continue;
      const double gain = attack_gain(s, t, armies_[s]);
      if (gain <= best || k_.odds.win(armies_[s], armies_[t]) < w_->least) continue;
      best = gain;
      from = s;
      to = t;
    }
  }
  return from < 0 ? classic::Action{} : assault(from, to);
}

// How the attack is made: to the end or throw by throw, with all armies or with some.
classic::Action Planner::assault(int source, int target) const {
  const int armies = armies_[source];
  const classic::Assaults ways(rules_, armies);
  const double win = k_.odds.win(armies, armies_[target]);
  if (ways.battles == 0 || (ways.rolls > 0 && win < w_->even)) return ways.action(source, target, ways.count() - 1);
  if (ways.battles == 1) return ways.action(source, target, 0);
  // Some may stay at home if there is danger.
  double best = -1e9;
  int chosen = ways.battles - 1;
  for (const int share : {4, 3, 2}) {
    const int k = (ways.battles - 1) * share / 4;
    const int sent = std::max(2, armies - (ways.battles - 1 - k));
    const Prospect p = k_.odds.attack(sent, armies_[target]);
    const double stays = 1 + armies - sent;
    const double kept = 1 - std::min(1.0, w_->danger * loses(threats_[target], target, p.moved));
    const double home =
        p.win * loses(threats_[source], target, stays) + (1 - p.win) * loses(threats_[source], -1, stays);
    const double gain = p.win * (instant_[target] + lasting_[target] * kept) + killed(target) * p.killed -
                        w_->lost * p.lost - w_->danger * lasting_[source] * home;
    if (gain <= best + 1e-9) continue;
    best = gain;
    chosen = k;
  }
  return ways.action(source, target, chosen);
}

// As many move in as are worth more there than at home.
classic::Action Planner::occupy() const {
  const auto& head = state_->head();
  const int least = head.dice, most = head.committed, all = armies_[head.source] + armies_[head.target];
  double best = -1e9;
  int chosen = most;
  const int step = std::max(1, (most - least) / 6);
  for (int x = most; x >= least; x = x == least ? least - 1 : std::max(least, x - step)) {
    const int stay = all - x;
    double worth = best_attack(head.target, x) + best_attack(head.source, stay) + 0.01 * x;
    worth = std::max(best_attack(head.target, x), best_attack(head.source, stay)) * 0.5 + 0.5 * worth;
    worth -= w_->danger * (lasting_[head.target] * loses(threats_[head.target], -1, x) +
                           lasting_[head.source] * loses(threats_[head.source], -1, stay));
    if (worth <= best) continue;
    best = worth;
    chosen = x;
  }
  return {.kind = classic::ActionKind::occupy, .armies = chosen};
}

}  // namespace hegemon::search::classic_planner
