"""How long a search may go on."""

from __future__ import annotations

import math
from dataclasses import dataclass

RESERVE = 0.005
"""Seconds of a clock, at most a tenth of it, left unused: a search that works to the last moment is late as soon as the
machine has something else to do."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Visits, seconds, or both, whichever is used up first; 0 is no limit."""

    visits: int = 0
    """Simulations: iterations of a tree search, generations of co-evolution."""
    seconds: float = 0.0


def budget(visits: int, seconds: float, left: float, otherwise: int) -> Budget:
    """The budget of one decision.

    `visits` and `seconds` are an agent's settings, 0 where not set; `left` is what the clock leaves, infinite without
    a clock. With neither settings nor clock it is `otherwise` visits.
    """
    limits = [seconds] if seconds > 0 else []
    if math.isfinite(left):
        limits.append(max(left - min(RESERVE, 0.1 * left), 0.0005))
    if not limits and visits == 0:
        return Budget(visits=otherwise)
    return Budget(visits, min(limits, default=0.0))
