// Search with both seats choosing at once: decoupled UCT, where each maximises its own bound, and regret matching,
// whose average strategies approach an equilibrium (Lisy et al. 2013; Tak, Lanctot and Winands 2014).
#include "search/smcts/joint.hpp"

namespace hegemon::search::smcts {
namespace {

// One choice on the way down.
struct Step {
  std::uint32_t node;
  std::uint16_t own, other;
};

class Decoupled : public Tree {
 public:
  Decoupled(SearchContext& context, const sim::State& root, Random drawing)
      : context_(context), settings_(context.settings), tree_(context, root, drawing) {
    tree_.widen(tree_.node(0));
    batch_.clear();
    if (settings_.evaluation != Evaluation::network) return;
    tree_.node(0).guided = !settings_.root_priors;
    if (!settings_.root_priors || !context.wants_policy(root, 0) || settings_.policy_samples > 0) return;
    ask(0);
    answer(false);
  }

  void iterate(std::uint64_t most) override {
    const bool gather = settings_.evaluation == Evaluation::network && settings_.expand == Expand::one;
    const std::uint64_t leaves = gather ? std::min<std::uint64_t>(most, settings_.batch) : 1;
    for (std::uint64_t i = 0; i < leaves && !context_.stopped; ++i) {
      if (!descend()) break;
      ++context_.counts.iterations;
      if (gather && context_.deadline.passed()) break;
    }
    answer(true);
  }

  std::size_t bytes() const override { return tree_.bytes(); }

  void report(Result& result) override {
    JointNode& root = tree_.node(0);
    result.visits += root.visits;
    result.value += root.total;
    const auto plans = tree_.candidates(root.sides[0]);
    for (std::size_t i = 0; i < plans.size(); ++i) {
      RootPlan plan;
      plan.visits = plans[i].visits, plan.total = plans[i].total, plan.prior = plans[i].prior;
      plan.weight = weight(plans[i]);
      tree_.read_plan(plans[i].plan, plan.plan);
      follow(root, static_cast<int>(i), plan);
      result.plans.push_back(std::move(plan));
    }
  }

 private:
  double weight(const Candidate& candidate) const {
    return settings_.selection == Selection::regret ? candidate.share : candidate.visits;
  }

  // Goes down to a leaf and evaluates it or puts it into the batch. False if the leaf is in the batch already.
  bool descend() {
    path_.clear();
    std::uint32_t at = 0;
    for (;;) {
      JointNode& node = tree_.node(at);
      if (node.final) return settings_.idle_terminals || revisit(node);
      if (node.waiting) return false;
      if (!node.guided && guides()) tree_.guide(node);
      const bool fresh = node.visits <= (at == 0 ? 0 : 1);  // visited by its own evaluation only
      tree_.widen(node);
      if (fresh && settings_.expand == Expand::all) return expand_all(at), true;
      bool created = false;
      at = choose(at, created);
      if (created) return evaluate(at), true;
    }
  }

  std::uint32_t choose(std::uint32_t at, bool& created) {
    JointNode& node = tree_.node(at);
    const int own = select(node, 0), other = select(node, 1);
    return step(at, own, other, created);
  }

  std::uint32_t step(std::uint32_t at, int own, int other, bool& created) {
    path_.push_back({at, static_cast<std::uint16_t>(own), static_cast<std::uint16_t>(other)});
    const int outcome = settings_.outcomes > 1
                            ? static_cast<int>(context_.random.below(static_cast<std::uint32_t>(settings_.outcomes)))
                            : 0;
    return tree_.child(tree_.node(at), own, other, outcome, created);
  }

  int select(JointNode& node, int number) {
    const auto all = tree_.candidates(node.sides[number]);
    const auto allowed = static_cast<std::size_t>(allowed_candidates(settings_, node.visits));
    const auto arms = all.first(std::min(all.size(), allowed));  // the policy's favourites, if it has put them in order
    if (settings_.selection == Selection::regret) {
      const double weight = settings_.plus ? node.visits + 1.0 : 1.0;
      return select_regret(arms, settings_.gamma, weight, context_.random, strategy_);
    }
    const double sign = number == 0 ? 1.0 : -1.0;
    return select_bound(std::span<const Candidate>(arms), node.visits, mean(node), sign, settings_, context_.random);
  }

  // Every own plan against some reply, each reply as often as any other.
  void expand_all(std::uint32_t at) {
    JointNode& node = tree_.node(at);
    const int own = node.sides[0].count, others = node.sides[1].count;
    const int turned = static_cast<int>(context_.random.below(static_cast<std::uint32_t>(others)));
    const std::vector<Step> way = path_;
    for (int i = 0; i < own && !context_.stopped; ++i) {
      if (i > 0 && context_.deadline.passed()) break;
      path_ = way;
      bool created = false;
      const std::uint32_t leaf = step(at, i, (i + turned) % others, created);
      if (tree_.node(leaf).final) {
        revisit(tree_.node(leaf));
      } else {
        evaluate(leaf);
      }
    }
  }

  bool revisit(const JointNode& node) {
    ++context_.counts.leaves;
    back_up(path_, node.worth);
    return true;
  }

  // A new node, whose position is in context.state.
  void evaluate(std::uint32_t at) {
    JointNode& node = tree_.node(at);
    if (node.final) {
      revisit(node);
    } else if (settings_.evaluation == Evaluation::network) {
      ask(at);
    } else {
      settle(node, path_, context_.play_out(context_.state, node.depth));
    }
  }

  void settle(JointNode& node, const std::vector<Step>& path, double value) {
    if (context_.stopped) return;
    if (node.depth >= settings_.depth) {
      node.final = true;
      node.worth = static_cast<float>(value);
    }
    ++context_.counts.leaves;
    ++node.visits;
    node.total += value;
    back_up(path, value);
  }

