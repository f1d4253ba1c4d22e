// The network of Expert Iteration for Risk (Gnecco Heredia and Cazenave 2022): residual graph convolutions, a head for
// every phase, and a value for each of six seats. Its twin for training is src/hegemon/nets/torch/heredia2022.py.
//
// The published heads end in dense layers over all territories or links, which tie the weights to one map (38,041
// parameters on hex, 87,061 on classic). By default those layers are left out: logits are per territory and per link,
// passing has one from the head's mean, and the value's pooling weighs territories (the published program has the
// weights for that, and takes the mean). That works on any map.
//
// Where the network knows no amounts, cards or occupations, what it gives a move is shared equally by all ways to do
// it.
#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "nets/classic_net.hpp"
#include "nets/kernels/elementwise.hpp"
#include "nets/layers/convolution.hpp"

namespace hegemon::nets {
namespace {

using classic::Action;
using classic::kMaxSeats;
using encode::ActionFeatures;

constexpr int kFeatures = 12, kWidth = 32, kLinkWidth = 28, kFlat = 64;
constexpr int kBlock = 128;  // territories worked on at a time

std::vector<ResidualConvolution> read_layers(WeightReader& reader, const std::string& name, int count) {
  std::vector<ResidualConvolution> layers;
  layers.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) layers.emplace_back(reader, name + "." + std::to_string(i), kWidth);
  return layers;
}

// Pick and place: a number for every territory.
struct TerritoryHead {
  std::vector<ResidualConvolution> layers;
  Convolution out;
  Linear first, second;  // published

  TerritoryHead(WeightReader& reader, const std::string& name, int territories, bool published)
      : layers(read_layers(reader, name + ".layers", 3)), out(reader, name + ".out", kWidth, 1) {
    if (!published) return;
    first = Linear(reader.take_linear(name + ".first", territories, kFlat));
    second = Linear(reader.take_linear(name + ".second", kFlat, territories));
  }
};

// Attack and fortify: a number for every directed link, from both ends, and one for passing.
struct LinkHead {
  std::vector<ResidualConvolution> layers;
  Linear ends;  // of every territory: as a source, then as a target
  Linear hidden, out;
  Linear first, second;  // published
  Linear pass;           // otherwise

  LinkHead(WeightReader& reader, const std::string& name, int links, bool published)
      : layers(read_layers(reader, name + ".layers", 4)) {
    const DenseWeights pair = reader.take_linear(name + ".link.first", 2 * kWidth, kLinkWidth);
    ends = Linear(beside(std::array{inputs_of(pair, 0, kWidth), inputs_of(pair, kWidth, kWidth)}));
    const BatchNorm first_norm(reader, name + ".link.first_norm", kLinkWidth);
    hidden = Linear(after_norm(first_norm, reader.take_linear(name + ".link.second", kLinkWidth, kLinkWidth)));
    const BatchNorm second_norm(reader, name + ".link.second_norm", kLinkWidth);
    out = Linear(after_norm(second_norm, reader.take_linear(name + ".link.out", kLinkWidth, 1)));
    if (published) {
      first = Linear(reader.take_linear(name + ".first", links, kFlat));
      second = Linear(reader.take_linear(name + ".second", kFlat, links + 1));
    } else {
      pass = Linear(reader.take_linear(name + ".passing", kWidth, 1));
    }
  }
};

struct ValueHead {
  std::vector<ResidualConvolution> layers;
  Linear gate, other, first, second;

  explicit ValueHead(WeightReader& reader)
      : layers(read_layers(reader, "value.layers", 4)),
        gate(reader.take_linear("value.gate", kWidth, 1)),
        other(reader.take_linear("value.other", kWidth, kWidth)),
        first(reader.take_linear("value.first", kWidth, kWidth)),
        second(reader.take_linear("value.second", kWidth, kMaxSeats)) {}
};

class Memory : public ClassicNet::Scratch {
 public:
  Memory(int territories, int positions, int links)
      : features(positions * territories, kFeatures),
        x(positions * territories, kWidth),
        head(positions * territories, kWidth),
        room(positions * territories, kWidth),
        spread(positions * territories, kWidth),
        gates(positions * territories, 1),
        pooled(positions, kWidth),
        hidden(positions, kWidth),
        chances(positions, kMaxSeats),
        ends(territories, 2 * kLinkWidth),
        scores(territories, 1),
        flat(1, std::max(territories, links)),
        flat_hidden(1, kFlat),
        flat_out(1, std::max(territories, links + 1)) {}

