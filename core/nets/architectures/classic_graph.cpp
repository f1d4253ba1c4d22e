// Our policy-value network for the classic game on any map, for 2 to 6 seats. Its twin for training is
// src/hegemon/nets/torch/classic_graph.py.
//
//   body    territories' numbers and those of the whole, then rounds of attention to neighbours (attention.hpp) with
//   the
//           mean of all territories as context: x = x + relu(attention(x + W mean(x)))
//   value   a score for every seat from its own territories, all territories and the whole; chances of winning are the
//           softmax over the seats that are alive
//   policy  a logit for every action from its source, its target and the numbers that say how it is done
//
// Width and number of rounds are the weights' own.
#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "nets/classic_net.hpp"
#include "nets/kernels/elementwise.hpp"
#include "nets/layers/attention.hpp"

namespace hegemon::nets {
namespace {

using classic::Action;
using classic::ActionKind;
using classic::kMaxSeats;
using encode::kActionNumbers;

constexpr int kBlock = 128;      // territories worked on at a time: what fits into the processor's cache
constexpr int kPhases = 7;       // at the beginning of the numbers of the whole
constexpr int kSeatNumbers = 5;  // then so many for each of six seats
constexpr int kMostRounds = 16;
constexpr int kKinds = 7;  // of actions, passing included
constexpr std::array<const char*, kKinds> kKindNames = {"pass",   "pick",   "place",  "trade",
                                                        "attack", "occupy", "fortify"};

bool has_source(int kind) {
  return kind == static_cast<int>(ActionKind::attack) || kind == static_cast<int>(ActionKind::occupy) ||
         kind == static_cast<int>(ActionKind::fortify);
}

// The extent of a tensor, or 0 if there is none.
int extent(const Tensors& weights, const std::string& name, std::size_t axis) {
  const auto found = weights.find(name);
  return found == weights.end() || axis >= found->second.shape.size() ? 0 : found->second.shape[axis];
}

struct Sizes {
  Sizes(const Tensors& weights, const classic::Game& game) {
    const encode::Widths widths = encode::widths(game, encode::ClassicFeatures::graph);
    territory = widths.territory;
    whole = widths.whole;
    width = extent(weights, "input.weight", 0);
    value = extent(weights, "value.out.weight", 1);
    policy = extent(weights, "policy.passing.out.weight", 1);
    while (rounds <= kMostRounds && weights.contains("rounds." + std::to_string(rounds) + ".context.weight")) ++rounds;
    for (const int size : {width, value, policy}) {
      if (size < 1 || size > kMostWidth) throw std::invalid_argument("weights: classic-graph is 1 to 128 wide");
    }
    if (rounds > kMostRounds) throw std::invalid_argument("weights: classic-graph has at most 16 rounds");
  }

  int territory, whole, width, value, policy, rounds = 0;
};

struct Round {
  Linear context, projection;
  Attention attention;
};

// What scores the actions of one kind.
struct Head {
  Linear places;  // of every territory: as a source, where the kind has one, then as a target
  Linear features, out;
};

class Memory : public ClassicNet::Scratch {
 public:
  Memory(const Sizes& sizes, int territories, int positions, int seats)
      : features(positions * territories, sizes.territory),
        x(positions * territories, sizes.width),
        heard(positions * territories, sizes.width),
        message(positions * territories, sizes.width),
        projected(positions * territories, 4 * sizes.width),
        globals(positions, sizes.whole),
        mean(positions, sizes.width),
        context(positions, sizes.width),
        whole(positions, sizes.width + sizes.whole),
        of_whole(positions, sizes.value),
        seats(positions * seats, sizes.width + kSeatNumbers + kMaxSeats),
        of_seats(positions * seats, sizes.value),
        scores(positions * seats, 1),
        places(territories, 2 * whole_lanes(sizes.policy)),
        numbers(0, kActionNumbers),
        action_rows(0, sizes.policy),
        hidden(1, sizes.policy),
        logits(1, 1) {}

