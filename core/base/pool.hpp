// Objects that threads borrow for a while, such as working memory. They are made when all others are lent.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

namespace hegemon {

template <class Thing>
class Pool {
 public:
  // A borrowed object, given back at the end of the scope. The pool must outlive it.
  class Lease {
   public:
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    ~Lease() { pool_.give_back(std::move(thing_)); }

    Thing& operator*() const { return *thing_; }
    Thing* operator->() const { return thing_.get(); }

   private:
    friend class Pool;
    Lease(Pool& pool, std::unique_ptr<Thing> thing) : pool_(pool), thing_(std::move(thing)) {}

    Pool& pool_;
    std::unique_ptr<Thing> thing_;
  };

  // An idle object, or else what make() returns.
  template <class Make>
  Lease borrow(Make&& make) {
    std::unique_ptr<Thing> thing = take();
    return Lease(*this, thing ? std::move(thing) : make());
  }

 private:
  std::unique_ptr<Thing> take() {
    const std::scoped_lock lock(mutex_);
    if (idle_.empty()) {
      idle_.reserve(++made_);  // so that giving back never fails
      return nullptr;
    }
    std::unique_ptr<Thing> thing = std::move(idle_.back());
    idle_.pop_back();
    return thing;
  }

  void give_back(std::unique_ptr<Thing> thing) {
    const std::scoped_lock lock(mutex_);
    idle_.push_back(std::move(thing));
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<Thing>> idle_;
  std::size_t made_ = 0;
};

}  // namespace hegemon
