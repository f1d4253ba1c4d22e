"""Every script is described, and those that no other test uses run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hegemon.game import ClassicGame
from hegemon.nets import random_classic_net
from hegemon.training.selfplay.classic import ClassicSelfPlay
from hegemon.training.selfplay.collect import self_play
from scripts import dqn_cap, draft_cap, policy_targets, strength

ROOT = Path(__file__).parent.parent
SCRIPTS = ROOT / "scripts"


def test_the_list_of_scripts_is_complete() -> None:
    listed = re.findall(r"^\| `([\w.]+)` \|", (SCRIPTS / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    there = [path.name for path in SCRIPTS.iterdir() if path.suffix in (".py", ".sh")]
    assert sorted(listed) == sorted(there)


def test_caps_of_the_draft(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    rules = "heredia2022(pool=7, decision_cap=50)"
    monkeypatch.setattr(sys, "argv", ["draft_cap.py", "--playouts", "1", "--rules", rules])
    draft_cap.main()
    assert re.search(r"seat 0 wins at most \d+\.\d %\nseat 1 wins at most", capsys.readouterr().out)


def test_cap_of_the_q_network(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["dqn_cap.py", "--games", "2", "--rollouts", "8", "--depth", "2"])
    dqn_cap.main()
    assert "of 2 games" in capsys.readouterr().out


def test_leagues_are_played_in_turn_and_add_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    mine, data = tmp_path / "mine.toml", tmp_path / "data.json"
    row = '[[league]]\nagent = "heuristic"\nopponents = ["random"]\nseconds = 0.5\n'
    mine.write_text(
        f'[maps]\nsome = ["italy", "random(12,seed=1)"]\n{row}name = "one"\nrules = "yao2025"\ngames = 4\n'
        f'{row}name = "one, two"\nrules = "warlight2"\nmaps = "some"\ngames = 3\n'
    )

    def run(what: str, seed: int, *options: str) -> str:
        argv = ["strength.py", what, "--leagues", str(mine), "--data", str(data), "--store", str(tmp_path / f"{seed}")]
        monkeypatch.setattr(sys, "argv", [*argv, "--seed", str(seed), *options])
        strength.main()
        return capsys.readouterr().out

    assert "wins" not in run("play", 1, "--minutes", "0")
    assert run("play", 1, "--minutes", "5").count(" v ") == 8
    assert " v " not in run("play", 1, "--minutes", "5"), "nothing is left to play"
    run("play", 2, "--only", "two")
    for seed in (1, 1, 2):  # what was collected twice counts once
        told = run("collect", seed)
    assert re.search(r"one\W+random\W+4\W+[\d.]+%", told)
    assert re.search(r"one, two\W+random\W+8\W+[\d.]+%", told)
    assert run("show", 1) == told
    assert re.search(r"one, two\W+random\W+4\W", run("collect", 2, "--only", "two", "--anew"))


def test_leagues_of_best_are_well_formed() -> None:
    found = strength.read_leagues(strength.LEAGUES)
    assert len({each.folder for each in found}) == len(found)
    for each in found:
        assert each.tournament().total_games() >= 200 * len(each.opponents)
        assert each.pairings()


def test_cap_against_the_rules_of_thumb(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pytest.importorskip("torch")
    from scripts import classic_cap

    monkeypatch.setattr(classic_cap, "STEPS", 20)
    monkeypatch.setattr(classic_cap, "MORE_STEPS", 10)
    short = ["--planned", "50", "--learned", "4", "--visits", "8", "--astray", "1", "--out", str(tmp_path)]
    told = list[str]()
    for pairs in ("2", "2", "3"):  # to the end, from what is kept, and with one more
        argv = ["classic_cap.py", "--rules", "heredia2022(pool=7)", "--pairs", pairs, *short]
        monkeypatch.setattr(sys, "argv", argv)
        classic_cap.main()
        told.append(capsys.readouterr().out)
    scores = [re.findall(r"^([\w-]+): .* of (\d) games; as the starter", text, re.MULTILINE) for text in told]
    names = ("planner", "policy-1", "policy-2", "best")
    assert scores == [[(name, games) for name in names] for games in "446"]
    assert len(re.findall("not seen", told[0])) == 2
    assert "not seen" not in told[1] + told[2]


def test_policy_targets_are_compared_with_the_prior(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    game = ClassicGame("hex", "heredia2022(pool=10)")
    random_classic_net(seed=1).save(tmp_path / "net.safetensors")
    settings = ClassicSelfPlay(visits=4, fast_visits=0, games=2)
    self_play(game, settings, tmp_path / "hex", positions=50)
    monkeypatch.setattr(policy_targets, "VISITS", 100)
    argv = ["policy_targets.py", str(tmp_path / "hex"), str(tmp_path / "net.safetensors"), "--positions", "3"]
    monkeypatch.setattr(sys, "argv", [*argv, "--visits", "8"])
    policy_targets.main()
    found = capsys.readouterr().out
    assert found.count("8 visits") == 6
    assert found.count("±") == 6


def steps(folder: Path, target: str) -> list[str]:
    """The steps of scripts/setup.sh that a target would take."""
    told = subprocess.run(["make", "--dry-run", target], cwd=folder, check=True, capture_output=True, text=True).stdout
    return re.findall(r"scripts/setup\.sh (\w+)", told)


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
def test_a_target_installs_what_it_needs_and_no_more(tmp_path: Path) -> None:
    for name in ("Makefile", "pyproject.toml", "CMakeLists.txt", "scripts/setup.sh"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    for folder in ("core", "bindings"):
        (tmp_path / folder).mkdir()
    assert steps(tmp_path, "demo") == ["tools", "packages", "build"]
    assert steps(tmp_path, "envs") == ["tools", "packages", "build", "environments"]
    assert steps(tmp_path, "check") == ["tools", "packages", "build", "developer"]
    assert steps(tmp_path, "learn") == ["tools", "packages", "build", "developer", "extras"]
    packages = tmp_path / ".venv" / "lib" / "python3.11" / "site-packages"
    packages.mkdir(parents=True)
    (packages / "_editable_skbc_hegemon.pth").touch()
    later = time.time() + 60
    for stamp in ("tools", "packages", "built", "installed"):
        (tmp_path / ".venv" / stamp).touch()
        os.utime(tmp_path / ".venv" / stamp, (later, later))
    assert steps(tmp_path, "demo") == []
    (packages / "_editable_skbc_hegemon.pth").unlink()  # as pip does when it installs the package over it
    assert steps(tmp_path, "demo") == ["build"]
