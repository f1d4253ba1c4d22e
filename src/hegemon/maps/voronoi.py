"""Voronoi cells in plain Python, using only arithmetic that every machine rounds alike (+ - * / sqrt)."""

from __future__ import annotations

import math
from dataclasses import dataclass

Point = tuple[float, float]

OUTSIDE = -1


@dataclass(frozen=True)
class Cell:
    """The points nearest to one site: a convex polygon, and for each edge the site on its other side (or OUTSIDE).

    Edge ``k`` runs from corner ``k`` to corner ``k + 1``.
    """

    corners: tuple[Point, ...]
    across: tuple[int, ...]

    def centroid(self) -> Point:
        """The centre of mass, where Lloyd's relaxation moves the site."""
        area = x_sum = y_sum = 0.0
        for (ax, ay), (bx, by) in zip(self.corners, self.corners[1:] + self.corners[:1], strict=True):
            cross = ax * by - bx * ay
            area += cross
            x_sum += (ax + bx) * cross
            y_sum += (ay + by) * cross
        return x_sum / (3 * area), y_sum / (3 * area)

    def borders(self) -> dict[int, float]:
        """The squared length of the border with each neighbouring site."""
        ends = zip(self.corners, self.corners[1:] + self.corners[:1], strict=True)
        return {
            other: (bx - ax) * (bx - ax) + (by - ay) * (by - ay)
            for other, ((ax, ay), (bx, by)) in zip(self.across, ends, strict=True)
            if other != OUTSIDE
        }


def voronoi(sites: list[Point], width: float, height: float) -> list[Cell]:
    """The cells of distinct sites within the rectangle [0, width] x [0, height].

    Each cell starts as the rectangle and is cut by the bisector with every other site, nearest first, until the next
    site is too far away to cut anything: more than twice as far as the farthest corner.
    """
    size = math.sqrt(width * height / len(sites))
    columns, rows = int(width / size) + 1, int(height / size) + 1
    buckets: dict[tuple[int, int], list[int]] = {}
    for i, (x, y) in enumerate(sites):
        buckets.setdefault((int(x / size), int(y / size)), []).append(i)
    return [_cell(i, sites, buckets, size, max(columns, rows), (width, height)) for i in range(len(sites))]


def _cell(
    site: int,
    sites: list[Point],
    buckets: dict[tuple[int, int], list[int]],
    size: float,
    rings: int,
    corner: Point,
) -> Cell:
    x, y = sites[site]
    width, height = corner
    corners: list[Point] = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    across = [OUTSIDE] * 4
    column, row = int(x / size), int(y / size)
    for ring in range(rings + 1):
        reach = max((px - x) * (px - x) + (py - y) * (py - y) for px, py in corners)
        nearest = max(0, ring - 1) * size  # minimum distance of the sites of this ring
        if nearest * nearest > 4 * reach:
            break
        found = []
        for bx in range(column - ring, column + ring + 1):
            step = 1 if abs(bx - column) == ring else 2 * ring
            for by in range(row - ring, row + ring + 1, step):
                for other in buckets.get((bx, by), ()):
                    if other != site:
                        ox, oy = sites[other]
                        found.append(((ox - x) * (ox - x) + (oy - y) * (oy - y), other))
        for distance, other in sorted(found):
            if distance <= 4 * reach:
                corners, across = _cut(corners, across, (x, y), sites[other], other)
    return Cell(tuple(corners), tuple(across))


def _cut(
    corners: list[Point], across: list[int], site: Point, rival: Point, rival_number: int
) -> tuple[list[Point], list[int]]:
    """Keep the part of a polygon that is nearer to the site than to the rival."""
    dx, dy = rival[0] - site[0], rival[1] - site[1]
    middle = (rival[0] + site[0]) / 2 * dx + (rival[1] + site[1]) / 2 * dy
    side = [px * dx + py * dy - middle for px, py in corners]  # negative: nearer to the site
    if max(side) <= 0:
        return corners, across
    kept: list[Point] = []
    labels: list[int] = []
    for k, (p, s) in enumerate(zip(corners, side, strict=True)):
        q, t = corners[(k + 1) % len(corners)], side[(k + 1) % len(corners)]
        if s <= 0:
            kept.append(p)
            labels.append(across[k])
        if (s <= 0) != (t <= 0):
            share = s / (s - t)
            kept.append((p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share))
            labels.append(rival_number if s <= 0 else across[k])
    return kept, labels
