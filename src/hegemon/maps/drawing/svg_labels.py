"""Names of territories and groups, each placed where it covers least."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hegemon.maps.drawing.layout import Room
from hegemon.maps.drawing.svg_board import Board
from hegemon.maps.drawing.svg_style import TINTS, text, text_width
from hegemon.maps.map import Point

_CROWDED = 40.0
"""A name that would cover more than this is left out; the tooltip has it."""
_MANY_GROUPS = 30


def count_size(board: Board, t: int, digits: int = 2) -> float:
    """The size of the number of armies: as large as the territory allows, and never too small to read."""
    fits = 2.1 * board.room(t) / max(1.4, 0.62 * digits + 0.2)
    return max(8.5 if len(board.map.territories) <= 200 else 6.5, min(19.0, 1.25 * board.room(t), fits))


def labels(board: Board, inks: Sequence[str], halos: Sequence[str], counted: bool) -> list[str]:
    """Names of groups and territories; with ``counted`` there are numbers of armies to keep free."""
    room = Room(board.width, board.height)
    for t in range(len(inks)):
        x, y = board.place(board.areas.territories[t].anchor)
        size = count_size(board, t)
        if counted:
            room.add_box((x - 0.75 * size, y - 0.55 * size, x + 0.75 * size, y + 0.55 * size), 3.0)
    groups = [_group(board, room, g) for g in range(len(board.map.groups))]
    names = [_name(board, room, t, inks[t], halos[t], counted) for t in range(len(inks))]
    return [*names, *groups]


def _group(board: Board, room: Room, g: int) -> str:
    """A group's name and bonus; on crowded maps only the bonus."""
    group = board.map.groups[g]
    crowded = len(board.map.groups) > _MANY_GROUPS
    content = f"{group.value:+d}" if crowded else f"{group.name} {group.value:+d}"
    size = 8.5 if crowded else 11.0 if len(board.map.groups) <= 12 else 9.0
    wide, high = text_width(content, size) * 1.08, size * 1.15
    (x, y), _ = room.place((wide, high), _around(board.place(board.areas.groups[g].label), wide, high))
    ink = TINTS[board.areas.groups[g].colour][1]
    return text(x, y, content, size, ink, bold=True, halo="#ffffff")


def _around(spot: Point, wide: float, high: float) -> Iterator[tuple[Point, float]]:
    x, y = spot
    for down in (0.0, 0.7, -0.7, 1.4, -1.4, 2.2, -2.2, 3.2, -3.2):
        for right in (0.0, 0.25, -0.25, 0.5, -0.5, 0.8, -0.8):
            yield (x + right * wide, y + down * high), 8 * abs(down) + 20 * abs(right)


def _name(board: Board, room: Room, t: int, ink: str, halo: str, counted: bool) -> str:
    """A territory's name below its number, or beside it; on the anchor if there is no number."""
    name = board.map.territories[t]
    x, y = board.place(board.areas.territories[t].anchor)
    many = len(board.map.territories) > 80
    lines = [name] if text_width(name, 8.0) < 1.9 * board.room(t) else _two_lines(name)
    longest = max(map(len, lines))
    size = max(6.8, min(10.0, 0.42 * board.room(t), 2.4 * board.room(t) / text_width("n" * longest, 1.0)))
    wide, high = max(text_width(line, size) for line in lines), size * 1.08 * len(lines)
    down = (0.55 * count_size(board, t) + 0.5 * high + 1.0) if counted else 0.0
    side = 0.75 * count_size(board, t) + 0.5 * wide + 2.0
    spots = [((x, y + down), 0.0), ((x, y - down), 4.0)]
    if counted:
        spots += [((x + side, y), 30.0), ((x - side, y), 30.0)]
    spots += [((x + dx * wide, y + dy * down), 14.0) for dx in (-0.35, 0.35) for dy in (1.0, -1.0)]
    if many and wide > 2.1 * board.room(t):
        return ""
    (px, py), cost = room.place((wide, high), spots)
    if cost > _CROWDED and many:
        return ""
    first = py - size * 1.08 * (len(lines) - 1) / 2
    return "".join(text(px, first + k * size * 1.08, line, size, ink, halo=halo) for k, line in enumerate(lines))


def _two_lines(name: str) -> list[str]:
    """A long name cut at the space nearest its middle."""
    spaces = [i for i, letter in enumerate(name) if letter == " "]
    if len(name) <= 9 or not spaces:
        return [name]
    cut = min(spaces, key=lambda i: abs(i - len(name) / 2))
    return [name[:cut], name[cut + 1 :]]
