#!/usr/bin/env bash
# Builds the core's own tests under address+undefined and under thread sanitizers, and runs each, in two halves at a time.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/.venv/bin:$PATH"
for sanitizers in address,undefined thread; do
  folder="build/core-$sanitizers"
  echo "== core tests: $sanitizers"
  cmake -S . -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS=-O1 -DHEGEMON_PYTHON=OFF -DHEGEMON_TESTS=ON \
    -DHEGEMON_SANITIZE="$sanitizers" >/dev/null
  cmake --build "$folder" >/dev/null
  GTEST_TOTAL_SHARDS=2 GTEST_SHARD_INDEX=0 "$folder/core_tests" --gtest_brief=1 &
  GTEST_TOTAL_SHARDS=2 GTEST_SHARD_INDEX=1 "$folder/core_tests" --gtest_brief=1
  wait $!
done
