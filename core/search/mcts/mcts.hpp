// Monte-Carlo tree search of sequential games with chance and any number of seats.
//
// One episode: 1. descend from the root to a leaf, 2. evaluate the leaf (a playout, an evaluation, or an evaluator of
// one's own), 3. back the values up. The rules come from a `Domain` (domain.hpp).
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <thread>
#include <vector>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "base/require.hpp"
#include "search/budget.hpp"
#include "search/mcts/domain.hpp"
#include "search/mcts/gumbel.hpp"
#include "search/mcts/noise.hpp"
#include "search/mcts/select.hpp"
#include "search/mcts/settings.hpp"
#include "search/mcts/tree.hpp"

namespace hegemon::search {

inline constexpr int kMostSeats = 8;
using Values = std::array<double, kMostSeats>;

// A position on its way to an evaluator, and what comes back.
template <Domain D>
struct Leaf {
  using Action = typename D::Action;

  explicit Leaf(const typename D::State& like) : state(like) {}

  typename D::State state;
  std::vector<Action> actions;  // of the node to be expanded; empty where no priors are wanted
  std::vector<float> priors;    // left empty: all alike
  Values values{};

  struct Step {
    Node<Action>* node;
    std::uint32_t edge;
  };
  std::vector<Step> path;
  Node<Action>* node = nullptr;  // to be expanded
};

// Evaluates leaves, possibly none; called from any thread of a search. Values are per seat, -1 to 1.
template <Domain D>
class Evaluator {
 public:
  virtual ~Evaluator() = default;
  // Whether every thread asks for itself, one leaf at a time. Otherwise leaves are gathered into batches.
  virtual bool in_place() const { return false; }
  virtual void evaluate(std::span<Leaf<D>*> leaves) = 0;
};

template <class Action>
struct Candidate {
  Action action;
  std::uint64_t visits = 0;
  double value = 0;  // for the seat that decides
  double prior = 0;
  double target = 0;  // share in the policy to learn from
  std::vector<Action> line;
};

template <class Action>
struct Report {
  std::vector<Candidate<Action>> candidates;  // best first
  double value = 0;                           // for the seat that decides
  std::uint64_t visits = 0;                   // of this run
  std::uint64_t reused = 0;                   // visits kept from before
  std::uint64_t nodes = 0;                    // edges with a visit and the root, as the papers count
  std::size_t bytes = 0;
  double seconds = 0;
  int depth = 0;
};

template <Domain D>
class Search {
 public:
  using State = typename D::State;
  using Action = typename D::Action;
  using NodeT = Node<Action>;
  using EdgeT = Edge<Action>;
  using LeafT = Leaf<D>;

  Search(D domain, const Settings& settings, Evaluator<D>* evaluator = nullptr)
      : domain_(std::move(domain)), settings_(check_fields(settings)), evaluator_(evaluator) {}

  // Sets the position to search. With `reuse` the part of the old tree below it stays.
  void begin(const State& state, Random random) {
    const int mover = domain_.mover(state);
    if (mover < 0) throw std::invalid_argument("nobody has anything to decide");
    if (domain_.seats() > kMostSeats) throw std::invalid_argument("too many seats");
    random_ = random;
    reused_ = visits_ = runs_ = 0;
    seconds_ = 0;
    depth_ = 0;
    if (!(settings_.reuse && state_ && keep_subtree(domain_.hash(state)))) plant(state);
    state_.emplace(state);
    halving_ready_ = false;
    if (root_->expanded) prepare_root();
  }

  // Searches. May be called again to search deeper. `after` is called by every thread when it is done.
  void run(const Budget& budget, const std::function<void()>& after = {});

