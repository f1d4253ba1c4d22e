// Deadlines: what counts of a search's time.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "search/budget.hpp"

namespace {

using hegemon::search::Deadline;
using hegemon::search::Watch;
using Clock = Deadline::Clock;

// Waits until the deadline has passed; the seconds since `began`. Who expects a least time measures from before the deadline
// was made.
double seconds_until(const Deadline& deadline, Clock::time_point began = Clock::now()) {
  while (!deadline.passed()) std::this_thread::yield();
  return std::chrono::duration<double>(Clock::now() - began).count();
}

TEST(Budget, WithoutALimitItNeverPasses) {
  Watch watch([] { return false; });
  EXPECT_FALSE(Deadline(0).passed());
  EXPECT_FALSE(Deadline(0, &watch).passed());
  EXPECT_FALSE(Deadline(0, &watch).limited());
}

TEST(Budget, WaitingMovesIt) {
  double waited = 0.5;  // before the deadline was made: this does not count
  Watch watch([] { return false; }, [&] { return waited; });
  const auto began = Clock::now();
  const Deadline deadline(0.02, &watch);
  waited = 0.53;
  EXPECT_GE(seconds_until(deadline, began), 0.05);
  EXPECT_EQ(deadline.left(), 0);
}

TEST(Budget, WaitingOfOtherThreadsDoesNotMoveIt) {
  Watch watch([] { return false; }, [] { return 1000.0; });
  Deadline deadline(0.01, &watch);  // made here, where 1000 s are known already
  std::thread([&] { EXPECT_GE(seconds_until(deadline), 0.0); }).join();
  EXPECT_TRUE(deadline.passed());
}

TEST(Budget, AStoppedWatchEndsItAtOnce) {
  Watch watch([] { return true; });
  const Deadline deadline(1000, &watch);
  EXPECT_LT(seconds_until(deadline), 100);
  EXPECT_EQ(deadline.left(), 0);
}

TEST(Budget, WhatWasJustWaitedIsToldOnce) {
  double waited = 0.25;
  Watch watch([] { return false; }, [&] { return waited; });
  const Deadline deadline(1, &watch);
  waited = 0.75;
  EXPECT_DOUBLE_EQ(deadline.just_waited(), 0.5);
  EXPECT_DOUBLE_EQ(deadline.just_waited(), 0.0);
  EXPECT_DOUBLE_EQ(Deadline(1).just_waited(), 0.0);
}

}  // namespace
