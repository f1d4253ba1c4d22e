#!/usr/bin/env bash
# Runs fuzzers: `fuzz.sh [--sanitize] [NAME] [--seconds 600] [--seed 0]`. With --sanitize the compiled core is built once
# more, with the address and undefined-behaviour sanitizers, into build/fuzz, and used instead of the installed one.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/.venv/bin:$PATH"

sanitized() {
  local folder=build/fuzz
  cmake -S . -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS=-O1 -DHEGEMON_TESTS=OFF \
    -DHEGEMON_SANITIZE=address,undefined -DPython_EXECUTABLE="$PWD/.venv/bin/python" >/dev/null
  cmake --build "$folder" --target _core >/dev/null
  export HEGEMON_FUZZ_CORE="$PWD/$folder"
  LD_PRELOAD="$(c++ -print-file-name=libasan.so) $(c++ -print-file-name=libstdc++.so)"
  export LD_PRELOAD
  # Python itself is not built for the sanitizers: what it keeps to its end is no leak.
  export ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1
}

if [ "${1:-}" = --sanitize ]; then
  shift
  sanitized
  set -- "$@" --hang 60
fi
exec .venv/bin/python -m tests.fuzz "$@"
