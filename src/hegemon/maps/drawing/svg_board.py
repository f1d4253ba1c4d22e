"""The map as SVG: group areas, links and territories, with room for labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from hegemon.maps.drawing.layout import Layout, Room, area, bend, contains, curve, short_cycles, wraps
from hegemon.maps.drawing.svg_labels import group_label, name_inside, name_outside
from hegemon.maps.drawing.svg_style import NEUTRAL, NEUTRAL_COLOUR, SEAT_COLOURS, TINTS, UNKNOWN, number, pair, text
from hegemon.maps.map import Map, Point


@dataclass(frozen=True)
class Picture:
    """An SVG drawing of a position."""

    board: Map
    layout: Layout
    room: Room
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
        return any(self.owner(t) == UNKNOWN for t in range(len(self.board.territories)))

    def ground(self) -> tuple[list[str], list[str]]:
        """The static parts: group areas and links; for maps with outlines, group borders and sea links."""
        if self.board.polygons:
            return [], [self._group_borders(), *self._sea_links()]
        return self._areas(), self._links()

    def node_map(self) -> list[str]:
        """Territories as discs on group areas, joined by lines."""
        lines = self._links()
        r = self.layout.radius
        for x, y in self.layout.centres:
            self.room.add_box((x - r, y - r, x + r, y + r))
        names = [name_outside(self.board, self.layout, self.room, t) for t in range(len(self.board.territories))]
        labels = [group_label(self.board, self.layout, self.room, g) for g in range(len(self.board.groups))]
        discs = [self._disc(t) for t in range(len(self.board.territories))]
        return [*self._areas(), *lines, *discs, *names, *labels]

    def polygon_map(self) -> list[str]:
        """Territories as outlines; neutral territories have the tint of their group, and group borders are bold."""
        shapes, marks, inks = [], [], []
        r = self.layout.radius
        for t, (x, y) in enumerate(self.layout.centres):
            fill, ink = self._colours(t, tint=True)
            inks.append(ink)
            points = " ".join(pair(*corner) for corner in self.layout.polygons[t])
            shapes.append(
                f'<polygon points="{points}" fill="{fill}" stroke="#ffffff" stroke-width="1">'
                f"{self._tooltip(t)}</polygon>"
            )
            if mark := self._mark(t):
                marks.append(f'<polygon points="{points}" fill="none" {mark}/>')
            marks.append(self._count(t, ink, r))
            self.room.add_box((x - r, y - r * 0.7, x + r, y + r * 0.7))
        names = [name_inside(self.board, self.layout, self.room, t, inks[t]) for t in range(len(inks))]
        labels = [group_label(self.board, self.layout, self.room, g) for g in range(len(self.board.groups))]
        return [*shapes, self._group_borders(), *self._sea_links(), *marks, *names, *labels]

    def _areas(self) -> list[str]:
        """Each group as one soft shape: thick lines between linked members, cycles filled, larger groups below."""
        order = sorted(range(len(self.board.groups)), key=lambda g: (-len(self.board.groups[g].members), g))
        drawn: list[str] = []
        for rank, g in enumerate(order):
            members = set(self.board.groups[g].members)
            inner = any(members & set(self.board.groups[h].members) for h in order[:rank])
            reach = self.layout.radius * (1.45 if inner else 1.9)
            tint, ink = TINTS[g % len(TINTS)]
            outline, fill = self._area(members, reach + 1.2, ink), self._area(members, reach, tint)
            drawn.append(f'<g opacity="0.6">{outline}{fill}</g>')
        return drawn

    def _area(self, members: set[int], reach: float, colour: str) -> str:
        centres = self.layout.centres
        skip = {frozenset(self.board.links[i]) for i in wraps(self.board, self.layout)}
        inside = [(a, b) for a, b in self.board.links if {a, b} <= members and frozenset((a, b)) not in skip]
        others = [centre for t, centre in enumerate(centres) if t not in members]
        shapes: list[tuple[int, ...]] = [*((t, t) for t in sorted(members)), *inside]
        for ring in short_cycles(inside):
            corners = [centres[t] for t in ring]
            if not any(contains(corners, other) for other in others):
                shapes.append(ring if area(corners) > 0 else ring[::-1])  # opposite orientations would cut holes
        path = "".join("M" + "L".join(pair(*centres[t]) for t in shape) + "Z" for shape in shapes)
        style = f'stroke-width="{number(2 * reach)}" stroke-linecap="round" stroke-linejoin="round"'
        return f'<path d="{path}" fill="{colour}" stroke="{colour}" {style}/>'

    def _links(self) -> list[str]:
        around_edge = wraps(self.board, self.layout)
        paths = []
        for i, (a, b) in enumerate(self.board.links):
            paths.append(self._wrapped(a, b) if i in around_edge else self._line(a, b))
        return [f'<path d="{"".join(paths)}" fill="none" stroke="#5f6670" stroke-width="1.6"/>']

    def _line(self, a: int, b: int) -> str:
        centres = self.layout.centres
        start, end = centres[a], centres[b]
        others = [p for t, p in enumerate(centres) if t not in (a, b)]
        control = bend(start, end, others, self.layout.radius * 1.25)
        middle = control or ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        self.room.add_line(curve(start, middle, end))
        to = f"Q{pair(*control)} {pair(*end)}" if control else f"L{pair(*end)}"
        return f"M{pair(*start)}{to}"

    def _wrapped(self, a: int, b: int) -> str:
        """A link around the map's edge, drawn on both sides."""
        left, right = sorted((self.layout.centres[a], self.layout.centres[b]))
        y = (left[1] + right[1]) / 2
        return f"M{pair(*left)}L{pair(0, y)}M{pair(*right)}L{pair(self.layout.width, y)}"

    def _sea_links(self) -> list[str]:
        """Links between outlines that do not touch, as dashed lines."""
        corners = [{_near(p) for p in outline} for outline in self.layout.polygons]
        dry = [self._line(a, b) for a, b in self.board.links if len(corners[a] & corners[b]) < 2]
        dashes = 'stroke-width="1.6" stroke-dasharray="5 4"'
        return [f'<path d="{"".join(dry)}" fill="none" stroke="#5f6670" {dashes}/>'] if dry else []

    def _group_borders(self) -> str:
        """Bold lines between territories of different groups and along the coast."""
        groups = self.board.groups_of
        sides: dict[frozenset[Point], list[int]] = {}
        for t, outline in enumerate(self.layout.polygons):
            for ends in zip(outline, outline[1:] + outline[:1], strict=True):
                sides.setdefault(frozenset(_near(p) for p in ends), []).append(t)
        path = ""
        for edge, touching in sides.items():
            if len(edge) == 2 and (len(touching) == 1 or groups[touching[0]] != groups[touching[1]]):
                path += "M" + "L".join(pair(*corner) for corner in sorted(edge))
        return f'<path d="{path}" fill="none" stroke="#4a4f57" stroke-width="1.8" stroke-linecap="round"/>'

    def _colours(self, t: int, tint: bool = False) -> tuple[str, str]:
        owner = self.owner(t)
        if owner == UNKNOWN:
            return "url(#hegemon-hidden)", "#333333"
        if owner >= 0:
            return SEAT_COLOURS[owner % len(SEAT_COLOURS)]
        first = min(self.board.groups_of[t], default=None)
        return (TINTS[first % len(TINTS)][0], "#333333") if tint and first is not None else NEUTRAL_COLOUR

    def _disc(self, t: int) -> str:
        x, y = self.layout.centres[t]
        fill, ink = self._colours(t)
        r, mark = self.layout.radius, self._mark(t)
        disc = f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}" fill="{fill}" stroke="#3a3f46"/>'
        ring = f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r + 3)}" fill="none" {mark}/>' if mark else ""
        return f"<g>{self._tooltip(t)}{disc}{ring}{self._count(t, ink, r)}</g>"

    def _mark(self, t: int) -> str:
        """The stroke of an offered or highlighted territory; else an empty string."""
        if t in self.highlight:
            return 'stroke="#111111" stroke-width="4"'
        return 'stroke="#111111" stroke-width="2.5" stroke-dasharray="5 4"' if t in self.offered else ""

    def _count(self, t: int, ink: str, r: float) -> str:
        x, y = self.layout.centres[t]
        unknown = self.owner(t) == UNKNOWN
        if not unknown and (self.armies is None or self.owners is None):
            return ""
        count = "?" if unknown or self.armies is None else str(self.armies[t])
        return text(x, y, count, min(1.15 * r, 2.9 * r / (0.62 * len(count) + 0.6)), ink, bold=True)

    def _tooltip(self, t: int) -> str:
        owner = self.owner(t)
        who = "unknown" if owner == UNKNOWN else "neutral" if owner == NEUTRAL else f"seat {owner}"
        parts = [self.board.territories[t]]
        parts += [self.board.groups[g].name for g in self.board.groups_of[t]]
        if self.owners is not None:
            parts.append(who)
        return f"<title>{escape(', '.join(parts))}</title>"


def _near(point: Point) -> Point:
    """A rounded corner, so that it is equal for the neighbours that share it."""
    return round(point[0], 1), round(point[1], 1)
