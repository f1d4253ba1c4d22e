// The published search (Bauer 2024, Soares 2025): simultaneous moves as a tree of levels. A node of even depth is a
// position in which the searching seat moves; its children hold that seat's plan, which waits; theirs hold the reply,
// and with it the turn is resolved, its luck drawn once.
#include "search/smcts/search.hpp"
#include "search/smcts/select.hpp"

namespace hegemon::search::smcts {
namespace {

struct Node : Arm {
  PlanRef plan;                 // that led here
  std::uint32_t state = kNone;  // of even nodes; odd ones have their parent's
  std::uint32_t children = kNone;
  std::uint32_t replies = kNone;  // even nodes with cached replies: the first of them
  std::uint16_t count = 0;
  std::uint16_t cached = 0;
  std::uint16_t depth = 0;
  bool expanded = false;  // an iteration went through it
  bool closed = false;    // no further candidates can be found
  bool final = false;     // always worth `worth`
  float worth = 0.0f;
};

class Serialised : public Tree {
 public:
  Serialised(SearchContext& context, const sim::State& root, Random drawing)
      : context_(context), settings_(context.settings), states_(root.bytes()), drawing_(drawing) {
    root_ = nodes_.allocate(1);
    Node& node = *nodes_.at(root_);
    node.state = states_.add(root);
    draw_child(node, node);
    if (settings_.evaluation != Evaluation::network || !settings_.root_priors || !context_.wants_policy(root, 0))
      return;
    while (node.count < settings_.candidates && draw_child(node, node) && !context_.deadline.passed()) continue;
    ask_for_priors(node, node);
    if (context_.ask(batch_)) answer_priors();
  }

  void iterate(std::uint64_t) override {
    ++context_.counts.iterations;
    path_.assign(1, root_);
    for (;;) {
      Node& node = *nodes_.at(path_.back());
      if (node.final) return settings_.idle_terminals ? void() : back_up(node.worth);
      if (!node.expanded && settings_.expand == Expand::all) return expand_all(node);
      node.expanded = true;
      Node& child = *choose_child(node);
      path_.push_back(index_of(node, child));
      if (child.visits == 0) return evaluate_children({&child, 1});
    }
  }

  std::size_t bytes() const override { return nodes_.bytes() + states_.bytes() + store_.bytes() + replies_.bytes(); }

  void report(Result& result) override {
    Node& root = *nodes_.at(root_);
    result.visits += root.visits;
    result.value += root.total;
    for (Node& child : children(root)) {
      RootPlan plan;
      plan.visits = child.visits, plan.total = child.total, plan.prior = child.prior;
      plan.weight = child.visits;
      store_.read(child.plan, plan.plan);
      follow(child, plan);
      result.plans.push_back(std::move(plan));
    }
  }

 private:
  std::span<Node> children(const Node& node) {
    if (node.count == 0) return {};
    return {nodes_.at(node.children), node.count};
  }
  std::uint32_t index_of(const Node& parent, const Node& child) {
    return parent.children + static_cast<std::uint32_t>(&child - nodes_.at(parent.children));
  }
  int mover(const Node& node) const { return node.depth % 2 == 0 ? context_.seat : 1 - context_.seat; }

  Node* choose_child(Node& node) {
    const bool room = node.count < allowed_candidates(settings_, node.visits);
    if (room && !node.closed && draw_child(node, position_of(path_.size() - 1))) {
      return &children(node).back();
    }
    const double sign = node.depth % 2 == 0 ? 1.0 : -1.0;
    const auto all = children(node);
    return &all[select_bound(std::span<const Node>(all), node.visits, mean(node), sign, settings_, context_.random)];
  }

  // The even node whose position the node at this place of the path has.
  Node& position_of(std::size_t place) {
    Node& node = *nodes_.at(path_[place]);
    return node.depth % 2 == 0 ? node : *nodes_.at(path_[place - 1]);
  }

