# Everything is built into .venv in this folder. `make demo` and `make test` do all the set-up themselves.
PYTHON ?= python3
BIN := .venv/bin
unexport PYTHONDONTWRITEBYTECODE # tests start many processes; modules are compiled once
SOURCES := $(shell find core bindings -name '*.cpp' -o -name '*.hpp')

# What `make` installed is editable. It compiles again if something else was installed over it (`pip install .`).
EDITABLE := $(wildcard .venv/lib/python3*/site-packages/_editable*hegemon.pth)

.PHONY: all envs learn browser demo test check tidy format stub settings golden docs sanitize fuzz bench clean again

all: .venv/installed .venv/developer

# The steps of the set-up are targets of their own, so that `make --jobs` downloads while it compiles.
.venv/tools: scripts/setup.sh
	PYTHON="$(PYTHON)" scripts/setup.sh tools
	touch $@

.venv/packages: pyproject.toml | .venv/tools
	scripts/setup.sh packages
	touch $@

.venv/built: pyproject.toml CMakeLists.txt $(SOURCES) $(if $(EDITABLE),,again) | .venv/tools
	scripts/setup.sh build
	touch $@

again:

.venv/installed: .venv/packages .venv/built
	touch $@

# What tests, checks and the documentation need besides.
.venv/developer: pyproject.toml | .venv/packages
	scripts/setup.sh developer
	touch $@

# Gymnasium and PettingZoo.
.venv/environments: pyproject.toml | .venv/packages
	scripts/setup.sh environments
	touch $@

envs: .venv/installed .venv/environments

# torch for training, Ray for clusters, Gymnasium and PettingZoo.
.venv/complete: pyproject.toml | .venv/developer
	scripts/setup.sh extras
	touch $@

learn: all .venv/complete

# Chromium, in which the tests of the page run, and axe-core.
browser: | .venv/developer
	scripts/setup.sh browser

demo: .venv/installed
	rm -rf demo
	$(BIN)/hegemon tournament examples/demo.toml --store demo

# Tests that need torch, Ray, GoogleTest or a browser are skipped with a word where these are missing; `make learn`
# brings the first two, `make browser` the last.
test: all
	scripts/core_tests.sh plain
	$(BIN)/python -m pytest -n 3 --dist loadgroup -rs

check: all
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $(SOURCES)
	$(BIN)/python scripts/make_stub.py --check
	$(BIN)/python scripts/make_settings.py --check
	$(BIN)/python -m pytest tests/test_layers.py

# The checks of .clang-tidy on the core.
tidy: all
	PATH="$(CURDIR)/$(BIN):$$PATH" cmake -S . -B build/tidy -G Ninja -DHEGEMON_PYTHON=OFF \
	  -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null
	find core -name '*.cpp' -not -path 'core/tests/*' | xargs -P 2 -n 1 $(BIN)/clang-tidy -p build/tidy --quiet

format: all
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(SOURCES)

stub: all
	$(BIN)/python scripts/make_stub.py

# The dataclasses of search settings, from the lists of fields in the core.
settings: all
	$(BIN)/python scripts/make_settings.py

golden: all
	$(BIN)/python scripts/make_golden.py

# The documentation site, in build/site: warnings are errors.
docs: all
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict

# The core's own tests under the sanitizers. Nothing waits for them: with `make --jobs` other targets go first.
SANITIZERS ?= address,undefined thread
sanitize: .venv/tools
	scripts/setup.sh gtest
	nice scripts/core_tests.sh $(SANITIZERS)

# Fuzzers: all of tests/fuzz/fuzzers one after the other, or one of them; SANITIZE=1 uses a core with sanitizers.
NAME ?=
SECONDS ?= 600
SEED ?= 0
fuzz: all
	scripts/fuzz.sh $(if $(SANITIZE),--sanitize) $(NAME) --seconds $(SECONDS) --seed $(SEED)

bench: .venv/installed
	$(BIN)/hegemon bench

clean:
	rm -rf .venv build demo
