"""The map as SVG: sea, land, the rims of groups, sea routes."""

from __future__ import annotations

from dataclasses import dataclass

from hegemon.maps.areas import Areas, areas
from hegemon.maps.areas.value import Line, Point, path
from hegemon.maps.drawing.svg_style import COAST, RIMS, ROUTE, SHALLOWS, TINTS, number
from hegemon.maps.map import Map


@dataclass(frozen=True)
class Board:
    """The areas of a map scaled to a picture. ``key`` begins the ids of its parts."""

    map: Map
    areas: Areas
    scale: float
    shift: Point
    width: float
    height: float
    key: str

    @classmethod
    def of(cls, board: Map, width: float, key: str = "", tallest: float = 1.0) -> Board:
        """A map in a picture of a width, at most ``tallest`` times as high; small maps are not blown up."""
        found = areas(board)
        most = 62.0 / found.room
        scale = min(width / found.width, tallest * width / found.height, most)
        height = max(0.2 * width, found.height * scale)
        shift = (width - found.width * scale) / 2, (height - found.height * scale) / 2
        return cls(board, found, scale, shift, width, height, key or f"h{board.hash[:8]}w{number(width)}")

    def place(self, point: Point) -> Point:
        """A point of the areas in the picture."""
        return point[0] * self.scale + self.shift[0], point[1] * self.scale + self.shift[1]

    def room(self, t: int) -> float:
        """The radius of a circle around the anchor of a territory that fits into it."""
        return self.areas.territories[t].room * self.scale

    def path(self, lines: tuple[Line, ...], closed: bool = True) -> str:
        """The text of an SVG path."""
        return path(lines, closed=closed, scale=self.scale, shift=self.shift)

    def land(self, t: int) -> str:
        """The outline of a territory."""
        return self.path(self.areas.territories[t].rings)

    @property
    def rim(self) -> float:
        """The width of the coloured rim of a group."""
        return max(1.5, min(6.0, 0.17 * self.areas.room * self.scale))

    def rim_parts(self) -> str:
        """Definitions for `rims`: the outline of every group, as a shape and to cut off what is outside of it."""
        return "".join(
            f'<path id="{self.key}g{g}" d="{self.path(group.outline)}"/>'
            f'<clipPath id="{self.key}c{g}"><use href="#{self.key}g{g}"/></clipPath>'
            for g, group in enumerate(self.areas.groups)
        )

    def shallows(self) -> str:
        """Lighter water along the coasts, to draw below the land."""
        lines = "".join(f'<use href="#{self.key}g{g}"/>' for g in range(len(self.areas.groups)))
        width = number(max(6.0, min(26.0, 0.8 * self.areas.room * self.scale)))
        return f'<g fill="none" stroke="{SHALLOWS}" stroke-width="{width}" stroke-linejoin="round">{lines}</g>'

    def rims(self, pale: bool = False) -> str:
        """The groups as coloured rims inside their outlines, with a thin dark line around them.

        Pale rims are seen on the strong colours of seats.
        """
        inks = RIMS if pale else tuple(ink for _, ink in TINTS)
        members = [set(group.members) for group in self.map.groups]
        order = sorted(range(len(members)), key=lambda g: (-len(members[g]), g))
        rims = ""
        for rank, g in enumerate(order):  # a group below a smaller one has a wider rim
            wide = 1.9 if any(members[g] & members[h] for h in order[rank + 1 :]) else 1.0
            rims += (
                f'<use href="#{self.key}g{g}" clip-path="url(#{self.key}c{g})" '
                f'stroke="{inks[self.areas.groups[g].colour]}" stroke-width="{number(2 * wide * self.rim)}"/>'
            )
        lines = "".join(f'<use href="#{self.key}g{g}"/>' for g in order)
        return (
            f'<g fill="none" stroke-linejoin="round"><g stroke-opacity="{0.95 if pale else 0.5}">{rims}</g>'
            f'<g stroke="{COAST}" stroke-width="1.2">{lines}</g></g>'
        )

    def routes(self) -> str:
        """The sea routes as dashed lines."""
        lines = tuple(line for route in self.areas.routes for line in route.lines)
        if not lines:
            return ""
        dashes = 'stroke-width="1.6" stroke-linecap="round" stroke-dasharray="4.5 4"'
        return f'<path d="{self.path(lines, closed=False)}" fill="none" stroke="{ROUTE}" {dashes}/>'
