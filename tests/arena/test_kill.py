"""A tournament that is killed at random instants and resumed ends like one that was left alone."""

from __future__ import annotations

from pathlib import Path

from rich.progress import Progress

from scripts.kill_test import kill_again_and_again, outcome


def test_kills_at_random_instants_change_nothing(tmp_path: Path) -> None:
    with Progress(disable=True) as progress:
        kills = kill_again_and_again(tmp_path / "killed", games=6, kills=4, seed=2, longest=0.9, progress=progress)
    assert kills >= 2
    assert outcome(tmp_path / "killed", 6) == outcome(tmp_path / "undisturbed", 6)
