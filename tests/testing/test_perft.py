"""Numbers of paths from fixed beginnings, as scripts/make_perft.py wrote them, counted anew by both engines."""

from __future__ import annotations

import pytest

from hegemon.maps import Map, load_map
from hegemon.rules.classic import ClassicRules
from hegemon.rules.presets import load_rules
from hegemon.testing import KnownPerft, known_perfts, perft
from scripts.make_perft import BEGINNINGS, POSITIONS, Beginning, state_of
from tests.reference_engine import classic as reference
from tests.reference_engine.classic import RefState
from tests.reference_engine.classic_cards import card_count, new_cards

KNOWN = {(known.position, known.chance): known for known in known_perfts()}
CASES = [pytest.param(beginning, id=f"{beginning[0]} {beginning[1]} {beginning[4]}") for beginning in BEGINNINGS]


@pytest.mark.parametrize("known", known_perfts(), ids=lambda known: f"{known.position} {known.chance}")
def test_the_core_counts_as_before(known: KnownPerft) -> None:
    found = [perft(known.position, depth + 1, chance=known.chance) for depth in range(len(known.nodes))]
    assert tuple(each.nodes for each in found) == known.nodes
    assert tuple(each.signature for each in found) == known.signatures


def test_the_file_has_the_positions_of_the_script() -> None:
    wanted = {(str(state_of(beginning)), chance) for beginning in BEGINNINGS for chance in ("all", "likeliest")}
    assert set(KNOWN) == wanted | {(position, "all") for position, _ in POSITIONS}


@pytest.mark.parametrize("beginning", CASES)
def test_the_reference_counts_the_same(beginning: Beginning) -> None:
    board, rules, state = slow_beginning(beginning)
    for chance in ("all", "likeliest"):
        known = KNOWN[str(state_of(beginning)), chance]
        assert tuple(leaves(board, rules, state, depth, chance == "all") for depth in (1, 2)) == known.nodes[:2]


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
