"""The outlines of the patches of a raster, as smooth lines that neighbours share.

An edge is a side of a pixel with another patch or water behind it. Corner (y, x) is the upper left corner of pixel
(y, x). Edges are walked with their patch on the right hand: clockwise around it, the other way around its holes.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from hegemon.maps.areas.ground import WATER, Labels
from hegemon.maps.areas.places import Floats
from hegemon.maps.areas.smooth import FLAT, ROUNDS, STEP, smooth

Ints = NDArray[np.intp]
Part = tuple[int, bool]


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
        lines = [self.arcs[k].points[::-1] if back else self.arcs[k].points for k, back in parts]
        return np.concatenate([line[:-1] for line in lines])


def trace(labels: Labels, count: int, *, rounds: int = ROUNDS, step: float = STEP, flat: float = FLAT) -> Outlines:
    """The outlines of the patches 0 to count - 1; the settings are those of `smooth`."""
    padded = np.pad(labels, 1, constant_values=WATER)
    edges = _edges(padded)
    node = _nodes(padded)[edges.y, edges.x].tolist()
    corners: Floats = np.stack([edges.x, edges.y], axis=1).astype(np.float64) - 1.0
    own, other = edges.own.tolist(), edges.other.tolist()
    lines: list[Floats] = []
    sides: list[tuple[int, int]] = []
    known: dict[tuple[int, int], Part] = {}  # by the first edge, as its two ends, and the patch
    rings: list[list[tuple[Part, ...]]] = [[] for _ in range(count)]
    names = edges.names.tolist()
    for ring in _rings(edges):
        label, parts = own[ring[0]], []
        for part in _cut(ring, node, names):
            first, last = names[part[0]], names[part[-2]]
            if (first, label) not in known:
                known[first, label] = len(lines), False
                known[last, other[part[0]]] = len(lines), True
                lines.append(corners[part])
                sides.append((label, other[part[0]]))
            parts.append(known[first, label])
        rings[label].append(tuple(parts))
    arcs = (Arc(line, *ends) for line, ends in zip(smooth(lines, rounds, step, flat), sides, strict=True))
    found = Outlines(tuple(arcs), tuple(map(tuple, rings)))
    order = (tuple(sorted(each, key=lambda parts: -_size(found.ring(parts)))) for each in found.rings)
    return Outlines(found.arcs, tuple(order))


@dataclass(frozen=True)
class _Edges:
    """Arrays of edges: the corner where each begins, the patches on its right and left hand, the edge that follows,
    and a name that is the same from both sides."""

    y: Ints
    x: Ints
    own: Ints
    other: Ints
    following: Ints
    names: Ints


def _edges(padded: Labels) -> _Edges:
    above, below, before, after = padded[:-1], padded[1:], padded[:, :-1], padded[:, 1:]
    columns = []
    for way, (own, other, down, right) in enumerate(
        ((below, above, 1, 0), (before, after, 0, 1), (above, below, 1, 1), (after, before, 1, 1))
    ):
        ys, xs = np.nonzero((own != other) & (own != WATER))
        columns.append((ys + down, xs + right, own[ys, xs], other[ys, xs], np.full(len(ys), way)))
    y, x, inner, outer, ways = (np.concatenate(column).astype(np.intp) for column in zip(*columns, strict=True))
    end_y, end_x = y + np.array([0, 1, 0, -1])[ways], x + np.array([1, 0, -1, 0])[ways]
    wide, corners = padded.shape[1] + 1, (padded.shape[0] + 1) * (padded.shape[1] + 1)
    start, end = y * wide + x, end_y * wide + end_x
    order = np.argsort(inner * corners + start, kind="stable")
    keys = (inner * corners + start)[order]
    at = np.searchsorted(keys, inner * corners + end)
    second = np.minimum(at + 1, len(keys) - 1)
    # Where two pixels of a patch touch in a corner only, two edges begin there: the one to the right stays with the
    # same pixel.
    twice = (keys[second] == keys[at]) & (second != at) & (ways[order[second]] == (ways + 1) % 4)
    following = order[np.where(twice, second, at)]
    return _Edges(y, x, inner, outer, following, np.minimum(start, end) * 2 + ways % 2)


def _nodes(padded: Labels) -> NDArray[np.bool_]:
    """Whether more than two edges meet in a corner."""
    a, b, c, d = padded[:-1, :-1], padded[:-1, 1:], padded[1:, :-1], padded[1:, 1:]
    meeting = (a != b).astype(np.int8) + (c != d) + (a != c) + (b != d)
    return np.pad(meeting > 2, 1)


def _rings(edges: _Edges) -> list[list[int]]:
    """The edges around every patch and its holes."""
    following = edges.following.tolist()
    fresh = [True] * len(following)
    rings = []
    for first in range(len(following)):
        if not fresh[first]:
            continue
        ring, edge = [], first
        while fresh[edge]:
            fresh[edge] = False
            ring.append(edge)
            edge = following[edge]
        rings.append(ring)
    return rings


def _cut(ring: list[int], node: list[bool], names: list[int]) -> list[list[int]]:
    """The parts of a ring from node to node, each with the first edge after it; without a node, all of it.

    A ring without nodes begins at the corner that its neighbour finds too.
    """
    cuts = [k for k, edge in enumerate(ring) if node[edge]]
    if not cuts:
        cuts = [_first_corner(ring, names)]
    turned = ring[cuts[0] :] + ring[: cuts[0] + 1]
    ends = [k - cuts[0] for k in cuts] + [len(ring)]
    return [turned[a : b + 1] for a, b in pairwise(ends)]


def _first_corner(ring: list[int], names: list[int]) -> int:
    """The corner between the edge of the smallest name and the smaller one of its neighbours."""
    k = min(range(len(ring)), key=lambda at: names[ring[at]])
    later = (k + 1) % len(ring)
    return k if names[ring[k - 1]] < names[ring[later]] else later


def _size(ring: Floats) -> float:
    x, y = ring.T
    return abs(float(np.dot(x[:-1], y[1:]) - np.dot(y[:-1], x[1:]) + x[-1] * y[0] - y[-1] * x[0])) / 2
