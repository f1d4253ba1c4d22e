"""Positions in the middle of random games, with plans, for the tests of the networks."""

from __future__ import annotations

from functools import cache

import hegemon as hg

SMALL_MAPS = ("simple", "banana", "owl-island", "italy", "diamond", "hex")


@cache
def positions(map: str, count: int) -> tuple[hg.SimultaneousState, ...]:
    """Positions from the start to the sixth turn, none of them decided."""
    game, found = hg.SimultaneousGame(map, "soares2025"), []
    for seed in range(count):
        state, random = game.start(seed), hg.Random(seed)
        for _ in range(seed % 7):
            after = state.resolve([state.random_plan(seat, random) for seat in (0, 1)], random).state
            if after.result is not None:
                break
            state = after
        found.append(state)
    return tuple(found)


def plans_for(states: tuple[hg.SimultaneousState, ...], seat: int, count: int) -> list[list[hg.Plan]]:
    random = hg.Random(9).stream(seat)
    return [[state.random_plan(seat, random) for _ in range(count)] for state in states]
