"""Many pictures of one map in one page: the static parts are drawn once, and frames refer to them.

The page sets the colours: a territory has the CSS class of its owner, or "none".
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from hegemon.maps.drawing.svg_board import Board
from hegemon.maps.drawing.svg_labels import labels
from hegemon.maps.drawing.svg_style import number
from hegemon.maps.map import Map

WIDTH, LARGE = 340, 720


class Film:
    """A film strip of a map; its key must be unique in the page."""

    def __init__(self, board: Map, key: str, *, large: bool = False) -> None:
        """A large one has the names of the territories, and its frames can be changed by a script."""
        self.board, self.key, self._names = board, key, large
        self._drawing = Board.of(board, LARGE if large else WIDTH, key)
        room = self._drawing.areas.room * self._drawing.scale
        self._size = min(19.0 if large else 14.0, max(6.5, 1.1 * room))

    @property
    def height(self) -> float:
        return self._drawing.height

    def stage(self) -> str:
        """An invisible picture with the parts that the frames share; insert it in the page once, before them."""
        count = len(self.board.territories)
        lands = "".join(f'<path id="{self.key}t{t}" d="{self._drawing.land(t)}"/>' for t in range(count))
        names = ""
        if self._names:
            texts = labels(self._drawing, ["#2b2f36"] * count, ["#ffffff"] * count, counted=True)
            names = f'<g id="{self.key}n" class="names">{"".join(texts)}</g>'
        return (
            '<svg width="0" height="0" class="stage" aria-hidden="true"><defs>'
            f"{self._drawing.rim_parts()}{lands}{names}"
            f'<g id="{self.key}l">{self._drawing.rims(pale=True)}{self._drawing.routes()}</g>'
            "</defs></svg>"
        )

    def board_frame(self, owners: Sequence[int], armies: Sequence[int], classes: Sequence[str], label: str) -> str:
        """A picture whose territories are elements of the classes `land` and `count`, in their order."""
        names = [classes[owner] if 0 <= owner < len(classes) else "none" for owner in owners]
        lands = [
            f'<use href="#{self.key}t{t}" class="land {name}"><title>{escape(self.board.territories[t])}</title></use>'
            for t, name in enumerate(names)
        ]
        counts = [self._count(t, armies[t], f' class="count {name}"') for t, name in enumerate(names)]
        return self._picture(label, [*lands, f'<use href="#{self.key}l"/>', f'<use href="#{self.key}n"/>', *counts])

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
        return self._picture(label, [*shapes, f'<use href="#{self.key}l"/>', *counts])

    def _picture(self, label: str, layers: Sequence[str]) -> str:
        return (
            f'<svg viewBox="0 0 {number(self._drawing.width)} {number(self.height)}" class="frame" role="img" '
            f'font-size="{self._size:.1f}" text-anchor="middle"><title>{escape(label)}</title>{"".join(layers)}</svg>'
        )

    def _count(self, t: int, armies: int, style: str = "") -> str:
        x, y = self._drawing.place(self._drawing.areas.territories[t].anchor)
        return f'<text x="{x:.0f}" y="{y + 0.36 * self._size:.0f}"{style}>{armies}</text>'
