"""hegemon train: a result that can be played, a file that can be resumed, one clear line for every mistake."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hegemon import make_agent
from hegemon.training import weights
from tests.cli.conftest import Run

SMALL = (
    "train weights --genes 4 --generations 2 --tournament 2 --parents 1 --crossovers 1 --mutations 1 "
    "--map grid(3,3) --turns 20 --depth 1 --out run.json"
)


def test_it_prints_genes_that_can_be_played(run: Run) -> None:
    code, out, _ = run(*SMALL.split())
    assert code == 0
    assert "best genes after 8 games" in out
    make_agent(out.rpartition("play it with: ")[2].strip())
    code, again, _ = run(*SMALL.split(), "--json")
    data = json.loads(again)
    assert (code, data["games"], len(data["best"])) == (0, 8, 4)
    assert data["best"][0]["fitness"] >= data["best"][-1]["fitness"]


def test_ctrl_c_leaves_a_file_and_tells_how_to_go_on(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(weights.Training, "play_tournament", stop)
        code, out, err = run(*SMALL.split())
    assert (code, out) == (130, "")
    assert "Resume with: hegemon train weights --genes 4" in err
    assert weights.load_training(Path("run.json")).games == 0
    assert run(*SMALL.split())[0] == 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("--genes 5", "5 genes cannot be divided into tournaments of 2"),
        ("--targets some", "targets='some' is not allowed"),
        ("--rules soares2025", "not rules of the classic game"),
        ("--map nowhere", "nowhere"),
        ("--depth 0", "depth=0"),
    ],
)
def test_mistakes_are_told_in_one_line_and_leave_no_file(run: Run, change: str, message: str) -> None:
    code, _, err = run(*SMALL.split(), *change.split())
    assert code == 2
    assert message in err
    assert err.count("\n") == 1
    assert not Path("run.json").exists()
