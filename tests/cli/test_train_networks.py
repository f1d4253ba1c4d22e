"""hegemon train value and policy: networks that can be played, runs that resume, one clear line for every mistake."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path

import pytest

from hegemon import make_agent
from tests.cli.conftest import Run

TINY = "--shards 1 --set tables=4 --set held=2 --set steps=2 --set batch=8 --out run"
SMALL = {
    "value": f"train value --rules swiss2025 --seats 2 --set games=2 --set largest=12 {TINY}",
    "policy": "train policy --rules warlight2 --set games=1 --set largest=20 --set rounds=6 --set visits=6 " + TINY,
}


@pytest.mark.parametrize("name", SMALL)
def test_it_resumes_and_prints_losses_and_a_network_that_can_be_played(
    run: Run, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch", reason="needs the extra `learn`")

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(importlib.import_module(f"hegemon.training.{name}.run"), "write_shard", stop)
        code, out, err = run(*SMALL[name].split())
    assert (code, out) == (130, "")
    assert "run contains everything up to the last finished shard" in err
    assert f"Resume with: hegemon train {name} --rules" in err
    code, out, _ = run(*SMALL[name].split())
    assert code == 0
    assert "cross-entropy" in out
    make_agent(out.partition("play with it: ")[2].splitlines()[0])
    code, again, _ = run(*SMALL[name].split(), "--json")
    data = json.loads(again)
    assert (code, data["shards"], data["out"]) == (0, 1, "run")
    code, _, err = run(*SMALL[name].split(), "--seed", "9")
    assert code == 2
    assert "contains a run with seed=0, not 9" in err


@pytest.mark.parametrize(("name", "setting"), [("value", "games_of_several"), ("policy", "visits")])
def test_settings_are_listed_without_a_folder(run: Run, name: str, setting: str) -> None:
    code, out, _ = run("train", name, "--home", "0.5", "--list")
    assert code == 0
    assert setting in out
    assert not Path("run").exists()


def test_without_torch_it_says_how_to_install_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "hegemon.training.value.run", raising=False)
    monkeypatch.delitem(sys.modules, "hegemon.training.value.fit", raising=False)
    code, _, err = run(*SMALL["value"].split())
    assert code == 2
    assert "pip install 'hegemon[learn]'" in err
    assert not Path("run").exists()


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("value", "--minutes inf", "is not a time"),
        ("value", "--seats 7", "seats"),
        ("value", "--home 2", "home"),
        ("value", "--rules warlight2 --rules classic", "one family of games"),
        ("value", "--set step=5", "has no setting step; did you mean steps?"),
        ("value", "--set rules=classic", "cannot be set to one value"),
        ("value", "--shards 0", "shards"),
        ("policy", "--minutes inf", "is not a time"),
        ("policy", "--rules classic", "rules of the classic game"),
        ("policy", "--generations 1", "--minutes says how long"),
        ("policy", "--set step=5", "has no setting step; did you mean steps?"),
    ],
)
def test_mistakes_are_told_in_one_line(run: Run, name: str, change: str, message: str) -> None:
    if change.startswith("--generations"):
        pytest.importorskip("torch", reason="needs the extra `learn`")
    code, _, err = run(*SMALL[name].split(), *change.split())
    assert code == 2
    assert message in err
    assert not Path("run").exists()
