"""hegemon train tune: tiny searches of both trainings, and one clear line for every mistake."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run

pytest.importorskip("torch", reason="needs the extra `learn`")
pytest.importorskip("optuna", reason="needs the extra `learn`")

ZERO = [
    "train", "tune", "zero", "--out", "search", "--map", "simple", "--over", "learning.rate=1e-4..1e-2:log",
    "--set", "positions=20", "--set", "first_visits=2", "--set", "play.visits=2", "--set", "play.games=2",
    "--set", "learning.epochs=1", "--set", "games=2",
]  # fmt: skip
DQN = [
    "train", "tune", "dqn", "--out", "search", "--over", "batch=8,16", "--over", "gamma=0.9..1", "--set",
    "games=4, replay=200, warmup=20", "--set", "steps=10", "--set", "evaluate_games=4",
]  # fmt: skip


@pytest.fixture(autouse=True)
def _on_a_wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")


@pytest.mark.parametrize("command", [ZERO, DQN], ids=["zero", "dqn"])
def test_it_searches_goes_on_and_names_the_best(command: list[str], run: Run) -> None:
    code, out, err = run(*command, "--trials", "2")
    assert code == 0
    assert err.splitlines()[-1] == "runs: 2 of 2"
    assert "the best of 2 runs" in out
    code, out, _ = run(*command, "--trials", "3", "--json")
    assert code == 0
    found = json.loads(out)
    assert sorted(trial["trial"] for trial in found["trials"]) == [0, 1, 2]
    assert all(0 <= trial["low"] <= trial["score"] <= trial["high"] <= 1 for trial in found["trials"])
    best = found["trials"][0]
    code, out, _ = run(*shlex.split(found["command"])[1:], "--json")
    assert code == 0
    told = json.loads(out)
    if command is ZERO:
        assert told["iterations"][0]["scores"]["baseline"]["simple"]["score"] == best["score"]
    else:
        assert (told["first_seat"] + told["second_seat"]) / 2 == best["score"]


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (["train", "tune", "sarsa", "--out", "search", "--over", "a=1..2"], "choose zero or dqn"),
        ([*ZERO, "--over", "learning.rat=1..2"], "did you mean rate"),
        ([*ZERO, "--over", "learning.rate=1..2"], "each once"),
        ([*DQN, "--over", "n_step=0..5"], "n_step=0 is not allowed"),
        ([*DQN, "--map", "a", "--map", "b"], "one --map"),
    ],
)
def test_mistakes_are_told_in_one_line_and_leave_no_folder(command: list[str], message: str, run: Run) -> None:
    code, _, err = run(*command)
    assert code == 2
    assert message in err
    assert err.count("\n") == 1
    assert not Path("search").exists()


def test_without_optuna_it_says_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    code, _, err = run(*ZERO)
    assert code == 2
    assert "needs Optuna: pip install 'hegemon[learn]'" in err
