"""The budget of a search."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from hegemon.errors import SearchError

RESERVE = 0.005
"""Seconds of a clock, at most a tenth of it, left unused, so that a busy machine does not cause time losses."""

MOST_SECONDS = 1e9


@dataclass(frozen=True, slots=True)
class Budget:
    """Maximum visits, seconds, or both; 0 is no limit."""

    visits: int = 0
    """Simulations: iterations of a tree search, generations of co-evolution."""
    seconds: float = 0.0
    fair: bool = False
    """Whether time in which a busy machine gives the search no processor does not count (see docs/matches.md)."""

    def __post_init__(self) -> None:
        if not isinstance(self.visits, int | np.integer) or not 0 <= self.visits < 2**63:
            raise SearchError(f"a budget of visits={self.visits!r:.40} is impossible; give a whole number from 0 on")
        number = isinstance(self.seconds, int | float | np.integer | np.floating)
        if not number or not 0 <= self.seconds <= MOST_SECONDS:
            raise SearchError(f"a budget of seconds={self.seconds!r:.40} is impossible; give a number from 0 to 1e9")


def budget(visits: int, seconds: float, left: float, otherwise: int, *, fair: bool = False) -> Budget:
    """The budget of one decision.

    `visits` and `seconds` are an agent's settings, 0 if not set; `left` is the time left on the clock, infinite without
    a clock. With neither settings nor clock the budget is `otherwise` visits. `fair` says how the clock counts.
    """
    limits = [seconds] if seconds > 0 else []
    if math.isfinite(left):
        limits.append(max(left - min(RESERVE, 0.1 * left), 0.0005))
    if not limits and visits == 0:
        return Budget(visits=otherwise)
    return Budget(visits, min(limits, default=0.0), fair)
