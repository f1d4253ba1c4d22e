// A switch that ends searches early: they return what they have found so far.
#pragma once

#include <atomic>
#include <memory>

using StopFlag = std::shared_ptr<std::atomic<bool>>;

// The switch of the searches that this thread starts; none if nobody wants to end them.
inline thread_local StopFlag current_stop;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
