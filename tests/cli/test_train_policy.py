"""hegemon train policy: a network that can be played, a run that resumes, one clear line for every mistake."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hegemon import make_agent
from tests.cli.conftest import Run

SMALL = (
    "train policy --rules warlight2 --shards 1 --set games=1 --set tables=4 --set held=2 --set largest=20 "
    "--set rounds=6 --set visits=6 --set steps=2 --set batch=8 --out run"
)


def test_it_prints_losses_and_a_network_that_can_be_played(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    torch_run = pytest.importorskip("hegemon.training.policy.run", reason="needs the extra `learn`")

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(torch_run, "write_shard", stop)
        code, out, err = run(*SMALL.split())
    assert (code, out) == (130, "")
    assert "Resume with: hegemon train policy --rules warlight2" in err
    code, out, _ = run(*SMALL.split())
    assert code == 0
    assert "cross-entropy" in out
    make_agent(out.partition("play with it: ")[2].splitlines()[0])
    code, again, _ = run(*SMALL.split(), "--json")
    data = json.loads(again)
    assert (code, data["shards"], data["out"]) == (0, 1, "run")


def test_settings_are_listed_without_a_folder(run: Run) -> None:
    code, out, _ = run("train", "policy", "--home", "0.5", "--list")
    assert code == 0
    assert "visits" in out
    assert not Path("run").exists()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("--minutes inf", "is not a time"),
        ("--rules classic", "rules of the classic game"),
        ("--generations 1", "--minutes says how long"),
        ("--set step=5", "has no setting step; did you mean steps?"),
    ],
)
def test_mistakes_are_told_in_one_line(run: Run, change: str, message: str) -> None:
    pytest.importorskip("torch", reason="needs the extra `learn`")
    code, _, err = run(*SMALL.split(), *change.split())
    assert code == 2
    assert message in err
    assert not Path("run").exists()
