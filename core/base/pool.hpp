// Things that threads take for a while and give back, such as working memory.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

namespace hegemon {

template <class Thing>
class Pool {
 public:
  // One that is idle, or else what make() returns.
  template <class Make>
  std::unique_ptr<Thing> borrow(Make&& make) {
    {
      const std::scoped_lock lock(mutex_);
      if (!idle_.empty()) {
        std::unique_ptr<Thing> thing = std::move(idle_.back());
        idle_.pop_back();
        return thing;
      }
    }
    return make();
  }
  void give_back(std::unique_ptr<Thing> thing) {
    const std::scoped_lock lock(mutex_);
    idle_.push_back(std::move(thing));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Thing>> idle_;
};

}  // namespace hegemon
