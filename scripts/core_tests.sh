#!/usr/bin/env bash
# Builds and runs the core's own tests: `core_tests.sh plain` with the core that was built for Python,
# `core_tests.sh address,undefined thread` once for each of these sanitizers.
set -euo pipefail
cd "$(dirname "$0")/.."
unset MAKEFLAGS MFLAGS # ninja must not look for the job server of make, which it cannot reach
export PATH="$PWD/.venv/bin:$PATH"

build() { # build FOLDER: says nothing unless it fails
  local told
  told=$(cmake --build "$1" --target core_tests 2>&1) || { echo "$told" >&2 && return 1; }
}

run() { # run FOLDER [FILTER]: two halves at a time
  local code=0 other=0 filter="--gtest_filter=${2:-*}"
  GTEST_TOTAL_SHARDS=2 GTEST_SHARD_INDEX=0 "$1/core_tests" --gtest_brief=1 "$filter" &
  GTEST_TOTAL_SHARDS=2 GTEST_SHARD_INDEX=1 "$1/core_tests" --gtest_brief=1 "$filter" || code=$?
  wait $! || other=$?
  return $((code | other))
}

offers_tests() { # offers_tests FOLDER: whether GoogleTest was found
  cmake -DHEGEMON_TESTS=ON "$1" >/dev/null && cmake --build "$1" --target help | grep -q '^core_tests:'
}

plain() {
  local folder
  if [ -n "${HEGEMON_CORE_TESTED:-}" ]; then
    echo "The core's own tests run under the sanitizers."
    return
  fi
  folder=$(dirname "$(ls -t build/*/_core.*.so | head -1)")
  if ! offers_tests "$folder" && ! { scripts/setup.sh gtest && offers_tests "$folder"; }; then
    echo "The core's own tests are skipped: GoogleTest is missing (Debian: libgtest-dev; Homebrew: googletest)."
    return
  fi
  build "$folder"
  run "$folder"
}

sanitized() {
  local folder="build/core-$1"
  cmake -S . -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS=-O1 -DHEGEMON_PYTHON=OFF \
    -DHEGEMON_SANITIZE="$1" >/dev/null
  build "$folder"
  if [ "$1" = thread ]; then run "$folder" '*hread*'; else run "$folder"; fi # tests with threads say so in their names
}

[ $# -gt 0 ] || { echo "usage: scripts/core_tests.sh plain|SANITIZERS..." >&2 && exit 2; }
for kind in "$@"; do
  echo "== core tests: $kind"
  if [ "$kind" = plain ]; then plain; else sanitized "$kind"; fi
done
