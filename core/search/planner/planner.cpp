#include "search/planner/planner.hpp"

#include <algorithm>
#include <cmath>

#include "search/groups.hpp"

namespace hegemon::search::planner {
Style usual_style(const Weights& weights) {
  return {.attack = weights.attack,
          .defend = weights.defend,
          .feared = weights.feared,
          .assumed = weights.assumed,
          .greed = weights.greed,
          .patience = weights.patience,
          .raid = weights.raid};
}

Style random_style(const Weights& weights, Random& random) {
  Style style = usual_style(weights);
  style.noise = 0.1 + 0.7 * random.uniform();
  style.attack *= std::exp(1.6 * (random.uniform() - 0.5));
  style.defend *= std::exp(2.0 * (random.uniform() - 0.6));
  style.feared = random.uniform();
  style.assumed *= 2.5 * random.uniform();
  style.greed = 0.3 * random.uniform();
  style.surety = static_cast<Surety>(random.below(3));
  if (random.below(3) == 0) {  // growth before war
    style.patience += (0.95 - style.patience) * random.uniform();
    style.raid *= std::exp(-3.0 * random.uniform());
  }
  style.late = random.below(4) != 0;
  style.massed = random.below(4) != 0;
  return style;
}

Knowledge::Knowledge(const sim::Game& given, const Weights& chosen)
    : game(given),
      weights(chosen),
      odds(given.rules),
      groups_of(search::groups_of(*given.map)),
      marches(given.rules.moving_twice == sim::MovingTwice::free),
      chains(marches && given.rules.source_check == sim::SourceCheck::execution) {
  const std::vector<int> walls = group_walls(*given.map);
  for (std::size_t g = 0; g < walls.size(); ++g) {
    const auto size = static_cast<double>(given.map->groups()[g].members.size());
    open.push_back(walls[g] / std::max(1.0, size));
  }
}

Planner::Planner(const Knowledge& knowledge) : k_(knowledge), map_(*knowledge.game.map), rules_(knowledge.game.rules) {}

void Planner::plan(const sim::State& state, int seat, const Style& style, Random& random, sim::Plan& plan) {
  state_ = &state;
  owners_ = state.owners();
  armies_ = state.armies();
  seat_ = seat;
  style_ = &style;
  random_ = &random;
  look();
  if (state.head().phase == sim::Phase::pick) return pick(plan);
  measure();
  count_fronts();
  weigh_groups();
  weigh_enemy_land();
  for (Task task = best_task(); task.target >= 0; task = best_task()) carry_out(task);
  spread_pull();
  spend_rest();
  send_idle();
  emit(plan);
}

// The most wanted of the offered territories; as many as may be named.
void Planner::pick(sim::Plan& plan) {
  queue_.clear();
  for (int t = 0; t < map_.size(); ++t) {
    if (!(state_->marks()[t] & sim::kOffered) || owners_[t] != sim::kNeutral) continue;
    worth_[t] = pick_worth(t) * noise();
    queue_.push_back(static_cast<Territory>(t));
  }
  std::stable_sort(queue_.begin(), queue_.end(), [&](int a, int b) { return worth_[a] > worth_[b]; });
  const bool ranked = rules_.picking == sim::Picking::ranked;
  const std::size_t named = ranked ? static_cast<std::size_t>(2 * state_->head().picks_each) : 1;
  if (queue_.size() > named) queue_.resize(named);
  plan.clear();
  for (const Territory t : queue_) plan.push_back({sim::OrderKind::pick, t, t, 0});
}

// What the bonuses around a territory are worth to who begins there.
double Planner::pick_worth(int territory) const {
  double sum = k_.weights.land;
  for (const std::uint16_t g : k_.groups_of[static_cast<std::size_t>(territory)]) {
    const Group& group = map_.groups()[g];
    double cost = 0;
    for (const Territory t : group.members) {
      if (t != territory && !mine_[t]) cost += k_.odds.losses(armies_[t]) + 1;
    }
    sum += group.value * k_.weights.turns * std::pow(k_.weights.patience, cost / std::max(1, rules_.base_income));
  }
  return sum;
}

double Planner::noise() {
  if (style_->noise <= 0) return 1.0;
  const double normal = random_->uniform() + random_->uniform() + random_->uniform() - 1.5;
  return std::exp(2.0 * style_->noise * normal);
}

void Planner::look() {
  const auto n = static_cast<std::size_t>(map_.size());
  income_ = sim::income(k_.game, *state_, seat_);
  other_income_ = sim::income(k_.game, *state_, 1 - seat_);
  left_ = income_;
  mine_.assign(n, 0);
  taken_.assign(n, 0);
  held_.assign(n, 0);
  free_.assign(n, 0);
  deployed_.assign(n, 0);
  worth_.assign(n, 0.0);
  moves_.clear();
  at_enemy_.clear();
  for (std::size_t t = 0; t < n; ++t) {
    if (owners_[t] != seat_) continue;
    mine_[t] = 1;
    free_[t] = std::max(0, armies_[t] - rules_.stands_guard);
  }
}

// Steps from own land.
void Planner::measure() {
  distance_.assign(static_cast<std::size_t>(map_.size()), map_.size());
  queue_.clear();
  for (int t = 0; t < map_.size(); ++t) {
    if (!mine_[t]) continue;
    distance_[t] = 0;
    queue_.push_back(static_cast<Territory>(t));
  }
  for (std::size_t at = 0; at < queue_.size(); ++at) {
    for (const Territory next : map_.neighbours(queue_[at])) {
      if (distance_[next] <= distance_[queue_[at]] + 1) continue;
      distance_[next] = distance_[queue_[at]] + 1;
      queue_.push_back(next);
    }
  }
}

// Defenders that an attack must expect.
int Planner::defenders(int target) const {
  const int here = armies_[target];
  if (owners_[target] != 1 - seat_) return here;
  return here + static_cast<int>(std::min(1.0, style_->assumed / fronts_) * other_income_);
}

void Planner::weigh_groups() {
  for (const Group& group : map_.groups()) {
    if (group.value > 0) weigh_group(group);
  }
}

void Planner::weigh_group(const Group& group) {
  double cost = 0, near = 0, other_cost = 0;
  int far = 0, missing = 0, theirs = 0;
  for (const Territory t : group.members) {
    if (owners_[t] == 1 - seat_) ++theirs;
    if (owners_[t] != 1 - seat_) other_cost += k_.odds.losses(armies_[t]) + 1;
    if (mine_[t]) {
      near += free_[t];
      continue;
    }
    ++missing;
    cost += k_.odds.losses(defenders(t)) + 1;
    far = std::max(far, distance_[t]);
  }
  const double bonus = group.value * k_.weights.turns;
  const auto size = static_cast<int>(group.members.size());
  if (size == 0) return;
  if (missing == 0) {
    for (const Territory t : group.members) worth_[t] += bonus;
    return;
  }
  const double turns = std::max<double>(far, (cost - near) / std::max(1, income_));
  const double gain =
      bonus * std::pow(style_->patience, std::max(0.0, turns - 1)) * (theirs > 0 ? k_.weights.contested : 1.0);
  for (const Territory t : group.members) {
    if (mine_[t]) continue;
    worth_[t] += gain * (k_.odds.losses(defenders(t)) + 1) / cost;
  }
  // The other seat's bonus: broken if it has it, denied if it is on the way.
  if (theirs == 0) return;
  const bool complete = theirs == size;
  const double denial =
      complete ? k_.weights.broken * bonus
               : k_.weights.denied * bonus * std::pow(style_->patience, other_cost / std::max(1, other_income_));
  for (const Territory t : group.members) {
    if (complete || owners_[t] != 1 - seat_) worth_[t] += denial;
  }
}

// Territories of the other seat where it meets anybody else.
void Planner::count_fronts() {
  fronts_ = 0;
  for (int t = 0; t < map_.size(); ++t) {
    if (owners_[t] != 1 - seat_) continue;
    const auto near = map_.neighbours(t);
    fronts_ += std::any_of(near.begin(), near.end(), [&](int next) { return owners_[next] != 1 - seat_; });
  }
  fronts_ = std::max(1, fronts_);
}

// Armies traded, own land that is out of danger then, the factors of the style, and noise.
void Planner::weigh_enemy_land() {
  for (int t = 0; t < map_.size(); ++t) {
    if (owners_[t] != 1 - seat_) continue;
    double danger = 0;
    for (const Territory next : map_.neighbours(t)) {
      if (owners_[next] == seat_) danger = std::max(danger, worth_[next]);
    }
    worth_[t] += k_.weights.relief * danger;
  }
  for (int t = 0; t < map_.size(); ++t) {
    worth_[t] += k_.weights.land;
    if (owners_[t] == 1 - seat_)
      worth_[t] = style_->attack * (worth_[t] + k_.weights.traded * armies_[t] + style_->raid);
    worth_[t] *= noise();
  }
}

Planner::Task Planner::best_task() const {
  Task best;
  best.utility = style_->greed;
  for (int t = 0; t < map_.size(); ++t) {
    if (!mine_[t]) {
      consider_attack(t, best);
    } else if (!taken_[t] && !held_[t]) {
      consider_hold(t, best);
    }
  }
  return best;
}

void Planner::consider_attack(int target, Task& best) const {
  const int need = k_.odds.needed(defenders(target), style_->surety);
  const double utility = worth_[target] / (need + 0.5);
  if (utility <= best.utility) return;
  Task task;
  if (!prepare(target, need, task)) return;
  task.utility = utility;
  best = task;
}

// From where the target can be attacked with the fewest armies deployed.
bool Planner::prepare(int target, int need, Task& task) const {
  for (const Territory source : map_.neighbours(target)) {
    if (!mine_[source]) continue;
    const int deploy = std::max(0, need - free_[source]);
    if (deploy > 0 && (taken_[source] || deploy > left_)) continue;
    if (task.source >= 0 && (deploy > task.deploy || (deploy == task.deploy && free_[source] <= free_[task.source])))
      continue;
    task = {.target = target, .source = source, .armies = need, .deploy = deploy};
  }
  return task.source >= 0;
}

// Armies with which the other seat may attack.
int Planner::threat(int territory) const {
  int strongest = -1;
  for (const Territory next : map_.neighbours(territory)) {
    if (owners_[next] == 1 - seat_ && !taken_[next])
      strongest = std::max(strongest, armies_[next] - rules_.stands_guard);
  }
  return strongest < 0 ? 0 : strongest + static_cast<int>(style_->feared * other_income_);
}

void Planner::consider_hold(int territory, Task& best) const {
  const int attackers = threat(territory);
  if (attackers <= 0) return;
  const int keep = k_.odds.holding(attackers);
  const int here = armies_[territory] + deployed_[territory] - free_[territory];  // bound to stay
  const int wanted = keep - here;
  if (wanted <= 0) return;
  const int deploy = std::max(0, wanted - free_[territory]);
  if (deploy > left_) return;
  const double utility =
      style_->defend * k_.weights.risk * worth_[territory] / (deploy + 0.3 * (wanted - deploy) + 0.5);
  if (utility <= best.utility) return;
  best = {
      .target = territory, .source = territory, .armies = wanted, .deploy = deploy, .hold = true, .utility = utility};
}

void Planner::carry_out(const Task& task) {
  if (task.deploy > 0) deploy(task.source, task.deploy);
  if (task.hold) {
    free_[task.source] -= task.armies;
    held_[task.target] = 1;
    return;
  }
  move(task.source, task.target, task.armies);
}

void Planner::deploy(int territory, int armies) {
  deployed_[territory] += armies;
  free_[territory] += armies;
  left_ -= armies;
}

void Planner::move(int source, int target, int armies) {
  free_[source] -= armies;
  moves_.push_back({sim::OrderKind::move, source, target, armies});
  at_enemy_.push_back(owners_[target] == 1 - seat_ && !taken_[target]);
  if (mine_[target]) {
    if (k_.marches) free_[target] += armies;
    return;
  }
  mine_[target] = taken_[target] = 1;
  const int survivors = armies - static_cast<int>(k_.odds.losses(armies_[target]) + 0.5);
  free_[target] = k_.chains ? std::max(0, survivors - rules_.stands_guard) : 0;
}

// How much armies are wanted next to what could be taken or lost, and less with every step away.
void Planner::spread_pull() {
  pull_.assign(static_cast<std::size_t>(map_.size()), 0.0);
  for (int t = 0; t < map_.size(); ++t) {
    if (mine_[t]) continue;
    const double here = worth_[t] / (k_.odds.needed(defenders(t), style_->surety) + 0.5) *
                        (owners_[t] == 1 - seat_ ? k_.weights.pull : 1.0);
    for (const Territory next : map_.neighbours(t)) {
      if (mine_[next]) pull_[next] = std::max(pull_[next], here);
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (int t = 0; t < map_.size(); ++t) {
      if (!mine_[t]) continue;
      for (const Territory next : map_.neighbours(t)) {
        if (!mine_[next] || k_.weights.far * pull_[next] <= pull_[t] + 1e-12) continue;
        pull_[t] = k_.weights.far * pull_[next];
        changed = true;
      }
    }
  }
}

// What no task could use is deployed where armies are wanted most.
void Planner::spend_rest() {
  if (left_ <= 0) return;
  int best = -1;
  double most = -1;
  for (int t = 0; t < map_.size(); ++t) {
    if (!mine_[t] || taken_[t]) continue;
    const double here = pull_[t] * (1 + 0.02 * std::min(50, free_[t]));
    if (here > most) most = here, best = t;
  }
  if (best >= 0) deploy(best, left_);
}

// Armies with nothing to do join an attack from where they are, or go where they are wanted more.
void Planner::send_idle() {
  queue_.clear();
  for (int t = 0; t < map_.size(); ++t) {
    if (mine_[t] && free_[t] > 0 && (!taken_[t] || k_.chains)) queue_.push_back(static_cast<Territory>(t));
  }
  std::size_t steps = 0;
  for (std::size_t at = 0; at < queue_.size() && steps < 4 * static_cast<std::size_t>(map_.size()); ++at, ++steps) {
    const int t = queue_[at];
    if (free_[t] <= 0 || (style_->massed && !taken_[t] && join_attack(t))) continue;
    int best = -1;
    for (const Territory next : map_.neighbours(t)) {
      if (mine_[next] && (!taken_[next] || k_.chains) && (best < 0 || pull_[next] > pull_[best])) best = next;
    }
    if (best < 0 || k_.weights.far * pull_[best] < pull_[t] * 0.999) continue;
    move(t, best, free_[t]);
    if (k_.marches) queue_.push_back(static_cast<Territory>(best));
  }
}

bool Planner::join_attack(int source) {
  int best = -1;
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    if (moves_[i].source != source || !taken_[moves_[i].target]) continue;
    const bool better = best < 0 || at_enemy_[i] > at_enemy_[best] ||
                        (at_enemy_[i] == at_enemy_[best] && worth_[moves_[i].target] > worth_[moves_[best].target]);
    if (better) best = static_cast<int>(i);
  }
  if (best < 0) return false;
  // A stack does not leave a place where it is wanted for one where it is not.
  if (!at_enemy_[best]) {
    for (const Territory next : map_.neighbours(source)) {
      if (!mine_[next]) return false;
    }
  }
  moves_[best].armies += free_[source];
  if (k_.chains) free_[moves_[best].target] += free_[source];
  free_[source] = 0;
  return true;
}

void Planner::emit(sim::Plan& plan) const {
  plan.clear();
  for (int t = 0; t < map_.size(); ++t) {
    if (deployed_[t] > 0) plan.push_back({sim::OrderKind::deploy, t, t, deployed_[t]});
  }
  if (k_.chains) {
    plan.insert(plan.end(), moves_.begin(), moves_.end());
    return;
  }
  for (const bool now : {!style_->late, static_cast<bool>(style_->late)}) {
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      if (static_cast<bool>(at_enemy_[i]) == now) plan.push_back(moves_[i]);
    }
  }
}

}  // namespace hegemon::search::planner
