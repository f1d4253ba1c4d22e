"""Write the golden games and the signatures of random play that the tests compare with.

Run it only after a change that is meant to alter behaviour, and say in the change what altered and why:

    python scripts/make_golden.py
"""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

from hegemon import PRESETS, Adjudication, ClassicGame, Game, Record, SimultaneousGame, play
from hegemon.game import write_records

DATA = Path(__file__).parents[1] / "tests" / "data"
GOLDEN = DATA / "golden"
SIGNATURES = DATA / "signatures.json"

PRESET_NAMES = tuple(name for name, rules in PRESETS.items() if rules.family == "simultaneous")
GAMES = (("simple", 1), ("owl-island", 2), ("classic", 3))  # map and seed
MAPS = ("simple", "italy", "classic")
BATCH = {"seed": 2025, "first": 0, "count": 2000, "turn_limit": 100}

CLASSIC_NAMES = tuple(name for name, rules in PRESETS.items() if rules.family == "classic")
CLASSIC_GAMES = (("hex", 2, 1), ("old-world", 3, 2), ("switzerland", 2, 3))  # map, seats and seed
CLASSIC_MAPS = (("hex", 2), ("old-world", 3), ("classic", 2), ("classic", 6))
CLASSIC_TURNS = 30
CLASSIC_BATCH = {"seed": 2025, "first": 0, "count": 60, "cutoff": 400}


def golden_games(preset: str) -> list[Record]:
    """Games between random agents, from their seeds."""
    return [play(Game(name, preset), ["random", "random"], seed=seed) for name, seed in GAMES]


def classic_games(preset: str) -> list[Record]:
    """The same for a classic preset; long games are stopped."""
    stop = Adjudication(turn_limit=CLASSIC_TURNS)
    return [
        play(ClassicGame(name, preset, seats), ["random"] * seats, seed=seed, adjudication=stop)
        for name, seats, seed in CLASSIC_GAMES
    ]


def golden_text(preset: str) -> str:
    """The games of a preset as they are written to a file."""
    file = io.StringIO()
    write_records(file, golden_games(preset) if preset in PRESET_NAMES else classic_games(preset))
    return file.getvalue()


def signature(preset: str, name: str, threads: int = 1) -> dict[str, Any]:
    """Totals of many random games; the signature alone changes whenever any game goes differently."""
    totals = SimultaneousGame(name, preset).core.play_random(**BATCH, threads=threads)
    return {
        "signature": f"{totals.signature:016x}",
        "turns": totals.turns,
        "orders": totals.orders,
        "wins": list(totals.wins),
        "undecided": totals.undecided,
    }


def classic_signature(preset: str, name: str, seats: int, threads: int = 1) -> dict[str, Any]:
    """The same for a classic preset; games are cut off."""
    totals = ClassicGame(name, preset, seats).core.play_random(**CLASSIC_BATCH, threads=threads)
    return {
        "signature": f"{totals.signature:016x}",
        "turns": totals.turns,
        "decisions": totals.decisions,
        "wins": list(totals.wins),
        "undecided": totals.undecided,
    }


def signatures() -> dict[str, Any]:
    found = {f"{preset} on {name}": signature(preset, name) for preset in PRESET_NAMES for name in MAPS}
    for preset in CLASSIC_NAMES:
        for name, seats in CLASSIC_MAPS:
            found[f"{preset} on {name} for {seats}"] = classic_signature(preset, name, seats)
    return found


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for preset in PRESET_NAMES + CLASSIC_NAMES:
        (GOLDEN / f"{preset}.jsonl").write_text(golden_text(preset), encoding="utf-8")
    SIGNATURES.write_text(json.dumps(signatures(), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
