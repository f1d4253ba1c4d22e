#include "search/rollouts/policy_net.hpp"

#include <algorithm>

#include "base/require.hpp"
#include "search/rollouts/parameters.hpp"

namespace hegemon::search::rollouts {
namespace {

constexpr int kWidth = PolicyNet::kWidth;

// Which part of a territory an option of a kind uses as its source, and which as its target; -1 is none.
constexpr std::array<int, kOptionKinds> kSourcePart{0, -1, 2, 3, 4, 6}, kTargetPart{1, -1, -1, -1, 5, -1};

// Columns as the other seat sees them.
void swap_columns(std::vector<float>& rows, std::span<const int> swapped) {
  std::vector<float> row(swapped.size());
  for (auto at = rows.begin(); at != rows.end(); at += static_cast<std::ptrdiff_t>(swapped.size())) {
    std::copy_n(at, swapped.size(), row.begin());
    for (std::size_t i = 0; i < swapped.size(); ++i) {
      at[static_cast<std::ptrdiff_t>(i)] = row[static_cast<std::size_t>(swapped[i])];
    }
  }
}

// Options are of own land and of what is next to it: the numbers of these rows among themselves, -1 for the others.
std::vector<int> needed(const PolicyInputs& inputs) {
  std::vector<int> kept(static_cast<std::size_t>(inputs.board.lands()), -1);
  const auto own = [&](int row) { return inputs.board.land[static_cast<std::size_t>(row) * kLandColumns] > 0; };
  for (int row = 0; row < inputs.board.lands(); ++row) {
    if (own(row)) kept[static_cast<std::size_t>(row)] = 0;
  }
  for (const auto& [row, next] : inputs.near) {
    if (own(next)) kept[static_cast<std::size_t>(row)] = 0;
  }
  int count = 0;
  for (int& number : kept) {
    if (number == 0) number = count++;
  }
  return kept;
}

void add(float* sum, const float* row, float scale) {
  for (int j = 0; j < kWidth; ++j) sum[j] += scale * row[j];
}

}  // namespace

PolicyInputs policy_inputs(const planner::Knowledge& k, const sim::State& state, int seat) {
  static thread_local BoardReader reader;
  PolicyInputs inputs;
  inputs.features = measure(k, state)[static_cast<std::size_t>(seat)];
  reader.read(k, state, inputs.board);
  if (seat == 1) {
    swap_columns(inputs.board.land, kLandSwapped);
    swap_columns(inputs.board.groups, kGroupSwapped);
  }
  inputs.row_of.assign(static_cast<std::size_t>(state.size()), -1);
  const auto& places = inputs.board.places;
  for (int row = 0; row < static_cast<int>(places.size()); ++row) inputs.row_of[places[row]] = row;
  for (int row = 0; row < static_cast<int>(places.size()); ++row) {
    for (const Territory next : k.game.map->neighbours(places[row])) {
      if (inputs.row_of[next] >= 0) inputs.near.push_back({row, inputs.row_of[next]});
    }
    for (const std::uint16_t group : k.groups_of[places[row]]) inputs.members.push_back({row, group});
  }
  return inputs;
}

struct PolicyNet::Reader {
  explicit Reader(std::span<const float> parameters) : at(parameters.data()) {
    require(parameters.size() == kParameters, "a policy network of this game has another number of parameters");
  }
  nets::Linear layer(int inputs, int outputs) { return nets::Linear(read_dense(at, inputs, outputs)); }

