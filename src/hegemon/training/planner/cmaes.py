"""CMA-ES: minimises a noisy function of some numbers without gradients.

The covariance matrix adaptation evolution strategy of Hansen and Ostermeier (2001), with the constants of Hansen's
tutorial (2016, arXiv:1604.00772) and positive recombination weights only. The state is a value, and the normal numbers
are an argument, so that a run can be saved and repeated.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

MOST_SIGMA, LEAST_SCALE = 10.0, 1e-10
"""Limits that keep the numbers finite where a function is flat: of the step, and of the axes of the covariance."""


@dataclass(frozen=True)
class Constants:
    """How fast a population of this size learns in so many dimensions."""

    weights: Floats
    """(parents,) of the better half, the best first; their sum is 1."""
    mass: float
    """Effective number of parents."""
    step_rate: float
    damping: float
    path_rate: float
    rank_one: float
    rank_many: float
    length: float
    """Expected length of a vector of normal numbers."""

    @classmethod
    def of(cls, n: int, population: int) -> Constants:
        parents = population // 2
        raw = math.log((population + 1) / 2) - np.log(np.arange(1, parents + 1))
        weights = raw / raw.sum()
        mass = float(1 / (weights**2).sum())
        step_rate = (mass + 2) / (n + mass + 5)
        rank_one = 2 / ((n + 1.3) ** 2 + mass)
        return cls(
            weights=weights,
            mass=mass,
            step_rate=step_rate,
            damping=1 + 2 * max(0.0, math.sqrt((mass - 1) / (n + 1)) - 1) + step_rate,
            path_rate=(4 + mass / n) / (n + 4 + 2 * mass / n),
            rank_one=rank_one,
            rank_many=min(1 - rank_one, 2 * (mass - 2 + 1 / mass) / ((n + 2) ** 2 + mass)),
            length=math.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n)),
        )


@dataclass(frozen=True)
class Cmaes:
    """The distribution that candidates are drawn from, between two generations."""

    mean: Floats
    """(n,)"""
    sigma: float
    covariance: Floats
    """(n, n)"""
    step_path: Floats
    """(n,) the recent steps of the mean, as if the covariance were the identity."""
    path: Floats
    """(n,) the recent steps of the mean."""
    generation: int = 0

    @classmethod
    def begin(cls, mean: Sequence[float], sigma: float) -> Cmaes:
        n = len(mean)
        return cls(np.array(mean, dtype=np.float64), sigma, np.eye(n), np.zeros(n), np.zeros(n))

    def ask(self, normals: Floats) -> Floats:
        """The candidates (population, n) of independent normal numbers (population, n)."""
        axes, scales = self._axes()
        return self.mean + self.sigma * (normals * scales) @ axes.T

    def tell(self, candidates: Floats, losses: Sequence[float]) -> Cmaes:
        """The next generation: towards the candidates of the lowest losses."""
        n, c = len(self.mean), Constants.of(len(self.mean), len(candidates))
        best = np.argsort(np.asarray(losses), kind="stable")[: len(c.weights)]
        steps = (candidates[best] - self.mean) / self.sigma
        step = c.weights @ steps
        axes, scales = self._axes()
        whitened = axes @ ((axes.T @ step) / scales)
        generation = self.generation + 1
        step_path = _decayed(self.step_path, c.step_rate, c.mass, whitened)
        length = float(np.linalg.norm(step_path)) / math.sqrt(1 - (1 - c.step_rate) ** (2 * generation))
        slow = length < (1.4 + 2 / (n + 1)) * c.length  # while the step grows fast, the path would be too long
        path = _decayed(self.path, c.path_rate, c.mass, step if slow else np.zeros(n))
        lost = 0.0 if slow else c.path_rate * (2 - c.path_rate)
        covariance = (
            (1 - c.rank_one - c.rank_many + c.rank_one * lost) * self.covariance
            + c.rank_one * np.outer(path, path)
            + c.rank_many * (steps.T * c.weights) @ steps
        )
        growth = c.step_rate / c.damping * (float(np.linalg.norm(step_path)) / c.length - 1)
        return replace(
            self,
            mean=self.mean + self.sigma * step,
            sigma=min(MOST_SIGMA, self.sigma * math.exp(min(1.0, growth))),
            covariance=(covariance + covariance.T) / 2,
            step_path=step_path,
            path=path,
            generation=generation,
        )

    def _axes(self) -> tuple[Floats, Floats]:
        """The axes of the covariance as columns, and the standard deviations along them."""
        squares, axes = np.linalg.eigh(self.covariance)
        return axes, np.sqrt(np.maximum(squares, LEAST_SCALE))


def _decayed(path: Floats, rate: float, mass: float, step: Floats) -> Floats:
    """A path that forgets at a rate and takes in a step, of the same variance as before."""
    return (1 - rate) * path + math.sqrt(rate * (2 - rate) * mass) * step
