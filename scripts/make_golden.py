"""Write the golden games and the signatures of random play that the tests compare with.

Run it only after a change that is meant to alter behaviour, and say in the change what altered and why:

    python scripts/make_golden.py
"""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

from hegemon import PRESETS, Game, Record, play
from hegemon.game import write_records

DATA = Path(__file__).parents[1] / "tests" / "data"
GOLDEN = DATA / "golden"
SIGNATURES = DATA / "signatures.json"

PRESET_NAMES = tuple(name for name, rules in PRESETS.items() if rules.family == "simultaneous")
GAMES = (("simple", 1), ("owl-island", 2), ("classic", 3))  # map and seed
MAPS = ("simple", "italy", "classic")
BATCH = {"seed": 2025, "first": 0, "count": 2000, "turn_limit": 100}


def golden_games(preset: str) -> list[Record]:
    """Games between random agents, from their seeds."""
    return [play(Game(name, preset), ["random", "random"], seed=seed) for name, seed in GAMES]


def golden_text(preset: str) -> str:
    """The games of a preset as they are written to a file."""
    file = io.StringIO()
    write_records(file, golden_games(preset))
    return file.getvalue()


def signature(preset: str, name: str, threads: int = 1) -> dict[str, Any]:
    """Totals of many random games; the signature alone changes whenever any game goes differently."""
    totals = Game(name, preset).core.play_random(**BATCH, threads=threads)
    return {
        "signature": f"{totals.signature:016x}",
        "turns": totals.turns,
        "orders": totals.orders,
        "wins": list(totals.wins),
        "undecided": totals.undecided,
    }


def signatures() -> dict[str, Any]:
    return {f"{preset} on {name}": signature(preset, name) for preset in PRESET_NAMES for name in MAPS}


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for preset in PRESET_NAMES:
        (GOLDEN / f"{preset}.jsonl").write_text(golden_text(preset), encoding="utf-8")
    SIGNATURES.write_text(json.dumps(signatures(), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
