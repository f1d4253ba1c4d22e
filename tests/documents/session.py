"""One page in one folder: its blocks run in their order, as a reader would run them."""

from __future__ import annotations

import doctest
import importlib.util
import io
import json
import re
import shlex
import signal
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest import mock

from hegemon import Game, play
from hegemon.cli import main
from hegemon.nets import load_net, random_net
from tests.documents.blocks import ROOT, Block, pages
from tests.documents.smaller import command_name, smaller_command, smaller_tournament

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE

NOT_RUN = {
    "git clone": "needs the network",
    "python3 -m venv": "CI makes its environment with scripts/setup.sh",
    "python -m pip install": "CI installs the package with scripts/setup.sh; the extras that are named must exist",
    "sudo apt-get install": "CI does it in scripts/setup.sh",
    ". ": "the tests run in an environment that is active",
    "python examples/masked_ppo.py": "takes minutes; tests/envs/test_example.py runs a short form",
    "hegemon serve": "serves until Ctrl-C; tests/web starts it",
    ".venv/bin/python scripts/page_load.py": "loads the machine for half a minute",
    ".venv/bin/python scripts/page_speed.py": "needs a browser",
    ".venv/bin/python scripts/kill_test.py": "takes half an hour; tests/test_kill.py runs a short form",
}
"""Commands that are shown and not run, and why."""

NOT_PYTHON = {"text", "json", "toml"}
LANGUAGES = {"python", "pycon", "sh", *NOT_PYTHON}

TRAINED = ("train zero", "train expert-iteration", "train dqn", "train value", "train policy", "train best")
"""Trainings: the pages about training train once, elsewhere the settings of the command are read and listed."""

NETS = {
    "my.safetensors": "untrained",
    "small/nets/2.safetensors": "untrained",
    "zero/nets/3.safetensors": "untrained",
    "hex/nets/4.safetensors": "heredia2022",
    "swiss/nets/5.safetensors": "swiss2025",
    "many/nets/14.safetensors": "swiss2025",
}
"""Networks that a reader has after a training of hours."""

STORES = ("first", "demo")
"""Stores of tournaments that a reader has from another page."""
QUICK = "-a random -a heuristic -m banana --games 8 --workers 1"

LEAGUE = "league.toml"
"""The tournament file of docs/tournaments.md, which other pages name."""

RECORD = "game.jsonl"
"""The record of a game that a reader has from another page."""

POSITION = str(Game(rules="swiss2025").start(1))
"""What POSITION stands for."""

HAS_TORCH = importlib.util.find_spec("torch") is not None


class Failed(AssertionError):
    """A block that does not do what the page says."""


