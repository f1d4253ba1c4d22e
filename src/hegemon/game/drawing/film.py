"""Many small pictures of one map in one page: the static parts are drawn once, and frames refer to them.

The page sets the colours: a territory has the CSS class of its owner, or "none".
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from hegemon.maps.drawing.layout import Layout, Room, fit
from hegemon.maps.drawing.svg_board import Picture
from hegemon.maps.drawing.svg_style import number
from hegemon.maps.map import Map

WIDTH = 340


class Film:
    """A film strip of a map; its key must be unique in the page."""

    def __init__(self, board: Map, key: str) -> None:
        self.board = board
        self.key = key
        self._layout: Layout = fit(board, WIDTH, margin=40.0 if not board.polygons else 6.0, top=0.0, max_gap=90.0)
        radius, scale = self._layout.radius, 1.0 if len(board.territories) > 60 else 1.15
        self._size = min(15.0, max(6.5, radius * scale))

    @property
    def height(self) -> float:
        return self._layout.height

    def stage(self) -> str:
        """An invisible picture with the parts that the frames share; insert it in the page once, before them."""
        room = Room(WIDTH, 0, self.height)
        picture = Picture(self.board, self._layout, room, None, None, set(), set(), set())
        shapes = "".join(self._shape(t) for t in range(len(self.board.territories)))
        areas, lines = picture.ground()
        return (
            '<svg width="0" height="0" class="stage" aria-hidden="true"><defs>'
            f'<g id="{self.key}a">{"".join(areas)}</g><g id="{self.key}l">{"".join(lines)}</g>{shapes}</defs></svg>'
        )

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
        return (
            f'<svg viewBox="0 0 {WIDTH} {number(self.height)}" class="frame" role="img" font-size="{self._size:.1f}" '
            f'text-anchor="middle"><title>{escape(label)}</title>{"".join(layers + counts)}</svg>'
        )

    def _shape(self, t: int) -> str:
        x, y = self._layout.centres[t]
        name = f'id="{self.key}t{t}"'
        if self.board.polygons:
            corners = " ".join(f"{number(px)},{number(py)}" for px, py in self._layout.polygons[t])
            return f'<polygon {name} points="{corners}"/>'
        return f'<circle {name} cx="{number(x)}" cy="{number(y)}" r="{number(self._layout.radius)}"/>'

    def _count(self, t: int, armies: int) -> str:
        x, y = self._layout.centres[t]
        return f'<text x="{x:.0f}" y="{y + 0.36 * self._size:.0f}">{armies}</text>'
