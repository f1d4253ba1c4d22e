// The policy-value graph network of the co-evolution thesis (Soares 2025, figure 4.4): 32,622 parameters. Its twin for
// training is src/hegemon/nets/torch/soares2025.py.
#include <algorithm>
#include <array>

#include "nets/layers/attention.hpp"
#include "nets/net.hpp"

namespace hegemon::nets {
namespace {

using simultaneous::Order;
using simultaneous::OrderKind;

constexpr int kHidden = 20;  // numbers per territory, order and plan
constexpr int kDeep = 60;    // numbers per territory after the last round
constexpr int kRounds = 3;
constexpr int kGlobals = 5;
constexpr int kFeatures = 5;
constexpr int kBlock = 64;  // territories worked on at a time: what fits into the processor's cache

// What an order's layer makes of the territories, side by side in one row per territory.
enum Part { kAttackFrom, kAttackOn, kTransferFrom, kTransferTo, kDeployOn, kParts };
enum OrderRow { kAttack, kTransfer, kDeploy };

struct Round {
  Attention groups, links;
  Linear group_projection;
  // The links' inputs are a territory's own numbers and what its groups send back, which is a sum of group vectors. A
  // product with a sum is the sum of products: groups are multiplied, which are fewer than territories.
  Linear own_projection, sent_projection;
};

// Sized for so many positions at a time.
class Memory : public PolicyValueNet::Scratch {
 public:
  Memory(const Graph& graph, int positions) {
    const int rows = positions * graph.territories;
    features = Matrix(rows, kFeatures);
    for (Matrix& matrix : x) matrix = Matrix(rows, kHidden + whole_lanes(kHidden));
    deep = Matrix(rows, kDeep);
    projected = Matrix(rows, 4 * kDeep);
    members = Matrix(positions * static_cast<int>(graph.member_territory.size()), kHidden);
    groups = Matrix(positions * graph.groups, kHidden);
    sent = Matrix(positions * graph.groups, 4 * kDeep);
    globals = Matrix(positions, kGlobals);
    whole = Matrix(positions, kDeep + kGlobals);
    hidden = Matrix(positions, kDeep);
    value = Matrix(positions, 1);
    parts = Matrix(graph.territories, kParts * kHidden);
  }

  Matrix features, deep, projected, members, groups, sent, globals, whole, hidden, value;
  std::array<Matrix, 2> x;  // before and after a round; what the groups send back follows a territory's own numbers
  Matrix parts, first{0, kHidden}, second{0, kHidden}, plans{0, kHidden}, logits{0, 1};
  std::vector<Term> terms;
  std::vector<std::int32_t> offsets;
};

class Soares2025 : public PolicyValueNet {
 public:
  Soares2025(const Tensors& weights, const simultaneous::Game& game, const Kernels& kernels)
      : game_(game), kernels_(kernels), graph_(*game.map), copies_(std::max(1, kBlock / graph_.territories)) {
    WeightReader reader(weights);
    input_ = Linear(reader.take_linear("input", kFeatures, kHidden));
    for (int i = 0; i < kRounds; ++i) read_round(reader, i);
    read_policy(reader);
    hidden_ = Linear(reader.take_linear("value.hidden", kDeep + kGlobals, kDeep));
    value_ = Linear(reader.take_linear("value.out", kDeep, 1));
    reader.finish();
  }

  std::unique_ptr<Scratch> make_scratch() const override { return std::make_unique<Memory>(graph_, copies_); }

  void evaluate(std::span<const encode::Position> positions, const Candidates& candidates, Scratch& scratch,
                std::span<float> values, std::span<float> logits) const override {
    auto& memory = static_cast<Memory&>(scratch);
    const auto most = static_cast<std::size_t>(copies_);
    for (std::size_t first = 0; first < positions.size(); first += most) {
      const auto block = positions.subspan(first, std::min(most, positions.size() - first));
      const int copies = static_cast<int>(block.size());
      encode_block(block, memory);
      run_body(copies, memory);
      run_value(copies, memory);
      for (int i = 0; i < copies; ++i) {
        const std::size_t at = first + static_cast<std::size_t>(i);
        values[at] = *memory.value.row(i);
        if (!candidates.empty()) score_plans(positions[at], i, at, candidates, memory, logits);
      }
    }
  }

 private:
  void read_round(WeightReader& reader, int number) {
    const std::string name = "rounds." + std::to_string(number);
    Round& round = rounds_[static_cast<std::size_t>(number)];
    round.groups = Attention(reader, name + ".groups", kHidden, kHidden);
    round.links = Attention(reader, name + ".links", 2 * kHidden, number == kRounds - 1 ? kDeep : kHidden);
    round.group_projection = Linear(round.groups.projection());
    round.own_projection = Linear(inputs_of(round.links.projection(), 0, kHidden));
    round.sent_projection = Linear(inputs_of(round.links.projection(), kHidden, kHidden));
  }

