"""Runs of networks that take seconds."""

from __future__ import annotations

from pathlib import Path

from hegemon.training.playing import STATE
from hegemon.training.policy.settings import PolicySettings
from hegemon.training.value.settings import ValueSettings

VALUE = ValueSettings(
    rules=("swiss2025", "yao2025"), seats=(2, 3), home=0.5, largest=12, games=2, games_of_several=2, rounds=10,
    positions=6, tables=6, held=3, steps=12, batch=16, checkpoint=4, seed=3,
)  # fmt: skip
VALUE_SHARDS = 3
POLICY = PolicySettings(
    rules=("warlight2", "warzone"), home=0.5, largest=20, games=1, rounds=8, visits=8, tables=4, held=2, steps=6,
    batch=8, checkpoint=2, seed=3,
)  # fmt: skip
POLICY_SHARDS = 2


def contents(folder: Path) -> dict[str, bytes]:
    """What a finished run must have written, whatever has happened to it."""
    names = ("run.json", STATE, "metrics.jsonl", "loss.svg", "checkpoint.pt")
    files = [*(folder / name for name in names), *folder.glob("*.safetensors"), *sorted((folder / "shards").iterdir())]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}
