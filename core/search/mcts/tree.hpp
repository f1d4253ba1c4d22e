// The tree: decision nodes and chance nodes with the edges tried so far. A position visited once is an edge without a
// node: nodes are made when the search comes back.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <new>
#include <numeric>
#include <thread>
#include <type_traits>
#include <utility>

#include "base/hash.hpp"
#include "search/mcts/node_memory.hpp"

namespace hegemon::search {

// A lock that is held for well under a microsecond.
class SpinLock {
 public:
  void lock() {
    while (held_.exchange(true, std::memory_order_acquire)) {
      for (int looks = 0; held_.load(std::memory_order_relaxed); ++looks) {  // reading does not disturb the holder
        if (looks > 200) std::this_thread::yield();
      }
    }
  }
  void unlock() { held_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> held_{false};
};

template <class Action>
struct Node;

// What is known of one decision or outcome. `sum` is in the view of the seat that decides at the parent, so that with
// any number of seats the one who chooses always maximises.
template <class Action>
struct Edge {
  double sum = 0;
  Node<Action>* child = nullptr;
  Action action{};
  std::uint32_t visits = 0;
  std::uint32_t pending = 0;  // visits under way
  float prior = 0;
};

// What selection needs of an edge: it takes the largest mean + factor * weight.
struct Score {
  float mean = 0, weight = 0;
};

template <class Action>
struct Node {
  static_assert(std::is_trivially_copyable_v<Edge<Action>>);

  SpinLock mutex;
  bool expanded = false;  // all edges are there, with their priors
  bool evaluating = false;
  std::int8_t mover = 0;  // or kChance, kOver
  std::uint32_t visits = 0;
  std::uint32_t pending = 0;
  std::uint32_t options = 0;  // legal actions; grows into edges
  std::uint32_t count = 0;
  std::uint32_t capacity = 0;
  std::uint32_t key = 0;  // of the random order in which options are tried
  float worth = 0;        // to the mover, as the evaluator saw it
  std::uint64_t hash = 0;
  void* memory = nullptr;

  // The edges, then their scores.
  Edge<Action>* edges() { return static_cast<Edge<Action>*>(memory); }
  const Edge<Action>* edges() const { return static_cast<const Edge<Action>*>(memory); }
  Score* scores() { return reinterpret_cast<Score*>(edges() + capacity); }
  const Score* scores() const { return reinterpret_cast<const Score*>(edges() + capacity); }

  static std::size_t bytes(std::uint32_t capacity) { return capacity * (sizeof(Edge<Action>) + sizeof(Score)); }

  // Room for `wanted` edges; what is there stays.
  void reserve(std::uint32_t wanted, Arena& arena) {
    if (wanted <= capacity) return;
    std::uint32_t room = capacity == 0 ? wanted : capacity;
    while (room < wanted) room *= 2;
    void* fresh = arena.take(bytes(room));
    if (memory != nullptr) {
      std::memcpy(fresh, memory, count * sizeof(Edge<Action>));
      std::memcpy(static_cast<void*>(static_cast<Edge<Action>*>(fresh) + room), scores(), count * sizeof(Score));
      arena.give_back(memory, bytes(capacity));
    }
    memory = fresh;
    capacity = room;
  }
  Edge<Action>& add(const Action& action, Arena& arena) {
    reserve(count + 1, arena);
    Edge<Action>& edge = *new (edges() + count) Edge<Action>{};
    edge.action = action;
    scores()[count] = {};
    ++count;
    return edge;
  }
};

template <class Action>
Node<Action>* make_node(Arena& arena) {
  return new (arena.take(sizeof(Node<Action>))) Node<Action>;
}

// A copy of the tree below `node` in fresh memory, so that the rest can be dropped.
template <class Action>
Node<Action>* copy_tree(const Node<Action>& node, Arena& arena) {
  Node<Action>* copy = make_node<Action>(arena);
  copy->expanded = node.expanded;
  copy->mover = node.mover;
  copy->visits = node.visits;
  copy->options = node.options;
  copy->key = node.key;
  copy->worth = node.worth;
  copy->hash = node.hash;
  copy->reserve(node.count, arena);
  copy->count = node.count;
  if (node.count > 0) {
    std::memcpy(copy->memory, node.memory, node.count * sizeof(Edge<Action>));
    std::memcpy(copy->scores(), node.scores(), node.count * sizeof(Score));
  }
  for (std::uint32_t i = 0; i < node.count; ++i) {
    if (node.edges()[i].child) copy->edges()[i].child = copy_tree(*node.edges()[i].child, arena);
  }
  return copy;
}

// The k-th number in a random order of 0 .. count - 1 that depends on the key alone, so that no list need be kept: the
// first k steps of a Fisher-Yates shuffle, or for long lists a Feistel network over the next power of two, walked until
// it falls below count.
inline std::uint32_t shuffled(std::uint32_t k, std::uint32_t count, std::uint32_t key) {
  constexpr std::uint32_t kShort = 64;
  const std::uint64_t seed = std::uint64_t{key} << 32;
  if (count <= kShort) {
    std::array<std::uint8_t, kShort> order;
    std::iota(order.begin(), order.end(), std::uint8_t{0});
    for (std::uint32_t i = 0; i <= k; ++i) {
      const auto rest = ((mix(seed + i + 1) >> 32) * (count - i)) >> 32;
      std::swap(order[i], order[i + rest]);
    }
    return order[k];
  }
  const int bits = std::bit_width(count - 1), right = bits / 2, left = bits - right;
  const std::uint32_t low = (1u << right) - 1, high = (1u << left) - 1;
  do {
    std::uint32_t l = k >> right, r = k & low;
    for (std::uint32_t round = 0; round < 4; round += 2) {
      l ^= static_cast<std::uint32_t>(mix(seed | round << 24 | r)) & high;
      r ^= static_cast<std::uint32_t>(mix(seed | (round + 1) << 24 | l)) & low;
    }
    k = l << right | r;
  } while (k >= count);
  return k;
}

}  // namespace hegemon::search
