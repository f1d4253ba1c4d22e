"""What the drawing of a map needs to know of it; maps that are not finished have it too."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from hegemon.maps.map import Map, Point
from hegemon.maps.schema import MAX_COORDINATE, MAX_TERRITORIES
from hegemon.maps.validate import Draft


@dataclass(frozen=True)
class Sketch:
    """Centres, links, the members of groups, and outlines if there are any. Nothing has to be connected."""

    positions: tuple[Point, ...]
    links: tuple[tuple[int, int], ...]
    groups: tuple[tuple[int, ...], ...]
    polygons: tuple[tuple[Point, ...], ...] = ()

    @cached_property
    def groups_of(self) -> tuple[tuple[int, ...], ...]:
        """The groups each territory belongs to."""
        found: list[list[int]] = [[] for _ in self.positions]
        for g, members in enumerate(self.groups):
            for t in members:
                found[t].append(g)
        return tuple(map(tuple, found))

    @classmethod
    def of(cls, board: Map) -> Sketch:
        """The sketch of a map."""
        return cls(board.positions, board.links, tuple(group.members for group in board.groups), board.polygons)

    @classmethod
    def of_draft(cls, draft: Draft) -> Sketch | None:
        """The sketch of a map that may have errors: wrong links and members are left out.

        None if there is nothing to draw: no territory, too many, or one without a place. Outlines count if all
        territories have one.
        """
        rows = draft.rows
        if not 1 <= len(rows) <= MAX_TERRITORIES or not all(isinstance(row, Mapping) for row in rows):
            return None
        positions = [_point((row.get("x"), row.get("y"))) for row in rows]
        outlines = [row.get("polygon") for row in rows]
        drawn = all(isinstance(outline, list | tuple) and len(outline) >= 3 for outline in outlines)
        polygons = [tuple(map(_point, outline)) for outline in outlines] if drawn else []
        if None in positions:
            return None
        return cls(
            tuple(point for point in positions if point is not None),
            draft.links,
            draft.members,
            tuple(tuple(p for p in outline if p is not None) for outline in polygons)
            if not any(None in outline for outline in polygons)
            else (),
        )


def _point(values: object) -> Point | None:
    if not isinstance(values, list | tuple) or len(values) != 2:
        return None
    for value in values:
        if isinstance(value, bool) or not isinstance(value, int | float):
            return None
        if not math.isfinite(value) or abs(value) > MAX_COORDINATE:
            return None
    return float(values[0]), float(values[1])