  // The same in steps, for drivers that search several trees at once: open, collect leaves and complete them until
  // collect says false, close.
  struct Taken {
    std::uint32_t edge = 0;
    bool fresh = false;  // never visited before
    Action action{};
    NodeT* child = nullptr;
  };
  struct Visit {
    std::uint32_t edge = 0;
    std::uint32_t weight = 0;
    double value = 0;
  };
  struct alignas(64) Worker {  // no two threads write to one line of the cache
    Worker(const State& like, Random random_stream) : state(like), random(random_stream) {}
    State state;
    Random random;
    Arena* arena = nullptr;
    std::vector<std::unique_ptr<LeafT>> leaves;
    std::vector<double> policy;
    std::uint64_t visits = 0;
    std::vector<Visit> late;   // of the root, not yet counted there
    std::vector<Taken> ahead;  // of the root, chosen for the next episodes
    std::uint64_t lot = 0;     // visits taken from the budget and not yet made
    int depth = 0;
  };
  using Workers = std::vector<std::unique_ptr<Worker>>;
  Workers open(const Budget& budget, std::size_t threads);
  bool collect(Worker& worker, const Budget& budget, const Deadline& deadline, std::vector<LeafT*>& asked);
  void complete(Worker& worker, const LeafT& leaf);
  void close(const Workers& workers, double seconds);

  Report<Action> report();

  const D& domain() const { return domain_; }

 private:
  enum class Descent { leaf, done, collision };

  bool expands_all() const { return settings_.selection != Selection::uct || evaluator_ != nullptr; }

  // --- growth.hpp: growing the tree
  void plant(const State& state);
  bool keep_subtree(std::uint64_t hash);
  NodeT* grow(const State& state, Arena& arena, Random& random);
  void list_outcomes(NodeT& node, const State& state, Arena& arena);
  void expand(NodeT& node, const LeafT& leaf, Arena& arena);
  void prepare_root();
  void mix_priors(NodeT& node);

  // --- episode.hpp: one episode
  Descent descend(Worker& worker, LeafT& leaf);
  std::uint32_t choose(Worker& worker, NodeT& node);
  std::uint32_t choose_outcome(Worker& worker, NodeT& node, int outcome);
  void settle_chance(Worker& worker);
  bool play_out(State& state, Random& random, const Deadline& deadline, bool must, Values& values);
  void back_up(Worker& worker, const LeafT& leaf, const Values& values, std::uint32_t weight);
  void settle(NodeT& node, const Visit& visit);
  void settle_late(Worker& worker);
  void flush(Worker& worker);
  Taken take(NodeT& node, std::uint32_t at);
  void look_ahead(Worker& worker);
  void cancel(const LeafT& leaf);

  // --- run.hpp: many episodes on threads
  void work(Worker& worker, const Budget& budget, const Deadline& deadline);
  void work_in_place(Worker& worker, const Budget& budget, const Deadline& deadline);
  void expand_in_place(Worker& worker, LeafT& leaf);
  void gather(Worker& worker, const Budget& budget, const Deadline& deadline);
  bool claim(Worker& worker, const Budget& budget, const Deadline& deadline);
  bool decided();
  void withdraw(Worker& worker, const LeafT& leaf);
  void note_visit();
  void count_visit(Worker& worker, const LeafT& leaf, const Values& values);

  // --- leaf_parallel.hpp: all threads at one leaf
  class LeafTeam;
  void work_leaf_parallel(Worker& worker, const Budget& budget, const Deadline& deadline);

  D domain_;
  Settings settings_;
  Evaluator<D>* evaluator_;
  std::optional<State> state_;
  Random random_{0};
  std::vector<std::unique_ptr<Arena>> arenas_;
  NodeT* root_ = nullptr;
  Halving halving_;
  bool halving_ready_ = false;
  alignas(64) std::atomic<std::uint64_t> claimed_{0};
  alignas(64) std::atomic<bool> any_visit_{false};  // read all the time, written once
  std::atomic<bool> stop_{false};
  std::uint64_t budget_visits_ = 0;
  std::uint64_t visits_ = 0, reused_ = 0;
  std::uint64_t runs_ = 0;
  double seconds_ = 0;
  int depth_ = 0;
};

}  // namespace hegemon::search

#include "search/mcts/episode.hpp"
#include "search/mcts/growth.hpp"
#include "search/mcts/leaf_parallel.hpp"
#include "search/mcts/report.hpp"
#include "search/mcts/run.hpp"
