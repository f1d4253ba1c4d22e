"""Layout of a drawing: scaling a map to a canvas, and placing labels."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hegemon.maps.map import Map, Point

Box = tuple[float, float, float, float]  # left, top, right, bottom


@dataclass(frozen=True)
class Layout:
    """The centres of a map scaled to a canvas."""

    width: float
    height: float
    centres: tuple[Point, ...]


def fit(board: Map, width: float, margin: float, shape: tuple[float, float], max_gap: float) -> Layout:
    """Scale the centres to a width, keeping proportions; the height stays within ``shape`` times the width.

    The two nearest territories are at most ``max_gap`` apart, so that small maps stay compact.
    """
    points = board.positions
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    low, high = min(y for _, y in points), max(y for _, y in points)
    room_x, room_y = width - 2 * margin, shape[1] * width - 2 * margin
    scale = min(
        room_x / max(1e-9, right - left),
        room_y / max(1e-9, high - low),
        max_gap / max(1e-9, _smallest_gap(points)),
    )
    height = max(shape[0] * width, (high - low) * scale + 2 * margin)

    def place(point: Point) -> Point:
        x = (point[0] - (left + right) / 2) * scale + width / 2
        y = (point[1] - (low + high) / 2) * scale + height / 2
        return x, y

    return Layout(width, height, tuple(place(p) for p in points))


def _smallest_gap(points: Sequence[Point]) -> float:
    """The distance of the two nearest points; 1 for a single point."""
    return min((math.dist(a, b) for i, a in enumerate(points) for b in points[:i]), default=1.0)


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


class Room:
    """Tracks what is drawn, to place each label where it covers least."""

    def __init__(self, width: float, height: float) -> None:
        self._limits = (width, height)
        self._solid: list[tuple[Box, float]] = []

    def add_box(self, box: Box, weight: float = 1.0) -> None:
        """Add a box that labels must avoid."""
        self._solid.append((box, weight))

    def place(self, size: tuple[float, float], candidates: Iterable[tuple[Point, float]]) -> tuple[Point, float]:
        """Place a label at the best of the candidates (centre, penalty), and return the centre and what it costs."""
        width, height = size
        best, best_cost = (0.0, 0.0), math.inf
        for (x, y), dislike in candidates:
            box = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
            cost = dislike + self._cost(box)
            if cost < best_cost:
                best, best_cost = (x, y), cost
        x, y = best
        self.add_box((x - width / 2, y - height / 2, x + width / 2, y + height / 2))
        return best, best_cost

    def _cost(self, box: Box) -> float:
        left, top, right, bottom = box
        limit_x, limit_y = self._limits
        cost = 50 * (max(0.0, 3 - left, right - limit_x + 3) + max(0.0, 3 - top, bottom - limit_y + 3))
        for (a, b, c, d), weight in self._solid:
            if left < c and right > a and top < d and bottom > b:
                cost += weight * (40 + (min(right, c) - max(left, a)) * (min(bottom, d) - max(top, b)))
        return cost
