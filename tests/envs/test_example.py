"""The example with sb3-contrib runs and draws its curve."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

pytest.importorskip("gymnasium", reason="the extra envs is not installed")
pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed")


@pytest.mark.filterwarnings("default")  # those of torch and stable-baselines3 are not ours
def test_masked_ppo_runs(tmp_path: Path) -> None:
    example = importlib.import_module("examples.masked_ppo")
    curve = tmp_path / "curve.svg"
    small = ["--steps", "128", "--games", "4", "--rollout", "16", "--evaluate", "4", "--every", "64"]
    assert 0 <= example.main([*small, "--curve", str(curve)]) <= 1
    assert curve.read_text(encoding="utf-8").startswith("<svg")
