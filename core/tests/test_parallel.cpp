#include <gtest/gtest.h>

#include <stdexcept>

#include "base/parallel.hpp"
#include "base/pool.hpp"

namespace hegemon {
namespace {

TEST(OnThreads, CallsEveryNumberOnce) {
  for (const std::size_t threads : {1u, 2u, 7u}) {
    std::vector<int> calls(threads, 0);
    on_threads(threads, [&](std::size_t i) { ++calls[i]; });
    EXPECT_EQ(calls, std::vector<int>(threads, 1));
  }
}

TEST(OnThreads, NumberZeroRunsOnTheCallersThread) {
  on_threads(3, [caller = std::this_thread::get_id()](std::size_t i) {
    EXPECT_EQ(std::this_thread::get_id() == caller, i == 0);
  });
}

TEST(OnThreads, RethrowsAfterAllAreDone) {
  for (const std::size_t failing : {0u, 1u, 3u}) {
    std::atomic<int> done{0};
    const auto work = [&](std::size_t i) {
      if (i == failing) throw std::runtime_error("number " + std::to_string(i));
      ++done;
    };
    try {
      on_threads(4, work);
      ADD_FAILURE() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(error.what(), "number " + std::to_string(failing));
    }
    EXPECT_EQ(done, 3);
  }
}

TEST(OnThreads, RethrowsTheFirstOfSeveral) {
  std::atomic<bool> thrown{false};
  const auto work = [&](std::size_t i) {
    if (i == 2) {
      const struct Mark {
        std::atomic<bool>& flag;
        ~Mark() { flag = true; }
      } mark{thrown};
      throw std::runtime_error("first");
    }
    while (!thrown) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    throw std::runtime_error("later");
  };
  EXPECT_THROW(
      {
        try {
          on_threads(3, work);
        } catch (const std::runtime_error& error) {
          EXPECT_STREQ(error.what(), "first");
          throw;
        }
      },
      std::runtime_error);
}

TEST(Parallel, ThePartsHoldEveryNumberOnce) {
  for (const int threads : {-1, 1, 3, 50}) {
    std::vector<int> seen(100, 0);
    for (const auto& part : parallel<std::vector<std::uint64_t>>(
             100, threads, [](std::uint64_t i, std::vector<std::uint64_t>& part) { part.push_back(i); })) {
      for (const std::uint64_t i : part) ++seen[i];
    }
    EXPECT_EQ(seen, std::vector<int>(100, 1));
  }
}

TEST(Pool, LendsWhatWasGivenBackAndMakesTheRest) {
  Pool<int> pool;
  int made = 0;
  const auto make = [&] { return std::make_unique<int>(++made); };
  {
    const auto first = pool.borrow(make), second = pool.borrow(make);
    EXPECT_NE(*first, *second);
  }
  const auto third = pool.borrow(make), fourth = pool.borrow(make);
  EXPECT_EQ(made, 2);
  EXPECT_NE(*third, *fourth);
}

TEST(Pool, TakesBackWhatAnExceptionLeaves) {
  Pool<int> pool;
  int made = 0;
  const auto make = [&] { return std::make_unique<int>(++made); };
  try {
    const auto lease = pool.borrow(make);
    throw std::runtime_error("in use");
  } catch (const std::runtime_error&) {
  }
  EXPECT_EQ(*pool.borrow(make), 1);
}

}  // namespace
}  // namespace hegemon
