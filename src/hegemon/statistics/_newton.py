"""Maximum likelihood of log strengths for many samples at once, by Newton's method."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from hegemon.errors import StatisticsError
from hegemon.statistics.intervals import Floats

Slopes = Callable[[Floats], tuple[Floats, Floats]]
"""Strengths (samples, n) -> gradient (samples, n) and negative second derivative (samples, n, n)."""

_LONGEST = 1.0  # the logistic curve is close to its parabola only so far
_MOST = 500


def maximise(slopes: Slopes, samples: int, players: int) -> Floats:
    """The maximum (samples, n) of concave functions that do not change when all strengths are shifted equally."""
    strengths = np.zeros((samples, players))
    for _ in range(_MOST):
        gradient, curvature = slopes(strengths)
        step = np.linalg.solve(curvature, gradient[..., None])[..., 0]
        longest = np.abs(step).max(axis=1, keepdims=True)
        strengths += step * np.minimum(1.0, _LONGEST / np.maximum(longest, _LONGEST))
        if longest.max() < 1e-9:
            return strengths
    raise StatisticsError("the ratings did not converge: some are too far apart for such a weak prior")


def add_prior(gradient: Floats, curvature: Floats, strengths: Floats, prior: float) -> None:
    """Add `prior` ties of every player with one of strength 0; without, hold the mean where it is.

    The second is for functions that do not change when all strengths are shifted, and have no single top.
    """
    if prior == 0:
        curvature += 1.0
        return
    chance = 0.5 * (1 + np.tanh(strengths / 2))
    gradient += prior * (0.5 - chance)
    diagonal = np.arange(strengths.shape[1])
    curvature[:, diagonal, diagonal] += prior * chance * (1 - chance)


def batches(resamples: int, size: int) -> list[int]:
    """Sizes of the batches in which resamples are fitted, so that no array has many more than four million numbers."""
    most = max(1, 4_000_000 // max(size, 1))
    return [min(most, resamples - done) for done in range(0, resamples, most)]
