// Leaf parallelism of mcts.hpp: one thread walks the tree, all of them play the leaf out.
#pragma once

#include "search/mcts/mcts.hpp"

namespace hegemon::search {

template <Domain D>
class Search<D>::LeafTeam {
 public:
  LeafTeam(Search& search, Worker& worker, const Deadline& deadline)
      : search_(search), worker_(worker), deadline_(deadline), parts_(thread_count(search.settings_.threads) - 1) {}

  // Searches until the budget is used up.
  void run(const Budget& budget) {
    on_threads(parts_.size() + 1, [&](std::size_t thread) {
      const Over over{over_};  // a thread that ends, for whatever reason, ends the others
      if (thread == 0) {
        lead(budget);
      } else {
        help(thread - 1);
      }
    });
  }

 private:
  struct alignas(64) Part {
    std::atomic<std::uint64_t> asked{0}, answered{0};
    Values values{};
    bool valid = false;
  };
  struct Over {
    std::atomic<bool>& flag;
    ~Over() { flag = true; }
  };

  void lead(const Budget& budget) {
    LeafT leaf(*search_.state_);
    while (search_.claim(worker_, budget, deadline_)) {
      Values values{};
      std::uint32_t weight = 1;
      if (search_.descend(worker_, leaf) == Descent::done) {
        values = leaf.values;
      } else {
        search_.expand_in_place(worker_, leaf);
        if (!play_out(values, weight)) return search_.cancel(leaf);
      }
      search_.back_up(worker_, leaf, values, weight);
      worker_.visits += weight;
      worker_.depth = std::max(worker_.depth, static_cast<int>(leaf.path.size()));
      search_.note_visit();
    }
  }

  // The mean of the playouts of all threads, and how many they are. False if the time ran out.
  bool play_out(Values& values, std::uint32_t& weight) {
    ++round_;
    for (Part& part : parts_) part.asked.store(round_, std::memory_order_release);
    if (!wait(2 * round_ - 1)) return false;
    const bool valid = search_.play_out(worker_.state, worker_.random, deadline_, worker_.visits == 0, values);
    if (!wait(2 * round_) || !valid) return false;
    for (const Part& part : parts_) {
      if (!part.valid) continue;
      ++weight;
      for (std::size_t seat = 0; seat < values.size(); ++seat) values[seat] += part.values[seat];
    }
    for (double& value : values) value /= weight;
    return true;
  }

  // Waits until all helpers are so far; false if one of them has failed.
  bool wait(std::uint64_t mark) const {
    for (const Part& part : parts_) {
      while (part.answered.load(std::memory_order_acquire) < mark) {
        if (over_.load(std::memory_order_acquire)) return false;
        std::this_thread::yield();
      }
    }
    return true;
  }

  void help(std::size_t number) {
    Part& part = parts_[number];
    State state = *search_.state_;
    Random random = search_.random_.stream(0x6c00 + number);
    for (std::uint64_t round = 1;; ++round) {
      while (part.asked.load(std::memory_order_acquire) < round) {
        if (over_.load(std::memory_order_acquire)) return;
        std::this_thread::yield();
      }
      state = worker_.state;
      part.answered.store(2 * round - 1, std::memory_order_release);  // the leaf is copied
      part.valid = search_.play_out(state, random, deadline_, false, part.values);
      part.answered.store(2 * round, std::memory_order_release);
    }
  }

  Search& search_;
  Worker& worker_;
  const Deadline& deadline_;
  std::vector<Part> parts_;
  std::atomic<bool> over_{false};
  std::uint64_t round_ = 0;
};

template <Domain D>
void Search<D>::work_leaf_parallel(Worker& worker, const Budget& budget, const Deadline& deadline) {
  LeafTeam(*this, worker, deadline).run(budget);
}

}  // namespace hegemon::search
