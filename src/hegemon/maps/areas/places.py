"""Centres of territories that are far enough apart to be drawn, and the scale of the raster."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from hegemon.maps.areas.sketch import Sketch

Floats = NDArray[np.float64]

_PIXELS = 40.0
"""Pixels between neighbouring centres, where the map is not too large for it."""
_LARGEST = 80_000
_EACH = 700
"""Pixels of the raster: at most this many, and this many for every territory."""
_MARGIN = 1.1
"""Water around the outermost centres, in units of the usual distance."""
_NEAREST = 0.62
"""How near two centres may be, in units of the usual distance."""
_FEWEST = 18.0
"""How near two centres may be, in pixels."""
_ROUNDS = 60
_GOLDEN = 2.399963229728653


@dataclass(frozen=True)
class Places:
    """Centres in pixels of a raster, with the usual distance of neighbours.

    A place of the map is at ``scale * place + shift`` on the raster, if it was not moved.
    """

    centres: Floats
    unit: float
    width: int
    height: int
    outlines: tuple[Floats, ...]
    scale: float
    shift: Floats


def places(board: Sketch) -> Places:
    """The centres and outlines of a map in pixels."""
    points = np.array(board.positions, dtype=float)
    outlines = [np.array(outline, dtype=float) for outline in board.polygons]
    everything = np.concatenate([points, *outlines])
    first, extent = everything.min(axis=0), float(np.ptp(everything, axis=0).max()) or 1.0
    points = (points - first) / extent
    outlines = [(outline - first) / extent for outline in outlines]
    if outlines:
        unit = float(np.sqrt(np.median([_size(outline) for outline in outlines])))
        unit = unit if unit > 1e-4 else 1 / np.sqrt(len(points))
    else:
        points, unit = _apart(points)
    low, scale, (width, height) = _raster(np.concatenate([points, *outlines]), unit, len(points), bool(outlines))
    return Places(
        (points - low) * scale,
        unit * scale,
        int(np.ceil(width * scale)),
        int(np.ceil(height * scale)),
        tuple((outline - low) * scale for outline in outlines),
        scale / extent,
        -(first / extent + low) * scale,
    )


def _raster(points: Floats, unit: float, count: int, outlines: bool) -> tuple[Floats, float, Floats]:
    """The corner of the raster, its pixels per unit of length, and its width and height."""
    margin = (0.4 if outlines else _MARGIN) * unit
    low: Floats = points.min(axis=0) - margin
    extent: Floats = points.max(axis=0) + margin - low
    return low, min(_PIXELS / unit, float(np.sqrt((_LARGEST + _EACH * count) / extent.prod()))), extent


def _size(outline: Floats) -> float:
    x, y = outline[:, 0], outline[:, 1]
    return abs(float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))) / 2


def _apart(points: Floats) -> tuple[Floats, float]:
    """Points that are not much nearer to each other than usual, and the usual distance to the nearest one."""
    count = len(points)
    if count == 1:
        return points, 1.0
    least = max(_NEAREST * _usual(points), 1e-3)
    for _ in range(_ROUNDS):
        points = _pushed(points, least)
        _, scale, _ = _raster(points, max(_usual(points), least), count, False)
        if least * scale > _FEWEST:
            break
        least = 1.15 * max(least, _FEWEST / scale)
    return points, max(_usual(points), least)


def _pushed(points: Floats, least: float) -> Floats:
    """Points pushed apart where they are nearer than the least distance."""
    points = points.copy()
    for _ in range(_ROUNDS):
        pairs = cKDTree(points).query_pairs(least * 0.999, output_type="ndarray")
        if not len(pairs):
            break
        pairs = pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]
        away = points[pairs[:, 1]] - points[pairs[:, 0]]
        distance = np.hypot(away[:, 0], away[:, 1])
        same = distance < 1e-9
        angle = pairs[:, 1] * _GOLDEN
        away[same] = np.stack([np.cos(angle), np.sin(angle)], axis=1)[same]
        gap = np.where(same, 0.0, distance)
        distance[same] = 1.0
        push = 0.7 * away / distance[:, None] * ((least - gap) / 2 + 1e-6)[:, None]
        np.add.at(points, pairs[:, 1], push)
        np.add.at(points, pairs[:, 0], -push)
    return points


def _usual(points: Floats) -> float:
    distances, _ = cKDTree(points).query(points, k=2)
    return float(np.median(distances[:, 1]))