  Matrix features, x, head, room, spread, gates, pooled, hidden, chances;
  Matrix ends, scores, flat, flat_hidden, flat_out, link{0, kLinkWidth}, link_hidden{0, kLinkWidth}, link_scores{0, 1};
  std::array<float, 31 + kLanes> globals{};  // encoded, and not read
  std::vector<ActionFeatures> moves;         // those that differ
  std::vector<Term> terms;
};

class Heredia2022 : public ClassicNet {
 public:
  Heredia2022(const Tensors& weights, const classic::Game& game, const Kernels& kernels, bool published)
      : Heredia2022(WeightReader(weights), game, kernels, published) {}

  std::unique_ptr<Scratch> make_scratch() const override {
    return std::make_unique<Memory>(graph_.territories, copies_, links());
  }

  void evaluate(std::span<const ClassicQuestion> questions, Scratch& scratch) const override {
    auto& memory = static_cast<Memory&>(scratch);
    const auto most = static_cast<std::size_t>(copies_);
    for (std::size_t first = 0; first < questions.size(); first += most) {
      const auto block = questions.subspan(first, std::min(most, questions.size() - first));
      const int copies = static_cast<int>(block.size());
      for (int i = 0; i < copies; ++i) {
        encode::encode(game_, encode::ClassicFeatures::heredia2022, *block[static_cast<std::size_t>(i)].state,
                       {.territories = memory.features.row(i * graph_.territories),
                        .stride = memory.features.stride(),
                        .whole = memory.globals.data()});
      }
      const Convolved on = convolved(copies, memory);
      input_.run(on, memory.features.rows(), memory.x.rows());
      for (const auto& layer : body_) layer.run(on, memory.x, memory.room);
      run_value(block, on, memory);
      for (int i = 0; i < copies; ++i) run_policy(block[static_cast<std::size_t>(i)], i, memory);
    }
  }

 private:
  Heredia2022(WeightReader reader, const classic::Game& game, const Kernels& kernels, bool published)
      : game_(game),
        kernels_(kernels),
        published_(published),
        graph_(*game.map),
        near_(convolution_lists(*game.map)),
        copies_(std::max(1, kBlock / graph_.territories)),
        nothing_(whole_lanes(kWidth)),
        input_(reader, "input", kFeatures, kWidth),
        body_(read_layers(reader, "body", 4)),
        pick_(reader, "pick", graph_.territories, published),
        place_(reader, "place", graph_.territories, published),
        attack_(reader, "attack", links(), published),
        fortify_(reader, "fortify", links(), published),
        value_(reader) {
    reader.finish();
    if (published && game.rules.fortify == classic::Fortify::connected) {
      throw std::invalid_argument("heredia2022-published knows fortifications between neighbours only");
    }
  }

  int links() const { return static_cast<int>(graph_.links.rows.size()); }
  Convolved convolved(int copies, Memory& memory) const {
    return {kernels_, near_, graph_.territories, copies, memory.spread};
  }

  // --- Value ---------------------------------------------------------------------------------------------------------

  void run_value(std::span<const ClassicQuestion> block, const Convolved& on, Memory& memory) const {
    std::copy_n(memory.x.row(0), on.rows() * memory.x.stride(), memory.head.row(0));
    for (const auto& layer : value_.layers) layer.run(on, memory.head, memory.room);
    pool(on, memory);
    value_.first.run(kernels_, memory.pooled.rows(), on.copies, memory.hidden.rows(), Activation::relu);
    value_.second.run(kernels_, memory.hidden.rows(), on.copies, memory.chances.rows(), Activation::sigmoid);
    for (int copy = 0; copy < on.copies; ++copy) {
      const ClassicQuestion& question = block[static_cast<std::size_t>(copy)];
      for (int place = 0; place < game_.seats; ++place) {
        const auto seat = static_cast<std::size_t>(encode::seat_at(game_, *question.state, place));
        question.values[seat] = value_of_chance(memory.chances.row(copy)[place], game_.seats);
      }
    }
  }

