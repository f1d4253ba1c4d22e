"""Hand-made positions of the classic reference on the hex map.

The map is a ring of six; its groups are 0-1 (worth 1), 2-3 (4) and 4-5 (9).
"""

from __future__ import annotations

from typing import Any

from hegemon.maps import load_map
from hegemon.rules import PRESETS
from hegemon.rules.classic import ClassicRules

from .classic import Action, RefState, apply, apply_chance, legal
from .classic_cards import card_count, new_cards

RULES = {name: rules for name, rules in PRESETS.items() if isinstance(rules, ClassicRules)}
HEX = load_map("hex")


def position(rules: ClassicRules, owners: list[int], armies: list[int], **more: Any) -> RefState:
    seats = max(owners) + 1
    blank: dict[str, Any] = {"phase": "attack", "cards": new_cards(HEX, rules)}
    return RefState(seats, owners, armies, [0] * 6, [0] * seats, **(blank | more))


def give(rules: ClassicRules, state: RefState, hands: dict[int, list[int]]) -> RefState:
    """The position with these cards in the hands of these seats."""
    for seat, cards in hands.items():
        for card in cards:
            copies = range(card, len(state.cards), card_count(HEX, rules))
            state.cards[next(copy for copy in copies if state.cards[copy] < 0)] = seat
    return state


def play(rules: ClassicRules, state: RefState, *steps: Action | int) -> RefState:
    """The position after these actions and chance outcomes."""
    for step in steps:
        state = apply_chance(HEX, rules, state, step) if isinstance(step, int) else apply(HEX, rules, state, step)
    return state


def actions(rules: ClassicRules, state: RefState) -> list[Action]:
    return legal(HEX, rules, state)
