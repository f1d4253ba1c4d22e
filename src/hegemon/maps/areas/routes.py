"""Lines for the links between patches that do not touch."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hegemon.maps.areas.ground import WATER, Labels
from hegemon.maps.areas.places import Floats

_BENDS = (0.0, 0.12, -0.12, 0.25, -0.25, 0.4, -0.4)
_STEPS = 24
_ACROSS, _FAR = 0.6, 3.0
"""A link goes around the edge if it spans this share of the width, and this many usual links."""


def touching(labels: Labels, count: int) -> NDArray[np.intp]:
    """How many edges of pixels every two patches share, an array of shape (count, count)."""
    shared = np.zeros((count, count), dtype=np.intp)
    for a, b in ((labels[:, :-1], labels[:, 1:]), (labels[:-1], labels[1:])):
        border = (a != b) & (a != WATER) & (b != WATER)
        np.add.at(shared, (a[border], b[border]), 1)
    total: NDArray[np.intp] = shared + shared.T
    return total


def route(labels: Labels, rings: list[Floats], anchors: Floats, reach: float, a: int, b: int) -> list[Floats]:
    """The line of a sea route from coast to coast; it avoids the land of others if a bend can do so.

    It begins and ends ``reach`` pixels inside its two patches.
    """
    start, end = _nearest(rings[a], rings[b], anchors[a], anchors[b])
    start, end = _inward(start, anchors[a], reach), _inward(end, anchors[b], reach)
    best, fewest = np.stack([start, end]), np.inf
    way = end - start
    for bend in _BENDS:
        control = (start + end) / 2 + bend * np.array([-way[1], way[0]])
        line = curve(start, control, end)
        over = _over(labels, line, (a, b)) + 0.5 * abs(bend)
        if over < fewest:
            best, fewest = line, over
    return [best]


def around(rings: list[Floats], anchors: Floats, width: float, a: int, b: int) -> list[Floats]:
    """A route around the edge of the map: to the left side from one patch and to the right side from the other."""
    west, east = (a, b) if anchors[a][0] < anchors[b][0] else (b, a)
    left, right = rings[west][rings[west][:, 0].argmin()], rings[east][rings[east][:, 0].argmax()]
    height = (left[1] + right[1]) / 2
    return [np.array([left, [0.0, height]]), np.array([right, [width, height]])]


def goes_around(board_links: list[tuple[int, int]], anchors: Floats, width: float) -> set[int]:
    """The links around the edge of the map: from side to side, and far longer than an ordinary link."""
    if not board_links:
        return set()
    ends = np.array(board_links)
    apart = anchors[ends[:, 0]] - anchors[ends[:, 1]]
    lengths = np.hypot(*apart.T)
    far = (np.abs(apart[:, 0]) > _ACROSS * width) & (lengths > _FAR * np.median(lengths))
    return set(np.nonzero(far)[0].tolist())


def curve(start: Floats, control: Floats, end: Floats) -> Floats:
    """Points of a quadratic curve."""
    t = np.linspace(0, 1, _STEPS + 1)[:, None]
    points: Floats = (1 - t) ** 2 * start + 2 * t * (1 - t) * control + t**2 * end
    return points


def _nearest(one: Floats, two: Floats, one_anchor: Floats, two_anchor: Floats) -> tuple[Floats, Floats]:
    """The points of two coasts that are near to each other, and not far from the anchors."""
    cost = np.hypot(*(one[:, None] - two[None]).transpose(2, 0, 1))
    cost += 0.35 * np.hypot(*(one - one_anchor).T)[:, None] + 0.35 * np.hypot(*(two - two_anchor).T)[None]
    i, j = np.unravel_index(int(cost.argmin()), cost.shape)
    return one[i], two[j]


def _inward(point: Floats, anchor: Floats, reach: float) -> Floats:
    """A point of a coast moved towards the anchor."""
    way = anchor - point
    length = float(np.hypot(*way))
    moved: Floats = point + way * min(0.5, reach / max(1e-9, length))
    return moved


def _over(labels: Labels, line: Floats, ends: tuple[int, int]) -> float:
    """How much of a line lies on the land of others."""
    rows = np.clip(line[:, 1].astype(int), 0, labels.shape[0] - 1)
    columns = np.clip(line[:, 0].astype(int), 0, labels.shape[1] - 1)
    found = labels[rows, columns]
    return float(((found != WATER) & (found != ends[0]) & (found != ends[1])).sum())
