"""Which pixel of the raster belongs to which territory."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from hegemon.maps.areas.noise import noise, warp
from hegemon.maps.areas.places import Floats, Places
from hegemon.maps.map import Map

Labels = NDArray[np.int32]

WATER = -1
_LAND = 0.68
"""How far land reaches from a centre or a link, in units of the usual distance."""
_CHANNEL = 0.085
"""Half the width of the water between neighbours that have no link."""
_SAME_GROUP, _OTHER_GROUP = 1.75, 1.4
"""How long a link over land may be, in units of the usual link."""
_ALL, _FIRST, _LAST = slice(None), slice(None, -1), slice(1, None)
_NEIGHBOURS = (
    ((_ALL, _FIRST), (_ALL, _LAST)),
    ((_FIRST, _ALL), (_LAST, _ALL)),
    ((_FIRST, _FIRST), (_LAST, _LAST)),
    ((_FIRST, _LAST), (_LAST, _FIRST)),
)
"""Pixels and their neighbours to the right, below, and in both diagonals."""


def ground(board: Map, where: Places, seed: int) -> Labels:
    """The number of the territory of every pixel, or WATER. Every territory has one connected patch."""
    rng = np.random.default_rng(seed)
    if where.outlines:
        labels = _wrinkled(_drawn(where), where, rng, _usual_edge(where.outlines))
    else:
        labels = _wrinkled(_grown(board, where, rng), where, rng, where.unit)
    labels = _without_crumbs(labels, len(board.territories))
    labels = _channels(labels, _linked(board), max(1.6, _CHANNEL * where.unit))
    return _only_largest(labels, len(board.territories))


def _linked(board: Map) -> NDArray[np.bool_]:
    count = len(board.territories)
    linked = np.eye(count, dtype=bool)
    for a, b in board.links:
        linked[a, b] = linked[b, a] = True
    return linked


def _usual_edge(outlines: Sequence[Floats]) -> float:
    edges = np.concatenate([np.hypot(*(np.roll(outline, -1, axis=0) - outline).T) for outline in outlines])
    return float(np.median(edges))


def _wrinkled(labels: Labels, where: Places, rng: np.random.Generator, edge: float) -> Labels:
    """Coasts and borders with bends, at most as wide as straight edges are long."""
    shape = labels.shape
    large, small = min(0.095 * where.unit, 0.16 * edge), min(0.035 * where.unit, 0.1 * edge)
    dx = large * noise(rng, shape, 0.42 * where.unit) + small * noise(rng, shape, 0.15 * where.unit)
    dy = large * noise(rng, shape, 0.42 * where.unit) + small * noise(rng, shape, 0.15 * where.unit)
    return warp(labels, dx, dy)


def _drawn(where: Places) -> Labels:
    """The outlines of the map, filled; narrow gaps between them are closed."""
    labels = np.full((where.height, where.width), WATER, dtype=np.int32)
    for t, outline in enumerate(where.outlines):
        _fill(labels, outline, t)
    distance, (rows, columns) = ndimage.distance_transform_edt(labels == WATER, return_indices=True)
    near = ndimage.binary_closing(np.pad(labels >= 0, 3), iterations=2)[3:-3, 3:-3] & (distance < 3)
    return np.where(near, labels[rows, columns], labels)


def _fill(labels: Labels, outline: Floats, value: int) -> None:
    """Fill a polygon (even-odd): in every row the pixels between two crossings with the outline."""
    (ax, ay), (bx, by) = outline.T, np.roll(outline, -1, axis=0).T
    first, last = max(0, int(np.floor(ay.min()))), min(labels.shape[0] - 1, int(np.ceil(ay.max())))
    for row in range(first, last + 1):
        y = row + 0.5
        crossed = (ay <= y) != (by <= y)
        if crossed.any():
            share = (y - ay[crossed]) / (by[crossed] - ay[crossed])
            xs = np.sort(ax[crossed] + share * (bx[crossed] - ax[crossed]))
            for left, right in zip(np.rint(xs[::2]).astype(int), np.rint(xs[1::2]).astype(int), strict=True):
                labels[row, max(0, left) : right] = value


def _grown(board: Map, where: Places, rng: np.random.Generator) -> Labels:
    """Land around every centre and along the links over land; pixels belong to the nearest of these."""
    shape, unit = (where.height, where.width), where.unit
    seeds = np.full(shape, WATER, dtype=np.int32)
    for t, (x, y) in enumerate(where.centres):
        seeds[_inside(shape, np.array([[x, y]]))] = t
    for a, b in land_links(board, where):
        start, end = where.centres[a], where.centres[b]
        steps = max(2, int(np.hypot(*(end - start))))
        line = start + np.linspace(0, 1, 2 * steps)[:, None] * (end - start)
        seeds[_inside(shape, line[:steps])] = a
        seeds[_inside(shape, line[steps:])] = b
    for t, (x, y) in enumerate(where.centres):
        seeds[_inside(shape, np.array([[x, y]]))] = t
    distance, (rows, columns) = ndimage.distance_transform_edt(seeds == WATER, return_indices=True)
    reach = _LAND * unit * (1 + 0.16 * noise(rng, shape, 0.8 * unit) + 0.06 * noise(rng, shape, 0.3 * unit))
    land = distance < np.clip(reach, 0.4 * unit, 0.9 * unit)
    lakes, count = ndimage.label(~land)
    sizes = np.bincount(lakes.ravel(), minlength=count + 1)
    land |= (sizes < 0.35 * unit * unit)[lakes]
    return np.where(land, seeds[rows, columns], WATER).astype(np.int32)


def _inside(shape: tuple[int, int], points: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    rows = np.clip(points[:, 1].astype(np.intp), 0, shape[0] - 1)
    columns = np.clip(points[:, 0].astype(np.intp), 0, shape[1] - 1)
    return rows, columns


def land_links(board: Map, where: Places) -> list[tuple[int, int]]:
    """Links that are drawn as land: short, past no other centre, and not across a shorter one."""
    if not board.links:
        return []
    ends = np.array(board.links)
    starts, stops = where.centres[ends[:, 0]], where.centres[ends[:, 1]]
    lengths = np.hypot(*(stops - starts).T)
    usual = max(float(np.median(lengths)), where.unit)
    chosen: list[int] = []
    for at in np.lexsort((np.arange(len(ends)), lengths)).tolist():
        a, b = board.links[at]
        together = not set(board.groups_of[a]).isdisjoint(board.groups_of[b])
        if lengths[at] > usual * (_SAME_GROUP if together else _OTHER_GROUP):
            continue
        if _passes(where, a, b) or _crosses(starts[at], stops[at], starts[chosen], stops[chosen]):
            continue
        chosen.append(at)
    return [board.links[at] for at in chosen]


def _passes(where: Places, a: int, b: int) -> bool:
    """Whether a straight link comes too near to another centre."""
    start, way = where.centres[a], where.centres[b] - where.centres[a]
    along = np.clip(((where.centres - start) @ way) / max(1e-9, float(way @ way)), 0, 1)
    apart = np.hypot(*(where.centres - start - along[:, None] * way).T)
    apart[[a, b]] = np.inf
    return bool(apart.min() < 0.36 * where.unit)


def _crosses(start: Floats, stop: Floats, starts: Floats, stops: Floats) -> bool:
    def side(p: Floats, q: Floats, r: Floats) -> Floats:
        found: Floats = (q[..., 0] - p[..., 0]) * (r[..., 1] - p[..., 1]) - (q[..., 1] - p[..., 1]) * (
            r[..., 0] - p[..., 0]
        )
        return found

    one = side(start, stop, starts) * side(start, stop, stops)
    two = side(starts, stops, start) * side(starts, stops, stop)
    return bool(((one < -1e-9) & (two < -1e-9)).any())


def _without_crumbs(labels: Labels, count: int) -> Labels:
    """Pieces apart from the largest patch of their territory go to the land around them, or to the water."""
    kept = _only_largest(labels, count)
    lost = (kept != labels) & (labels >= 0)
    if not lost.any():
        return labels
    _, (rows, columns) = ndimage.distance_transform_edt(lost, return_indices=True)
    return _only_largest(kept[rows, columns], count)


def _only_largest(labels: Labels, count: int) -> Labels:
    result = np.full_like(labels, WATER)
    for t, box in enumerate(ndimage.find_objects(labels + 1, max_label=count)):
        if box is None:
            continue
        pieces, number = ndimage.label(labels[box] == t)
        best = 1 if number == 1 else 1 + int(np.bincount(pieces.ravel())[1:].argmax())
        result[box][pieces == best] = t
    return result


def _channels(labels: Labels, linked: NDArray[np.bool_], width: float) -> Labels:
    """Water between neighbours that have no link."""
    parted = np.zeros(labels.shape, dtype=bool)
    for first, second in _NEIGHBOURS:
        a, b = labels[first], labels[second]
        bad = (a >= 0) & (b >= 0) & ~linked[a, b]
        parted[first] |= bad
        parted[second] |= bad
    if not parted.any():
        return labels
    distance, (rows, columns) = ndimage.distance_transform_edt(~parted, return_indices=True)
    own = labels[rows, columns] == labels
    return np.where((distance < width) & own, WATER, labels).astype(np.int32)
