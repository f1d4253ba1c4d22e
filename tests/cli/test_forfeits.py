"""What the command line says of agents that fail."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from hegemon.cli._waiting import Waiting, waiting_for
from hegemon.match.foreign.child import MOST_PRINTED, Printed
from hegemon.match.forfeits import fold_forfeits
from tests.cli.conftest import Run

AGENTS = """
class Fails:
    def begin(self, game, seat, random):
        pass

    def plan(self, view, clock):
        return 1 / 0

    def act(self, view, clock):
        return 1 / 0

class CannotBegin(Fails):
    def begin(self, game, seat, random):
        1 / 0

class Cheats(Fails):
    def plan(self, view, clock):
        return []
"""


@pytest.fixture
def agents(tmp_path: Path) -> str:
    (tmp_path / "bad.py").write_text(AGENTS)
    return f"{tmp_path}/bad.py"


def test_equal_forfeits_are_told_once(run: Run, agents: str) -> None:
    done = run("match", f"{agents}:Fails", "random", "--map", "simple", "--games", "6")
    assert done.code == 0
    assert done.out.count("ZeroDivisionError") == 1
    assert "(and 5 more like it)" in " ".join(done.out.split())
    assert "run with --traceback to see where the code failed" in done.out
    assert "in plan" not in done.out


def test_a_traceback_is_shown_on_request(run: Run, agents: str) -> None:
    done = run("match", f"{agents}:Fails", "random", "--map", "simple", "--games", "2", "--traceback")
    assert 'bad.py", line 7, in plan' in done.out
    done = run("match", f"{agents}:CannotBegin", "random", "--map", "simple", "--games", "2", "--traceback")
    assert done.code == 2
    assert "division by zero (bad.py:14)" in done.err.splitlines()[0]
    assert "line 14, in begin" in done.err


def test_a_forfeit_among_three_explains_that_nobody_wins(run: Run, agents: str) -> None:
    arguments = ("--rules", "yao2025", "--map", "grid(4,3)", "--games", "6")
    done = run("match", f"{agents}:Fails", "random", "random", *arguments)
    assert "6 forfeits (the other seats share the point)" in " ".join(done.out.split())


def test_stores_keep_tracebacks_for_watch_and_report(run: Run, agents: str, tmp_path: Path) -> None:
    store = str(tmp_path / "store")
    done = run("tournament", "-a", f"bad={agents}:Fails", "-a", "random", "-m", "simple", "-n", "4", "--store", store)
    assert (
        "game 1.0: bad (seat 0) forfeits, crash: ZeroDivisionError: division by zero (bad.py:7) (and 3 more"
        in " ".join(done.out.split())
    )
    assert "line 7, in plan" in run("watch", store, "--game", "1.0").out
    assert "line 7, in plan" in run("report", store, "--traceback").out
    assert "Where its code failed" in (tmp_path / "store" / "report.html").read_text()


def test_a_tournament_warns_of_every_failing_agent_once(run: Run, agents: str) -> None:
    failing = ("-a", f"bad={agents}:CannotBegin", "-a", f"cheat={agents}:Cheats")
    done = run("tournament", *failing, "-a", "random", "-m", "simple", "-n", "4", "--workers", "1", "--store", "a b")
    assert done.code == 0
    first, where, second, game = done.err.splitlines()
    assert first.startswith("warning: game 1.0: bad (seat 0) forfeits, crash: ")
    assert "ZeroDivisionError: division by zero (bad.py:14)" in first
    assert where == "  traceback: hegemon report 'a b' --traceback; further forfeits of bad are only counted"
    assert second.startswith("warning: game 3.0: cheat (seat 0) forfeits, illegal plan: ")
    assert game == "  the game: hegemon watch 'a b' --game 3.0; further forfeits of cheat are only counted"
    assert "warning" not in run("report", "a b").err


def test_the_table_counts_forfeits_if_there_are_any(run: Run, agents: str) -> None:
    play = ("tournament", "-a", "random", "-a", "heuristic", "-m", "simple", "-n", "4", "--store", "s")
    assert "forfeits" not in run(*play).out
    assert ">Forfeits</th>" not in Path("s/report.html").read_text(encoding="utf-8")
    shown = run(*play, "-a", f"bad={agents}:CannotBegin").out
    assert ">Forfeits</th>" in Path("s/report.html").read_text(encoding="utf-8")
    heads = next(line for line in shown.splitlines() if "Elo" in line)
    cells = [line.split("\u2502") for line in shown.splitlines() if line.count("\u2502") == 8]
    rows = {row[1].strip(): row[-2].strip() for row in cells}
    assert heads.rstrip("\u2503 ").endswith("forfeits")
    assert (rows["random"], rows["heuristic"], rows["bad"]) == ("", "", "8")
    assert "where the code failed: hegemon report s --traceback" in shown
    assert "where the code failed" not in run("report", "s", "--traceback").out
    (league,) = json.loads(run("report", "s", "--json").out)["ratings"]
    assert {line["agent"]: line["forfeits"] for line in league["agents"]} == {"random": 0, "heuristic": 0, "bad": 8}


def test_mcts_is_told_which_rules_it_can_play(run: Run) -> None:
    done = run("match", "mcts", "random", "--map", "simple", "--rules", "soares2025")
    assert done.code == 2
    assert "it plays the classic game: use one of the rules classic" in done.err


def test_reasons_that_differ_in_seats_and_seconds_are_the_same() -> None:
    reasons = [f"x (seat {seat}) forfeits, time: 0.{seat}34 s of 0.05 s" for seat in (0, 1)]
    folds = fold_forfeits([*reasons, "y (seat 0) forfeits, crash: KeyError: 3"])
    assert [(fold.first, fold.count) for fold in folds] == [
        (reasons[0], 2),
        ("y (seat 0) forfeits, crash: KeyError: 3", 1),
    ]
    assert str(folds[0]) == f"{reasons[0]} (and 1 more like it)"


def test_prints_are_bounded_in_each_game() -> None:
    stream = io.StringIO()
    printed: Any = Printed(stream)
    for _ in range(3):
        print("x" * (MOST_PRINTED // 2), file=printed)
    assert len(stream.getvalue()) < MOST_PRINTED + 100
    assert stream.getvalue().endswith("the rest is not shown]\n")
    printed.begin()
    print("again", file=printed)
    assert stream.getvalue().endswith("again\n")


def test_long_waits_name_the_agent(monkeypatch: pytest.MonkeyPatch) -> None:
    assert waiting_for("x", 3) == ""
    assert waiting_for("a\x1bb", 75.4) == "waiting for a?b for 75 s"
    now = [0.0]
    monkeypatch.setattr("hegemon.cli._waiting.time.monotonic", lambda: now[0])
    waiting = Waiting()
    waiting._names = ("slow", "fast")
    waiting.asks(0, None)
    now[0] = 30.0
    assert waiting.__rich__() == "waiting for slow for 30 s"
    waiting.begun(0)
    assert waiting.__rich__() == ""
