#!/usr/bin/env bash
# Installs what is missing into .venv: `setup.sh tools` what builds, `setup.sh packages` what the package uses,
# `setup.sh build` the package itself, `setup.sh developer` what tests, checks and documentation use,
# `setup.sh environments` Gymnasium and PettingZoo, `setup.sh extras` what only learning and large runs need.
# `setup.sh gtest` brings GoogleTest, `setup.sh browser` Chromium and axe-core, for the tests of the page. Packages and
# build may run at the same time: they install different things.
# Debian packages are installed when that is possible without asking; otherwise the message says what to install.
set -euo pipefail
cd "$(dirname "$0")/.."
unset MAKEFLAGS MFLAGS # ninja must not look for the job server of make, which it cannot reach

debian() {
  echo "installing $* (Debian packages)"
  if [ "$(id -u)" = 0 ]; then
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@" >/dev/null
  else
    sudo -n apt-get update -qq && sudo -n apt-get install -y -qq "$@" >/dev/null
  fi
}

need() { # need COMMAND PACKAGE...: make sure a command exists
  local command=$1
  shift
  command -v "$command" >/dev/null && return
  if command -v apt-get >/dev/null && debian "$@"; then return; fi
  echo "setup: $command is missing; install it first (on Debian or Ubuntu: sudo apt-get install $*)" >&2
  exit 2
}

find_python() { # the first interpreter that is new enough and can make virtual environments
  local candidate
  for candidate in "${PYTHON:-python3}" python3 python3.13 python3.12 python3.11; do
    if command -v "$candidate" >/dev/null &&
      "$candidate" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "$candidate"
      return
    fi
  done
  return 1
}

pip() { .venv/bin/python -m pip --quiet --disable-pip-version-check "$@"; }

tools() {
  need c++ g++
  local interpreter
  if ! interpreter=$(find_python); then
    command -v apt-get >/dev/null && debian python3 python3-venv python3-dev || true
    interpreter=$(find_python) || {
      echo "setup: Python 3.11 or newer with venv is needed; set PYTHON=/path/to/python3.11" >&2
      exit 2
    }
  fi
  echo "installing what compiles into .venv"
  [ -x .venv/bin/python ] || "$interpreter" -m venv .venv
  pip install --upgrade pip
  pip install "scikit-build-core>=1.1,<2" "nanobind>=3.1,<4" "cmake>=3.21" ninja
}

named() { # named LIST...: what pyproject.toml names in these lists of requirements, one in a line
  .venv/bin/python - "$@" <<'PYTHON'
import sys, tomllib
project = tomllib.load(open("pyproject.toml", "rb"))["project"]
lists = {"dependencies": project["dependencies"], **project["optional-dependencies"]}
print(*(requirement for name in sys.argv[1:] for requirement in lists[name]), sep="\n")
PYTHON
}

install() { # install WHAT LIST...
  echo "installing $1"
  shift
  named "$@" | pip install --requirement /dev/stdin
}

packages() { install "the packages that Hegemon uses" dependencies; }

developer() { install "the tools for tests, checks and documentation" dev docs; }

environments() { install "Gymnasium and PettingZoo" envs; }

build() { # without isolation the build folder is kept, so that a rebuild compiles only what changed
  if compgen -G 'build/*/_core.*' >/dev/null; then
    echo "compiling what changed"
  else
    echo "compiling the core: two minutes on two cores that are free, more if they are busy; nothing is printed meanwhile"
  fi
  pip install --no-deps --no-build-isolation --editable .
}

extras() { install "PyTorch, Ray and the other extras (several minutes)" envs scale learn; }

gtest() {
  [ -e /usr/include/gtest/gtest.h ] || [ -n "${GTest_ROOT:-}" ] && return
  if command -v apt-get >/dev/null && debian libgtest-dev; then return; fi
  echo "setup: GoogleTest is missing; install it first (on Debian or Ubuntu: sudo apt-get install libgtest-dev)" >&2
  exit 2
}

browser() { # for the tests of the page, and axe-core for its accessibility
  command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null ||
    need chromium chromium
  [ -e build/axe/node_modules/axe-core/axe.min.js ] && return
  command -v npm >/dev/null || { command -v apt-get >/dev/null && debian npm; } || true
  if ! command -v npm >/dev/null || ! npm install --silent --no-audit --no-fund --prefix build/axe axe-core@4; then
    echo "setup: npm is missing or cannot reach its registry: the test with axe-core will be skipped" >&2
  fi
}

case "${1:-}" in
  tools | packages | build | developer | environments | extras | gtest | browser) "$1" ;;
  *) echo "usage: scripts/setup.sh tools|packages|build|developer|environments|extras|gtest|browser" >&2 && exit 2 ;;
esac
