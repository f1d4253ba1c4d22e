"""Bradley-Terry strengths of pools of agents that meet two by two (Bradley and Terry 1952), in Elo points."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hegemon.errors import StatisticsError
from hegemon.statistics._newton import add_prior, maximise
from hegemon.statistics.elo import ELO
from hegemon.statistics.intervals import Floats

PRIOR = 0.5
"""Ties of every agent with an imagined one of average strength."""


def bradley_terry(points: NDArray[np.float64], *, prior: float = PRIOR) -> Floats:
    """Ratings in Elo points, of mean 0, from the points that each row's agent made against each column's.

    A tie is half a point for each. Maximum likelihood with a weak prior: every agent also tied `prior` games with an
    imagined agent of average strength. So an agent that won or lost everything has a finite rating, which says little
    but that it is far from the others, and so have agents of groups that never met, which are then not comparable at
    all. With 100 games an agent, the prior moves ratings of 200 by 1.4. With `prior=0` it is pure maximum likelihood
    and refused where there is none. Not to be trusted where strength is not one number: A beats B beats C beats A.
    """
    points = check_points(points)
    if not (np.isfinite(prior) and prior >= 0):
        raise StatisticsError(f"a prior is a number of games from 0, not {prior}")
    if prior == 0 and not maximum_exists(points):
        raise StatisticsError("some agents never lost a point to the others: no rating is likeliest; give a prior")
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
    """The table of points as floats, if it is one."""
    table = np.asarray(points, dtype=np.float64)
    if table.ndim != 2 or table.shape[0] != table.shape[1] or len(table) < 2:
        raise StatisticsError(f"points are a square table for two agents or more, not of shape {table.shape}")
    if not (np.isfinite(table).all() and (table >= 0).all() and (table.diagonal() == 0).all()):
        raise StatisticsError("points are numbers from 0, and nobody scores against himself")
    return table


def maximum_exists(points: Floats) -> bool:
    """Whether from every agent there is a chain of agents, each of whom took points from the next, to every other."""
    return bool(_reached(points > 0).all())


def groups_of(games: Floats) -> tuple[int, ...]:
    """For each agent the lowest agent that it is linked to by games; ratings compare only within such a group."""
    linked = _reached((games > 0) | (games > 0).T)
    return tuple(int(row.argmax()) for row in linked)


def _reached(steps: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Who is reached from whom in any number of steps."""
    reached = steps | np.eye(len(steps), dtype=bool)
    while True:
        further = (reached.astype(np.float32) @ reached.astype(np.float32)) > 0
        if (further == reached).all():
            return reached
        reached = further