  void pool(const Convolved& on, Memory& memory) const {
    if (published_) return take_mean(memory.head.rows(), on.copies, memory.pooled.rows());
    value_.gate.run(kernels_, memory.head.rows(), on.rows(), memory.gates.rows(), Activation::none);
    value_.other.run(kernels_, memory.head.rows(), on.rows(), memory.room.rows(), Activation::none);
    for (int copy = 0; copy < on.copies; ++copy) {
      const int first = copy * on.territories;
      float most = -INFINITY, total = 0.0f;
      for (int t = 0; t < on.territories; ++t) most = std::max(most, *memory.gates.row(first + t));
      float* pooled = memory.pooled.row(copy);
      std::fill_n(pooled, kWidth, 0.0f);
      for (int t = 0; t < on.territories; ++t) {
        const float weight = std::exp(*memory.gates.row(first + t) - most);
        total += weight;
        const float* other = memory.room.row(first + t);
        for (int i = 0; i < kWidth; ++i) pooled[i] += weight * other[i];
      }
      for (int i = 0; i < kWidth; ++i) pooled[i] /= total;
    }
  }

  void take_mean(ConstRows in, int copies, Rows out) const {
    kernels_.gather({.lists = graph_.mean.lists(),
                     .weights = graph_.mean.weights.data(),
                     .copies = copies,
                     .rows = graph_.territories,
                     .in = in,
                     .width = kWidth,
                     .out = out});
  }

  // --- Policy --------------------------------------------------------------------------------------------------------

  void run_policy(const ClassicQuestion& question, int copy, Memory& memory) const {
    if (question.actions.empty()) return;
    switch (question.state->head().phase) {
      case classic::Phase::pick: return run_territories(question, pick_, copy, memory);
      case classic::Phase::setup:
      case classic::Phase::place: return run_territories(question, place_, copy, memory);
      case classic::Phase::attack: return run_links(question, attack_, copy, memory);
      case classic::Phase::fortify: return run_links(question, fortify_, copy, memory);
      default: std::fill(question.logits.begin(), question.logits.end(), 0.0f);
    }
  }

  // Takes the position's rows through a head's layers.
  Convolved run_layers(const std::vector<ResidualConvolution>& layers, int copy, Memory& memory) const {
    const Convolved on = convolved(1, memory);
    std::copy_n(memory.x.row(copy * graph_.territories), graph_.territories * memory.x.stride(), memory.head.row(0));
    for (const auto& layer : layers) layer.run(on, memory.head, memory.room);
    return on;
  }

  void run_territories(const ClassicQuestion& question, const TerritoryHead& head, int copy, Memory& memory) const {
    const Convolved on = run_layers(head.layers, copy, memory);
    head.out.run(on, memory.head.rows(), memory.scores.rows());
    if (published_) {
      for (int t = 0; t < graph_.territories; ++t) memory.flat.row(0)[t] = *memory.scores.row(t);
      run_flat(head.first, head.second, Activation::relu, memory);
    }
    const auto score = [&](const ActionFeatures& move) {
      return published_ ? memory.flat_out.row(0)[move.target] : *memory.scores.row(move.target);
    };
    share_out(question, score);
  }

  void run_flat(const Linear& first, const Linear& second, Activation between, Memory& memory) const {
    first.run(kernels_, memory.flat.rows(), 1, memory.flat_hidden.rows(), between);
    second.run(kernels_, memory.flat_hidden.rows(), 1, memory.flat_out.rows(), Activation::none);
  }

  void run_links(const ClassicQuestion& question, const LinkHead& head, int copy, Memory& memory) const {
    run_layers(head.layers, copy, memory);
    head.ends.run(kernels_, memory.head.rows(), graph_.territories, memory.ends.rows(), Activation::none);
    if (published_) return run_all_links(question, head, memory);
    list_moves(question, memory);
    score_links(head, Activation::none, memory);
    take_mean(memory.head.rows(), 1, memory.pooled.rows());
    head.pass.run(kernels_, memory.pooled.rows(), 1, memory.flat_out.rows(), Activation::none);
    int number = 0;
    share_out(question, [&](const ActionFeatures& move) {
      return move.target < 0 ? memory.flat_out.row(0)[0] : *memory.link_scores.row(number++);
    });
  }

