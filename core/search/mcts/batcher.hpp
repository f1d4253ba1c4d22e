// Brings the leaves of several threads together for an evaluator that likes large batches.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <span>
#include <vector>

#include "search/mcts/mcts.hpp"

namespace hegemon::search {

// A batch goes out when every thread that has not left waits for an answer; one of them carries it.
template <Domain D>
class Batcher : public Evaluator<D> {
 public:
  explicit Batcher(Evaluator<D>& inner) : inner_(inner) {}

  // So many threads are about to ask; each of them must leave when it is done.
  void expect(std::size_t threads) {
    const std::lock_guard lock(mutex_);
    inside_ = static_cast<int>(threads);
    asking_ = 0;
    waiting_.clear();
    failure_ = nullptr;
  }
  void leave() {
    const std::lock_guard lock(mutex_);
    --inside_;
    changed_.notify_all();
  }

  void evaluate(std::span<Leaf<D>*> leaves) override {
    std::unique_lock lock(mutex_);
    waiting_.insert(waiting_.end(), leaves.begin(), leaves.end());
    const std::uint64_t mine = batch_;
    ++asking_;
    changed_.wait(lock, [&] { return batch_ != mine || (asking_ >= inside_ && !carrying_); });
    if (batch_ == mine) carry(lock);
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void carry(std::unique_lock<std::mutex>& lock) {
    carrying_ = true;
    std::vector<Leaf<D>*> leaves = std::move(waiting_);
    waiting_.clear();
    asking_ = 0;
    lock.unlock();
    std::exception_ptr failure;
    try {
      if (!leaves.empty()) inner_.evaluate(leaves);
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    if (failure) failure_ = failure;
    carrying_ = false;
    ++batch_;
    changed_.notify_all();
  }

  Evaluator<D>& inner_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Leaf<D>*> waiting_;
  std::uint64_t batch_ = 0;
  int inside_ = 0, asking_ = 0;
  bool carrying_ = false;
  std::exception_ptr failure_;
};

}  // namespace hegemon::search
