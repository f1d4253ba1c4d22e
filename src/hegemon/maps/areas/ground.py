"""Which pixel of the raster belongs to which territory."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from hegemon.maps.areas.noise import Noise, warp
from hegemon.maps.areas.places import Floats, Places
from hegemon.maps.areas.sketch import Sketch

Labels = NDArray[np.int32]

WATER = -1
_LAND = 0.66
"""How far land reaches from a centre or a link, in units of the usual distance."""
_PAST = 0.36
"""How near a link over land may pass by another centre."""
_CORE = 0.28
"""The land around a centre that belongs to it in any case."""
_CHANNEL = 0.085
"""Half the width of the water between neighbours that have no link."""
_SAME_GROUP, _OTHER_GROUP = 1.8, 1.55
"""How long a link over land may be, in units of the usual link."""
_ALL, _FIRST, _LAST = slice(None), slice(None, -1), slice(1, None)
_NEIGHBOURS = (
    ((_ALL, _FIRST), (_ALL, _LAST)),
    ((_FIRST, _ALL), (_LAST, _ALL)),
    ((_FIRST, _FIRST), (_LAST, _LAST)),
    ((_FIRST, _LAST), (_LAST, _FIRST)),
)
"""Pixels and their neighbours to the right, below, and in both diagonals."""


def ground(board: Sketch, where: Places, seed: int) -> Labels:
    """The number of the territory of every pixel, or WATER. Every territory has one connected patch."""
    noise = Noise(where, seed)
    if where.outlines:
        labels = _wrinkled(_drawn(where), where, noise, _usual_edge(where.outlines))
    else:
        labels = _wrinkled(_grown(board, where, noise), where, noise, where.unit)
    labels = _without_crumbs(labels, len(board.positions))
    labels = _channels(labels, _linked(board), max(1.6, _CHANNEL * where.unit))
    return only_largest(labels, len(board.positions))


def _linked(board: Sketch) -> NDArray[np.bool_]:
    count = len(board.positions)
    linked = np.eye(count, dtype=bool)
    for a, b in board.links:
        linked[a, b] = linked[b, a] = True
    return linked


def _usual_edge(outlines: Sequence[Floats]) -> float:
    edges = np.concatenate([np.hypot(*(np.roll(outline, -1, axis=0) - outline).T) for outline in outlines])
    return float(np.median(edges))


def _wrinkled(labels: Labels, where: Places, noise: Noise, edge: float) -> Labels:
    """Coasts and borders with bends, at most as wide as straight edges are long."""
    large, small = min(0.07 * where.unit, 0.16 * edge), min(0.03 * where.unit, 0.1 * edge)
    dx = large * noise.field(0.42) + small * noise.field(0.15)
    dy = large * noise.field(0.42) + small * noise.field(0.15)
    return warp(labels, dx, dy)


def _drawn(where: Places) -> Labels:
    """The outlines of the map, filled; narrow gaps between them are closed."""
    labels = np.full((where.height, where.width), WATER, dtype=np.int32)
    for t, outline in enumerate(where.outlines):
        fill(labels, outline, t)
    distance, (rows, columns) = ndimage.distance_transform_edt(labels == WATER, return_indices=True)
    near = ndimage.binary_closing(np.pad(labels >= 0, 3), iterations=2)[3:-3, 3:-3] & (distance < 3)
    return np.where(near, labels[rows, columns], labels)


def fill(labels: Labels, outline: Floats, value: int) -> None:
    """Fill a polygon (even-odd): in every row the pixels between two crossings with the outline."""
    ax, ay = outline.T
    bx, by = np.concatenate([outline[1:], outline[:1]]).T
    low, high = np.ceil(np.minimum(ay, by) - 0.5).astype(int), np.ceil(np.maximum(ay, by) - 0.5).astype(int)
    edge = np.repeat(np.arange(len(ax)), high - low)
    if not len(edge):
        return
    rows = np.arange(len(edge)) - np.repeat(np.cumsum(high - low) - (high - low), high - low) + low[edge]
    share = (rows + 0.5 - ay[edge]) / (by - ay)[edge]
    columns = np.rint(ax[edge] + share * (bx - ax)[edge]).astype(int)
    top, left = rows.min(), columns.min()
    crossings = np.zeros((rows.max() - top + 1, columns.max() - left + 1), dtype=np.int32)
    np.add.at(crossings, (rows - top, columns - left), 1)
    inside = np.cumsum(crossings, axis=1) % 2 == 1
    labels[top : top + inside.shape[0], left : left + inside.shape[1]][inside] = value


def _grown(board: Sketch, where: Places, noise: Noise) -> Labels:
    """Land around every centre and along the links over land; pixels belong to the nearest of these."""
    unit = where.unit
    lines = _lines(board, where)
    reach = _LAND * unit * (1 + 0.16 * noise.field(0.8) + 0.06 * noise.field(0.3))
    land = ndimage.distance_transform_edt(lines == WATER) < np.clip(reach, 0.4 * unit, 0.9 * unit)
    lakes, count = ndimage.label(~land)
    sizes = np.bincount(lakes.ravel(), minlength=count + 1)
    land |= (sizes < 0.15 * unit * unit)[lakes]
    seeds = _with_cores(lines, where)
    rows, columns = ndimage.distance_transform_edt(seeds == WATER, return_distances=False, return_indices=True)
    return np.where(land, seeds[rows, columns], WATER).astype(np.int32)


def _lines(board: Sketch, where: Places) -> Labels:
    """The centres, and the links over land: half of each belongs to either end."""
    points, owners = [], []
    for a, b in land_links(board, where):
        start, end = where.centres[a], where.centres[b]
        steps = max(2, int(np.hypot(*(end - start))))
        points.append(start + np.linspace(0, 1, 2 * steps)[:, None] * (end - start))
        owners += [a] * steps + [b] * steps
    points.append(where.centres)  # last, so that no link hides a centre
    owners += range(len(where.centres))
    lines = np.full((where.height, where.width), WATER, dtype=np.int32)
    _paint(lines, np.concatenate(points), np.array(owners))
    return lines


def _with_cores(lines: Labels, where: Places) -> Labels:
    """The land that belongs to a territory in any case: its lines, and a disc around its centre."""
    radius = _CORE * where.unit
    reach = int(np.ceil(radius))
    disc = np.mgrid[-reach : reach + 1, -reach : reach + 1].reshape(2, -1).T
    disc = disc[np.hypot(*disc.T) <= radius]
    seeds = lines.copy()
    points = (where.centres[:, None] + disc[None]).reshape(-1, 2)
    _paint(seeds, points, np.repeat(np.arange(len(where.centres)), len(disc)))
    return seeds


def _paint(labels: Labels, points: Floats, owners: NDArray[np.intp]) -> None:
    columns, rows = points.astype(np.intp).T
    labels[np.clip(rows, 0, labels.shape[0] - 1), np.clip(columns, 0, labels.shape[1] - 1)] = owners


def land_links(board: Sketch, where: Places) -> list[tuple[int, int]]:
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
    return bool(apart.min() < _PAST * where.unit)


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
    kept = only_largest(labels, count)
    lost = (kept != labels) & (labels >= 0)
    if not lost.any():
        return labels
    _, (rows, columns) = ndimage.distance_transform_edt(lost, return_indices=True)
    return only_largest(kept[rows, columns], count)


def only_largest(labels: Labels, count: int) -> Labels:
    """The raster with the largest connected patch of every territory only."""
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
