"""A position as a self-contained SVG picture: for notebooks, reports and the web page."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from xml.sax.saxutils import quoteattr

from hegemon.errors import MapError
from hegemon.maps.drawing.layout import Room, fit
from hegemon.maps.drawing.svg_board import Picture
from hegemon.maps.drawing.svg_style import FONT, HATCH, SEAT_COLOURS, number, text, text_width
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
) -> str:
    """Draw a position, or with ``owners=None`` the empty map.

    ``owners`` has a seat, -1 (neutral) or -2 (unknown) per territory; ``armies`` a count. Territories in ``hidden``
    are hatched, those in ``offered`` (available for picking) get a dashed ring, those in ``highlight`` a bold one.
    ``seats`` names the seats and ``income`` adds armies per turn to the legend.
    """
    if isinstance(width, bool) or not isinstance(width, int) or not 50 <= width <= 20_000:
        raise MapError(f"the width of a picture is a number of pixels from 50 to 20,000, not {width!r:.40}")
    head = 34.0 if title else 10.0
    layout = fit(board, width, margin=56.0 if not board.polygons else 16.0, top=head)
    room = Room(width, head, layout.height)
    picture = Picture(board, layout, room, owners, armies, set(hidden), set(offered), set(highlight))
    body = picture.polygon_map() if board.polygons else picture.node_map()
    legend, height = _legend(picture, seats, income)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {number(height)}" width="{width}" '
        f'height="{number(height)}" font-family="{FONT}" text-anchor="middle" role="img" '
        f"aria-label={quoteattr(title or board.name)}>",
        f"<defs>{HATCH}</defs>" if picture.hides else "",
        f'<rect width="{width}" height="{number(height)}" rx="8" fill="#f7f8f9"/>',
        text(width / 2, 20, title, 16, "#222222", bold=True) if title else "",
        *body,
        *legend,
        "</svg>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def _legend(picture: Picture, seats: Sequence[str], income: Sequence[int] | None) -> tuple[list[str], float]:
    """One entry per seat below the map, wrapped to the width; returns it with the new height."""
    x, y = 24.0, picture.layout.height + 12
    parts: list[str] = []
    if picture.owners is None:
        return parts, picture.layout.height
    owners = [picture.owner(t) for t in range(len(picture.owners))]
    for seat in range(max(len(seats), max(owners) + 1)):
        held = [t for t, owner in enumerate(owners) if owner == seat]
        entry = seats[seat] if seat < len(seats) else f"seat {seat}"
        entry += f": {len(held)} {'territory' if len(held) == 1 else 'territories'}"
        if picture.armies is not None:
            total = sum(picture.armies[t] for t in held)
            entry += f", {total} {'army' if total == 1 else 'armies'}"
        if income is not None and seat < len(income):
            entry += f", +{income[seat]} a turn"
        wide = text_width(entry, 12) + 34
        if x > 24 and x + wide > picture.layout.width:
            x, y = 24.0, y + 20
        fill = SEAT_COLOURS[seat % len(SEAT_COLOURS)][0]
        parts.append(f'<circle cx="{number(x)}" cy="{number(y)}" r="7" fill="{fill}" stroke="#3a3f46"/>')
        parts.append(text(x + 13, y, entry, 12, "#222222", anchor="start"))
        x += wide
    return parts, y + 18
