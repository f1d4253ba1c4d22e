"""Turns worked out by hand, through the public API: the board, the plans and the dice give the expected board."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hegemon import Plan, SimultaneousGame, SimultaneousRules, SimultaneousState

CASES: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "simultaneous_cases.jsonl").read_text("utf-8").splitlines()
]


def position(game: SimultaneousGame, case: dict[str, Any]) -> SimultaneousState:
    if case.get("phase", "play") == "play":
        return game.position(case["owners"], case["armies"], turns=case.get("round", 0), first=case.get("first", 0))
    picked = case.get("picked", [-1] * len(case["owners"]))
    cells = []
    for t, (owner, armies) in enumerate(zip(case["owners"], case["armies"], strict=True)):
        offered = "!" if t in case["offered"] else ""
        cells.append(f"{'.ab'[owner + 1]}{armies}{offered}{['', 'A', 'B'][picked[t] + 1]}")
    made = sum(seat >= 0 for seat in picked)
    return game.parse_cells(f"0 pick each={case['picks_each']} made={made}; {' '.join(cells)}")


def interleave(game: SimultaneousGame) -> str:
    assert isinstance(game.rules, SimultaneousRules)
    return game.rules.interleave


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['rules']}: {case['why']}")
def test_hand_worked_turn(case: dict[str, Any]) -> None:
    game = SimultaneousGame(case["map"], case["rules"])
    before = position(game, case)
    text = str(before)
    # "chance" is the whole tape. Without it "first" is the coin under fewer-deploys; under cycle it is who begins.
    chance = case.get("chance", [case.get("first")] if interleave(game) == "fewer-deploys" else [])
    turn = before.resolve([Plan.from_json(plan) for plan in case["orders"]], chance)
    after = turn.state
    found: dict[str, Any] = {
        "owners": after.owners.tolist(),
        "armies": after.armies.tolist(),
        "winner": after.result.winner if after.result else None,
        "phase": after.phase,
        "first": after.core.first,
    }
    assert {key: found[key] for key in case["expect"]} == case["expect"]
    assert list(turn.chance) == chance
    assert str(before) == text


def test_there_are_cases_for_every_preset() -> None:
    presets = {case["rules"].partition("(")[0] for case in CASES}
    assert presets >= {"soares2025", "warlight1", "warlight2", "warzone"}
