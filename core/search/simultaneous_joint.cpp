#include "simultaneous_joint.hpp"

namespace hegemon::search::smcts {

JointTree::JointTree(Bench& bench, const rules::State& root, Random drawing)
    : bench_(bench), states_(root.bytes()), drawing_(drawing) {
  node(nodes_.allocate(1)).state = states_.add(root);
}

void JointTree::draw(JointNode& node, int count) {
  if (node.sides[0].count >= count && node.sides[1].count >= count) return;
  bool read = false;
  for (int side = 0; side < kSides; ++side) {
    while (node.sides[side].count < count && !node.sides[side].closed) {
      if (!read) states_.read(node.state, bench_.state);
      read = true;
      if (!draw_one(node, side)) node.sides[side].closed = true;
      if (bench_.deadline.passed()) break;  // each side has one by now
    }
  }
}

// The node's position must stand in bench.state.
bool JointTree::draw_one(JointNode& node, int number) {
  Side& side = node.sides[number];
  rules::Plan& plan = bench_.plans[0];
  const auto known = [&](std::uint16_t tag, const rules::Plan& other) {
    for (const Candidate& candidate : candidates(side)) {
      if (candidate.plan.tag == tag && store_.same(candidate.plan, other)) return true;
    }
    return false;
  };
  Random& random = node.depth == 0 ? drawing_ : bench_.random;
  const bool first = side.count == 0;  // a side is never without any candidate
  const bool grafted = graft(node, number, random, plan) && !known(PlanStore::tag(plan), plan);
  if (!grafted && !draw_new(bench_, bench_.state, seat_of(number), random, plan, known) && !first) return false;
  reserve(side);
  Candidate& candidate = candidates_.at(side.first)[side.count++];
  candidate = Candidate{};
  candidate.plan = store_.add(plan);
  return true;
}

// A plan grafted from two that did well, if the settings want one and there are enough to choose from.
bool JointTree::graft(const JointNode& node, int number, Random& random, rules::Plan& plan) {
  const Side& side = node.sides[number];
  if (bench_.settings.graft_percent == 0 || side.count < 4 || bench_.state.head().phase != rules::Phase::play) {
    return false;
  }
  if (!random.chance(bench_.settings.graft_percent)) return false;
  const PlanRef stock = good_plan(side, number, 6, random), scion = good_plan(side, number, 2, random);
  store_.read(stock, stock_);
  store_.read(scion, scion_);
  graft_plan(stock_, scion_, random, plan);
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
  const int wanted = bench_.settings.widening > 0 ? std::max(4, 2 * side.capacity) : bench_.settings.candidates;
  const int capacity = std::min(wanted, bench_.settings.candidates);
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
  states_.read(node.state, bench_.state);
  store_.read(candidates(node.sides[0])[i].plan, bench_.plans[seat_of(0)]);
  store_.read(candidates(node.sides[1])[j].plan, bench_.plans[seat_of(1)]);
  bench_.resolve(bench_.state);
  const std::uint32_t index = nodes_.allocate(1);
  JointNode& fresh = this->node(index);
  fresh.depth = static_cast<std::uint16_t>(node.depth + 2);
  fresh.outcome = static_cast<std::uint16_t>(outcome);
  fresh.next = pair.child;
  pair.child = index;
  ++bench_.counts.nodes;
  if (bench_.state.head().phase == rules::Phase::over) {
    fresh.final = true;
    fresh.worth = static_cast<float>(bench_.result(bench_.state));
  } else if (fresh.depth < bench_.settings.depth || bench_.settings.evaluation == Evaluation::network) {
    fresh.state = states_.add(bench_.state);
  }
  return index;
}

}  // namespace hegemon::search::smcts
