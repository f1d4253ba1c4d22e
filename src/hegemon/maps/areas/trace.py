"""The outlines of the patches of a raster, as smooth lines that neighbours share."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from hegemon.maps.areas.ground import WATER, Labels
from hegemon.maps.areas.places import Floats

Corner = tuple[int, int]
Part = tuple[int, bool]

_ROUNDS = 5
"""How often a line is smoothed."""
_STEP = 2.0
"""Pixels between the points of a line."""
_FLAT = 0.12
"""A point nearer than this to the line between its neighbours is left out."""
_WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # right, down, left, up


@dataclass(frozen=True)
class Arc:
    """A line between two patches: from one corner of three patches to the next one, or closed.

    ``inside`` is on its right hand, ``outside`` on its left hand, or WATER.
    """

    points: Floats
    inside: int
    outside: int


@dataclass(frozen=True)
class Outlines:
    """The arcs of a raster, and the rings of every patch: numbers of arcs, and whether each runs backward.

    The outer ring of a patch comes first.
    """

    arcs: tuple[Arc, ...]
    rings: tuple[tuple[tuple[Part, ...], ...], ...]

    def ring(self, parts: tuple[Part, ...]) -> Floats:
        """The points of a ring; the last one is not the first one again."""
        return np.concatenate(
            [self.arcs[k].points[::-1][:-1] if back else self.arcs[k].points[:-1] for k, back in parts]
        )


def trace(labels: Labels, count: int) -> Outlines:
    """The outlines of the patches 0 to count - 1."""
    padded = np.pad(labels, 1, constant_values=WATER)
    nodes = _nodes(padded)
    arcs: list[Arc] = []
    known: dict[tuple[Corner, Corner], Part] = {}
    rings: list[list[tuple[Part, ...]]] = [[] for _ in range(count)]
    for label, ring in _rings(padded):
        parts = []
        for part in _cut(ring, nodes):
            if (part[0], part[1]) not in known:
                known[part[0], part[1]] = len(arcs), False
                known[part[-1], part[-2]] = len(arcs), True
                arcs.append(Arc(_smooth(part), label, _left_hand(padded, part[0], part[1])))
            parts.append(known[part[0], part[1]])
        rings[label].append(tuple(parts))
    found = Outlines(tuple(arcs), tuple(map(tuple, rings)))
    order = (tuple(sorted(own, key=lambda parts: -_size(found.ring(parts)))) for own in found.rings)
    return Outlines(found.arcs, tuple(order))


def _nodes(padded: Labels) -> set[Corner]:
    """The corners where more than two edges meet. Corner (y, x) is the upper left one of pixel (y, x)."""
    a, b, c, d = padded[:-1, :-1], padded[:-1, 1:], padded[1:, :-1], padded[1:, 1:]
    edges = (a != b).astype(int) + (c != d) + (a != c) + (b != d)
    ys, xs = np.nonzero(edges > 2)
    return set(zip((ys + 1).tolist(), (xs + 1).tolist(), strict=True))


def _steps(padded: Labels) -> dict[tuple[int, Corner], list[int]]:
    """The directions in which one can walk from a corner along the edge of a patch, with the patch on the right."""
    steps: dict[tuple[int, Corner], list[int]] = {}
    above, below, before, after = padded[:-1], padded[1:], padded[:, :-1], padded[:, 1:]
    for way, (own, other, down, right) in enumerate(
        ((below, above, 1, 0), (before, after, 0, 1), (above, below, 1, 1), (after, before, 1, 1))
    ):
        ys, xs = np.nonzero((own != other) & (own != WATER))
        for y, x, label in zip((ys + down).tolist(), (xs + right).tolist(), own[ys, xs].tolist(), strict=True):
            steps.setdefault((label, (y, x)), []).append(way)
    return steps


def _rings(padded: Labels) -> list[tuple[int, list[Corner]]]:
    """The corners around every patch, clockwise, and around its holes."""
    steps = _steps(padded)
    rings = []
    for (label, start), ways in steps.items():
        while ways:
            way = ways.pop()
            ring, (y, x) = [start], start
            while True:
                dy, dx = _WAYS[way]
                y, x = y + dy, x + dx
                if (y, x) == start:
                    break
                ring.append((y, x))
                choice = steps[label, (y, x)]
                if len(choice) == 1:
                    way = choice.pop()
                else:  # two pixels of the patch touch in this corner only: stay with the same one
                    way = (way + 1) % 4 if (way + 1) % 4 in choice else choice[0]
                    choice.remove(way)
            rings.append((label, ring))
    return rings


def _cut(ring: list[Corner], nodes: set[Corner]) -> list[list[Corner]]:
    """The parts of a ring from node to node; without a node, all of it from its first corner."""
    cuts = [k for k, corner in enumerate(ring) if corner in nodes]
    if not cuts:
        first = ring.index(min(ring))
        return [ring[first:] + ring[: first + 1]]
    parts = [ring[a : b + 1] for a, b in pairwise(cuts)]
    return [*parts, ring[cuts[-1] :] + ring[: cuts[0] + 1]]


def _left_hand(padded: Labels, start: Corner, end: Corner) -> int:
    (y, x), step = start, (end[0] - start[0], end[1] - start[1])
    dy, dx = {(0, 1): (-1, 0), (1, 0): (0, 0), (0, -1): (0, -1), (-1, 0): (-1, -1)}[step]
    return int(padded[y + dy, x + dx])


def _smooth(corners: list[Corner]) -> Floats:
    """The line through the corners without stairs; its ends stay, so that lines meet."""
    points = np.array(corners, dtype=float)[:, ::-1] - 1.0
    closed = corners[0] == corners[-1]
    for _ in range(_ROUNDS):
        inner = 0.5 * points[1:-1] + 0.25 * (points[:-2] + points[2:])
        ends = 0.5 * points[0] + 0.25 * (points[1] + points[-2]) if closed and len(points) > 4 else None
        points[1:-1] = inner
        if ends is not None:
            points[0] = points[-1] = ends
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    count = max(5 if closed else 2, round(along[-1] / _STEP) + 1)
    at = np.linspace(0, along[-1], count)
    return _bent(np.stack([np.interp(at, along, points[:, 0]), np.interp(at, along, points[:, 1])], axis=1))


def _bent(points: Floats) -> Floats:
    """The points without those on a straight line; no two neighbours are left out."""
    if len(points) < 8:
        return points
    way = points[2:] - points[:-2]
    off = points[1:-1] - points[:-2]
    high = np.abs(way[:, 0] * off[:, 1] - way[:, 1] * off[:, 0]) / np.maximum(np.hypot(*way.T), 1e-9)
    kept = np.ones(len(points), dtype=bool)
    flat = high < _FLAT
    flat[1::2] = False
    kept[1:-1] = ~flat
    return points[kept]


def _size(ring: Floats) -> float:
    x, y = ring[:, 0], ring[:, 1]
    return abs(float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))) / 2
