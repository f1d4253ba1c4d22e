"""Centres of territories that are far enough apart to be drawn, and the scale of the raster."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from hegemon.maps.map import Map

Floats = NDArray[np.float64]

_PIXELS = 22.0
"""Pixels between neighbouring centres, where the map is not too large for it."""
_LARGEST = 60_000
_EACH = 700
"""Pixels of the raster: at most this many, and this many for every territory."""
_MARGIN = 0.95
"""Water around the outermost centres, in units of the usual distance."""
_GOLDEN = 2.399963229728653


@dataclass(frozen=True)
class Places:
    """Centres in pixels of a raster, with the usual distance of neighbours."""

    centres: Floats
    unit: float
    width: int
    height: int
    outlines: tuple[Floats, ...]


def places(board: Map) -> Places:
    """The centres and outlines of a map in pixels."""
    points = np.array(board.positions, dtype=float)
    outlines = [np.array(outline, dtype=float) for outline in board.polygons]
    everything = np.concatenate([points, *outlines])
    low, high = everything.min(axis=0), everything.max(axis=0)
    extent = float((high - low).max())
    if extent <= 0:
        extent = 1.0
    points = (points - low) / extent
    outlines = [(outline - low) / extent for outline in outlines]
    if outlines:
        unit = float(np.sqrt(np.median([_size(outline) for outline in outlines])))
        unit = unit if unit > 1e-4 else 1 / np.sqrt(len(points))
    else:
        points, unit = _apart(points)
    everything = np.concatenate([points, *outlines])
    margin = (0.3 if outlines else _MARGIN) * unit
    low = everything.min(axis=0) - margin
    width, height = everything.max(axis=0) + margin - low
    most = _LARGEST + _EACH * len(points)
    scale = min(_PIXELS / unit, float(np.sqrt(most / (width * height))))
    return Places(
        (points - low) * scale,
        unit * scale,
        int(np.ceil(width * scale)),
        int(np.ceil(height * scale)),
        tuple((outline - low) * scale for outline in outlines),
    )


def _size(outline: Floats) -> float:
    x, y = outline[:, 0], outline[:, 1]
    return abs(float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))) / 2


def _apart(points: Floats) -> tuple[Floats, float]:
    """Points that are not much nearer to each other than usual, and the usual distance to the nearest one."""
    count = len(points)
    if count == 1:
        return points, 1.0
    usual = _usual(points)
    span = points.max(axis=0) - points.min(axis=0)
    least = max(0.62 * usual, 0.5 * float(np.sqrt(max(span[0] * span[1], span.max() ** 2 / count) / count)) * 0.8)
    least = max(least, 1e-3)
    points = points.copy()
    for _ in range(60):
        pairs = cKDTree(points).query_pairs(least * 0.999, output_type="ndarray")
        if not len(pairs):
            break
        pairs = pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]
        away = points[pairs[:, 1]] - points[pairs[:, 0]]
        distance = np.hypot(away[:, 0], away[:, 1])
        same = distance < 1e-9
        angle = pairs[:, 1] * _GOLDEN
        away[same] = np.stack([np.cos(angle), np.sin(angle)], axis=1)[same]
        distance[same] = 1.0
        gap = np.where(same, 0.0, distance)
        push = away / distance[:, None] * ((least - gap) / 2 + 1e-6)[:, None]
        np.add.at(points, pairs[:, 1], push * 0.7)
        np.add.at(points, pairs[:, 0], -push * 0.7)
    return points, max(_usual(points), least)


def _usual(points: Floats) -> float:
    distances, _ = cKDTree(points).query(points, k=2)
    return float(np.median(distances[:, 1]))
