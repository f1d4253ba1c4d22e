"""hegemon train dqn: a network that can be played, a run that goes on, one clear line for every mistake."""

from __future__ import annotations

import json
import os
import shlex
import signal
from pathlib import Path

import pytest

from hegemon.training.dqn import settings as dqn_settings
from tests.cli.conftest import Run

pytest.importorskip("torch", reason="needs the extra `learn`")
from hegemon.training.dqn.learner import Learner  # needs torch

SMALL = [
    "train", "dqn", "--steps", "30", "--out", "run", "--set", "games=4, batch=8, replay=200, warmup=20",
    "--set", "evaluate_every=10", "--set", "evaluate_games=4",
]  # fmt: skip


def test_it_makes_a_network_that_can_be_played(run: Run) -> None:
    code, out, _ = run(*SMALL)
    assert code == 0
    assert "after 30 steps" in out
    agent = out.rpartition("play it with: ")[2].splitlines()[0]
    match = ["match", agent, "random", "--rules", "yao2025", "--games", "2", "--json"]
    assert run(*match)[0] == 0
    code, again, _ = run(*SMALL, "--json")
    assert (code, json.loads(again)["step"]) == (0, 30)
    names = {path.name for path in Path("run").iterdir()}
    assert {"checkpoint.pt", "loss.svg", "metrics.jsonl", "net.safetensors", "strength.svg"} <= names


def test_more_steps_extend_a_run(run: Run) -> None:
    code, out, _ = run(*SMALL)
    assert code == 0
    longer = out.rpartition("train it longer with: ")[2].splitlines()[0]
    assert longer.startswith("hegemon train dqn --out run --set")
    assert longer.endswith("--set steps=60")
    code, out, _ = run(*shlex.split(longer)[1:])
    assert code == 0
    assert "after 60 steps" in out
    assert out.rstrip().endswith("--set evaluate_games=4 --set steps=120")
    rows = [json.loads(line)["step"] for line in Path("run/metrics.jsonl").read_text().splitlines()]
    assert rows == [10, 20, 30, 40, 50, 60]
    code, _, err = run(*SMALL)
    assert code == 2
    assert "contains a run with steps=60, not 30; more steps would extend it" in err


def test_ctrl_c_keeps_everything_and_tells_how_to_go_on(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    learn = Learner.learn

    def press(learner: Learner, drawn: object) -> float:
        if learner.step == 13:
            os.kill(os.getpid(), signal.SIGINT)  # in the middle of a step
        return learn(learner, drawn)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(Learner, "learn", press)
        code, out, err = run(*SMALL)
    assert (code, out) == (130, "")
    assert "everything is saved in run. Resume with: hegemon train dqn --steps 30" in err
    assert Learner.load(Path("run/checkpoint.pt")).step == 14
    assert run(*SMALL)[0] == 0
    assert run(*SMALL, "--out", "other")[0] == 0
    assert Path("run/net.safetensors").read_bytes() == Path("other/net.safetensors").read_bytes()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (["--set", "gamess=4"], "did you mean games"),
        (["--set", "batch=0"], "batch=0 is not allowed"),
        (["--set", "64"], "write name=value"),
        (["--rules", "classic"], "cannot be trained by dqn: decisions about cards"),
        (["--rules", "soares2025"], "not rules of the classic game"),
        (["--map", "nowhere"], "nowhere"),
        (["--preset", "best"], "there is no preset 'best'"),
    ],
)
def test_mistakes_are_told_in_one_line_and_leave_no_folder(run: Run, change: list[str], message: str) -> None:
    code, _, err = run(*SMALL, *change)
    assert code == 2
    assert message in err
    assert err.count("\n") == 1
    assert not Path("run").exists()


def test_settings_are_listed_without_a_run(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    code, out, _ = run("train", "dqn", "--list", "--preset", "published")
    assert code == 0
    assert all(name in out for name in dqn_settings.PUBLISHED)
    assert "first-seat" in out
    code, _, err = run("train", "dqn")
    assert code == 2
    assert "--out FOLDER" in err
