"""Smooth random fields that make coasts and borders uneven."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def noise(rng: np.random.Generator, shape: tuple[int, int], step: float) -> Floats:
    """Random values with a standard deviation of about 1, that change over distances of ``step`` pixels.

    A cubic B-spline with random coefficients, one every ``step`` pixels.
    """
    (rows, down), (columns, across) = _basis(shape[0], step), _basis(shape[1], step)
    coefficients = 2.0 * rng.standard_normal((int(rows[-1]) + 4, int(columns[-1]) + 4))
    lines: Floats = np.zeros((shape[0], coefficients.shape[1]))
    for k in range(4):
        lines += down[k][:, None] * coefficients[rows + k]
    field: Floats = np.zeros(shape)
    for k in range(4):
        field += across[k] * lines[:, columns + k]
    return field


def _basis(length: int, step: float) -> tuple[NDArray[np.intp], tuple[Floats, ...]]:
    """For every pixel the first of its four coefficients, and their weights."""
    at = np.arange(length) / max(step, 2.0)
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
