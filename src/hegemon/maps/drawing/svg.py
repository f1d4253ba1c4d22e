"""A position as a self-contained SVG picture: for notebooks, reports and the web page."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from hegemon.errors import MapError
from hegemon.maps.drawing.svg_board import Board
from hegemon.maps.drawing.svg_labels import count_size, labels
from hegemon.maps.drawing.svg_style import (
    FONT,
    HATCH,
    NEUTRAL,
    NEUTRAL_COLOUR,
    SEA,
    SEAT_COLOURS,
    TINTS,
    UNKNOWN,
    number,
    text,
    text_width,
)
from hegemon.maps.map import Map


def svg(
    board: Map,
    owners: Sequence[int] | None = None,
    armies: Sequence[int] | None = None,
    *,
    title: str = "",
    hidden: Collection[int] = (),
    offered: Collection[int] = (),
    highlight: Collection[int] = (),
    seats: Sequence[str] = (),
    income: Sequence[int] | None = None,
    width: int = 800,
    key: str = "",
) -> str:
    """Draw a position, or with ``owners=None`` the empty map.

    ``owners`` has a seat, -1 (neutral) or -2 (unknown) per territory; ``armies`` a count. Territories in ``hidden``
    are hatched, those in ``offered`` (available for picking) get a dashed outline, those in ``highlight`` a bold one.
    ``seats`` names the seats and ``income`` adds armies per turn to the legend. The ids in the picture begin with
    ``key``; without one, pictures of the same map and width share ids and what they stand for.
    """
    if isinstance(width, bool) or not isinstance(width, int) or not 50 <= width <= 20_000:
        raise MapError(f"the width of a picture is a number of pixels from 50 to 20,000, not {width!r:.40}")
    head = 34.0 if title else 0.0
    picture = _Picture(Board.of(board, width, key), owners, armies, set(hidden), set(offered), set(highlight))
    legend, height = picture.legend(head + picture.board.height, seats, income)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {number(height)}" width="{width}" '
        f'height="{number(height)}" font-family="{FONT}" text-anchor="middle" role="img" '
        f"aria-label={quoteattr(title or board.name)}>",
        f"<defs>{HATCH if picture.hides else ''}{picture.board.rim_parts()}</defs>",
        f'<rect width="{width}" height="{number(height)}" rx="8" fill="{"#f7f8f9" if head or legend else SEA}"/>',
        text(width / 2, 20, title, 16, "#222222", bold=True) if title else "",
        f'<g transform="translate(0 {number(head)})">' if head else "<g>",
        f'<rect width="{width}" height="{number(picture.board.height)}" rx="8" fill="{SEA}"/>',
        *picture.body(),
        "</g>",
        *legend,
        "</svg>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


@dataclass(frozen=True)
class _Picture:
    board: Board
    owners: Sequence[int] | None
    armies: Sequence[int] | None
    hidden: set[int]
    offered: set[int]
    highlight: set[int]

    def owner(self, t: int) -> int:
        if t in self.hidden:
            return UNKNOWN
        return NEUTRAL if self.owners is None else self.owners[t]

    @property
    def hides(self) -> bool:
        """Whether the owner of a territory is unknown."""
        return any(self.owner(t) == UNKNOWN for t in range(len(self.board.map.territories)))

    def body(self) -> list[str]:
        """Land, rims of groups, routes, marks, names, and the numbers of armies on top."""
        count = range(len(self.board.map.territories))
        lands = [
            f'<path d="{self.board.land(t)}" fill="{self._colours(t)[0]}">{self._tooltip(t)}</path>' for t in count
        ]
        marks = [f'<path d="{self.board.land(t)}" fill="none" {mark}/>' for t in count if (mark := self._mark(t))]
        inks = [self._colours(t)[1] for t in count]
        halos = [_halo(self._colours(t)) for t in count]
        numbers = [self._count(t) for t in count]
        return [
            self.board.shallows(),
            f'<g stroke="#ffffff" stroke-width="1" stroke-opacity="0.85">{"".join(lands)}</g>',
            self.board.rims(pale=self.owners is not None),
            self.board.routes(),
            *marks,
            *labels(self.board, inks, halos, any(numbers)),
            *numbers,
        ]

    def _colours(self, t: int) -> tuple[str, str]:
        """The colour of a territory, and of text on it; neutral territories have the tint of their group."""
        owner = self.owner(t)
        if owner == UNKNOWN:
            return "url(#hegemon-hidden)", "#333333"
        if owner >= 0:
            return SEAT_COLOURS[owner % len(SEAT_COLOURS)]
        colour = self.board.areas.territories[t].colour
        return (TINTS[colour][0], "#2b2f36") if colour >= 0 and self.owners is None else NEUTRAL_COLOUR

    def _mark(self, t: int) -> str:
        """The stroke of an offered or highlighted territory; else an empty string."""
        if t in self.highlight:
            return 'stroke="#111111" stroke-width="4"'
        return 'stroke="#111111" stroke-width="2.5" stroke-dasharray="5 4"' if t in self.offered else ""

    def _count(self, t: int) -> str:
        unknown = self.owner(t) == UNKNOWN
        if not unknown and (self.armies is None or self.owners is None):
            return ""
        count = "?" if unknown or self.armies is None else str(self.armies[t])
        x, y = self.board.place(self.board.areas.territories[t].anchor)
        colours = self._colours(t)
        return text(x, y, count, count_size(self.board, t, len(count)), colours[1], bold=True, halo=_halo(colours))

    def _tooltip(self, t: int) -> str:
        owner, board = self.owner(t), self.board.map
        who = "unknown" if owner == UNKNOWN else "neutral" if owner == NEUTRAL else f"seat {owner}"
        parts = [board.territories[t], *(board.groups[g].name for g in board.groups_of[t])]
        if self.owners is not None:
            parts.append(who)
        return f"<title>{escape(', '.join(parts))}</title>"

    def legend(self, top: float, seats: Sequence[str], income: Sequence[int] | None) -> tuple[list[str], float]:
        """One entry per seat below the map, wrapped to the width; returns it with the height of the picture."""
        x, y = 24.0, top + 18
        parts: list[str] = []
        if self.owners is None:
            return parts, top
        owners = [self.owner(t) for t in range(len(self.owners))]
        for seat in range(max(len(seats), max(owners) + 1)):
            held = [t for t, owner in enumerate(owners) if owner == seat]
            entry = seats[seat] if seat < len(seats) else f"seat {seat}"
            entry += f": {len(held)} {'territory' if len(held) == 1 else 'territories'}"
            if self.armies is not None:
                total = sum(self.armies[t] for t in held)
                entry += f", {total} {'army' if total == 1 else 'armies'}"
            if income is not None and seat < len(income):
                entry += f", +{income[seat]} a turn"
            wide = text_width(entry, 12) + 34
            if x > 24 and x + wide > self.board.width:
                x, y = 24.0, y + 20
            fill = SEAT_COLOURS[seat % len(SEAT_COLOURS)][0]
            parts.append(f'<circle cx="{number(x)}" cy="{number(y)}" r="7" fill="{fill}" stroke="#3a3f46"/>')
            parts.append(text(x + 13, y, entry, 12, "#222222", anchor="start"))
            x += wide
        return (parts, y + 18) if parts else (parts, top)


def _halo(colours: tuple[str, str]) -> str:
    """The colour around text: that of the land, as the text may reach beyond it."""
    return colours[0] if colours[0].startswith("#") else "#e9e9e9"
