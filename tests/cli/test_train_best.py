"""hegemon train best: an agent that can be played, a training that resumes, one clear line for every mistake."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hegemon import make_agent
from tests.cli.conftest import Run

TABLES = ("tables=4", "held=2", "games=1", "rounds=5", "visits=6", "largest=20", "steps=2", "batch=8")
SMALL = (
    "train best --rules warlight2 --minutes 0 --out run --set value_generations=1 --set last_generations=1 "
    + " ".join(f"--set {part}.{each}" for part in ("value", "policy") for each in TABLES)
)


def test_it_resumes_and_prints_losses_and_the_agent_to_play_with(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    module = pytest.importorskip("hegemon.training.policy.run", reason="needs the extra `learn`")

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(module, "write_shard", stop)
        code, out, err = run(*SMALL.split())
    assert (code, out) == (130, "")
    assert "1-value: generation 1: steps: 1 of 1" in err
    assert "run contains everything up to the last finished shard or checkpoint" in err
    assert "Resume with: hegemon train best --rules warlight2" in err
    code, out, err = run(*SMALL.split())
    assert code == 0
    assert "1-value" not in err
    assert "positions held out" in out
    assert "take" in out
    spec = "best(value=run/value.safetensors, policy=run/policy.safetensors)"
    assert f"play with it: {spec}\n" in out
    assert f'for example: hegemon match "{spec}" smcts --rules "warlight2"' in out
    make_agent(spec)
    code, out, _ = run(*SMALL.split(), "--json")
    told = json.loads(out)
    assert (code, told["out"], told["agent"]) == (0, "run", spec)
    assert (told["value"]["shards"], told["policy"]["shards"]) == (1, 1)


def test_settings_are_listed_without_a_folder(run: Run) -> None:
    code, out, _ = run("train", "best", "--list")
    assert code == 0
    assert "last_generations" in out
    assert "policy.visits" in out


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("--minutes inf", "is not a time"),
        ("--rules classic", "rules of the classic game"),
        ("--rules soares2025", "march on in the same turn"),
        ("--set value.step=5", "has no setting step; did you mean steps?"),
        ("--set value.policy=usual", "leave value.policy away"),
    ],
)
def test_mistakes_are_told_in_one_line(run: Run, change: str, message: str) -> None:
    code, _, err = run(*SMALL.split(), *change.split())
    assert code == 2
    assert message in err
    assert not Path("run").exists()


def test_a_folder_of_something_else_is_refused(run: Run) -> None:
    pytest.importorskip("torch", reason="needs the extra `learn`")
    Path("run").mkdir()
    Path("run/thesis.tex").write_text("")
    code, _, err = run(*SMALL.split())
    assert code == 2
    assert "run contains other files, not a run of train best; choose another folder" in err
