"""The budget of a search."""

from __future__ import annotations

import math
from dataclasses import dataclass

RESERVE = 0.005
"""Seconds of a clock, at most a tenth of it, left unused, so that a busy machine does not cause time losses."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Maximum visits, seconds, or both; 0 is no limit."""

    visits: int = 0
    """Simulations: iterations of a tree search, generations of co-evolution."""
    seconds: float = 0.0


def budget(visits: int, seconds: float, left: float, otherwise: int) -> Budget:
    """The budget of one decision.

    `visits` and `seconds` are an agent's settings, 0 if not set; `left` is the time left on the clock, infinite without
    a clock. With neither settings nor clock the budget is `otherwise` visits.
    """
    limits = [seconds] if seconds > 0 else []
    if math.isfinite(left):
        limits.append(max(left - min(RESERVE, 0.1 * left), 0.0005))
    if not limits and visits == 0:
        return Budget(visits=otherwise)
    return Budget(visits, min(limits, default=0.0))
