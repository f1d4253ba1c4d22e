"""hegemon train planner: weights that can be played, a run that resumes, one clear line for every mistake."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hegemon import make_agent
from hegemon.training.planner import run as planner
from tests.cli.conftest import Run

SMALL = (
    "train planner --rules warlight2 --map simple --generations 2 --set population=4 --set turns=5 "
    "--set check_every=2 --set check_pairs=1 --out run"
)


def test_it_prints_weights_that_can_be_played(run: Run) -> None:
    code, out, _ = run(*SMALL.split())
    assert code == 0
    assert "after 2 generations and 32 games" in out
    make_agent(out.partition("play with it: ")[2].splitlines()[0])
    code, again, _ = run(*SMALL.split(), "--json", "--generations", "3")
    data = json.loads(again)
    assert (code, data["generation"], data["games"], data["out"]) == (0, 3, 48, "run")
    assert data["weights"] == json.loads(Path("run/weights.json").read_text())["weights"]


def test_minutes_end_a_run(run: Run) -> None:
    code, out, _ = run(*SMALL.split(), "--minutes", "0", "--json")
    assert (code, json.loads(out)["generation"]) == (0, 0)
    assert run(*SMALL.split())[0] == 0


def test_settings_are_listed_without_a_folder(run: Run) -> None:
    code, out, _ = run("train", "planner", "--map", "earth", "--list")
    assert code == 0
    assert "('earth',)" in out
    assert "population" in out
    assert not Path("run").exists()


def test_ctrl_c_leaves_a_run_and_tells_how_to_go_on(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(planner.Training, "advance", stop)
        code, out, err = run(*SMALL.split())
    assert (code, out) == (130, "")
    assert "Resume with: hegemon train planner --rules warlight2" in err
    assert run(*SMALL.split())[0] == 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("--rules classic --rules warlight2", "different families"),
        ("--map nowhere", "nowhere"),
        ("--set population=1", "population=1 is not allowed"),
        ("--set popolation=5", "did you mean population"),
        ("--set rules=warlight1", "cannot be set to one value"),
        ("--minutes nan", "--minutes"),
        ("--minutes inf", "not a time"),
        ("--set sigma", "write name=value"),
    ],
)
def test_mistakes_are_told_in_one_line_and_leave_no_folder(run: Run, change: str, message: str) -> None:
    code, _, err = run(*SMALL.split(), *change.split())
    assert code == 2
    assert message in err
    assert err.count("\n") == 1
    assert not Path("run").exists()


def test_a_folder_is_needed_and_other_settings_are_another_run(run: Run) -> None:
    assert "--out FOLDER" in run("train", "planner").err
    assert run(*SMALL.split())[0] == 0
    code, _, err = run(*SMALL.split(), "--seed", "9")
    assert code == 2
    assert "contains a run with seed=0, not 9" in err
