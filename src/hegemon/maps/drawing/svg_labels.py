"""Names of territories and groups, each placed where it covers least."""

from __future__ import annotations

import math
from collections.abc import Iterator

from hegemon.maps.drawing.layout import Layout, Room
from hegemon.maps.drawing.svg_style import TINTS, text, text_width
from hegemon.maps.map import Map, Point

_INK = "#2b2f36"


def name_outside(board: Map, layout: Layout, room: Room, t: int) -> str:
    """A territory's name beside its disc, below if there is room."""
    x, y = layout.centres[t]
    size = 9.5 if len(board.territories) > 14 else 11.0
    lines = _two_lines(board.territories[t])
    wide, high = max(text_width(line, size) for line in lines), size * 1.1 * len(lines)
    up, side = layout.radius + 4 + high / 2, layout.radius + 5 + wide / 2
    candidates = [
        ((x, y + up), 0.0),
        ((x, y - up), 4.0),
        ((x + side, y), 6.0),
        ((x - side, y), 6.0),
        ((x + side * 0.8, y + up * 0.8), 9.0),
        ((x - side * 0.8, y + up * 0.8), 9.0),
        ((x + side * 0.8, y - up * 0.8), 9.0),
        ((x - side * 0.8, y - up * 0.8), 9.0),
    ]
    px, py = room.place((wide, high), candidates)
    first = py - size * 1.1 * (len(lines) - 1) / 2
    return "".join(text(px, first + k * size * 1.1, line, size, _INK, halo=True) for k, line in enumerate(lines))


def name_inside(board: Map, layout: Layout, room: Room, t: int, ink: str) -> str:
    """A territory's name under its army count, omitted if the outline is too narrow (the tooltip has it)."""
    x, y = layout.centres[t]
    size = max(7.0, min(10.0, layout.radius * 0.5))
    wide = text_width(board.territories[t], size)
    xs = [px for px, _ in layout.polygons[t]]
    if wide > 0.9 * (max(xs) - min(xs)) or layout.radius < 13:
        return ""
    spot = x, y + layout.radius * 0.75 + size / 2
    room.place((wide, size), [(spot, 0.0)])
    return text(*spot, board.territories[t], size, ink)


def group_label(board: Map, layout: Layout, room: Room, g: int) -> str:
    """A group's name and bonus, near its members but not on them; on crowded maps only the bonus."""
    group = board.groups[g]
    crowded = len(board.groups) > 30
    content = f"{group.value:+d}" if crowded else f"{group.name} {group.value:+d}"
    size = 9.0 if crowded else 12.0 if len(board.groups) <= 12 else 10.0
    centres = [layout.centres[m] for m in group.members]
    middle = sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres)
    wide, high = text_width(content, size) * 1.08, size * 1.2
    spots = list(_spots(centres, middle, layout.radius, wide, high))
    if layout.polygons:  # corners are farthest from the army counts
        corners = {corner for m in group.members for corner in layout.polygons[m]}
        spots += [(corner, 0.15 * math.dist(corner, middle)) for corner in sorted(corners)]
    x, y = room.place((wide, high), spots)
    ink = TINTS[g % len(TINTS)][1]
    return text(x, y, content, size, ink, bold=True, halo=True)


def _spots(
    centres: list[Point], middle: Point, radius: float, wide: float, high: float
) -> Iterator[tuple[Point, float]]:
    """Candidate places around every member, preferably near the middle of the group."""
    yield middle, 0.0
    for cx, cy in centres:
        for step in range(16):
            dx, dy = math.cos(step * math.pi / 8), math.sin(step * math.pi / 8)
            for gap in (4.0, 12.0, 22.0):
                reach = radius + gap
                spot = cx + dx * (reach + wide / 2), cy + dy * (reach + high / 2)
                yield spot, 2 * gap + 0.15 * math.dist(spot, middle)


def _two_lines(name: str) -> list[str]:
    """A long name cut at the space nearest its middle."""
    spaces = [i for i, letter in enumerate(name) if letter == " "]
    if len(name) <= 12 or not spaces:
        return [name]
    cut = min(spaces, key=lambda i: abs(i - len(name) / 2))
    return [name[:cut], name[cut + 1 :]]
