"""Smooth random fields that make coasts and borders uneven."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from hegemon.maps.areas.places import Floats, Places

_TILE = 64
"""The coefficients repeat after so many steps."""


class Noise:
    """Random fields on a raster: cubic B-splines with random coefficients.

    The coefficients belong to places of the map, not of the raster. So the coasts stay where they are when a map
    grows, or when one of its territories is moved.
    """

    def __init__(self, where: Places, seed: int) -> None:
        self._rng, self._where = np.random.default_rng(seed), where
        # Steps change by leaps, so that small changes of the usual distance change nothing.
        self._unit = where.scale * 2 ** (round(2 * math.log2(where.unit / where.scale)) / 2)

    def field(self, step: float) -> Floats:
        """Values with a standard deviation of about 1, that change over distances of ``step`` usual distances."""
        size = step * self._unit
        coefficients = 2.0 * self._rng.standard_normal((_TILE, _TILE))
        rows, down = _basis(self._where.height, float(self._where.shift[1]), size)
        columns, across = _basis(self._where.width, float(self._where.shift[0]), size)
        lines: Floats = np.zeros((self._where.height, _TILE))
        for k in range(4):
            lines += down[k][:, None] * coefficients[(rows + k) % _TILE]
        values: Floats = np.zeros((self._where.height, self._where.width))
        for k in range(4):
            values += across[k] * lines[:, (columns + k) % _TILE]
        return values


def _basis(length: int, origin: float, size: float) -> tuple[NDArray[np.intp], tuple[Floats, ...]]:
    """For every pixel the first of its four coefficients, and their weights."""
    at = (np.arange(length) - origin) / size
    first = np.floor(at).astype(np.intp)
    t = at - first
    return first, (
        (1 - t) ** 3 / 6,
        (3 * t**3 - 6 * t**2 + 4) / 6,
        (-3 * t**3 + 3 * t**2 + 3 * t + 1) / 6,
        t**3 / 6,
    )


def warp(labels: NDArray[np.int32], dx: Floats, dy: Floats) -> NDArray[np.int32]:
    """The raster seen through uneven glass: every pixel takes the value at a shifted place."""
    height, width = labels.shape
    rows = np.clip(np.rint(np.arange(height)[:, None] + dy), 0, height - 1).astype(np.intp)
    columns = np.clip(np.rint(np.arange(width) + dx), 0, width - 1).astype(np.intp)
    seen: NDArray[np.int32] = labels[rows, columns]
    return seen
