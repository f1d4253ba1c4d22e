#!/usr/bin/env bash
# Builds a wheel and plays with it in fresh environments, far from the sources:
#   scripts/try_wheel.sh [PYTHON...]     e.g. python3.11 python3.12 python3.13; python3 if none is given
# Python 3.11 gets a wheel of its own; one wheel of the stable ABI, built by 3.12 or newer, serves 3.12 and all after it.
set -euo pipefail
cd "$(dirname "$0")/.."
repository=$PWD
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

version() { "$1" -c 'import sys; print("%d%02d" % sys.version_info[:2])'; }

wheel_for() { # wheel_for PYTHON: the wheel that fits, built if there is none yet
  local wheels="$folder/wheels-311" found
  [ "$(version "$1")" -lt 312 ] || wheels="$folder/wheels-abi3"
  if [ ! -d "$wheels" ]; then
    "$1" -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$wheels" \
      --config-settings "build-dir=$folder/build-$(version "$1")" "$repository" >&2
  fi
  found=("$wheels"/hegemon-*.whl)
  echo "${found[0]}"
}

for python in "${@:-python3}"; do
  wheel=$(wheel_for "$python")
  "$python" -m venv "$folder/venv-$(version "$python")"
  fresh="$folder/venv-$(version "$python")/bin/python"
  "$fresh" -m pip install --quiet --disable-pip-version-check "$wheel"
  echo "== $("$fresh" --version), $(basename "$wheel"), $(($(wc -c <"$wheel") / 1024)) kB"
  (cd "$folder" && "$fresh" -m hegemon match random heuristic --games 4 &&
    "$fresh" -m hegemon match "mcts(visits=50)" heuristic --rules heredia2022 --map hex --games 2)
done
