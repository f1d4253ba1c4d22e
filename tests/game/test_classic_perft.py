"""Numbers of positions reached from fixed beginnings, as scripts/make_perft.py wrote them, counted anew."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hegemon.maps import Map, load_map
from hegemon.rules.classic import ClassicRules
from hegemon.rules.presets import load_rules
from scripts.make_perft import BEGINNINGS, DEPTH, PERFT, Beginning, count
from tests.reference_engine import classic as reference
from tests.reference_engine.classic import RefState
from tests.reference_engine.classic_cards import card_count, new_cards

KNOWN: list[dict[str, Any]] = json.loads(PERFT.read_text(encoding="utf-8"))
CASES = [
    pytest.param(beginning, known, id=f"{beginning[0]} {beginning[1]} {beginning[4]}")
    for beginning, known in zip(BEGINNINGS, KNOWN, strict=True)
]


@pytest.mark.parametrize(("beginning", "known"), CASES)
def test_the_core_counts_as_before(beginning: Beginning, known: dict[str, Any]) -> None:
    assert list(beginning) == [known[key] for key in ("map", "rules", "owners", "armies", "phase", "to_place", "hands")]
    for way, expanded in (("expanded", True), ("likeliest", False)):
        assert [count(beginning, depth, expanded) for depth in range(1, DEPTH + 1)] == known[way]


@pytest.mark.parametrize(("beginning", "known"), CASES)
def test_the_reference_counts_the_same(beginning: Beginning, known: dict[str, Any]) -> None:
    board, rules, state = slow_beginning(beginning)
    for way, expanded in (("expanded", True), ("likeliest", False)):
        assert [leaves(board, rules, state, depth, expanded) for depth in (1, 2)] == known[way][:2]


def slow_beginning(beginning: Beginning) -> tuple[Map, ClassicRules, RefState]:
    name, spec, owners, armies, phase, to_place, hands = beginning
    board, rules = load_map(name), load_rules(spec)
    assert isinstance(rules, ClassicRules)
    cards = new_cards(board, rules)
    for seat, hand in enumerate(hands):
        for card in hand:
            copies = range(card, len(cards), card_count(board, rules))
            cards[next(copy for copy in copies if cards[copy] < 0)] = seat
    return (
        board,
        rules,
        RefState(
            seats=len(hands),
            owners=list(owners),
            armies=list(armies),
            movable=[n if phase == "fortify" and owner == 0 else 0 for owner, n in zip(owners, armies, strict=True)],
            pool=[rules.pool if phase == "pick" else 0] * len(hands),
            cards=cards,
            phase=phase,  # type: ignore[arg-type]
            to_place=to_place,
        ),
    )


def leaves(board: Map, rules: ClassicRules, state: RefState, depth: int, expanded: bool) -> int:
    if state.pending is None:
        if depth == 0:
            return 1
        following = (reference.apply(board, rules, state, action) for action in reference.legal(board, rules, state))
        return sum(leaves(board, rules, after, depth - 1, expanded) for after in following)
    outcomes = reference.chance_outcomes(board, rules, state)
    if not expanded:
        outcomes = [max(outcomes, key=lambda entry: (entry[1], -entry[0]))]
    after_chance = (reference.apply_chance(board, rules, state, outcome) for outcome, _ in outcomes)
    return sum(leaves(board, rules, after, depth, expanded) for after in after_chance)
