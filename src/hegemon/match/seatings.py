"""Seatings of the agents of a game. Each start is played once in every seating."""

from __future__ import annotations

from functools import cache


@cache
def seatings(seats: int) -> tuple[tuple[int, ...], ...]:
    """Map seats to agents for every game of a block, by a Williams design.

    Every agent sits in every seat equally often, and follows every other equally often: n games for an even number of
    seats, 2n for an odd one (two seats: swapped; three: all six orders).
    """
    zigzag = [(at + 1) // 2 if at % 2 else -(at // 2) for at in range(seats)]
    rows = [tuple((step + shift) % seats for step in zigzag) for shift in range(seats)]
    if seats % 2:
        rows += [row[::-1] for row in rows]
    return tuple(rows)