  // --- The network ---------------------------------------------------------------------------------------------------

  struct Question {
    std::uint32_t node;
    std::size_t row;
    bool policy;
    std::vector<Step> path;
  };

  // One row per side if the policy is wanted, else one for the searching seat.
  void ask(std::uint32_t at) {
    JointNode& node = tree_.node(at);
    tree_.read_state(node, context_.state);
    const bool policy = context_.wants_policy(context_.state, node.depth) && !guides();
    if (policy) tree_.widen(node);
    Question question{at, batch_.rows(), policy, path_};
    if (policy) {
      tree_.add_plans(node, batch_);
    } else {
      batch_.add(context_.state, context_.seat);
    }
    node.waiting = true;
    mark(path_, 1.0);
    questions_.push_back(std::move(question));
  }

  bool guides() const { return settings_.evaluation == Evaluation::network && settings_.policy_samples > 0; }

  void answer(bool count) {
    if (questions_.empty()) return;
    const bool answered = context_.ask(batch_);
    for (const Question& question : questions_) {
      JointNode& node = tree_.node(question.node);
      node.waiting = false;
      mark(question.path, -1.0);
      if (!answered) continue;
      if (question.policy && !batch_.logits.empty()) tree_.set_priors(node, batch_, question.row);
      if (count) settle(node, question.path, answered_value(question));
    }
    questions_.clear();
    batch_.clear();
  }

  // Half the difference of both seats' values, where both were asked.
  double answered_value(const Question& question) const {
    const double value = batch_.values[question.row];
    return question.policy ? (value - batch_.values[question.row + 1]) / 2 : value;
  }

  // Virtual loss: until the answer comes, a path in the batch counts as lost for whoever chose it.
  void mark(const std::vector<Step>& path, double weight) {
    for (const Step& step : path) {
      JointNode& node = tree_.node(step.node);
      const int change = weight > 0 ? 1 : -1;
      for (int number = 0; number < kSides; ++number) {
        Candidate& arm = tree_.candidates(node.sides[number])[number == 0 ? step.own : step.other];
        arm.visits += static_cast<std::uint32_t>(change);
        arm.total -= number == 0 ? weight : -weight;
      }
    }
  }

  // --- Learning ------------------------------------------------------------------------------------------------------

  void back_up(const std::vector<Step>& path, double value) {
    for (const Step& step : path) {
      JointNode& node = tree_.node(step.node);
      ++node.visits;
      node.total += value;
      Cell& cell = tree_.cell(node, step.own, step.other);
      ++cell.visits;
      cell.total += value;
      for (int number = 0; number < kSides; ++number) {
        Candidate& arm = tree_.candidates(node.sides[number])[number == 0 ? step.own : step.other];
        ++arm.visits;
        arm.total += value;
      }
      if (settings_.selection == Selection::regret) regret(node, step, value);
    }
  }

  // How much better every other plan did against the same choice of the other seat. A pair never tried is taken for
  // what the plan is worth on average.
  void regret(JointNode& node, const Step& step, double value) {
    const auto own = tree_.candidates(node.sides[0]), others = tree_.candidates(node.sides[1]);
    for (std::size_t i = 0; i < own.size(); ++i) {
      if (i == step.own || own[i].visits == 0) continue;
      learn(own[i], known(node, static_cast<int>(i), step.other, own[i]) - value);
    }
    for (std::size_t j = 0; j < others.size(); ++j) {
      if (j == step.other || others[j].visits == 0) continue;
      learn(others[j], value - known(node, step.own, static_cast<int>(j), others[j]));
    }
  }

  void learn(Candidate& arm, double regret) const {
    arm.regret += regret;
    if (settings_.plus && arm.regret < 0) arm.regret = 0;
  }

  double known(const JointNode& node, int i, int j, const Candidate& arm) const {
    const Cell* cell = tree_.find_cell(node, i, j);
    return cell != nullptr && cell->visits > 0 ? cell->total / cell->visits : arm.total / arm.visits;
  }

  // --- The line of play ----------------------------------------------------------------------------------------------

  int heaviest(const JointNode& node, int number) {
    const auto arms = tree_.candidates(node.sides[number]);
    int best = 0;
    for (std::size_t i = 1; i < arms.size(); ++i) {
      if (weight(arms[i]) > weight(arms[best])) best = static_cast<int>(i);
    }
    return best;
  }

  void follow(const JointNode& root, int own, RootPlan& plan) {
    constexpr std::size_t kLongest = 20;
    const JointNode* node = &root;
    while (plan.line.size() < kLongest && node->sides[0].count > 0) {
      if (node != &root) own = heaviest(*node, 0);
      const int other = heaviest(*node, 1);
      auto& pair = plan.line.emplace_back();
      tree_.read_plan(tree_.candidates(node->sides[0])[own].plan, pair[tree_.seat_of(0)]);
      tree_.read_plan(tree_.candidates(node->sides[1])[other].plan, pair[tree_.seat_of(1)]);
      const Cell* cell = tree_.find_cell(*node, own, other);
      if (cell == nullptr || cell->child == kNone) return;
      node = &tree_.node(cell->child);
    }
  }

  SearchContext& context_;
  const Settings& settings_;
  JointTree tree_;
  std::vector<Step> path_;
  std::vector<double> strategy_;
  Batch batch_;
  std::vector<Question> questions_;
};

}  // namespace

std::unique_ptr<Tree> make_joint(SearchContext& context, const sim::State& root, Random drawing) {
  return std::make_unique<Decoupled>(context, root, drawing);
}

}  // namespace hegemon::search::smcts
