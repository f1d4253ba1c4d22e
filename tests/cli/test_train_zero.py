"""hegemon train zero."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from hegemon.cli.train_loop import curriculum
from tests.cli.conftest import Run

pytest.importorskip("torch", reason="needs the extra `learn`")

COMMAND = ("train", "zero", "--out", "run", "--map", "simple")
SMALL = ("--positions", "20", "--first-visits", "2", "--visits", "2", "--epochs", "1", "--games", "2")


def test_the_command_plays_learns_and_goes_on(run: Run) -> None:
    first, second = (json.loads(run(*COMMAND, *SMALL, "--json").out.splitlines()[-1]) for _ in range(2))
    assert first == second
    assert set(first["iterations"][0]["scores"]) == {"baseline"}
    assert first["iterations"][0]["scores"]["baseline"]["simple"]["games"] == 2
    assert Path("run/nets/1.safetensors").is_file()
    table = run(*COMMAND, *SMALL).out
    assert re.search(r"1 +│ baseline +│ simple +│ +2 │ +[\d.]+ % │ +[\d.]+ - [\d.]+ %", table)
    assert "guided-mcts(preset=soares2025" in table
    wrong = run(*COMMAND, *SMALL, "--seed", "1")
    assert wrong.code == 2
    assert "seed=0, not 1" in wrong.err


def test_a_comma_in_the_settings_of_a_map_does_not_end_it() -> None:
    assert curriculum(["italy, grid(3, 3)", "random(20,seed=1),simple"]) == (
        ("italy", "grid(3, 3)"), ("random(20,seed=1)", "simple"),
    )  # fmt: skip
