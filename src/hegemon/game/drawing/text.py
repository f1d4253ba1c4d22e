"""A position as text for a terminal: the map as a grid of characters, then a table by group."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from hegemon.game.common.owners import NEUTRAL
from hegemon.game.drawing.apart import apart
from hegemon.game.drawing.canvas import Canvas, columns, line, paint, shorten
from hegemon.maps.drawing.layout import fit, wraps
from hegemon.maps.map import Map

_SEAT_STYLES = ("97;48;5;25", "97;48;5;166", "97;48;5;29", "30;48;5;175", "30;48;5;227", "30;48;5;74")
_NEUTRAL_STYLE, _UNKNOWN_STYLE, _LINK_STYLE, _HEAD_STYLE = "30;48;5;250", "2;7", "38;5;244", "1"
_MOST_ON_SHEET = 45
_LETTER_SHAPE = 0.5  # a character is twice as high as it is wide


def text(
    board: Map,
    owners: Sequence[int] | None = None,
    armies: Sequence[int] | None = None,
    *,
    colour: bool = True,
    width: int = 100,
    numbers: bool = False,
) -> str:
    """Draw a position, or with ``owners=None`` the empty map, in at most ``width`` columns.

    Seats are the letters a, b, c..., ``.`` is neutral and ``?`` unknown; the number of armies follows. Maps of up to 45
    territories are drawn if they fit; the table by group always follows. With ``numbers`` the names begin with the
    territory numbers, as orders and actions use them.
    """
    names = [f"{t} {name}" if numbers and name != str(t) else name for t, name in enumerate(board.territories)]
    tags = [_tag(t, owners, armies) for t in range(len(board.territories))]
    styles = [_style(owners[t]) if colour and owners is not None else "" for t in range(len(board.territories))]
    parts = _sheet(board, names, tags, styles, colour, width) if len(tags) <= _MOST_ON_SHEET else []
    return "\n".join([*parts, *_table(board, names, owners, tags, styles, colour, width)]) + "\n"


def _letter(owner: int) -> str:
    return "?" if owner <= -2 else "." if owner == NEUTRAL else chr(ord("a") + owner % 26)


def _tag(t: int, owners: Sequence[int] | None, armies: Sequence[int] | None) -> str:
    if owners is None:
        return "o"
    return _letter(owners[t]) + (str(armies[t]) if armies is not None and owners[t] > -2 else "")


def _style(owner: int) -> str:
    if owner < 0:
        return _NEUTRAL_STYLE if owner == NEUTRAL else _UNKNOWN_STYLE
    return _SEAT_STYLES[owner % len(_SEAT_STYLES)]


def _sheet(board: Map, names: list[str], tags: list[str], styles: list[str], colour: bool, width: int) -> list[str]:
    """The map on a canvas, or nothing if the territories do not fit."""
    layout = fit(board, width, margin=6.0, shape=(0.05, 0.8), max_gap=17.0)
    labels = [f" {tag} " if style else f"[{tag}]" for tag, style in zip(tags, styles, strict=True)]
    margin = 1 - min(y for _, y in layout.centres) * _LETTER_SHAPE
    points = [(x, y * _LETTER_SHAPE + margin) for x, y in layout.centres]
    widths = [columns(label) for label in labels]
    places = [(round(x), round(y)) for x, y in points]
    if not _free(places, widths, width):
        places = apart(points, widths, width)
        if not _free(places, widths, width):
            return []
    canvas = Canvas(width, max(y for _, y in places) + 2)
    for (x, y), label, style in zip(places, labels, styles, strict=True):
        canvas.write(x - columns(label) // 2, y, label, style)
    for (x, y), tag, name in zip(places, tags, names, strict=True):
        _write_name(canvas, x, y, columns(tag) + 2, name)
    around_edge = wraps(board, layout)
    for i, (a, b) in enumerate(board.links):
        west, east = sorted((places[a], places[b]))
        paths = [line(west, east)]
        if i in around_edge:
            middle = (west[1] + east[1]) // 2
            paths = [line((0, middle), west), line(east, (width - 1, middle))]
        for path in paths:
            canvas.dots(path, _LINK_STYLE if colour else "")
    lines = canvas.lines()
    return [*(lines if lines[0] else lines[1:]), ""]


def _free(places: Sequence[tuple[int, int]], widths: Sequence[int], width: int) -> bool:
    """Whether all tags are on the sheet, with a free cell between neighbours in a row."""
    rows: dict[int, list[tuple[int, int]]] = {}
    for (x, y), wide in zip(places, widths, strict=True):
        rows.setdefault(y, []).append((x - wide // 2, x - wide // 2 + wide))
    spans = [sorted(row) for row in rows.values()]
    inside = all(row[0][0] >= 0 and row[-1][1] <= width for row in spans)
    return inside and all(left[1] < right[0] for row in spans for left, right in pairwise(row))


def _write_name(canvas: Canvas, x: int, y: int, tag_width: int, name: str) -> None:
    """Write the name below, above or beside its territory; shortened if there is no room for it."""
    for room in (columns(name), 12, 8, 5, 3):
        short = shorten(name, room)
        wide = columns(short)
        spots = (
            (x - wide // 2, y + 1),
            (x - wide // 2, y - 1),
            (x - tag_width // 2 + tag_width + 1, y),
            (x - tag_width // 2 - wide - 1, y),
        )
        for left, row in spots:
            if canvas.free(left, row, wide, border=1):
                canvas.write(left, row, short)
                return


def _table(
    board: Map,
    names: list[str],
    owners: Sequence[int] | None,
    tags: list[str],
    styles: list[str],
    colour: bool,
    width: int,
) -> list[str]:
    """Each group with its bonus, the shares of its owners, and its members in columns."""
    loose = tuple(t for t, groups in enumerate(board.groups_of) if not groups)
    sections = [(f"{g.name} {g.value:+d}", g.members) for g in board.groups]
    lines: list[str] = []
    for head, members in [*sections, ("in no group", loose)] if loose else sections:
        holders = _holders(members, owners)
        head = shorten(head, width - columns(holders))
        lines.append(paint(head, _HEAD_STYLE if colour else "") + shorten(holders, width - columns(head)))
        lines += _members(names, members, tags, styles, owners is not None, width)
    return lines


def _holders(members: Sequence[int], owners: Sequence[int] | None) -> str:
    """For example ``  a 3/4, . 1/4``, the largest share first."""
    if owners is None:
        return ""
    counts = Counter(_letter(owners[t]) for t in members)
    shares = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return "  " + ", ".join(f"{who} {count}/{len(members)}" for who, count in shares)


def _members(
    all_names: list[str], members: Sequence[int], tags: list[str], styles: list[str], tagged: bool, width: int
) -> list[str]:
    """Members in columns of equal width: owner, armies and name."""
    tag_width = max(columns(tags[t]) for t in members) if tagged else 0
    names = [shorten(all_names[t], width - 4 - tag_width) for t in members]
    name_width = max(columns(name) for name in names)
    across = max(1, (width - 2) // (tag_width + name_width + 3))
    lines = []
    for start in range(0, len(members), across):
        row = ""
        for t, name in zip(members[start : start + across], names[start : start + across], strict=True):
            tag = paint(tags[t], styles[t]) + " " * (tag_width - columns(tags[t])) if tagged else ""
            row += "  " + tag + (" " if tagged else "") + name + " " * (name_width - columns(name))
        lines.append(row.rstrip())
    return lines