  // Adds one child with a plan not among its siblings; false if none is found. `position` is the even node.
  bool draw_child(Node& node, Node& position) {
    if (node.children == kNone) {
      node.children = nodes_.allocate(static_cast<std::uint32_t>(settings_.candidates));
    }
    PlanRef plan;
    const bool cached = settings_.cache_opponent && node.depth % 2 == 1;
    if (!(cached ? cached_reply(node, position, plan) : draw_plan_for(node, position, plan))) {
      node.closed = true;
      return false;
    }
    Node& child = nodes_.at(node.children)[node.count++];
    child.plan = plan;
    child.depth = static_cast<std::uint16_t>(node.depth + 1);
    ++context_.counts.nodes;
    return true;
  }

  bool draw_plan_for(const Node& node, const Node& position, PlanRef& ref) {
    states_.read(position.state, context_.state);
    sim::Plan& plan = context_.plans[mover(node)];
    const auto known = [&](std::uint16_t tag, const sim::Plan& other) {
      for (const Node& child : children(node)) {
        if (child.plan.tag == tag && store_.same(child.plan, other)) return true;
      }
      return false;
    };
    Random& random = node.depth == 0 ? drawing_ : context_.random;
    const bool first = node.count == 0;  // a node is never without any child
    if (!draw_new(context_, context_.state, mover(node), random, plan, known) && !first) return false;
    ref = store_.add(plan);
    return true;
  }

  bool cached_reply(const Node& node, Node& position, PlanRef& ref) {
    if (position.replies == kNone) {
      position.replies = replies_.allocate(static_cast<std::uint32_t>(settings_.candidates));
    }
    PlanRef* const list = replies_.at(position.replies);
    if (node.count == position.cached) {  // this node's children are the first of the list
      if (!draw_plan_for(node, position, ref)) return false;
      list[position.cached++] = ref;
    }
    ref = list[node.count];
    return true;
  }

  void expand_all(Node& node) {
    node.expanded = true;
    const int wanted = allowed_candidates(settings_, node.visits);
    Node& position = position_of(path_.size() - 1);
    while (node.count < wanted && draw_child(node, position) && !context_.deadline.passed()) continue;
    path_.push_back(node.children);
    evaluate_children(children(node));
  }

  // Every child in turn is the end of the path.
  void evaluate_children(std::span<Node> list) {
    asked_.clear();
    batch_.clear();
    priors_.clear();
    const std::uint32_t first = path_.back();
    for (std::uint32_t i = 0; i < list.size(); ++i) {
      path_.back() = first + i;
      evaluate(list[i]);
      context_.stopped |= settings_.evaluation == Evaluation::network && context_.deadline.passed();
      if (context_.stopped) return;
    }
    if (asked_.empty() || !context_.ask(batch_)) return;
    answer_priors();
    for (const auto& [node, row] : asked_) {
      path_.back() = node;
      const double value = batch_.values[row];
      settle(*nodes_.at(node), batch_.seats[row] == context_.seat ? value : -value);
    }
  }

  void evaluate(Node& node) {
    Node& position = position_of(path_.size() - 1);
    const Node& parent = *nodes_.at(path_[path_.size() - 2]);
    sim::State& at = context_.state;
    if (node.depth % 2 == 1) {
      states_.read(position.state, at);
      store_.read(node.plan, context_.plans[context_.seat]);
    } else if (node.state == kNone) {
      const Node& before = *nodes_.at(path_[path_.size() - 3]);
      states_.read(before.state, at);
      store_.read(parent.plan, context_.plans[context_.seat]);
      store_.read(node.plan, context_.plans[1 - context_.seat]);
      context_.resolve(at);
      if (at.head().phase == sim::Phase::over) return finish(node, context_.result(at));
      node.state = states_.add(at);
    } else {
      states_.read(node.state, at);
    }
    if (settings_.evaluation == Evaluation::network) return ask(node, position);
    const double value = context_.play_out(at, node.depth);
    if (!context_.stopped) settle(node, value);
  }