  // Layers of [armies, source, target] fall into a part for each, so that territories are multiplied once for all
  // orders.
  void read_policy(WeightReader& reader) {
    const DenseWeights attack = reader.take_linear("policy.attack", 1 + 2 * kDeep, kHidden);
    const DenseWeights transfer = reader.take_linear("policy.transfer", 1 + 2 * kDeep, kHidden);
    const DenseWeights deploy = reader.take_linear("policy.deploy", 1 + kDeep, kHidden);
    const auto from = [](const DenseWeights& dense, int first, bool with_bias) {
      DenseWeights part = inputs_of(dense, first, kDeep);
      if (with_bias) part.bias = dense.bias;
      return part;
    };
    const std::array parts{from(attack, 1, true), from(attack, 1 + kDeep, false), from(transfer, 1, true),
                           from(transfer, 1 + kDeep, false), from(deploy, 1, true)};
    parts_ = Linear(beside(parts));
    for (int i = 0; i < kHidden; ++i) {
      const auto at = static_cast<std::size_t>(i);
      armies_[kAttack][at] = attack.at(i, 0);
      armies_[kTransfer][at] = transfer.at(i, 0);
      armies_[kDeploy][at] = deploy.at(i, 0);
    }
    order_ = Linear(reader.take_linear("policy.order", kHidden, kHidden));
    plan_ = Linear(reader.take_linear("policy.plan", kHidden, 1));
  }

  void encode_block(std::span<const encode::Position> block, Memory& memory) const {
    for (std::size_t i = 0; i < block.size(); ++i) {
      const int copy = static_cast<int>(i);
      encode::encode(game_, encode::Features::soares2025, block[i],
                     {.territories = memory.features.row(copy * graph_.territories),
                      .stride = memory.features.stride(),
                      .whole = memory.globals.row(copy)});
    }
  }

  void run_body(int copies, Memory& memory) const {
    const int rows = copies * graph_.territories;
    input_.run(kernels_, memory.features.rows(), rows, memory.x[0].rows(), Activation::relu);
    for (std::size_t i = 0; i < kRounds; ++i) {
      Matrix& x = memory.x[i % 2];
      run_groups(rounds_[i], copies, x, memory);
      run_links(rounds_[i], copies, x, memory, i == kRounds - 1 ? memory.deep : memory.x[(i + 1) % 2]);
    }
  }

  // Attention within every group, summed up per group.
  void run_groups(const Round& round, int copies, Matrix& x, Memory& memory) const {
    const int rows = copies * graph_.territories;
    round.group_projection.run(kernels_, x.rows(), rows, memory.projected.rows(), Activation::none);
    round.groups.run(kernels_, {.heard = graph_.members.lists(),
                                .self = graph_.member_territory.data(),
                                .copies = copies,
                                .rows = graph_.territories,
                                .inputs = x.rows(),
                                .projected = memory.projected.rows(),
                                .out = memory.members.rows(),
                                .activation = Activation::relu});
    kernels_.gather({.lists = graph_.group_members.lists(),
                     .copies = copies,
                     .rows = static_cast<int>(graph_.member_territory.size()),
                     .in = memory.members.rows(),
                     .width = kHidden,
                     .out = memory.groups.rows()});
  }

  // What the groups send back to their territories: sums of rows of `in`, one per group.
  void send_back(int copies, Matrix& in, int width, Rows out, bool add) const {
    kernels_.gather({.lists = graph_.shares.lists(),
                     .weights = graph_.shares.weights.data(),
                     .copies = copies,
                     .rows = graph_.groups,
                     .in = in.rows(),
                     .width = width,
                     .out = out,
                     .add = add});
  }

  void run_links(const Round& round, int copies, Matrix& x, Memory& memory, Matrix& out) const {
    const int rows = copies * graph_.territories;
    send_back(copies, memory.groups, kHidden, x.from(kHidden), false);
    round.own_projection.run(kernels_, x.rows(), rows, memory.projected.rows(), Activation::none);
    round.sent_projection.run(kernels_, memory.groups.rows(), copies * graph_.groups, memory.sent.rows(),
                              Activation::none);
    send_back(copies, memory.sent, round.links.columns(), memory.projected.rows(), true);
    round.links.run(kernels_, {.heard = graph_.links.lists(),
                               .copies = copies,
                               .rows = graph_.territories,
                               .inputs = x.rows(),
                               .projected = memory.projected.rows(),
                               .out = out.rows(),
                               .activation = Activation::relu});
  }

