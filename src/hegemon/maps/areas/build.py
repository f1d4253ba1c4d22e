"""A map as areas: from the raster to plain values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from itertools import chain

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage
from scipy.spatial import cKDTree

from hegemon.maps.areas.ground import WATER, Labels, ground
from hegemon.maps.areas.places import Floats, Places, places
from hegemon.maps.areas.routes import around, goes_around, route, touching
from hegemon.maps.areas.sketch import Sketch
from hegemon.maps.areas.trace import Outlines, Part, trace
from hegemon.maps.areas.value import Area, Areas, GroupArea, Line, Point, Route
from hegemon.maps.map import Map

_WIDTH = 1000.0
_CACHED = 64
_LEAST = 12
"""Pixels of the smallest territory."""
COLOURS = 8
"""How many colours of groups there are."""


@lru_cache(maxsize=_CACHED)
def areas(board: Map) -> Areas:
    """A map as areas. The same map gives the same drawing; the last ones are kept."""
    return draw_areas(board, int(board.hash, 16))


def draw_areas(board: Map | Sketch, seed: int = 0) -> Areas:
    """A map as areas with the coasts of a seed, for maps that change while they are drawn: the coasts stay alike.

    The sketch of a map that is not finished can be drawn too.
    """
    sketch = Sketch.of(board) if isinstance(board, Map) else board
    where = places(sketch)
    labels = ground(sketch, where, seed)
    if sketch.polygons and not _complete(labels, len(sketch.positions)):  # outlines that cover each other
        return draw_areas(replace(sketch, polygons=()), seed)
    return _Drawing(sketch, where, labels).areas()


def _complete(labels: Labels, count: int) -> bool:
    """Whether every territory has land enough to be seen."""
    return int(np.bincount(labels[labels >= 0], minlength=count).min()) >= _LEAST


class _Drawing:
    """The parts of a drawing, in pixels; `areas` scales them."""

    def __init__(self, board: Sketch, where: Places, labels: Labels) -> None:
        self.board, self.labels, self.where = board, labels, where
        count = len(board.positions)
        self.outlines: Outlines = trace(labels, count)
        self.rings = [self.outlines.ring(own[0]) for own in self.outlines.rings]
        self.anchors, self.rooms = _anchors(labels, where)
        self.shared = touching(labels, count)
        self.home = _homes(board)
        self.colours = _colours(board, self.home, self.shared > 0)
        self.scale = _WIDTH / labels.shape[1]
        self.lines = [self._line(arc.points) for arc in self.outlines.arcs]

    def areas(self) -> Areas:
        kinds: dict[str, list[Line]] = {"coasts": [], "borders": [], "fronts": []}
        for arc, line in zip(self.outlines.arcs, self.lines, strict=True):
            ends = arc.inside, arc.outside
            same = WATER not in ends and self.home[ends[0]] == self.home[ends[1]]
            kinds["coasts" if WATER in ends else "borders" if same else "fronts"].append(line)
        return Areas(
            width=_WIDTH,
            height=round(self.labels.shape[0] * self.scale, 1),
            room=round(float(np.median(self.rooms)) * self.scale, 1),
            place=self._place(),
            territories=tuple(self._area(t) for t in range(len(self.rings))),
            groups=self._groups(),
            routes=tuple(self._routes()),
            coasts=tuple(kinds["coasts"]),
            borders=tuple(kinds["borders"]),
            fronts=tuple(kinds["fronts"]),
        )

    def _place(self) -> tuple[float, float, float]:
        x, y = (self.where.shift * self.scale).tolist()
        return self.where.scale * self.scale, x, y

    def _line(self, points: Floats) -> Line:
        return tuple((x, y) for x, y in np.round(points * self.scale, 1).tolist())

    def _area(self, t: int) -> Area:
        home = self.home[t]
        return Area(
            rings=tuple(self._ring(parts) for parts in self.outlines.rings[t]),
            anchor=self._line(self.anchors[t : t + 1])[0],
            room=round(float(self.rooms[t]) * self.scale, 1),
            colour=self.colours[home] if home >= 0 else -1,
        )

    def _ring(self, parts: Iterable[Part]) -> Line:
        """A closed line; its last point is not the first one again."""
        return tuple(chain.from_iterable(self.lines[k][:0:-1] if back else self.lines[k][:-1] for k, back in parts))

    def _groups(self) -> tuple[GroupArea, ...]:
        """The groups; names keep away from the numbers of armies and from each other."""
        found, taken = [], self.anchors
        for g in range(len(self.board.groups)):
            label = _label(self.labels, self.board.groups[g], self.anchors, taken)
            found.append(self._group(g, label))
            taken = np.concatenate([taken, label[None]])
        return tuple(found)

    def _group(self, g: int, label: Floats) -> GroupArea:
        members = set(self.board.groups[g])
        edge = [
            (k, arc.outside in members)
            for k, arc in enumerate(self.outlines.arcs)
            if (arc.inside in members) != (arc.outside in members)
        ]
        outline = tuple(self._ring(parts) for parts in _joined(edge, self.lines))
        return GroupArea(self.colours[g], outline, self._line(label[None])[0])

    def _routes(self) -> list[Route]:
        links = list(self.board.links)
        least = max(2.0, 0.1 * self.where.unit)
        wraps = goes_around(links, self.anchors, self.labels.shape[1])
        found = []
        for k, (a, b) in enumerate(links):
            if self.shared[a, b] >= least:
                continue
            if k in wraps:
                lines = around(self.rings, self.anchors, float(self.labels.shape[1]), a, b)
            else:
                lines = route(self.labels, self.rings, self.anchors, 0.1 * self.where.unit, a, b)
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


def _homes(board: Sketch) -> list[int]:
    """The group whose colour a territory has: the smallest one that it belongs to, or -1."""
    return [min(own, key=lambda g: (len(board.groups[g]), g), default=-1) for own in board.groups_of]


def _colours(board: Sketch, home: list[int], near: NDArray[np.bool_]) -> list[int]:
    """A colour for each group: all different if there are enough, else different from the groups around it."""
    around: list[set[int]] = [set() for _ in board.groups]
    for a, b in [*board.links, *np.argwhere(near).tolist()]:
        if home[a] != home[b] and min(home[a], home[b]) >= 0:
            around[home[a]].add(home[b])
            around[home[b]].add(home[a])
    for own in board.groups_of:  # groups that overlap
        for g in own:
            around[g].update(h for h in own if h != g)
    colours: dict[int, int] = {}
    for g in sorted(range(len(board.groups)), key=lambda g: (g not in home, g)):  # groups that are seen as land first
        taken, used = [colours[n] for n in around[g] if n in colours], list(colours.values())
        colours[g] = min(range(COLOURS), key=lambda c: (taken.count(c), used.count(c), c))
    return [colours[g] for g in range(len(board.groups))]


def _label(labels: Labels, members: tuple[int, ...], anchors: Floats, taken: Floats) -> Floats:
    """A place for the name of a group: on its land, near its middle, and away from what is there already."""
    middle: Floats = anchors[list(members)].mean(axis=0) if members else anchors.mean(axis=0)
    rows, columns = np.nonzero(np.isin(labels[::3, ::3], members))
    if not len(rows):
        return middle
    spots = np.stack([3.0 * columns, 3.0 * rows], axis=1) + 0.5
    narrow = np.array([0.5, 1.0])  # texts are wider than high
    near, _ = cKDTree(taken * narrow).query(spots * narrow)
    best: Floats = spots[int((near - 0.12 * np.hypot(*(spots - middle).T)).argmax())]
    return best


def _joined(edge: list[Part], lines: list[Line]) -> list[list[Part]]:
    """Closed rings of arcs that meet at their ends."""
    starts: dict[Point, list[int]] = {}
    for at, (k, back) in enumerate(edge):
        starts.setdefault(lines[k][-1 if back else 0], []).append(at)
    rings, used = [], [False] * len(edge)
    for first in range(len(edge)):
        ring, at = [], first
        while not used[at]:
            used[at] = True
            ring.append(edge[at])
            k, back = edge[at]
            at = next((n for n in starts.get(lines[k][0 if back else -1], ()) if not used[n]), first)
        if ring:
            rings.append(ring)
    return rings
