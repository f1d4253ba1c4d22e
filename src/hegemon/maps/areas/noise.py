"""Smooth random fields that make coasts and borders uneven."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def noise(rng: np.random.Generator, shape: tuple[int, int], step: float) -> Floats:
    """Random values with a standard deviation of about 1, that change over distances of ``step`` pixels.

    A cubic B-spline with random coefficients, one every ``step`` pixels.
    """
    rows, columns = _basis(shape[0], step), _basis(shape[1], step)
    coefficients = rng.standard_normal((rows.shape[1], columns.shape[1]))
    return 2.0 * (rows @ coefficients @ columns.T)


def _basis(length: int, step: float) -> Floats:
    """The weights of the coefficients at every pixel, an array of shape (pixels, coefficients)."""
    at = np.arange(length) / max(step, 2.0)
    first = np.floor(at).astype(int)
    t = at - first
    weights = np.zeros((length, int(first[-1]) + 4))
    pieces = (
        (1 - t) ** 3 / 6,
        (3 * t**3 - 6 * t**2 + 4) / 6,
        (-3 * t**3 + 3 * t**2 + 3 * t + 1) / 6,
        t**3 / 6,
    )
    for k, piece in enumerate(pieces):
        weights[np.arange(length), first + k] = piece
    return weights


def warp(labels: NDArray[np.int32], dx: Floats, dy: Floats) -> NDArray[np.int32]:
    """The raster seen through uneven glass: every pixel takes the value at a shifted place."""
    height, width = labels.shape
    y, x = np.mgrid[0:height, 0:width]
    rows = np.clip(np.rint(y + dy).astype(int), 0, height - 1)
    columns = np.clip(np.rint(x + dx).astype(int), 0, width - 1)
    seen: NDArray[np.int32] = labels[rows, columns]
    return seen
