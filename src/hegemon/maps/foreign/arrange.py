"""Places for the territories of a map that has no drawing: distances on paper like distances in links.

Stress majorization (Gansner, Koren and North 2004), started from classical scaling. The same graph gives nearly the
same places on every machine; they are no part of a map's hash.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hegemon.maps.map import Point

_ROUNDS = 60
_UNIT = 60.0
"""Drawing units of one link."""


def arrange(territories: int, links: Sequence[tuple[int, int]]) -> tuple[Point, ...]:
    """Places for the territories of a connected graph."""
    if territories == 1:
        return ((0.0, 0.0),)
    distances = _distances(territories, links)
    places = _improved(_scaled(distances), distances) * _UNIT
    places -= places.min(axis=0)
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in places)


def _distances(territories: int, links: Sequence[tuple[int, int]]) -> NDArray[np.float64]:
    """Links between every two territories, by breadth-first search."""
    around: list[list[int]] = [[] for _ in range(territories)]
    for a, b in links:
        around[a].append(b)
        around[b].append(a)
    distances = np.full((territories, territories), float(territories))
    for start in range(territories):
        row, front, steps = distances[start], [start], 0
        row[start] = 0
        while front:
            steps += 1
            front = [n for n in dict.fromkeys(n for t in front for n in around[t]) if n != start and row[n] > steps]
            row[front] = steps
    return distances


def _scaled(distances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Classical scaling: the two main axes of the distances."""
    squared = distances**2
    centred = -0.5 * (squared - squared.mean(axis=0) - squared.mean(axis=1, keepdims=True) + squared.mean())
    values, vectors = np.linalg.eigh(centred)
    places: NDArray[np.float64] = vectors[:, -2:] * np.sqrt(np.maximum(values[-2:], 1e-6))
    spread = np.arange(len(places))  # twins would lie on each other for ever
    return places + 0.01 * np.stack([np.cos(spread), np.sin(spread)], axis=1)


def _improved(places: NDArray[np.float64], distances: NDArray[np.float64]) -> NDArray[np.float64]:
    weights = 1 / np.maximum(distances, 1) ** 2
    np.fill_diagonal(weights, 0)
    laplacian = np.diag(weights.sum(axis=1)) - weights
    inverse = np.linalg.inv(laplacian + 1 / len(places))  # the pseudoinverse, up to a shift of all places
    for _ in range(_ROUNDS):
        apart = np.sqrt(((places[:, None] - places[None]) ** 2).sum(axis=2))
        ratio = -weights * distances / np.maximum(apart, 1e-6)
        np.fill_diagonal(ratio, 0)
        np.fill_diagonal(ratio, -ratio.sum(axis=1))
        places = inverse @ (ratio @ places)
    return places
