"""Number of games needed: approximations for planning an experiment.

All functions assume single, independent games. `factor` is the variance of a game's score relative to a
win-or-loss game: below 1 where ties or paired starts take luck out, above 1 where the start decides both games of a
pair. Measure it on a first batch, or leave it at 1.
"""

from __future__ import annotations

import math

from hegemon.errors import StatisticsError
from hegemon.statistics.elo import expected_score
from hegemon.statistics.intervals import Z95
from hegemon.statistics.sprt import Sprt


def half_width(games: float, *, score: float = 0.5, factor: float = 1.0) -> float:
    """Half the width of the 95 % interval of a score: 0.098 after 100 games, 0.015 after 4,000.

    The normal approximation; too small where fewer than about ten games are won or lost.
    """
    _check(games=games, factor=factor)
    return Z95 * math.sqrt(_variance(score, factor) / games)


def games_for_half_width(half: float, *, score: float = 0.5, factor: float = 1.0) -> int:
    """Games for a 95 % interval of a score of plus or minus `half`."""
    _check(half=half, factor=factor)
    return math.ceil(_variance(score, factor) * (Z95 / half) ** 2)


def games_for_elo(difference: float, *, factor: float = 1.0) -> int:
    """Games for a 95 % interval of plus or minus this many Elo points between two equal agents."""
    _check(difference=difference, factor=factor)
    return games_for_half_width(expected_score(difference) - 0.5, factor=factor)


def games_to_tell(difference: float, *, power: float = 0.95, factor: float = 1.0) -> int:
    """Games for the 95 % interval to exclude equality with probability `power`, given the true difference."""
    from scipy.special import ndtri

    _check(difference=difference, factor=factor)
    if not 0 < power < 1:
        raise StatisticsError(f"the power must be between 0 and 1, not {power}")
    score = expected_score(difference)
    variance = _variance(score, factor)
    return max(1, math.ceil(variance * (max(0.0, Z95 + float(ndtri(power))) / (score - 0.5)) ** 2))


def sprt_games(sprt: Sprt, *, factor: float = 1.0) -> int:
    """Mean number of games of a test when elo1 is true: Wald's approximation, without the overshoot at the end.

    A test takes about as long when elo0 is true, and some 1.6 times as long when the truth lies midway.
    """
    _check(factor=factor)
    drift = (1 - sprt.beta) * sprt.upper + sprt.beta * sprt.lower
    return math.ceil(factor * drift / _divergence(expected_score(sprt.elo1), expected_score(sprt.elo0)))


def _divergence(p: float, q: float) -> float:
    """Mean log-likelihood ratio of a win-or-loss game between chances p and q when p is true."""
    return p * math.log(p / q) + (1 - p) * math.log((1 - p) / (1 - q))


def _variance(score: float, factor: float) -> float:
    if not 0 < score < 1:
        raise StatisticsError(f"a score must be strictly between 0 and 1, not {score}")
    return factor * score * (1 - score)


def _check(**values: float) -> None:
    for name, value in values.items():
        if not (math.isfinite(value) and value > 0):
            raise StatisticsError(f"{name} must be above 0, not {value}")
