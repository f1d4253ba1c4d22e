"""Random games of the classic reference, with dice that are really thrown instead of odds that are looked up."""

from __future__ import annotations

import random
from collections.abc import Callable

from hegemon.maps import Map
from hegemon.rules.classic import ClassicRules

from .classic import DECK, RefState, apply, apply_chance, attackers_lost, blitz_outcome, held, legal, start


def throw(board: Map, rules: ClassicRules, state: RefState, rng: random.Random) -> int:
    """An outcome of the pending chance."""
    assert state.pending is not None
    if state.pending[0] == "roll":
        return _throw(state.pending[3], state.pending[4], rng)
    if state.pending[0] == "draw":
        return rng.choice(held(board, rules, state, DECK))
    committed, defenders = state.pending[3], state.armies[state.pending[2]]
    attackers = committed
    while defenders > 0 and attackers > (0 if rules.battle == "dice" else 1):
        if rules.battle == "dice":
            compared = min(3, attackers, 2, defenders)
            lost = _throw(min(3, attackers), min(2, defenders), rng)
        else:
            compared = 1
            a = d = 0
            while a == d:
                a, d = rng.randint(1, 6), rng.randint(1, 6)
            lost = int(a < d)
        attackers -= lost
        defenders -= compared - lost
    return blitz_outcome(committed, attackers, defenders)


def _throw(attack_dice: int, defence_dice: int, rng: random.Random) -> int:
    attack = [rng.randint(1, 6) for _ in range(attack_dice)]
    defence = [rng.randint(1, 6) for _ in range(defence_dice)]
    return attackers_lost(attack, defence)


def playout(
    board: Map,
    rules: ClassicRules,
    seats: int,
    rng: random.Random,
    look: Callable[[RefState], None] = lambda state: None,
    decisions: int = 1_000_000,
) -> RefState:
    """A game of uniformly random actions to its end or that many decisions; `look` sees every position."""
    state = start(board, rules, seats, rng)
    look(state)
    while state.phase != "over" and state.decisions < decisions:
        state = apply(board, rules, state, rng.choice(legal(board, rules, state)))
        look(state)
        while state.pending is not None:
            state = apply_chance(board, rules, state, throw(board, rules, state, rng))
            look(state)
    return state
