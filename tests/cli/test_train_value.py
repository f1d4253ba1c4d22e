"""hegemon train value: a network that can be played, a run that resumes, one clear line for every mistake."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from hegemon import make_agent
from tests.cli.conftest import Run

SMALL = (
    "train value --rules swiss2025 --seats 2 --shards 1 --set games=2 --set tables=4 --set held=2 --set largest=12 "
    "--set steps=2 --set batch=8 --out run"
)


def test_it_prints_losses_and_a_network_that_can_be_played(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    torch_run = pytest.importorskip("hegemon.training.value.run", reason="needs the extra `learn`")

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(torch_run, "write_shard", stop)
        code, out, err = run(*SMALL.split())
    assert (code, out) == (130, "")
    assert "Resume with: hegemon train value --rules swiss2025" in err
    code, out, _ = run(*SMALL.split())
    assert code == 0
    assert "cross-entropy after 8 games" in out
    make_agent(out.partition("play with it: ")[2].splitlines()[0])
    code, again, _ = run(*SMALL.split(), "--json")
    data = json.loads(again)
    assert (code, data["games"], data["shards"], data["out"]) == (0, 8, 1, "run")
    code, _, err = run(*SMALL.split(), "--seed", "9")
    assert code == 2
    assert "contains a run with seed=0, not 9" in err


def test_settings_are_listed_without_a_folder(run: Run) -> None:
    code, out, _ = run("train", "value", "--home", "0.5", "--list")
    assert code == 0
    assert "games_of_several" in out
    assert not Path("run").exists()


def test_without_torch_it_says_how_to_install_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "hegemon.training.value.run", raising=False)
    monkeypatch.delitem(sys.modules, "hegemon.training.value.fit", raising=False)
    code, _, err = run(*SMALL.split())
    assert code == 2
    assert "pip install 'hegemon[learn]'" in err
    assert not Path("run").exists()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("--minutes inf", "is not a time"),
        ("--seats 7", "seats"),
        ("--home 2", "home"),
        ("--rules warlight2 --rules classic", "one family of games"),
        ("--set step=5", "has no setting step; did you mean steps?"),
        ("--set rules=classic", "cannot be set to one value"),
        ("--shards 0", "shards"),
    ],
)
def test_mistakes_are_told_in_one_line(run: Run, change: str, message: str) -> None:
    code, _, err = run(*SMALL.split(), *change.split())
    assert code == 2
    assert message in err
    assert not Path("run").exists()
