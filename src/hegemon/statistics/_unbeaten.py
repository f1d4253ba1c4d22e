"""Interval ends of agents that never lost or never won a point, where resampling gives no information."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np

from hegemon.statistics.intervals import Floats

Meetings = Sequence[Counter[tuple[int, ...]]]
"""For each agent, the blocks it played by its opponents in them."""


def open_ends(strengths: Floats, table: Floats, meetings: Meetings) -> dict[int, tuple[float, float]]:
    """Intervals of the strengths of agents that lost nothing, won nothing, or never played.

    Each block is one trial against all opponents of its games. The finite end is where the chance of such a row of
    trials is 2.5 %, the other strengths taken as they are; the other end is infinite. For last places of more than two
    seats it is an approximation.
    """
    found = {}
    for agent, blocks in enumerate(meetings):
        won, lost = table[agent].any(), table[:, agent].any()
        if not won and not lost:
            found[agent] = -math.inf, math.inf
        elif not lost:
            found[agent] = _least(strengths, blocks), math.inf
        elif not won:
            found[agent] = -math.inf, -_least(-strengths, blocks)
    return found


def _least(strengths: Floats, blocks: Counter[tuple[int, ...]]) -> float:
    """The strength at which all these blocks are won with probability 2.5 %, by bisection."""
    against = np.array([np.logaddexp.reduce(strengths[list(others)]) for others in blocks])
    count = np.array(list(blocks.values()))
    low, high = against.min() - 40.0, against.max() + 40.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        chance = -(count * np.logaddexp(0, against - middle)).sum()
        low, high = (middle, high) if chance < math.log(0.025) else (low, middle)
    return float(high)
