"""Tournaments and trainings that are killed at random instants end like those that were left alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent.parent / "scripts" / "kill_test.py"


@pytest.mark.parametrize("what", ["tournament", "train-weights", "train-planner"])
def test_kills_at_random_instants_change_nothing(what: str) -> None:
    command = [sys.executable, str(SCRIPT), "--what", what, "--kills", "2"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert f"{what}: 2 kills, every outcome the same" in done.stdout
