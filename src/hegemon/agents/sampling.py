"""Sampling of decisions."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from itertools import accumulate

from hegemon._core import Random


def sample_with_temperature(shares: Sequence[float], temperature: float, random: Random) -> int:
    """Sample an index in proportion to shares ** (1 / temperature)."""
    most = max(shares)
    ends = list(accumulate((share / most) ** (1 / temperature) for share in shares))
    return min(bisect(ends, random.next() / 2**64 * ends[-1]), len(ends) - 1)
