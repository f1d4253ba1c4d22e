"""Many pictures of one map in one page: the static parts are drawn once, and frames refer to them.

The page sets the colours: a territory has the CSS class of its owner, or "none".
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from hegemon.maps.drawing.layout import Layout, Room, fit
from hegemon.maps.drawing.svg_board import Picture
from hegemon.maps.drawing.svg_labels import group_label, name_inside, name_outside
from hegemon.maps.drawing.svg_style import number
from hegemon.maps.map import Map

WIDTH, LARGE = 340, 720


class Film:
    """A film strip of a map; its key must be unique in the page."""

    def __init__(self, board: Map, key: str, *, large: bool = False) -> None:
        """A large one has the names of the territories, and its frames can be changed by a script."""
        self.board, self.key = board, key
        self._width = LARGE if large else WIDTH
        margin = (56.0, 16.0) if large else (40.0, 6.0)
        self._layout: Layout = fit(
            board, self._width, margin[bool(board.polygons)], top=0.0, max_gap=140.0 if large else 90.0
        )
        radius, scale = self._layout.radius, 1.0 if len(board.territories) > 60 else 1.15
        self._size = min(22.0 if large else 15.0, max(6.5, radius * scale))
        self._names = large

    @property
    def height(self) -> float:
        return self._layout.height

    def stage(self) -> str:
        """An invisible picture with the parts that the frames share; insert it in the page once, before them."""
        room = Room(self._width, 0, self.height)
        picture = Picture(self.board, self._layout, room, None, None, set(), set(), set())
        shapes = "".join(self._shape(t) for t in range(len(self.board.territories)))
        areas, lines = picture.ground()
        names = f'<g id="{self.key}n" class="names">{"".join(self._labels(room))}</g>' if self._names else ""
        return (
            '<svg width="0" height="0" class="stage" aria-hidden="true"><defs>'
            f'<g id="{self.key}a">{"".join(areas)}</g><g id="{self.key}l">{"".join(lines)}</g>{shapes}{names}'
            "</defs></svg>"
        )

    def _labels(self, room: Room) -> list[str]:
        """Names of territories and groups, placed beside discs and counts."""
        board, layout = self.board, self._layout
        for x, y in layout.centres:
            room.add_box((x - layout.radius, y - layout.radius, x + layout.radius, y + layout.radius))
        territories = range(len(board.territories))
        if board.polygons:
            names = [name_inside(board, layout, room, t, "#2b2f36") for t in territories]
        else:
            names = [name_outside(board, layout, room, t) for t in territories]
        return names + [group_label(board, layout, room, g) for g in range(len(board.groups))]

    def board_frame(self, owners: Sequence[int], armies: Sequence[int], classes: Sequence[str], label: str) -> str:
        """A picture whose territories are elements of the classes `land` and `count`, in their order."""
        names = [classes[owner] if 0 <= owner < len(classes) else "none" for owner in owners]
        lands = [
            f'<use href="#{self.key}t{t}" class="land {name}"><title>{escape(self.board.territories[t])}</title></use>'
            for t, name in enumerate(names)
        ]
        counts = [self._count(t, armies[t], f' class="count {name}"') for t, name in enumerate(names)]
        areas, lines = f'<use href="#{self.key}a" class="ground"/>', f'<use href="#{self.key}l"/>'
        layers = [*lands, lines] if self.board.polygons else [areas, lines, *lands]
        return self._picture(label, [*layers, *counts, f'<use href="#{self.key}n"/>'])

    def frame(self, owners: Sequence[int], armies: Sequence[int], classes: Sequence[str], label: str) -> str:
        """A picture of one position; `classes` are the CSS classes of the seats."""
        held: dict[int, list[int]] = {}
        for t, owner in enumerate(owners):
            held.setdefault(owner, []).append(t)
        names = {owner: classes[owner] if 0 <= owner < len(classes) else "none" for owner in held}
        shapes = [
            f'<g class="land {names[owner]}">' + "".join(f'<use href="#{self.key}t{t}"/>' for t in lands) + "</g>"
            for owner, lands in sorted(held.items())
        ]
        counts = [
            f'<g class="count {names[owner]}">' + "".join(self._count(t, armies[t]) for t in lands) + "</g>"
            for owner, lands in sorted(held.items())
        ]
        areas, lines = f'<use href="#{self.key}a" class="ground"/>', f'<use href="#{self.key}l"/>'
        layers = [*shapes, lines] if self.board.polygons else [areas, lines, *shapes]
        return self._picture(label, layers + counts)

    def _picture(self, label: str, layers: Sequence[str]) -> str:
        return (
            f'<svg viewBox="0 0 {self._width} {number(self.height)}" class="frame" role="img" '
            f'font-size="{self._size:.1f}" text-anchor="middle"><title>{escape(label)}</title>{"".join(layers)}</svg>'
        )

    def _shape(self, t: int) -> str:
        x, y = self._layout.centres[t]
        name = f'id="{self.key}t{t}"'
        if self.board.polygons:
            corners = " ".join(f"{number(px)},{number(py)}" for px, py in self._layout.polygons[t])
            return f'<polygon {name} points="{corners}"/>'
        return f'<circle {name} cx="{number(x)}" cy="{number(y)}" r="{number(self._layout.radius)}"/>'

    def _count(self, t: int, armies: int, style: str = "") -> str:
        x, y = self._layout.centres[t]
        return f'<text x="{x:.0f}" y="{y + 0.36 * self._size:.0f}"{style}>{armies}</text>'
