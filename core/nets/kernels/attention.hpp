// The attention kernel: the rest of code.hpp, under the same terms.
#pragma once

#include "nets/kernels/code.hpp"

namespace hegemon::nets {
namespace {

// The first `count` of the lanes; the others are zero.
inline Lanes first_lanes(Lanes x, int count) {
  static constexpr std::int32_t kMask[2 * kLanes] = {-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0};
  return from_bits(to_bits(x) & load_bits(kMask + kLanes - count));
}

// Products of the query with four rows.
inline Four four_products(const float* query, int width, const float* const* keys) {
  Lanes sums[4] = {spread(0.0f), spread(0.0f), spread(0.0f), spread(0.0f)};
  int at = 0;
  for (; at + kWidth <= width; at += kWidth) {
    const Lanes part = load(query + at);
    for (int i = 0; i < 4; ++i) sums[i] = multiply_add(part, load(keys[i] + at), sums[i]);
  }
  if (at < width) {
    const Lanes part = first_lanes(load(query + at), width - at);
    for (int i = 0; i < 4; ++i) sums[i] = multiply_add(part, load(keys[i] + at), sums[i]);
  }
  return four_sums(sums[0], sums[1], sums[2], sums[3]);
}

// Products of the query with up to kWidth rows. Rows that are missing are replaced by the first, which does not change
// the largest product.
inline Lanes products(const float* query, int width, ConstRows keys, const std::int32_t* heard, int count) {
  const float* rows[kWidth];
  for (int i = 0; i < kWidth; ++i) rows[i] = row_of(keys, heard[i < count ? i : 0]);
  const Four low = four_products(query, width, rows);
  return join(low, kWidth > 4 && count > 4 ? four_products(query, width, rows + kWidth - 4) : low);
}

// Scores of the rows heard, relative to the largest. Up to kWidth - 1 numbers more are written.
inline void find_scores(const float* query, int width, ConstRows keys, const std::int32_t* heard, int count,
                        float* scores) {
  if (count <= kWidth) {  // the usual case stays in registers
    const Lanes all = products(query, width, keys, heard, count);
    return store(scores, all - spread(largest(all)));
  }
  Lanes most = spread(-1e30f);
  for (int j = 0; j < count; j += kWidth) {
    const Lanes some = products(query, width, keys, heard + j, count - j);
    store(scores + j, some);
    most = larger(most, some);
  }
  most = spread(largest(most));
  for (int j = 0; j < count; j += kWidth) store(scores + j, load(scores + j) - most);
}

// Some listeners of one copy at a time go through the same steps together: one step of one of them takes long to
// finish, but the processor works on the same step of many.
constexpr int kTogether = 64;
constexpr int kScores = 1024;  // of listeners taken together, unless a single one has more

struct Together {
  int first, count;  // listeners
  float scores[kScores + kMostHeard + kLanes];
  float gates[kTogether + kLanes];
};

inline int take_together(const Lists& heard, int first) {
  int end = first;
  while (end < heard.count && end - first < kTogether && heard.offsets[end] - heard.offsets[first] < kScores) ++end;
  return end - first;
}

inline void find_shares(const AttendTask& task, std::int64_t base, Together& some) {
  const ConstRows keys{row_of(task.key, base), task.key.stride};
  const std::int32_t* offsets = task.heard.offsets + some.first;
  for (int i = 0; i < some.count; ++i) {
    const int count = offsets[i + 1] - offsets[i], listener = some.first + i;
    if (count == 0) continue;
    const float* query = row_of(task.query, base + (task.self ? task.self[listener] : listener));
    find_scores(query, task.key_width, keys, task.heard.rows + offsets[i], count,
                some.scores + offsets[i] - offsets[0]);
  }
  const int entries = offsets[some.count] - offsets[0];
  store(some.scores + entries, spread(0.0f));  // fills the last vector up
  for (int j = 0; j < entries; j += kWidth) store(some.scores + j, exponential(load(some.scores + j)));
}

// Leaves the messages in the rows of the result, and what opens the gates in some.gates.
template <int V>
inline void find_messages(const AttendTask& task, std::int64_t base, Rows out, Together& some) {
  const ConstRows values{row_of(task.value, base), task.value.stride};
  const std::int32_t* offsets = task.heard.offsets + some.first;
  for (int i = 0; i < some.count; ++i) {
    const int count = offsets[i + 1] - offsets[i], listener = some.first + i;
    const float* shares = some.scores + offsets[i] - offsets[0];
    Lanes message[V], total = spread(count > 0 ? 0.0f : 1.0f);
    for (int v = 0; v < V; ++v) message[v] = spread(0.0f);
    add_rows(shares, values, task.heard.rows + offsets[i], count, message);
    for (int j = 0; j < count; ++j) total = total + spread(shares[j]);
    const Lanes scale = spread(1.0f) / total;
    const float* skip = row_of(task.skip, base + (task.self ? task.self[listener] : listener));
    Lanes of_message = spread(0.0f), of_skip = spread(0.0f);
    float* row = out.data + static_cast<std::int64_t>(i) * out.stride;
    for (int v = 0; v < V; ++v) {
      const Lanes part = message[v] * scale;
      store(row + v * kWidth, part);
      of_message = multiply_add(load(task.gate_message + v * kWidth), part, of_message);
      of_skip = multiply_add(load(task.gate_skip + v * kWidth), load(skip + v * kWidth), of_skip);
    }
    some.gates[i] = sum(of_message + of_skip);
  }
}

template <int V>
inline void mix_messages(const AttendTask& task, std::int64_t base, Rows out, Together& some) {
  for (int i = 0; i < some.count; i += kWidth) store(some.gates + i, sigmoid(load(some.gates + i)));
  for (int i = 0; i < some.count; ++i) {
    const int listener = some.first + i;
    const float* skip = row_of(task.skip, base + (task.self ? task.self[listener] : listener));
    float* row = out.data + static_cast<std::int64_t>(i) * out.stride;
    const Lanes beta = spread(some.gates[i]);
    for (int v = 0; v < V; ++v) {
      const Lanes message = load(row + v * kWidth);
      const Lanes mixed = multiply_add(beta, load(skip + v * kWidth) - message, message);
      store(row + v * kWidth, activate(mixed, task.activation));
    }
  }
}

// Rows of V vectors.
template <int V>
void attend_rows(const AttendTask& task) {
  Together some;
  for (float& gate : some.gates) gate = 0.0f;
  for (int copy = 0; copy < task.copies; ++copy) {
    const std::int64_t base = static_cast<std::int64_t>(copy) * task.rows;
    for (some.first = 0; some.first < task.heard.count; some.first += some.count) {
      some.count = take_together(task.heard, some.first);
      const std::int64_t to = static_cast<std::int64_t>(copy) * task.heard.count + some.first;
      const Rows out{task.out.data + to * task.out.stride, task.out.stride};
      find_shares(task, base, some);
      find_messages<V>(task, base, out, some);
      mix_messages<V>(task, base, out, some);
    }
  }
}

template <int V>
void attend_up_to(int vectors, const AttendTask& task) {
  if (vectors == V) return attend_rows<V*(kLanes / kWidth)>(task);
  if constexpr (V > 1) attend_up_to<V - 1>(vectors, task);
}

void attend(const AttendTask& task) { attend_up_to<kMostWidth / kLanes>((task.width + kLanes - 1) / kLanes, task); }

}  // namespace
}  // namespace hegemon::nets