  void run_value(int copies, Memory& memory) const {
    kernels_.gather({.lists = graph_.mean.lists(),
                     .weights = graph_.mean.weights.data(),
                     .copies = copies,
                     .rows = graph_.territories,
                     .in = memory.deep.rows(),
                     .width = kDeep,
                     .out = memory.whole.rows()});
    for (int i = 0; i < copies; ++i) std::copy_n(memory.globals.row(i), kGlobals, memory.whole.row(i) + kDeep);
    hidden_.run(kernels_, memory.whole.rows(), copies, memory.hidden.rows(), Activation::relu);
    value_.run(kernels_, memory.hidden.rows(), copies, memory.value.rows(), Activation::tanh);
  }

  void score_plans(const encode::Position& position, int copy, std::size_t at, const Candidates& candidates,
                   Memory& memory, std::span<float> logits) const {
    const auto plan = static_cast<std::size_t>(candidates.position_offsets[at]);
    const auto plans = static_cast<std::size_t>(candidates.position_offsets[at + 1]) - plan;
    if (plans == 0) return;
    const auto offsets = candidates.plan_offsets.subspan(plan, plans + 1);
    const auto order = static_cast<std::size_t>(offsets.front());
    const auto orders = candidates.orders.subspan(order, static_cast<std::size_t>(offsets.back()) - order);
    run_policy(position, copy, offsets, orders, memory, logits.subspan(plan, plans));
  }

  // The logits of the plans of one position, the block's number `copy`.
  void run_policy(const encode::Position& position, int copy, std::span<const std::int32_t> plan_offsets,
                  std::span<const Order> orders, Memory& memory, std::span<float> logits) const {
    const int count = static_cast<int>(orders.size()), plans = static_cast<int>(logits.size());
    const ConstRows deep{memory.deep.row(copy * graph_.territories), memory.deep.stride()};
    parts_.run(kernels_, deep, graph_.territories, memory.parts.rows(), Activation::none);
    memory.terms.clear();
    for (const Order& order : orders) memory.terms.push_back(term(position, order, memory));
    memory.first.grow(count);
    memory.second.grow(count);
    kernels_.combine(memory.terms.data(), count, kHidden, memory.first.rows(), Activation::relu);
    order_.run(kernels_, memory.first.rows(), count, memory.second.rows(), Activation::relu);
    memory.offsets.clear();
    for (const std::int32_t offset : plan_offsets) memory.offsets.push_back(offset - plan_offsets.front());
    memory.plans.grow(plans);
    memory.logits.grow(plans);
    // The ReLU that follows would change nothing: sums of what is not negative are not negative.
    kernels_.gather({.lists = {plans, memory.offsets.data(), nullptr},
                     .copies = 1,
                     .rows = count,
                     .in = memory.second.rows(),
                     .width = kHidden,
                     .out = memory.plans.rows()});
    plan_.run(kernels_, memory.plans.rows(), plans, memory.logits.rows(), Activation::none);
    for (int i = 0; i < plans; ++i) logits[static_cast<std::size_t>(i)] = *memory.logits.row(i);
  }

  // An order's first layer, from the parts that its territories contribute.
  Term term(const encode::Position& position, const Order& order, Memory& memory) const {
    const auto part = [&](int territory, Part which) { return memory.parts.row(territory) + which * kHidden; };
    const auto armies = static_cast<float>(order.armies);
    if (order.kind == OrderKind::deploy) {
      return {part(order.source, kDeployOn), nothing_.data(), armies_[kDeploy].data(), armies};
    }
    if (position.owners[order.source] == position.owners[order.target]) {
      return {part(order.source, kTransferFrom), part(order.target, kTransferTo), armies_[kTransfer].data(), armies};
    }
    return {part(order.source, kAttackFrom), part(order.target, kAttackOn), armies_[kAttack].data(), armies};
  }

  simultaneous::Game game_;
  const Kernels& kernels_;
  Graph graph_;
  int copies_;  // positions worked on at a time
  Linear input_, hidden_, value_, parts_, order_, plan_;
  std::array<Round, kRounds> rounds_;
  std::array<std::array<float, whole_lanes(kHidden)>, 3> armies_{};  // weights of the number of armies, by OrderRow
  std::array<float, whole_lanes(kHidden)> nothing_{};
};

}  // namespace

std::shared_ptr<const PolicyValueNet> make_soares2025(const Tensors& weights, const simultaneous::Game& game,
                                                      const Kernels& kernels) {
  return std::make_shared<Soares2025>(weights, game, kernels);
}

}  // namespace hegemon::nets