  void finish(Node& node, double value) {
    node.final = true;
    node.worth = static_cast<float>(value);
    back_up(value);
  }

  // At the depth limit a value that can never change is kept.
  void settle(Node& node, double value) {
    const bool sure = node.depth % 2 == 0 || settings_.blind_pending || settings_.evaluation == Evaluation::none;
    if (node.depth >= settings_.depth && sure) return finish(node, value);
    back_up(value);
  }

  void ask(Node& node, Node& position) {
    const auto self = path_.back();
    if (context_.wants_policy(context_.state, node.depth)) {
      while (node.count < allowed_candidates(settings_, node.visits) && draw_child(node, position)) continue;
      const std::size_t row = ask_for_priors(node, position);
      if (node.depth % 2 == 0 || settings_.blind_pending) return asked_.emplace_back(self, row), void();
    }
    if (node.depth % 2 == 1 && !settings_.blind_pending) {
      states_.read(position.state, context_.state);
      store_.read(node.plan, context_.plans[context_.seat]);
      context_.complete_turn(context_.state);
      if (context_.state.head().phase == sim::Phase::over) return settle(node, context_.result(context_.state));
      asked_.emplace_back(self, batch_.add(context_.state, context_.seat));
    } else {
      states_.read(position.state, context_.state);
      asked_.emplace_back(self, batch_.add(context_.state, mover(node)));
    }
  }

  std::size_t ask_for_priors(Node& node, const Node& position) {
    if (batch_.leaf_offsets.empty()) batch_.clear();
    states_.read(position.state, context_.state);
    const std::size_t row = batch_.add(context_.state, mover(node));
    for (const Node& child : children(node)) {
      store_.read(child.plan, context_.plans[0]);
      batch_.add_plan(context_.plans[0]);
    }
    priors_.emplace_back(&node, row);
    return row;
  }

  void answer_priors() {
    if (batch_.logits.empty()) return;
    for (const auto& [node, row] : priors_) {
      set_priors(children(*node), batch_.logits.data() + batch_.leaf_offsets[row], settings_.policy_trust);
    }
  }

  void back_up(double value) {
    ++context_.counts.leaves;
    for (const std::uint32_t index : path_) {
      Node& node = *nodes_.at(index);
      ++node.visits;
      node.total += value;
    }
  }

  // The most visited children below.
  void follow(const Node& first, RootPlan& plan) {
    constexpr std::size_t kLongest = 20;
    const Node* node = &first;
    while (node != nullptr && plan.line.size() < kLongest) {
      auto& pair = plan.line.emplace_back();
      store_.read(node->plan, pair[context_.seat]);
      const Node* reply = most_visited(*node);
      if (reply != nullptr) store_.read(reply->plan, pair[1 - context_.seat]);
      node = reply == nullptr ? nullptr : most_visited(*reply);
    }
  }

  const Node* most_visited(const Node& node) {
    const Node* best = nullptr;
    for (const Node& child : children(node)) {
      if (child.visits > (best == nullptr ? 0 : best->visits)) best = &child;
    }
    return best;
  }

  SearchContext& context_;
  const Settings& settings_;
  IndexPool<Node> nodes_;
  IndexPool<PlanRef> replies_;
  StateStore states_;
  PlanStore store_;
  Random drawing_;
  std::uint32_t root_ = 0;
  std::vector<std::uint32_t> path_;
  Batch batch_;
  std::vector<std::pair<std::uint32_t, std::size_t>> asked_;  // node and its row
  std::vector<std::pair<Node*, std::size_t>> priors_;         // node whose children wait for priors, and the row
};

}  // namespace

std::unique_ptr<Tree> make_serialised(SearchContext& context, const sim::State& root, Random drawing) {
  return std::make_unique<Serialised>(context, root, drawing);
}

}  // namespace hegemon::search::smcts
