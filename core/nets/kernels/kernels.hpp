// The arithmetic of the networks, on rows of 32-bit floats. It is compiled once for every kind of processor and chosen
// at run time; nets are written in terms of these few verbs and know nothing of processors.
//
// Rows are read and written in whole vectors of kLanes numbers: a row's last vector may run into whatever follows,
// which is never used. So buffers have kLanes numbers of slack at their end, and a row that is written has room for
// whole vectors. Every result is one fixed sequence of operations on its own row, so that it does not depend on the
// rows around it.
#pragma once

#include <cstdint>

namespace hegemon::nets {

inline constexpr int kLanes = 8;
inline constexpr int kPanel = 16;       // columns of weights that lie together
inline constexpr int kMostWidth = 128;  // of an attention's result
inline constexpr int kMostHeard = 512;  // by one listener: a map has no more territories
constexpr int whole_lanes(int width) { return (width + kLanes - 1) / kLanes * kLanes; }

enum class Activation { none, relu, tanh, sigmoid };

// A matrix of rows that lie `stride` numbers apart.
struct ConstRows {
  const float* data = nullptr;
  int stride = 0;
};
struct Rows {
  float* data = nullptr;
  int stride = 0;
  operator ConstRows() const { return {data, stride}; }
};

// Weights in panels of kPanel columns (the last of kLanes if that is enough), each input by input; see Linear.
struct PackedWeights {
  const float* panels = nullptr;
  const float* bias = nullptr;  // whole_lanes(outputs)
  int inputs = 0;
  int outputs = 0;
};

// Lists of row numbers, one list after the other: of list i, from offsets[i] to offsets[i + 1].
struct Lists {
  int count = 0;
  const std::int32_t* offsets = nullptr;
  const std::int32_t* rows = nullptr;  // null, only for gather: the entries are numbered through
};

// Attention of listeners to the rows they hear, with a gated skip. All copies share the lists.
struct AttendTask {
  Lists heard;
  const std::int32_t* self = nullptr;  // the row of each listener; null: its own number
  int copies = 0;
  int rows = 0;  // of a copy
  ConstRows query, key, value, skip;
  int key_width = 0;
  int width = 0;
  const float* gate_message = nullptr;  // whole_lanes(width), zero beyond the width, as is gate_skip
  const float* gate_skip = nullptr;
  Rows out;  // copies * heard.count
  Activation activation = Activation::none;
};

// out[i] = (out[i] +) sum of weight * in[row] over list i. All copies share the lists.
struct GatherTask {
  Lists lists;
  const float* weights = nullptr;  // one per entry of the lists; null: all 1
  int copies = 0;
  int rows = 0;  // of a copy of `in`
  ConstRows in;
  int width = 0;
  Rows out;
  bool add = false;
};

// activation(first + second + factor * scaled), each of them a row.
struct Term {
  const float* first = nullptr;
  const float* second = nullptr;
  const float* scaled = nullptr;
  float factor = 0;
};

struct Kernels {
  const char* name;
  void (*linear)(const PackedWeights& weights, ConstRows in, int rows, Rows out, Activation activation);
  void (*attend)(const AttendTask& task);
  void (*gather)(const GatherTask& task);
  void (*combine)(const Term* terms, int count, int width, Rows out, Activation activation);
};

// The best that this processor can run.
const Kernels& best_kernels();
// For every processor.
const Kernels& portable_kernels();
// For x86-64-v3 (AVX2 and FMA); null where they are not built in or the processor lacks them.
const Kernels* avx2_kernels();

}  // namespace hegemon::nets
