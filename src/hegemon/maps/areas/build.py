"""A map as areas: from the raster to plain values."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from scipy import ndimage

from hegemon.maps.areas.ground import WATER, Labels, ground
from hegemon.maps.areas.places import Floats, Places, places
from hegemon.maps.areas.routes import around, goes_around, route, touching
from hegemon.maps.areas.trace import Outlines, trace
from hegemon.maps.areas.value import Area, Areas, GroupArea, Line, Route
from hegemon.maps.map import Map

_WIDTH = 1000.0
_CACHED = 64


@lru_cache(maxsize=_CACHED)
def areas(board: Map) -> Areas:
    """A map as areas. The same map gives the same drawing; the last ones are kept."""
    return draw_areas(board, int(board.hash, 16))


def draw_areas(board: Map, seed: int = 0) -> Areas:
    """A map as areas with coasts of a seed, for maps that change while they are drawn: the coasts stay alike."""
    where = places(board)
    labels = ground(board, where, seed)
    return _Drawing(board, where, labels).areas()


class _Drawing:
    """The parts of a drawing, in pixels; `areas` scales them."""

    def __init__(self, board: Map, where: Places, labels: Labels) -> None:
        self.board, self.labels, self.unit = board, labels, where.unit
        count = len(board.territories)
        self.outlines: Outlines = trace(labels, count)
        self.rings = [[self.outlines.ring(parts) for parts in own] for own in self.outlines.rings]
        self.anchors, self.rooms = _anchors(labels, where)
        self.home = _homes(board)
        self.colours = _colours(board, self.home, touching(labels, count) > 0)
        self.scale = _WIDTH / labels.shape[1]

    def areas(self) -> Areas:
        outer = [rings[0] for rings in self.rings]
        lines: dict[str, list[Line]] = {"coasts": [], "borders": [], "fronts": []}
        for arc in self.outlines.arcs:
            ends = arc.inside, arc.outside
            same = WATER not in ends and self.home[ends[0]] == self.home[ends[1]]
            kind = "coasts" if WATER in ends else "borders" if same else "fronts"
            lines[kind].append(self._line(arc.points))
        return Areas(
            width=_WIDTH,
            height=round(self.labels.shape[0] * self.scale, 1),
            room=round(float(np.median(self.rooms)) * self.scale, 1),
            territories=tuple(
                Area(
                    tuple(self._line(ring) for ring in rings),
                    self._line(self.anchors[t : t + 1])[0],
                    round(float(self.rooms[t]) * self.scale, 1),
                    self.colours[self.home[t]] if self.home[t] >= 0 else -1,
                )
                for t, rings in enumerate(self.rings)
            ),
            groups=tuple(self._group(g) for g in range(len(self.board.groups))),
            routes=tuple(self._routes(outer)),
            coasts=tuple(lines["coasts"]),
            borders=tuple(lines["borders"]),
            fronts=tuple(lines["fronts"]),
        )

    def _line(self, points: Floats) -> Line:
        return tuple((round(x, 1), round(y, 1)) for x, y in (points * self.scale).tolist())

    def _group(self, g: int) -> GroupArea:
        members = set(self.board.groups[g].members)
        inside = [arc.inside in members for arc in self.outlines.arcs]
        edge = [arc for arc, own in zip(self.outlines.arcs, inside, strict=True) if own != (arc.outside in members)]
        lines = [arc.points if arc.inside in members else arc.points[::-1] for arc in edge]
        middle = self.anchors[sorted(members)].mean(axis=0)
        return GroupArea(
            self.colours[g], tuple(self._line(ring) for ring in _joined(lines)), self._line(middle[None])[0]
        )

    def _routes(self, outer: list[Floats]) -> list[Route]:
        shared = touching(self.labels, len(outer))
        links = list(self.board.links)
        least = max(2.0, 0.1 * self.unit)
        wraps = goes_around(links, self.anchors, self.labels.shape[1])
        found = []
        for k, (a, b) in enumerate(links):
            if shared[a, b] >= least:
                continue
            if k in wraps:
                lines = around(outer, self.anchors, float(self.labels.shape[1]), a, b)
            else:
                lines = route(self.labels, outer, self.anchors, a, b)
            found.append(Route(k, tuple(self._line(line) for line in lines)))
        return found


def _anchors(labels: Labels, where: Places) -> tuple[Floats, Floats]:
    """A point well inside each patch, near to the centre if that is well inside, and its distance to the edge."""
    edge = np.zeros(np.add(labels.shape, 2), dtype=bool)
    padded = np.pad(labels, 1, constant_values=WATER)
    across, down = padded[:, :-1] != padded[:, 1:], padded[:-1] != padded[1:]
    edge[:, :-1] |= across
    edge[:, 1:] |= across
    edge[:-1] |= down
    edge[1:] |= down
    inner = ndimage.distance_transform_edt(~edge)[1:-1, 1:-1]
    anchors, rooms = np.empty_like(where.centres), np.empty(len(where.centres))
    for t, box in enumerate(ndimage.find_objects(labels + 1, max_label=len(where.centres))):
        depth = np.where(labels[box] == t, inner[box], -1e9)
        rows, columns = np.mgrid[box]
        deepest = depth.max()
        off = np.hypot(columns + 0.5 - where.centres[t][0], rows + 0.5 - where.centres[t][1])
        worth = np.minimum(depth, 0.85 * deepest) - 0.02 * off + 0.15 * depth
        y, x = np.unravel_index(int(worth.argmax()), worth.shape)
        anchors[t] = columns[y, x] + 0.5, rows[y, x] + 0.5
        rooms[t] = depth[y, x] + 0.5
    return anchors, rooms


def _homes(board: Map) -> list[int]:
    """The group whose colour a territory has: the smallest one that it belongs to, or -1."""
    return [min(own, key=lambda g: (len(board.groups[g].members), g), default=-1) for own in board.groups_of]


def _colours(board: Map, home: list[int], near: np.ndarray) -> list[int]:
    """A number of a colour for each group; neighbouring groups have different ones."""
    links = {(a, b) for a, b in board.links} | {(int(a), int(b)) for a, b in np.argwhere(near)}
    around: list[set[int]] = [set() for _ in board.groups]
    for a, b in links:
        if home[a] != home[b] and min(home[a], home[b]) >= 0:
            around[home[a]].add(home[b])
            around[home[b]].add(home[a])
    return [g % 10 for g in range(len(board.groups))]


def _joined(lines: list[Floats]) -> list[Floats]:
    """Closed rings made of lines that meet at their ends."""
    starts: dict[tuple[float, float], list[int]] = {}
    for k, line in enumerate(lines):
        starts.setdefault((float(line[0][0]), float(line[0][1])), []).append(k)
    rings, used = [], [False] * len(lines)
    for first in range(len(lines)):
        if used[first]:
            continue
        ring, k = [], first
        while not used[k]:
            used[k] = True
            ring.append(lines[k][:-1])
            end = float(lines[k][-1][0]), float(lines[k][-1][1])
            k = next((n for n in starts.get(end, ()) if not used[n]), first)
        rings.append(np.concatenate(ring))
    return rings
