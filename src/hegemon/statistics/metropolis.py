"""The Bayesian ratings of the co-evolution project of Bauer (2024), also used in the fork of Soares (2025).

Bradley-Terry log strengths under a flat prior, sampled by Metropolis steps on all players at once. There a tie could
not be counted; here it is half a win for each.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hegemon.errors import StatisticsError
from hegemon.statistics.bradley_terry import check_points, maximum_exists
from hegemon.statistics.elo import ELO
from hegemon.statistics.intervals import Floats


@dataclass(frozen=True)
class MetropolisElo:
    """Summary of the sampled ratings."""

    mean: tuple[float, ...]
    deviation: tuple[float, ...]
    superior: tuple[tuple[float, ...], ...]
    """Probability that the player of the row is stronger than the player of the column."""
    best: tuple[float, ...]
    """Probability of being the strongest of all."""
    chi_square: float
    """Distance between the observed points of the pairs and those expected from the ratings."""
    fit: float
    """p-value of the model with one strength per player; NaN without degrees of freedom."""
    published_fit: float
    """The same with the degrees of freedom of the project, pairs - 1, which are too many for more than two players."""
    accepted: float
    """Acceptance rate; do not rely on the samples if it is far below 0.05."""


def metropolis_elo(
    points: NDArray[np.float64],
    *,
    samples: int = 10_000,
    thinning: int = 10,
    burn_in: int = 1_000,
    step: float = 0.1,
    centre: float = 1000.0,
    peg: int | None = None,
    seed: int = 0,
) -> MetropolisElo:
    """Ratings from the points of each row's player against each column's player; a tie counts one half.

    The mean rating, or that of the pegged player, is `centre`. Raises an error if some never lost a point to the
    others: under a flat prior their ratings are unbounded. Games are treated as independent; where the games of a
    block are not, the deviations are wrong.
    """
    points = check_points(points)
    if peg is not None and not 0 <= peg < len(points):
        raise StatisticsError(f"there is no player {peg} to peg among {len(points)}")
    if samples < 2 or thinning < 1 or burn_in < 0:
        raise StatisticsError("at least two samples are needed, a thinning of 1 and a burn-in of 0")
    if not maximum_exists(points):
        raise StatisticsError(
            "some players never lost a point to the others; use bradley_terry, which has a weak prior"
        )
    chain, accepted = _chain(points, samples, thinning, burn_in, step, np.random.default_rng(seed))
    chain -= chain.mean(axis=1, keepdims=True) if peg is None else chain[:, [peg]]
    ratings = ELO * chain + centre
    chi_square, pairs = _chi_square(points, chain)
    return MetropolisElo(
        mean=tuple(map(float, ratings.mean(axis=0))),
        deviation=tuple(map(float, ratings.std(axis=0))),
        superior=tuple(tuple(map(float, (chain[:, [i]] > chain).mean(axis=0))) for i in range(len(points))),
        best=tuple(map(float, (chain >= chain.max(axis=1, keepdims=True)).mean(axis=0))),
        chi_square=chi_square,
        fit=_tail(chi_square, pairs - (len(points) - 1)),
        published_fit=_tail(chi_square, pairs - 1),
        accepted=accepted,
    )


def _chain(
    points: Floats, samples: int, thinning: int, burn_in: int, step: float, random: np.random.Generator
) -> tuple[Floats, float]:
    """The thinned states after the burn-in, and the acceptance rate."""
    first, second = np.nonzero(np.triu(points + points.T))
    won, lost = points[first, second], points[second, first]

    def log_likelihood(strengths: Floats) -> float:
        difference = strengths[first] - strengths[second]
        return -float(won @ np.logaddexp(0, -difference) + lost @ np.logaddexp(0, difference))

    now, kept, taken = np.zeros(len(points)), np.empty((samples, len(points))), 0
    height = log_likelihood(now)
    skipped = burn_in // thinning * thinning
    total = skipped + samples * thinning
    for number in range(1, total + 1):
        then = now + step * random.standard_normal(len(now))
        other = log_likelihood(then)
        if math.log(1 - random.random()) < other - height:
            now, height, taken = then, other, taken + 1
        if number > skipped and number % thinning == 0:
            kept[(number - skipped) // thinning - 1] = now
    return kept, taken / total


def _chi_square(points: Floats, chain: Floats) -> tuple[float, int]:
    """The statistic over all pairs that met, and how many those are."""
    games = points + points.T
    total = 0.0
    for i, j in zip(*np.nonzero(games), strict=True):
        expected = games[i, j] * float((0.5 * (1 + np.tanh((chain[:, i] - chain[:, j]) / 2))).mean())
        total += (points[i, j] - expected) ** 2 / expected
    return float(total), int(np.count_nonzero(games)) // 2


def _tail(chi_square: float, freedom: int) -> float:
    from scipy.special import chdtrc

    return float(chdtrc(freedom, chi_square)) if freedom > 0 else math.nan