class Session:
    """The folder, the Python names and the last output of a page."""

    def __init__(self, page: str, blocks: Sequence[Block], *, as_shown: bool, before: Sequence[Block] = ()) -> None:
        self.page, self.blocks, self.as_shown = page, blocks, as_shown
        self.before = before
        self.names: dict[str, object] = {"__name__": "__main__"}
        self.printed = ""
        self.trained: set[str] = set()

    def run(self) -> None:
        """Run all blocks in the current folder. Files are there before the commands that read them."""
        Path("examples").symlink_to(ROOT / "examples")
        for block in reversed([block for block in (*self.before, *self.blocks) if block.is_file]):
            self._write(block)
        known = set(sys.modules)
        with mock.patch.object(sys, "path", [str(Path.cwd()), *sys.path]):  # as at a prompt
            self._run_all()
        for name in set(sys.modules) - known:
            if Path(getattr(sys.modules[name], "__file__", None) or "/").is_relative_to(Path.cwd()):
                del sys.modules[name]

    def _run_all(self) -> None:
        for number, block in enumerate(self.blocks):
            after = self.blocks[number + 1 : number + 3]
            typed = after[0].text if after and after[0].is_input else ""
            exact = self.as_shown or any(block.is_output for block in after[: 2 if typed else 1])
            try:
                self._run(block, exact, typed)
            except Exception as error:
                raise Failed(f"{self.page}, line {block.line}: {type(error).__name__}: {error}") from error

    def _run(self, block: Block, exact: bool, typed: str) -> None:
        if block.language not in LANGUAGES:
            raise Failed(f"a block of {block.language or 'no language'} is not run: name one of {sorted(LANGUAGES)}")
        if block.is_output:
            return self._compare(block)
        if block.is_input:
            return None
        if block.is_file:
            self._write(block)
        if block.language == "pycon":
            self._doctest(block)
        elif block.language == "python" and block.is_file and '__name__ == "__main__"' in block.text:
            compile(block.text, f"{self.page}:{block.line}", "exec")  # a program, which later commands start
        elif block.language == "python":
            self._execute(block)
        elif block.language == "sh":
            lines = block.text.replace("\\\n", " ").splitlines()
            self.printed = "".join(self._command(line, exact, typed) for line in lines)
        elif block.language == "json":
            json.loads(block.text)
        elif block.language == "toml":
            tomllib.loads(block.text)

    def _write(self, block: Block) -> None:
        path = Path(block.title)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.text, encoding="utf-8")

    def _compare(self, block: Block) -> None:
        if not doctest.OutputChecker().check_output(block.text, self.printed, FLAGS):
            raise Failed(f"the page shows\n{block.text}\nbut the commands print\n{self.printed}")

    def _doctest(self, block: Block) -> None:
        example = doctest.DocTestParser().get_doctest(block.text, self.names, self.page, self.page, block.line)
        runner, told = doctest.DocTestRunner(optionflags=FLAGS), io.StringIO()
        runner.run(example, out=told.write, clear_globs=False)
        self.names = example.globs
        if runner.failures:
            raise Failed(told.getvalue())

    def _execute(self, block: Block) -> None:
        if "import torch" in block.text and not HAS_TORCH:
            return
        printed = io.StringIO()
        with redirect_stdout(printed):
            exec(compile(block.text, f"{self.page}:{block.line}", "exec"), self.names)
        self.printed = printed.getvalue()

    def _command(self, line: str, exact: bool, typed: str) -> str:
        words = shlex.split(line, comments=True)
        if not words:
            return ""
        known = next((start for start in NOT_RUN if line.startswith(start)), None)
        if known is not None:
            return _check_extras(line)
        if words[0] == "make":
            return self._make(words)
        if words[0] == "python":
            return subprocess.run([sys.executable, *words[1:]], check=True, stdout=subprocess.PIPE, text=True).stdout
        if words[0] != "hegemon":
            raise Failed(f"the tests cannot run {words[0]!r}")
        if words[1:2] == ["train"] and words[2] not in ("weights", "planner") and not HAS_TORCH:
            return ""
        exact = exact and "# hours" not in line
        expected = re.search(r"# exits with (\d+)", line)
        return self._hegemon(words[1:], exact, typed, int(expected[1]) if expected else 0)

    def _make(self, words: Sequence[str]) -> str:
        """The target exists; of its recipe, the commands of this package run."""
        recipe = subprocess.run(
            [*words, "--dry-run"], cwd=ROOT, check=True, capture_output=True, text=True
        ).stdout  # fmt: skip
        for line in recipe.splitlines():
            if line.startswith(".venv/bin/hegemon ") and "bench" not in line:
                self._hegemon(shlex.split(line)[1:], exact=False)
        return ""

    def _hegemon(self, words: Sequence[str], exact: bool, typed: str = "", code: int = 0) -> str:
        _prepare(words)
        if words[-2:-1] == ["<"]:
            words, typed = words[:-2], Path(words[-1]).read_text(encoding="utf-8")
        if not exact:
            words = self._smaller(words)
        return run_hegemon(words, typed, code)

    def _smaller(self, words: Sequence[str]) -> list[str]:
        name = command_name(words)
        if name in TRAINED and (name in self.trained or not self.page.startswith("docs/training-")):
            return [*words, "--list"]
        self.trained.add(name)
        found = smaller_command(words)
        if name == "tournament" and found[1].endswith(".toml"):
            small = Path(f"small-{Path(found[1]).name}")
            small.write_text(smaller_tournament(Path(found[1]).read_text(encoding="utf-8")), encoding="utf-8")
            found[1] = str(small)
        return [POSITION if word == "POSITION" else word for word in found]


def _prepare(words: Sequence[str]) -> None:
    """Make the files that a command reads and that the page does not show."""
    for name, net in NETS.items():
        if any(name in word for word in words) and not Path(name).exists():
            Path(name).parent.mkdir(parents=True, exist_ok=True)
            (random_net("soares2025", seed=1) if net == "untrained" else load_net(net)).save(Path(name))
    if words[0] in ("watch", "report") and words[1] in STORES and not Path(words[1]).exists():
        run_hegemon(
            [
                *[
                    "tournament",
                    "-a",
                    "random",
                    "-a",
                    "heuristic",
                    "-m",
                    "banana",
                    "--games",
                    "8",
                    "--workers",
                    "1",
                    "--store",
                ],
                words[1],
            ]
        )
    if RECORD in words and words[0] == "analyse" and not Path(RECORD).exists():
        play("banana", ["heuristic", "random"], seed=1).save(RECORD)
    if LEAGUE in words and not Path(LEAGUE).exists():
        league = next(block for block in pages()["docs/tournaments.md"] if block.title == LEAGUE)
        Path(LEAGUE).write_text(league.text, encoding="utf-8")


def run_hegemon(words: Sequence[str], typed: str = "", code: int = 0) -> str:
    """What the command prints when this is typed; it must exit with this code."""
    handlers = {name: signal.getsignal(name) for name in (signal.SIGINT, signal.SIGTERM)}
    out, err = io.StringIO(), io.StringIO()
    given = mock.patch.multiple(sys, argv=["hegemon", *words], stdin=io.StringIO(typed))
    try:
        with redirect_stdout(out), redirect_stderr(err), given:
            main()
    except SystemExit as stop:
        if stop.code != code:
            raise Failed(f"{shlex.join(['hegemon', *words])} exits with {stop.code}: {err.getvalue()}") from None
    finally:
        for name, handler in handlers.items():
            signal.signal(name, handler)
    return out.getvalue()


def _check_extras(line: str) -> str:
    """The extras that `pip install` names exist."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    for named in re.findall(r"\[([\w,]+)\]", line):
        missing = set(named.split(",")) - set(extras)
        if missing:
            raise Failed(f"there is no extra {', '.join(missing)}")
    return ""
