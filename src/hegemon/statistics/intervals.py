"""Scores with intervals. The unit of inference is a block: one start, played once in every seating."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hegemon.errors import StatisticsError

Z95 = 1.959963984540054
_TINY = 1e-12

Floats = NDArray[np.float64]


def score_interval(blocks: Sequence[Sequence[float]]) -> tuple[float, float]:
    """95 % interval of the mean score, from the scores (0 to 1) of the games of each block.

    A Wilson interval with an effective number of trials: the number of independent win-or-loss games that would have
    the observed variance between blocks. Its quantile is Student's, because that variance is estimated from the blocks.
    Without any variance between blocks, each block counts as one trial. The number of trials is at most the number of
    games, so with many ties the interval is wider than necessary.
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
    if spread <= 0 or binary <= 0:
        return wilson(mean, float(n))
    return wilson(mean, min(max(binary * n / spread, 1.0), most), z=_student95(n - 1))


def _student95(freedom: int) -> float:
    """Student's quantile of 95 %: exact for few, then by the expansion of Cornish and Fisher."""
    few = (12.7062, 4.30265, 3.18245, 2.77645, 2.57058, 2.44691)
    if freedom <= len(few):
        return few[freedom - 1]
    z = Z95
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def wilson(mean: float, trials: float, *, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval of a proportion; 95 % unless another normal quantile is given."""
    z2 = z * z
    centre = (mean + z2 / (2 * trials)) / (1 + z2 / trials)
    half = z * math.sqrt(mean * (1 - mean) / trials + z2 / (4 * trials * trials)) / (1 + z2 / trials)
    # At the ends the formula gives exactly 0 or 1, but for rounding.
    return (0.0 if mean <= 0 else max(0.0, centre - half)), (1.0 if mean >= 1 else min(1.0, centre + half))


def bootstrap_interval(
    blocks: Sequence[Sequence[float]], *, resamples: int = 2000, level: float = 0.95, seed: int = 0
) -> tuple[float, float]:
    """Interval of the mean score by resampling blocks, from the scores (0 to 1) of the games of each block.

    A plain percentile bootstrap is too narrow for few blocks, and dividing by a standard error fails where scores are
    near 0 or 1. So the resampled statistic is that of Wilson's interval: the distance from the mean divided by the
    standard error for the effective number of trials. Its symmetric quantile replaces the normal one. Because it is
    discrete, it is averaged with Student's quantile for the same number of blocks.

    Where resampling gives no information (a single block, no difference between blocks, all won, all lost) the result
    is Wilson's interval with each block as one trial. Do not rely on it below 20 blocks, or where almost all blocks are
    equal. The result does not depend on the order of the blocks, and is reproducible by its seed.
    """
    if not 0 < level < 1 or resamples < 100:
        raise StatisticsError(
            f"a bootstrap needs a level between 0 and 1 and at least 100 resamples, not {level} and {resamples}"
        )
    kinds = Counter((round(math.fsum(block), 9), len(block)) for block in blocks if block)
    if not kinds:
        return 0.0, 1.0
    points, games = np.array(sorted(kinds), dtype=np.float64).T
    counts = np.array([kinds[kind] for kind in sorted(kinds)])
    (mean,), (trials,) = _mean_and_trials(counts[None], points, games)
    total = int(counts.sum())
    if not trials > 0:
        return wilson(float(mean), total, z=_normal(level))
    drawn = np.random.default_rng(seed).multinomial(total, counts / total, size=resamples)
    means, effective = _mean_and_trials(drawn, points, games)
    # A resample without differences says nothing of the number of trials.
    effective = np.where(effective > 0, effective, trials)
    distances = np.abs(means - mean) * np.sqrt(effective / (mean * (1 - mean)))
    quantile = (float(np.quantile(distances, level)) + student(level, total - 1)) / 2
    return wilson(float(mean), float(trials), z=quantile)


def _mean_and_trials(counts: NDArray[np.int64], points: Floats, games: Floats) -> tuple[Floats, Floats]:
    """Mean score and effective trials of each row of counts of blocks; 0 trials where there are no differences."""
    blocks, weight = counts.sum(axis=1), counts @ games
    mean = counts @ points / weight
    squares = counts @ points**2 - 2 * mean * (counts @ (points * games)) + mean**2 * (counts @ games**2)
    binary = mean * (1 - mean)
    known = (squares > _TINY * weight) & (binary > _TINY) & (blocks > 1)
    variance = np.where(known, squares, 1.0) * blocks / np.maximum(blocks - 1, 1) / weight**2
    return mean, np.where(known, binary / variance, 0.0)


def _normal(level: float) -> float:
    from scipy.special import ndtri

    return float(ndtri((1 + level) / 2))


def student(level: float, freedom: int) -> float:
    """Student's quantile that holds so much of both sides."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, (1 + level) / 2))