  // The published way: all links of the map, whatever is legal.
  void run_all_links(const ClassicQuestion& question, const LinkHead& head, Memory& memory) const {
    memory.moves.clear();
    for (int t = 0; t < graph_.territories; ++t) {
      for (const Territory next : game_.map->neighbours(t)) memory.moves.push_back({0, t, next});
    }
    score_links(head, Activation::sigmoid, memory);
    for (int link = 0; link < links(); ++link) memory.flat.row(0)[link] = *memory.link_scores.row(link);
    run_flat(head.first, head.second, Activation::none, memory);
    share_out(question, [&](const ActionFeatures& move) {
      return memory.flat_out.row(0)[move.target < 0 ? links() : link_number(move.source, move.target)];
    });
  }

  int link_number(int source, int target) const {
    const auto neighbours = game_.map->neighbours(source);
    const auto at = std::lower_bound(neighbours.begin(), neighbours.end(), target) - neighbours.begin();
    return graph_.links.offsets[static_cast<std::size_t>(source)] + static_cast<int>(at);
  }

  // The moves between two territories that the actions are ways of, each once.
  void list_moves(const ClassicQuestion& question, Memory& memory) const {
    memory.moves.clear();
    for (const Action& action : question.actions) {
      const ActionFeatures move = encode::action_features(*question.state, action);
      if (move.target < 0) continue;
      if (memory.moves.empty() || !same(memory.moves.back(), move)) memory.moves.push_back(move);
    }
  }
  static bool same(const ActionFeatures& a, const ActionFeatures& b) {
    return a.source == b.source && a.target == b.target;
  }

  // A number for each of memory.moves.
  void score_links(const LinkHead& head, Activation last, Memory& memory) const {
    const int count = static_cast<int>(memory.moves.size());
    for (Matrix* matrix : {&memory.link, &memory.link_hidden, &memory.link_scores}) matrix->grow(count);
    memory.terms.clear();
    for (const ActionFeatures& move : memory.moves) {
      memory.terms.push_back(
          {memory.ends.row(move.source), memory.ends.row(move.target) + kLinkWidth, nothing_.data()});
    }
    kernels_.combine(memory.terms.data(), count, kLinkWidth, memory.link.rows(), Activation::relu);
    head.hidden.run(kernels_, memory.link.rows(), count, memory.link_hidden.rows(), Activation::relu);
    head.out.run(kernels_, memory.link_hidden.rows(), count, memory.link_scores.rows(), last);
  }

  // The actions that are ways of one move are next to each other: score(move) is asked once, and shared by them.
  template <class Score>
  void share_out(const ClassicQuestion& question, Score&& score) const {
    const std::size_t count = question.actions.size();
    for (std::size_t first = 0, last = 0; first < count; first = last) {
      const ActionFeatures move = encode::action_features(*question.state, question.actions[first]);
      for (last = first + 1; last < count; ++last) {
        if (!same(move, encode::action_features(*question.state, question.actions[last]))) break;
      }
      const float logit = score(move) - std::log(static_cast<float>(last - first));
      std::fill(question.logits.begin() + static_cast<std::ptrdiff_t>(first),
                question.logits.begin() + static_cast<std::ptrdiff_t>(last), logit);
    }
  }

  classic::Game game_;
  const Kernels& kernels_;
  bool published_;
  Graph graph_;
  OwnedLists near_;
  int copies_;  // positions worked on at a time
  std::vector<float> nothing_;
  Convolution input_;
  std::vector<ResidualConvolution> body_;
  TerritoryHead pick_, place_;
  LinkHead attack_, fortify_;
  ValueHead value_;
};

}  // namespace

std::shared_ptr<const ClassicNet> make_heredia2022(const Tensors& weights, const classic::Game& game,
                                                   const Kernels& kernels, bool published) {
  return std::make_shared<Heredia2022>(weights, game, kernels, published);
}

}  // namespace hegemon::nets