  const float* at;  // what comes next
};

PolicyNet::PolicyNet(std::span<const float> parameters) : PolicyNet(Reader(parameters)) {}

PolicyNet::PolicyNet(Reader reader)
    : land_(reader.layer(kLandColumns, kWidth)),
      groups_(reader.layer(kGroupColumns, kWidth)),
      context_(reader.layer(static_cast<int>(kFeatures) + 2 * kWidth, kWidth)),
      mix_(reader.layer(4 * kWidth, kWidth)),
      mix_again_(reader.layer(4 * kWidth, kWidth)),
      parts_(reader.layer(kWidth, kParts * kWidth)),
      stop_(reader.layer(kWidth, kWidth)) {
  for (Head& head : heads_) {
    std::copy_n(reader.at, head.columns.size(), head.columns.begin());
    reader.at += head.columns.size();
    std::copy_n(reader.at, head.out.size(), head.out.begin());
    reader.at += head.out.size();
    head.bias = *reader.at++;
  }
}

PolicyNet::Reading PolicyNet::read(const PolicyInputs& inputs) const {
  static const nets::Kernels& kernels = nets::best_kernels();
  static thread_local nets::Matrix land(1, kWidth), groups(1, kWidth), mixed(1, 4 * kWidth), out(1, kWidth),
      parts(1, kParts * kWidth), board(1, static_cast<int>(kFeatures) + 2 * kWidth), context(1, kWidth);
  const int lands = inputs.board.lands(), bonuses = inputs.board.group_count();
  for (nets::Matrix* each : {&land, &mixed, &out, &parts}) each->grow(lands);
  groups.grow(bonuses);
  land_.run(kernels, {inputs.board.land.data(), kLandColumns}, lands, land.rows(), nets::Activation::relu);
  groups_.run(kernels, {inputs.board.groups.data(), kGroupColumns}, bonuses, groups.rows(), nets::Activation::relu);
  float* all = board.row(0);
  std::fill_n(std::copy(inputs.features.begin(), inputs.features.end(), all), 2 * kWidth, 0.0F);
  for (int i = 0; i < lands; ++i) add(all + kFeatures, land.row(i), kLandScale);
  for (int i = 0; i < bonuses; ++i) add(all + kFeatures + kWidth, groups.row(i), kGroupScale);
  context_.run(kernels, board.rows(), 1, context.rows(), nets::Activation::relu);
  for (int i = 0; i < lands; ++i) {
    float* row = mixed.row(i);
    std::copy_n(land.row(i), kWidth, row);
    std::fill_n(row + kWidth, 2 * kWidth, 0.0F);
    std::copy_n(context.row(0), kWidth, row + 3 * kWidth);
  }
  for (const auto& [row, next] : inputs.near) add(mixed.row(row) + kWidth, land.row(next), kNearScale);
  for (const auto& [row, group] : inputs.members) add(mixed.row(row) + 2 * kWidth, groups.row(group), 1.0F);
  mix_.run(kernels, mixed.rows(), lands, out.rows(), nets::Activation::relu);
  const std::vector<int> kept = needed(inputs);
  int rows = 0;
  for (int i = 0; i < lands; ++i) {
    if (kept[static_cast<std::size_t>(i)] < 0) continue;
    float* row = mixed.row(rows++);
    std::fill_n(std::copy_n(out.row(i), kWidth, row), kWidth, 0.0F);
    std::copy_n(mixed.row(i) + 2 * kWidth, 2 * kWidth, row + 2 * kWidth);
  }
  for (const auto& [row, next] : inputs.near) {
    const int at = kept[static_cast<std::size_t>(row)];
    if (at >= 0) add(mixed.row(at) + kWidth, out.row(next), kNearScale);
  }
  mix_again_.run(kernels, mixed.rows(), rows, out.rows(), nets::Activation::relu);
  parts_.run(kernels, out.rows(), rows, parts.rows(), nets::Activation::none);
  Reading reading;
  reading.parts.assign(parts.row(0), parts.row(rows));
  for (const int row : inputs.row_of) reading.row_of.push_back(row < 0 ? -1 : kept[static_cast<std::size_t>(row)]);
  stop_.run(kernels, context.rows(), 1, out.rows(), nets::Activation::none);
  std::copy_n(out.row(0), kWidth, reading.stop.begin());
  return reading;
}

float PolicyNet::logit(const Reading& reading, const Option& option) const {
  const auto kind = static_cast<std::size_t>(option.kind);
  const auto part = [&](int territory, int number) {
    const int row = reading.row_of[static_cast<std::size_t>(territory)];
    return reading.parts.data() + (static_cast<std::ptrdiff_t>(row) * kParts + number) * kWidth;
  };
  std::array<float, kWidth> hidden;
  std::copy_n(kSourcePart[kind] < 0 ? reading.stop.data() : part(option.source, kSourcePart[kind]), kWidth,
              hidden.begin());
  if (kTargetPart[kind] >= 0) add(hidden.data(), part(option.target, kTargetPart[kind]), 1.0F);
  const Head& head = heads_[kind];
  for (int i = 0; i < kOptionColumns; ++i) {
    const float x = option.row[static_cast<std::size_t>(i)];
    if (x != 0) add(hidden.data(), head.columns.data() + static_cast<std::ptrdiff_t>(i) * kWidth, x);
  }
  float sum = head.bias;
  for (std::size_t j = 0; j < kWidth; ++j) sum += std::max(0.0F, hidden[j]) * head.out[j];
  return sum;
}

}  // namespace hegemon::search::rollouts
