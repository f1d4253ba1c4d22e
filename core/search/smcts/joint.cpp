#include "search/smcts/joint.hpp"

namespace hegemon::search::smcts {

JointTree::JointTree(SearchContext& context, const sim::State& root, Random drawing)
    : context_(context), states_(root.bytes()), drawing_(drawing) {
  node(nodes_.allocate(1)).state = states_.add(root);
}

void JointTree::draw(JointNode& node, int count) {
  if (node.sides[0].count >= count && node.sides[1].count >= count) return;
  bool read = false;
  for (int side = 0; side < kSides; ++side) {
    while (node.sides[side].count < count && !node.sides[side].closed) {
      if (!read) states_.read(node.state, context_.state);
      read = true;
      if (!draw_one(node, side)) node.sides[side].closed = true;
      if (context_.deadline.passed()) break;  // each side has one by now
    }
  }
}

// The node's position must be in context.state.
bool JointTree::draw_one(JointNode& node, int number) {
  Side& side = node.sides[number];
  sim::Plan& plan = context_.plans[0];
  const auto known = [&](std::uint16_t tag, const sim::Plan& other) {
    for (const Candidate& candidate : candidates(side)) {
      if (candidate.plan.tag == tag && store_.same(candidate.plan, other)) return true;
    }
    return false;
  };
  Random& random = node.depth == 0 ? drawing_ : context_.random;
  const bool first = side.count == 0;  // a side is never without any candidate
  const auto& first_plans = context_.first_plans[seat_of(number)];
  const bool given = node.depth == 0 && side.count < first_plans.size();
  if (given) plan = first_plans[side.count];
  const bool crossed = !given && cross(node, number, random, plan) && !known(PlanStore::tag(plan), plan);
  if (!given && !crossed && !draw_new(context_, context_.state, seat_of(number), random, plan, known) && !first)
    return false;
  reserve(side);
  Candidate& candidate = candidates_.at(side.first)[side.count++];
  candidate = Candidate{};
  candidate.plan = store_.add(plan);
  return true;
}

// A plan crossed from two that did well, if the settings want one and there are enough to choose from.
bool JointTree::cross(const JointNode& node, int number, Random& random, sim::Plan& plan) {
  const Side& side = node.sides[number];
  if (context_.settings.crossover == 0 || side.count < 4 || context_.state.head().phase != sim::Phase::play) {
    return false;
  }
  if (!random.chance(context_.settings.crossover)) return false;
  const PlanRef first = good_plan(side, number, 6, random), second = good_plan(side, number, 2, random);
  store_.read(first, first_parent_);
  store_.read(second, second_parent_);
  cross_plans(first_parent_, second_parent_, random, plan);
  return true;
}

// The best of some candidates drawn at random.
PlanRef JointTree::good_plan(const Side& side, int number, int among, Random& random) {
  const auto all = candidates(side);
  const Candidate* best = nullptr;
  for (int i = 0; i < among; ++i) {
    const Candidate& candidate = all[random.below(static_cast<std::uint32_t>(all.size()))];
    const double lead = best == nullptr ? 1.0 : mean(candidate) - mean(*best);
    if (number == 0 ? lead > 0 : best == nullptr || lead < 0) best = &candidate;
  }
  return best->plan;
}

void JointTree::reserve(Side& side) {
  if (side.count < side.capacity) return;
  const int wanted = context_.settings.widening > 0 ? std::max(4, 2 * side.capacity) : context_.settings.candidates;
  const int capacity = std::min(wanted, context_.settings.candidates);
  const std::uint32_t first = candidates_.allocate(static_cast<std::uint32_t>(capacity));
  const auto old = candidates(side);
  std::copy(old.begin(), old.end(), candidates_.at(first));
  side.first = first;
  side.capacity = static_cast<std::uint16_t>(capacity);
}

const Cell* JointTree::find_cell(const JointNode& node, int i, int j) const {
  const Candidate& own = candidates_.at(node.sides[0].first)[i];
  if (own.row == kNone || static_cast<std::uint32_t>(j) >= own.row_capacity) return nullptr;
  return cells_.at(own.row) + j;
}

Cell& JointTree::cell(JointNode& node, int i, int j) {
  Candidate& own = candidates_.at(node.sides[0].first)[i];
  if (own.row == kNone || static_cast<std::uint32_t>(j) >= own.row_capacity) {
    const std::uint32_t capacity = node.sides[1].capacity;
    const std::uint32_t row = cells_.allocate(capacity);
    if (own.row != kNone) std::copy_n(cells_.at(own.row), own.row_capacity, cells_.at(row));
    own.row = row;
    own.row_capacity = capacity;
  }
  return cells_.at(own.row)[j];
}

std::uint32_t JointTree::child(JointNode& node, int i, int j, int outcome, bool& created) {
  Cell& pair = cell(node, i, j);
  for (std::uint32_t at = pair.child; at != kNone; at = this->node(at).next) {
    if (this->node(at).outcome == outcome) return at;
  }
  created = true;
  states_.read(node.state, context_.state);
  store_.read(candidates(node.sides[0])[i].plan, context_.plans[seat_of(0)]);
  store_.read(candidates(node.sides[1])[j].plan, context_.plans[seat_of(1)]);
  context_.resolve(context_.state);
  const std::uint32_t index = nodes_.allocate(1);
  JointNode& fresh = this->node(index);
  fresh.depth = static_cast<std::uint16_t>(node.depth + 2);
  fresh.outcome = static_cast<std::uint16_t>(outcome);
  fresh.next = pair.child;
  pair.child = index;
  ++context_.counts.nodes;
  if (context_.state.head().phase == sim::Phase::over) {
    fresh.final = true;
    fresh.worth = static_cast<float>(context_.result(context_.state));
  } else if (fresh.depth < context_.settings.depth || context_.settings.evaluation == Evaluation::network) {
    fresh.state = states_.add(context_.state);
  }
  return index;
}

}  // namespace hegemon::search::smcts
