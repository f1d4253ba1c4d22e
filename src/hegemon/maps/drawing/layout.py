"""Layout of a drawing: scaling a map to a canvas, routing its links, and placing labels."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hegemon.maps.map import Map, Point

Box = tuple[float, float, float, float]  # left, top, right, bottom
Polygon = tuple[Point, ...]


@dataclass(frozen=True)
class Layout:
    """A map scaled to a canvas: a centre for each territory, a node radius, and outlines if the map has them."""

    width: float
    height: float
    centres: tuple[Point, ...]
    polygons: tuple[Polygon, ...]
    radius: float


def fit(
    board: Map,
    width: float,
    margin: float,
    top: float,
    shape: tuple[float, float] = (0.2, 1.0),
    max_gap: float = 140.0,
) -> Layout:
    """Scale a map to a width, keeping its proportions; the height stays within ``shape`` times the width.

    The two nearest territories are at most ``max_gap`` apart, so that small maps stay compact.
    """
    points = [*board.positions, *(p for outline in board.polygons for p in outline)]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    low, high = min(y for _, y in points), max(y for _, y in points)
    room_x, room_y = width - 2 * margin, shape[1] * width - 2 * margin
    scale = min(
        room_x / max(1e-9, right - left),
        room_y / max(1e-9, high - low),
        max_gap / max(1e-9, smallest_gap(board.positions)),
    )
    height = max(shape[0] * width, (high - low) * scale + 2 * margin) + top

    def place(point: Point) -> Point:
        x = (point[0] - (left + right) / 2) * scale + width / 2
        y = (point[1] - (low + high) / 2) * scale + (height + top) / 2
        return x, y

    centres = tuple(place(p) for p in board.positions)
    polygons = tuple(tuple(place(p) for p in outline) for outline in board.polygons)
    return Layout(width, height, centres, polygons, _radius(centres, polygons))


def _radius(centres: Sequence[Point], polygons: Sequence[Polygon]) -> float:
    """A node radius of a third of the distance to the nearest neighbour, within readable limits."""
    if polygons:
        areas = sorted(abs(area(p)) for p in polygons)
        return min(26.0, max(5.0, 0.3 * math.sqrt(areas[len(areas) // 4])))
    return min(24.0, max(7.0, 0.33 * smallest_gap(centres))) if len(centres) > 1 else 24.0


def smallest_gap(points: Sequence[Point]) -> float:
    """The distance of the two nearest points; 1 for a single point."""
    return min((math.dist(a, b) for i, a in enumerate(points) for b in points[:i]), default=1.0)


def area(polygon: Sequence[Point]) -> float:
    """The signed area of a polygon."""
    ring = zip(polygon, [*polygon[1:], polygon[0]], strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in ring) / 2


def wraps(board: Map, layout: Layout) -> set[int]:
    """The links around the edge of the map: from side to side, and far longer than an ordinary link."""
    lengths = [math.dist(layout.centres[a], layout.centres[b]) for a, b in board.links]
    if not lengths:
        return set()
    usual = sorted(lengths)[len(lengths) // 2]
    span = max(x for x, _ in layout.centres) - min(x for x, _ in layout.centres)
    return {
        i
        for i, (a, b) in enumerate(board.links)
        if abs(layout.centres[a][0] - layout.centres[b][0]) > 0.7 * span and lengths[i] > 4 * usual
    }


def bend(start: Point, end: Point, others: Sequence[Point], clearance: float) -> Point | None:
    """The control point of a curve that avoids other nodes, or None if a straight line does."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    best, best_gap = None, _gap(curve(start, middle, end), others)
    for share in (0.2, -0.2, 0.35, -0.35, 0.5, -0.5):
        if best_gap >= clearance:
            break
        control = middle[0] - dy * share, middle[1] + dx * share
        gap = _gap(curve(start, control, end), others)
        if gap > best_gap:
            best, best_gap = control, gap
    return best


def curve(start: Point, control: Point, end: Point, steps: int = 16) -> list[Point]:
    """Points along a quadratic curve."""
    ts = [i / steps for i in range(steps + 1)]
    return [
        (
            (1 - t) * (1 - t) * start[0] + 2 * t * (1 - t) * control[0] + t * t * end[0],
            (1 - t) * (1 - t) * start[1] + 2 * t * (1 - t) * control[1] + t * t * end[1],
        )
        for t in ts
    ]


def _gap(path: Sequence[Point], others: Sequence[Point]) -> float:
    return min((math.dist(p, o) for p in path for o in others), default=math.inf)


class Room:
    """Tracks what is drawn, to place each label where it covers least."""

    def __init__(self, width: float, top: float, height: float) -> None:
        self._limits = (width, top, height)
        self._solid: list[Box] = []
        self._lines: list[Point] = []

    def add_box(self, box: Box) -> None:
        """Add a box that labels must avoid."""
        self._solid.append(box)

    def add_line(self, points: Iterable[Point]) -> None:
        """Add a line that labels should avoid."""
        self._lines.extend(points)

    def place(self, size: tuple[float, float], candidates: Iterable[tuple[Point, float]]) -> Point:
        """Place a label at the best of the candidates (centre, penalty), and return the centre."""
        width, height = size
        best, best_cost = (0.0, 0.0), math.inf
        for (x, y), dislike in candidates:
            box = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
            cost = dislike + self._cost(box)
            if cost < best_cost:
                best, best_cost = (x, y), cost
        x, y = best
        self.add_box((x - width / 2, y - height / 2, x + width / 2, y + height / 2))
        return best

    def _cost(self, box: Box) -> float:
        left, top, right, bottom = box
        limit_x, limit_top, limit_y = self._limits
        outside = max(0.0, 4 - left, right - limit_x + 4) + max(0.0, limit_top - top, bottom - limit_y + 4)
        cost = 50 * outside
        for a, b, c, d in self._solid:
            if left < c and right > a and top < d and bottom > b:
                cost += 40 + (min(right, c) - max(left, a)) * (min(bottom, d) - max(top, b))
        return cost + 6 * sum(left < x < right and top < y < bottom for x, y in self._lines)


def short_cycles(links: Sequence[tuple[int, int]], longest: int = 6) -> list[tuple[int, ...]]:
    """The cycles of 3 to ``longest`` links."""
    around: dict[int, list[int]] = {}
    for a, b in links:
        around.setdefault(a, []).append(b)
        around.setdefault(b, []).append(a)
    cycles: list[tuple[int, ...]] = []

    def walk(path: tuple[int, ...]) -> None:
        for near in around[path[-1]]:
            if near == path[0] and len(path) > 2 and path[1] < path[-1]:
                cycles.append(path)
            elif near > path[0] and near not in path and len(path) < longest:
                walk((*path, near))

    for start in sorted(around):
        walk((start,))
    return cycles


def contains(polygon: Sequence[Point], point: Point) -> bool:
    """Whether a point lies inside a polygon."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            inside = not inside
    return inside
