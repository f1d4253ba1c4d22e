#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

#include "base/thread_team.hpp"

namespace hegemon {
namespace {

// Takes numbers from a counter, as work of a team does.
struct Numbers {
  explicit Numbers(int count) : taken(static_cast<std::size_t>(count)) {}
  void operator()(std::size_t member) {
    members[member] = true;
    for (int i = next++; i < static_cast<int>(taken.size()); i = next++) ++taken[static_cast<std::size_t>(i)];
  }
  std::atomic<int> next{0};
  std::vector<std::atomic<int>> taken;
  std::array<std::atomic<bool>, 8> members{};
};

TEST(ThreadTeam, TheThreadsDoEverythingOnceAgainAndAgain) {
  for (const std::size_t members : {0u, 1u, 2u, 5u}) {
    ThreadTeam team(members);
    for (int round = 0; round < 300; ++round) {
      Numbers numbers(50);
      team.run(numbers);
      for (const auto& taken : numbers.taken) ASSERT_EQ(taken, 1);
      ASSERT_TRUE(numbers.members[0]);
    }
  }
}

TEST(ThreadTeam, ThreadsHelp) {
  ThreadTeam team(3);
  std::atomic<int> began{0};
  team.run([&](std::size_t) {
    ++began;
    while (began < 3) std::this_thread::yield();
  });
  EXPECT_EQ(began, 3);
}

TEST(ThreadTeam, NumberZeroIsTheCallersThread) {
  ThreadTeam team(2);
  const auto caller = std::this_thread::get_id();
  for (int round = 0; round < 50; ++round) {
    team.run([&](std::size_t i) { EXPECT_EQ(std::this_thread::get_id() == caller, i == 0); });
  }
}

TEST(ThreadTeam, RethrowsWhenAllThreadsAreBack) {
  ThreadTeam team(2);
  for (const std::size_t failing : {0u, 1u}) {
    std::atomic<int> began{0}, done{0};
    const auto work = [&](std::size_t i) {
      ++began;
      while (began < 2) std::this_thread::yield();
      if (i == failing) throw std::runtime_error("number " + std::to_string(i));
      ++done;
    };
    try {
      team.run(work);
      ADD_FAILURE() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(error.what(), "number " + std::to_string(failing));
    }
    EXPECT_EQ(done, 1);
    Numbers numbers(5);
    team.run(numbers);  // and it goes on
    EXPECT_EQ(numbers.taken[4], 1);
  }
}

TEST(ThreadTeam, WithoutItsThreadsTheCallerWorksAlone) {
  ThreadTeam team(4);
  team.dismiss();
  team.dismiss();
  Numbers numbers(20);
  team.run(numbers);
  for (const auto& taken : numbers.taken) EXPECT_EQ(taken, 1);
  EXPECT_FALSE(numbers.members[1]);
}

}  // namespace
}  // namespace hegemon
