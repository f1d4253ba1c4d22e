"""Bradley-Terry strengths from games of two seats (Bradley and Terry 1952), in Elo points."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hegemon.errors import StatisticsError
from hegemon.statistics._newton import add_prior, maximise
from hegemon.statistics.elo import ELO
from hegemon.statistics.intervals import Floats

PRIOR = 0.5
"""Ties of every agent with an imaginary agent of average strength."""


def bradley_terry(points: NDArray[np.float64], *, prior: float = PRIOR) -> Floats:
    """Ratings in Elo points with mean 0, from the points of each row's agent against each column's agent.

    A tie is half a point for each. The fit is maximum likelihood with a weak prior: `prior` ties between every agent
    and an imaginary agent of average strength. An agent that won or lost everything therefore has a finite rating,
    which only means that it is far from the others. The same holds for groups of agents that never met; they cannot be
    compared. With 100 games per agent, the prior changes ratings of 200 by 1.4. `prior=0` is pure maximum likelihood
    and raises an error where it does not exist. Do not rely on ratings where A beats B beats C beats A.
    """
    points = check_points(points)
    if not (np.isfinite(prior) and prior >= 0):
        raise StatisticsError(f"the prior must be at least 0 games, not {prior}")
    if prior == 0 and not maximum_exists(points):
        raise StatisticsError(
            "some agents never lost a point to the others: the likelihood has no maximum; use a prior"
        )
    return centred(ELO * strengths_of(points[None], prior)[0])


def strengths_of(points: Floats, prior: float) -> Floats:
    """Log strengths (samples, n) of samples of points (samples, n, n)."""
    games, won = points + points.swapaxes(1, 2), points.sum(axis=2)
    diagonal = np.arange(points.shape[1])

    def slopes(strengths: Floats) -> tuple[Floats, Floats]:
        chance = 0.5 * (1 + np.tanh((strengths[:, :, None] - strengths[:, None, :]) / 2))
        expected = games * chance
        gradient = won - expected.sum(axis=2)
        curvature = expected * (chance - 1)
        curvature[:, diagonal, diagonal] -= curvature.sum(axis=2)
        add_prior(gradient, curvature, strengths, prior)
        return gradient, curvature

    return maximise(slopes, *points.shape[:2])


def centred(ratings: Floats, anchor: int | None = None) -> Floats:
    """Ratings relative to their mean or to one of them."""
    return ratings - (ratings.mean(axis=-1, keepdims=True) if anchor is None else ratings[..., [anchor]])


def check_points(points: NDArray[np.float64]) -> Floats:
    """The table of points as floats, after validation."""
    table = np.asarray(points, dtype=np.float64)
    if table.ndim != 2 or table.shape[0] != table.shape[1] or len(table) < 2:
        raise StatisticsError(f"points must be a square table for two or more agents, not of shape {table.shape}")
    if not (np.isfinite(table).all() and (table >= 0).all() and (table.diagonal() == 0).all()):
        raise StatisticsError("points must be at least 0, with zeros on the diagonal")
    return table


def maximum_exists(points: Floats) -> bool:
    """Whether every two agents are connected by a chain of agents, each of which took points from the next."""
    return bool(_reached(points > 0).all())


def groups_of(games: Floats) -> tuple[int, ...]:
    """For each agent the lowest agent it is connected to by games; ratings are comparable only within such a group."""
    linked = _reached((games > 0) | (games > 0).T)
    return tuple(int(row.argmax()) for row in linked)


def _reached(steps: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The transitive closure: who is reachable from whom."""
    reached = steps | np.eye(len(steps), dtype=bool)
    while True:
        further = (reached.astype(np.float32) @ reached.astype(np.float32)) > 0
        if (further == reached).all():
            return reached
        reached = further
