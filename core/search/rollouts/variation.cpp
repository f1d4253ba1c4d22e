#include "search/rollouts/variation.hpp"

#include <algorithm>

namespace hegemon::search::rollouts {
namespace {

using sim::Order;
using sim::OrderKind;
using sim::Plan;

// A random order of a kind; the end of the plan if there is none.
Plan::iterator any(Plan& plan, OrderKind kind, Random& random) {
  const auto count = static_cast<std::uint32_t>(
      std::count_if(plan.begin(), plan.end(), [&](const Order& o) { return o.kind == kind; }));
  if (count == 0) return plan.end();
  std::uint32_t skip = random.below(count);
  return std::find_if(plan.begin(), plan.end(), [&](const Order& o) { return o.kind == kind && skip-- == 0; });
}

Plan::iterator first_move(Plan& plan) {
  return std::find_if(plan.begin(), plan.end(), [](const Order& o) { return o.kind == OrderKind::move; });
}

void deploy(Plan& plan, int territory, int armies) {
  if (armies <= 0) return;
  for (Order& order : plan) {
    if (order.kind != OrderKind::deploy || order.source != territory) continue;
    order.armies += armies;
    return;
  }
  plan.insert(plan.begin(), {OrderKind::deploy, territory, territory, armies});
}

}  // namespace

Variation::Variation(const planner::Knowledge& knowledge, const sim::State& world, int seat)
    : k_(knowledge),
      map_(*knowledge.game.map),
      world_(world),
      seat_(seat),
      income_(sim::income(knowledge.game, world, seat)) {
  for (int t = 0; t < map_.size(); ++t) {
    if (!mine(t)) continue;
    const auto near = map_.neighbours(t);
    if (std::any_of(near.begin(), near.end(), [&](int next) { return !mine(next); })) sources_.push_back(t);
  }
}

Plan Variation::cross(const Plan& a, const Plan& b, Random& random) const {
  const std::uint64_t salt = random.next();
  const auto from_first = [&](int territory) { return mix(salt + static_cast<std::uint64_t>(territory)) & 1; };
  Plan plan;
  int left = income_;
  for (const OrderKind kind : {OrderKind::deploy, OrderKind::move}) {
    for (const bool first : {true, false}) {
      for (Order order : first ? a : b) {
        if (order.kind != kind || static_cast<bool>(from_first(order.source)) != first) continue;
        if (kind == OrderKind::deploy) {
          order.armies = std::min(order.armies, left);
          if (order.armies <= 0) continue;
          left -= order.armies;
        }
        plan.push_back(order);
      }
    }
  }
  const auto at = any(plan, OrderKind::deploy, random);
  if (left > 0 && at != plan.end()) at->armies += left;
  tidy(plan);
  return plan;
}

Plan Variation::mutate(const Plan& plan, Random& random) const {
  Plan changed = plan;
  const int changes = 1 + static_cast<int>(random.below(2));
  for (int i = 0; i < changes; ++i) {
    switch (random.below(7)) {
      case 0: drop(changed, random); break;
      case 1: reorder(changed, random); break;
      case 2: resize(changed, random); break;
      case 3: add_move(changed, random); break;
      case 4: concentrate(changed, random); break;
      default: shift(changed, random); break;
    }
  }
  tidy(changed);
  return changed;
}

// Moves send what is there after the changes, and neutrals that would probably not fall are left alone: armies would be
// lost for nothing.
void Variation::tidy(Plan& plan) const {
  if (k_.marches) return;  // armies that arrive may go on
  std::vector<int> spare(static_cast<std::size_t>(map_.size())), sent(spare.size());
  for (int t = 0; t < map_.size(); ++t) spare[t] = mine(t) ? world_.armies()[t] - k_.game.rules.stands_guard : 0;
  for (Order& order : plan) {
    if (order.kind == OrderKind::deploy) spare[order.source] += order.armies;
    if (order.kind != OrderKind::move || !mine(order.source)) continue;
    order.armies = std::min(order.armies, spare[order.source]);
    spare[order.source] -= order.armies;
    sent[order.target] += std::max(0, order.armies);
  }
  std::erase_if(plan, [&](const Order& order) {
    if (order.kind != OrderKind::move || !mine(order.source)) return false;
    const int target = order.target;
    return order.armies <= 0 || (world_.owners()[target] == sim::kNeutral &&
                                 sent[target] < k_.odds.needed(world_.armies()[target], planner::Surety::even));
  });
}

void Variation::drop(Plan& plan, Random& random) const {
  const auto at = any(plan, OrderKind::move, random);
  if (at != plan.end()) plan.erase(at);
}

// A move comes first, or last.
void Variation::reorder(Plan& plan, Random& random) const {
  const auto at = any(plan, OrderKind::move, random);
  if (at == plan.end()) return;
  if (random.below(2) == 0) {
    std::rotate(at, at + 1, plan.end());
  } else {
    std::rotate(first_move(plan), at, at + 1);
  }
}

// Armies on a territory that no order sends away, with those deployed there.
int Variation::idle(const Plan& plan, int territory) const {
  int armies = world_.armies()[territory] - k_.game.rules.stands_guard;
  for (const Order& order : plan) {
    if (order.source != territory) continue;
    armies += order.kind == OrderKind::deploy ? order.armies : -order.armies;
  }
  return armies;
}

// A move takes all armies that are idle where it begins, or fewer than it did.
void Variation::resize(Plan& plan, Random& random) const {
  const auto at = any(plan, OrderKind::move, random);
  if (at == plan.end() || !mine(at->source)) return;
  const int spare = idle(plan, at->source);
  if (spare > 0 && random.below(3) != 0) {
    at->armies += spare;
  } else if (at->armies > 1) {
    at->armies -= 1 + static_cast<int>(random.below(static_cast<std::uint32_t>((at->armies + 1) / 2)));
  }
}

// Idle armies, or one of them, go to a neighbour: a blow, a pin, or a move that only takes time.
void Variation::add_move(Plan& plan, Random& random) const {
  if (sources_.empty()) return;
  const int source = sources_[random.below(static_cast<std::uint32_t>(sources_.size()))];
  const int spare = idle(plan, source);
  const auto near = map_.neighbours(source);
  if (spare <= 0 || near.empty()) return;
  const int target = near[random.below(static_cast<std::uint32_t>(near.size()))];
  const bool known = std::any_of(plan.begin(), plan.end(), [&](const Order& o) {
    return o.kind == OrderKind::move && o.source == source && o.target == target;
  });
  if (known) return;
  const Order order{OrderKind::move, source, target, random.below(3) == 0 ? 1 : spare};
  plan.insert(random.below(2) == 0 ? first_move(plan) : plan.end(), order);
}

// Some of the armies deployed at one place are deployed at another, and its attack takes them along.
void Variation::shift(Plan& plan, Random& random) const {
  const auto from = any(plan, OrderKind::deploy, random);
  if (from == plan.end() || sources_.empty()) return;
  const int moved = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(from->armies)));
  const int origin = from->source;
  int target = sources_[random.below(static_cast<std::uint32_t>(sources_.size()))];
  if (random.below(2) == 0) {
    const auto attack = any(plan, OrderKind::move, random);
    if (attack != plan.end() && mine(attack->source)) target = attack->source;
  }
  if (target == origin) return;
  from->armies -= moved;
  if (from->armies == 0) plan.erase(from);
  deploy(plan, target, moved);
  const bool along = random.below(3) != 0;
  for (auto at = plan.rbegin(); along && at != plan.rend(); ++at) {
    if (at->kind != OrderKind::move || at->source != target) continue;
    at->armies += moved;
    return;
  }
}

// All armies are deployed at one place; what is idle there then attacks, or holds.
void Variation::concentrate(Plan& plan, Random& random) const {
  if (sources_.empty() || income_ <= 0) return;
  const int place = sources_[random.below(static_cast<std::uint32_t>(sources_.size()))];
  std::erase_if(plan, [](const Order& o) { return o.kind == OrderKind::deploy; });
  deploy(plan, place, income_);
  const int spare = idle(plan, place);
  for (auto at = plan.rbegin(); spare > 0 && at != plan.rend(); ++at) {
    if (at->kind != OrderKind::move || at->source != place) continue;
    at->armies += spare;
    return;
  }
  if (spare <= 0 || random.below(3) == 0) return;
  std::vector<int> targets;
  for (const Territory next : map_.neighbours(place)) {
    if (!mine(next)) targets.push_back(next);
  }
  plan.push_back({OrderKind::move, place, targets[random.below(static_cast<std::uint32_t>(targets.size()))], spare});
}

}  // namespace hegemon::search::rollouts
