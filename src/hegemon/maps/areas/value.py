"""The drawing of a map as plain values."""

from __future__ import annotations

from dataclasses import dataclass

from hegemon._json import JSONObject

Point = tuple[float, float]
Line = tuple[Point, ...]


@dataclass(frozen=True)
class Area:
    """A territory as a patch of land.

    ``rings`` are closed lines; the first is the outer one, the others are holes. ``anchor`` is a point well inside,
    for the number of armies, and ``room`` the radius of a circle around it that fits into the patch. ``colour`` is
    the number of the group's colour, -1 without a group.
    """

    rings: tuple[Line, ...]
    anchor: Point
    room: float
    colour: int


@dataclass(frozen=True)
class GroupArea:
    """A bonus group: its colour, the closed lines around its members, and a place for its name."""

    colour: int
    outline: tuple[Line, ...]
    label: Point


@dataclass(frozen=True)
class Route:
    """A link between two patches that do not touch: one line, or two that leave the picture on opposite sides."""

    link: int
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Areas:
    """A map as areas, in a box from (0, 0) to (width, height) with y downward.

    ``borders`` are the lines between two territories of the same group, ``fronts`` between different groups,
    ``coasts`` between land and water. ``room`` is a typical radius of a territory: a scale for text and lines.
    ``place`` is (scale, x, y): a place (px, py) of the map is at (scale * px + x, scale * py + y) in the box.
    """

    width: float
    height: float
    room: float
    place: tuple[float, float, float]
    territories: tuple[Area, ...]
    groups: tuple[GroupArea, ...]
    routes: tuple[Route, ...]
    coasts: tuple[Line, ...]
    borders: tuple[Line, ...]
    fronts: tuple[Line, ...]

    def as_json(self) -> JSONObject:
        """The drawing as plain data; lines are the text of SVG paths."""
        return {
            "view": [0, 0, self.width, self.height],
            "room": self.room,
            "place": list(self.place),
            "territories": [
                {"path": path(area.rings), "anchor": list(area.anchor), "room": area.room, "colour": area.colour}
                for area in self.territories
            ],
            "groups": [
                {"path": path(group.outline), "label": list(group.label), "colour": group.colour}
                for group in self.groups
            ],
            "routes": [{"link": route.link, "path": path(route.lines, closed=False)} for route in self.routes],
            "coasts": path(self.coasts, closed=False),
            "borders": path(self.borders, closed=False),
            "fronts": path(self.fronts, closed=False),
        }


def path(lines: tuple[Line, ...], *, closed: bool = True, scale: float = 1.0, shift: Point = (0.0, 0.0)) -> str:
    """The text of an SVG path, in relative steps of tenths: the shortest way to write a long line."""
    parts = []
    for line in lines:
        tenths = [(round((x * scale + shift[0]) * 10), round((y * scale + shift[1]) * 10)) for x, y in line]
        if closed and len(tenths) > 1 and tenths[0] == tenths[-1]:
            tenths.pop()
        if not tenths:
            continue
        (x, y), text = tenths[0], ""
        parts.append(f"M{_tenths(x)} {_tenths(y)}")
        for nx, ny in tenths[1:]:
            if (nx, ny) != (x, y):
                text += f"{_signed(nx - x, bool(text))}{_signed(ny - y, True)}"
                x, y = nx, ny
        parts.append(("l" + text if text else "") + ("z" if closed else ""))
    return "".join(parts)


def _tenths(value: int) -> str:
    whole, tenth = divmod(abs(value), 10)
    text = (f"{whole}" if whole or not tenth else "") + (f".{tenth}" if tenth else "")
    return ("-" if value < 0 else "") + text


def _signed(value: int, separate: bool) -> str:
    text = _tenths(value)
    return text if value < 0 or not separate else " " + text