  Matrix features, x, heard, message, projected, globals, mean, context, whole, of_whole, seats, of_seats, scores;
  Matrix places, numbers, action_rows, hidden, logits;
  std::vector<Term> terms;
};

class ClassicGraph : public ClassicNet {
 public:
  ClassicGraph(const Tensors& weights, const classic::Game& game, const Kernels& kernels)
      : game_(game),
        kernels_(kernels),
        graph_(*game.map),
        sizes_(weights, game),
        copies_(std::max(1, kBlock / graph_.territories)),
        nothing_(static_cast<std::size_t>(whole_lanes(kMostWidth))) {
    WeightReader reader(weights);
    const int width = sizes_.width;
    input_ = Linear(reader.take_linear("input", sizes_.territory, width));
    input_of_whole_ = Linear(reader.take_linear("input_of_whole", sizes_.whole, width, false));
    for (int i = 0; i < sizes_.rounds; ++i) {
      const std::string name = "rounds." + std::to_string(i);
      Attention attention(reader, name + ".attention", width, width);
      Linear projection(attention.projection());
      rounds_.push_back(
          {Linear(reader.take_linear(name + ".context", width, width)), std::move(projection), std::move(attention)});
    }
    of_seat_ = Linear(reader.take_linear("value.seat", width + kSeatNumbers + kMaxSeats, sizes_.value));
    of_whole_ = Linear(reader.take_linear("value.whole", width + sizes_.whole, sizes_.value, false));
    score_ = Linear(reader.take_linear("value.out", sizes_.value, 1));
    pass_ = Linear(reader.take_linear("policy.passing.whole", width + sizes_.whole, sizes_.policy));
    pass_out_ = Linear(reader.take_linear("policy.passing.out", sizes_.policy, 1));
    for (int kind = 1; kind < kKinds; ++kind) read_head(reader, kind);
    reader.finish();
  }

  std::unique_ptr<Scratch> make_scratch() const override {
    return std::make_unique<Memory>(sizes_, graph_.territories, copies_, game_.seats);
  }

  void evaluate(std::span<const ClassicQuestion> questions, Scratch& scratch) const override {
    auto& memory = static_cast<Memory&>(scratch);
    const auto most = static_cast<std::size_t>(copies_);
    for (std::size_t first = 0; first < questions.size(); first += most) {
      const auto block = questions.subspan(first, std::min(most, questions.size() - first));
      const int copies = static_cast<int>(block.size());
      for (int i = 0; i < copies; ++i) encode_one(*block[static_cast<std::size_t>(i)].state, i, memory);
      run_body(copies, memory);
      run_value(block, memory);
      for (int i = 0; i < copies; ++i) run_policy(block[static_cast<std::size_t>(i)], i, memory);
    }
  }

 private:
  void read_head(WeightReader& reader, int kind) {
    const std::string name = std::string("policy.") + kKindNames[static_cast<std::size_t>(kind)];
    Head& head = heads_[static_cast<std::size_t>(kind)];
    const DenseWeights target = reader.take_linear(name + ".target", sizes_.width, sizes_.policy, false);
    if (has_source(kind)) {
      const DenseWeights source = reader.take_linear(name + ".source", sizes_.width, sizes_.policy, false);
      head.places = Linear(beside(std::array{target, source}));
    } else {
      head.places = Linear(target);
    }
    head.features = Linear(reader.take_linear(name + ".deed", kActionNumbers, sizes_.policy));
    head.out = Linear(reader.take_linear(name + ".out", sizes_.policy, 1));
  }

  void encode_one(const classic::State& state, int copy, Memory& memory) const {
    encode::encode(game_, encode::ClassicFeatures::graph, state,
                   {.territories = memory.features.row(copy * graph_.territories),
                    .stride = memory.features.stride(),
                    .whole = memory.globals.row(copy)});
  }

  // The mean of all territories of each copy, at the beginning of rows of `out`.
  void take_mean(int copies, Memory& memory, Rows out) const {
    kernels_.gather({.lists = graph_.mean.lists(),
                     .weights = graph_.mean.weights.data(),
                     .copies = copies,
                     .rows = graph_.territories,
                     .in = memory.x.rows(),
                     .width = sizes_.width,
                     .out = out});
  }

