"""Scores with intervals. The unit of inference is a block: one start, played once in every seating."""

from __future__ import annotations

import math
from collections.abc import Sequence

Z95 = 1.959963984540054


def score_interval(blocks: Sequence[Sequence[float]]) -> tuple[float, float]:
    """95 % interval of the mean score, from the scores (0 to 1) of the games of each block.

    A Wilson interval whose number of trials is the effective one: what independent yes-or-no games would be needed to
    give the variance seen between blocks. Without any variance between blocks, each block counts as one trial.
    """
    blocks = [block for block in blocks if block]
    if not blocks:
        return 0.0, 1.0
    n, games = len(blocks), sum(map(len, blocks))
    mean = sum(map(sum, blocks)) / games
    # A block weighs as much as it has games: the last one of an odd match is half as heavy as the others.
    deviations = [(sum(block) - mean * len(block)) * n / games for block in blocks]
    spread = sum(d * d for d in deviations) / (n - 1) if n > 1 else 0.0
    binary = mean * (1 - mean)
    most = float(games)
    trials = min(max(binary * n / spread, 1.0), most) if spread > 0 and binary > 0 else float(n)
    return wilson(mean, trials)


def wilson(mean: float, trials: float) -> tuple[float, float]:
    """Wilson's 95 % interval of a proportion."""
    z2 = Z95 * Z95
    centre = (mean + z2 / (2 * trials)) / (1 + z2 / trials)
    half = Z95 * math.sqrt(mean * (1 - mean) / trials + z2 / (4 * trials * trials)) / (1 + z2 / trials)
    # At the ends the formula gives exactly 0 or 1, but for rounding.
    return (0.0 if mean <= 0 else max(0.0, centre - half)), (1.0 if mean >= 1 else min(1.0, centre + half))
