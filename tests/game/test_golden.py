"""Golden games and signatures: nothing changes by accident. scripts/make_golden.py rewrites them on purpose."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hegemon import PRESETS, SimultaneousGame, load_records
from scripts.make_golden import (
    BATCH,
    CLASSIC_GAMES,
    CLASSIC_MAPS,
    CLASSIC_NAMES,
    GAMES,
    GOLDEN,
    MAPS,
    PRESET_NAMES,
    SIGNATURES,
    classic_signature,
    golden_text,
    signature,
)


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_golden_games_replay(preset: str) -> None:
    found = load_records(GOLDEN / f"{preset}.jsonl")
    assert found.problem == ""
    assert [(record.game.map.name, record.info["seed"]) for record in found.records] == list(GAMES)
    for record in found.records:
        assert record.game.rules == PRESETS[preset]
        assert record.result == record.final.result is not None


@pytest.mark.parametrize("preset", CLASSIC_NAMES)
def test_golden_classic_games_replay(preset: str) -> None:
    found = load_records(GOLDEN / f"{preset}.jsonl")
    assert found.problem == ""
    played = [(record.game.map.name, record.game.seats, record.info["seed"]) for record in found.records]
    assert played == list(CLASSIC_GAMES)
    for record in found.records:
        assert record.game.rules == PRESETS[preset]
        assert record.result is not None


@pytest.mark.parametrize(("name", "seats"), CLASSIC_MAPS)
@pytest.mark.parametrize("preset", CLASSIC_NAMES)
def test_random_classic_play_has_its_signature_whatever_the_number_of_threads(
    preset: str, name: str, seats: int
) -> None:
    pinned = json.loads(SIGNATURES.read_text("utf-8"))[f"{preset} on {name} for {seats}"]
    for threads in (1, 2, 3):
        assert classic_signature(preset, name, seats, threads) == pinned


@pytest.mark.parametrize("preset", PRESET_NAMES + CLASSIC_NAMES)
def test_golden_games_are_played_again_from_their_seeds(preset: str) -> None:
    """Line by line, but for the maps: redrawing one keeps its games."""
    written = (GOLDEN / f"{preset}.jsonl").read_text("utf-8")
    assert without_maps(golden_text(preset)) == without_maps(written)


def without_maps(text: str) -> list[str]:
    return [line for line in text.splitlines() if not line.startswith('{"type":"map",')]


def test_every_preset_has_a_golden_file_and_every_file_a_preset() -> None:
    assert {file.stem for file in Path(GOLDEN).iterdir()} == set(PRESETS)


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_random_play_has_its_signature_whatever_the_number_of_threads(preset: str, name: str) -> None:
    pinned = json.loads(SIGNATURES.read_text("utf-8"))[f"{preset} on {name}"]
    for threads in (1, 2, 3):
        assert signature(preset, name, threads) == pinned


def test_batches_of_random_games_add_up() -> None:
    core = SimultaneousGame("banana", "warlight2").core
    whole = core.play_random(seed=9, first=0, count=101, turn_limit=40, threads=1)
    parts = [
        core.play_random(seed=9, first=at, count=size, turn_limit=40, threads=2) for at, size in ((0, 37), (37, 64))
    ]
    assert whole.games == sum(part.games for part in parts) == 101
    assert whole.turns == sum(part.turns for part in parts)
    assert whole.orders == sum(part.orders for part in parts)
    assert whole.undecided == sum(part.undecided for part in parts)
    assert list(whole.wins) == [sum(part.wins[seat] for part in parts) for seat in (0, 1)]
    assert whole.signature == sum(part.signature for part in parts) % 2**64
    assert sum(whole.wins) + whole.undecided == 101


def test_the_signature_depends_on_seed_games_and_limit() -> None:
    core = SimultaneousGame("simple").core
    variants = [BATCH, BATCH | {"seed": 2026}, BATCH | {"first": 1}, BATCH | {"count": 1999}, BATCH | {"turn_limit": 9}]
    assert len({core.play_random(**batch, threads=1).signature for batch in variants}) == len(variants)