  template <class Sum>
  void with_context(int copies, Memory& memory, Matrix& out, Sum&& sum) const {
    for (int copy = 0; copy < copies; ++copy) {
      for (int t = 0; t < graph_.territories; ++t) {
        const int row = copy * graph_.territories + t;
        sum(memory.x.row(row), memory.context.row(copy), memory.x.stride(), out.row(row));
      }
    }
  }

  void run_body(int copies, Memory& memory) const {
    const int rows = copies * graph_.territories;
    input_.run(kernels_, memory.features.rows(), rows, memory.x.rows(), Activation::none);
    input_of_whole_.run(kernels_, memory.globals.rows(), copies, memory.context.rows(), Activation::none);
    with_context(copies, memory, memory.x, add_rows_relu);
    for (const Round& round : rounds_) {
      take_mean(copies, memory, memory.mean.rows());
      round.context.run(kernels_, memory.mean.rows(), copies, memory.context.rows(), Activation::none);
      with_context(copies, memory, memory.heard, add_rows);
      round.projection.run(kernels_, memory.heard.rows(), rows, memory.projected.rows(), Activation::none);
      round.attention.run(kernels_, {.heard = graph_.links.lists(),
                                     .copies = copies,
                                     .rows = graph_.territories,
                                     .inputs = memory.heard.rows(),
                                     .projected = memory.projected.rows(),
                                     .out = memory.message.rows(),
                                     .activation = Activation::relu});
      for (int row = 0; row < rows; ++row) {
        add_rows(memory.x.row(row), memory.message.row(row), sizes_.width, memory.x.row(row));
      }
    }
  }

  // --- Value ---------------------------------------------------------------------------------------------------------

  void run_value(std::span<const ClassicQuestion> block, Memory& memory) const {
    const int copies = static_cast<int>(block.size()), seats = game_.seats;
    take_mean(copies, memory, memory.whole.rows());
    memory.terms.clear();
    for (int copy = 0; copy < copies; ++copy) {
      std::copy_n(memory.globals.row(copy), sizes_.whole, memory.whole.row(copy) + sizes_.width);
      describe_seats(*block[static_cast<std::size_t>(copy)].state, copy, memory);
      for (int seat = 0; seat < seats; ++seat) {
        memory.terms.push_back({memory.of_seats.row(copy * seats + seat), memory.of_whole.row(copy), nothing_.data()});
      }
    }
    of_whole_.run(kernels_, memory.whole.rows(), copies, memory.of_whole.rows(), Activation::none);
    of_seat_.run(kernels_, memory.seats.rows(), copies * seats, memory.of_seats.rows(), Activation::none);
    kernels_.combine(memory.terms.data(), copies * seats, sizes_.value, memory.of_seats.rows(), Activation::relu);
    score_.run(kernels_, memory.of_seats.rows(), copies * seats, memory.scores.rows(), Activation::none);
    for (int copy = 0; copy < copies; ++copy) soften(block[static_cast<std::size_t>(copy)], copy, memory);
  }

  // For each seat, in rotated order: its territories added up, its own numbers, and its place.
  void describe_seats(const classic::State& state, int copy, Memory& memory) const {
    const int n = graph_.territories, width = sizes_.width, first = copy * game_.seats;
    for (int place = 0; place < game_.seats; ++place) {
      float* row = memory.seats.row(first + place);
      std::fill_n(row, width + kSeatNumbers + kMaxSeats, 0.0f);
      std::copy_n(memory.globals.row(copy) + kPhases + place * kSeatNumbers, kSeatNumbers, row + width);
      row[width + kSeatNumbers + place] = 1.0f;
    }
    const float part = 1.0f / static_cast<float>(n);
    for (int t = 0; t < n; ++t) {
      if (state.owners()[t] < 0) continue;
      float* row = memory.seats.row(first + encode::rotated(game_, state, state.owners()[t]));
      const float* x = memory.x.row(copy * n + t);
      for (int i = 0; i < width; ++i) row[i] += part * x[i];
    }
  }

