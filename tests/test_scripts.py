"""Every script is described, and those that no other test uses run."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from scripts import dqn_cap, draft_cap

SCRIPTS = Path(__file__).parent.parent / "scripts"


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