  // Chances of winning from the scores.
  void soften(const ClassicQuestion& question, int copy, Memory& memory) const {
    const classic::State& state = *question.state;
    std::array<float, kMaxSeats> chances{};
    float most = -INFINITY, total = 0.0f;
    const auto score = [&](int place) { return *memory.scores.row(copy * game_.seats + place); };
    const auto alive = [&](int place) { return encode::is_alive(state, encode::seat_at(game_, state, place)); };
    for (int place = 0; place < game_.seats; ++place) {
      if (alive(place)) most = std::max(most, score(place));
    }
    for (int place = 0; place < game_.seats; ++place) {
      if (alive(place)) total += chances[static_cast<std::size_t>(place)] = std::exp(score(place) - most);
    }
    for (int place = 0; place < game_.seats; ++place) {
      const auto seat = static_cast<std::size_t>(encode::seat_at(game_, state, place));
      question.values[seat] = value_of_chance(chances[static_cast<std::size_t>(place)] / total, game_.seats);
    }
  }

  // --- Policy --------------------------------------------------------------------------------------------------------

  // A position's actions are passing and those of one other kind.
  void run_policy(const ClassicQuestion& question, int copy, Memory& memory) const {
    const Action* other = nullptr;
    for (std::size_t i = 0; i < question.actions.size(); ++i) {
      if (question.actions[i].kind == ActionKind::pass) {
        question.logits[i] = score_passing(copy, memory);
      } else if (!other) {
        other = &question.actions[i];
      }
    }
    if (other) score_actions(question, heads_[static_cast<std::size_t>(other->kind)], copy, memory);
  }

  float score_passing(int copy, Memory& memory) const {
    const ConstRows whole{memory.whole.row(copy), memory.whole.stride()};
    pass_.run(kernels_, whole, 1, memory.hidden.rows(), Activation::relu);
    pass_out_.run(kernels_, memory.hidden.rows(), 1, memory.logits.rows(), Activation::none);
    return *memory.logits.row(0);
  }

  void score_actions(const ClassicQuestion& question, const Head& head, int copy, Memory& memory) const {
    const int count = static_cast<int>(question.actions.size());
    const ConstRows x{memory.x.row(copy * graph_.territories), memory.x.stride()};
    head.places.run(kernels_, x, graph_.territories, memory.places.rows(), Activation::none);
    for (Matrix* matrix : {&memory.numbers, &memory.action_rows, &memory.hidden, &memory.logits}) matrix->grow(count);
    memory.terms.clear();
    for (int i = 0; i < count; ++i) {
      const Action& action = question.actions[static_cast<std::size_t>(i)];
      encode::encode_action(game_, *question.state, action, memory.numbers.row(i));
      const encode::ActionFeatures features = encode::action_features(*question.state, action);
      const float* target = features.target >= 0 ? memory.places.row(features.target) : nothing_.data();
      const float* source = features.source >= 0 ? memory.places.row(features.source) + sizes_.policy : nothing_.data();
      memory.terms.push_back({target, source, memory.action_rows.row(i), 1.0f});
    }
    head.features.run(kernels_, memory.numbers.rows(), count, memory.action_rows.rows(), Activation::none);
    kernels_.combine(memory.terms.data(), count, sizes_.policy, memory.hidden.rows(), Activation::relu);
    head.out.run(kernels_, memory.hidden.rows(), count, memory.logits.rows(), Activation::none);
    for (int i = 0; i < count; ++i) {
      const auto at = static_cast<std::size_t>(i);
      if (question.actions[at].kind != ActionKind::pass) question.logits[at] = *memory.logits.row(i);
    }
  }

  classic::Game game_;
  const Kernels& kernels_;
  Graph graph_;
  Sizes sizes_;
  int copies_;  // positions worked on at a time
  std::vector<float> nothing_;
  Linear input_, input_of_whole_, of_seat_, of_whole_, score_, pass_, pass_out_;
  std::vector<Round> rounds_;
  std::array<Head, kKinds> heads_;
};

}  // namespace

std::shared_ptr<const ClassicNet> make_classic_graph(const Tensors& weights, const classic::Game& game,
                                                     const Kernels& kernels, bool) {
  return std::make_shared<ClassicGraph>(weights, game, kernels);
}

}  // namespace hegemon::nets
