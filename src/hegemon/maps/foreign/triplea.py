"""Maps of TripleA: the territories and connections of a game's XML, with places and outlines from the files beside it.

Such a map has no bonus groups. Sea zones are kept as territories, because land is connected over them; impassable
territories are left out.
"""

from __future__ import annotations

import re

from hegemon.maps.foreign.draft import Draft, Key
from hegemon.maps.foreign.settle import some
from hegemon.maps.foreign.source import Source, decode
from hegemon.maps.foreign.xml import Element, parse_xml
from hegemon.maps.map import Point

_POINT = re.compile(r"\(\s*(-?[0-9]{1,7}(?:\.[0-9]{1,9})?)\s*,\s*(-?[0-9]{1,7}(?:\.[0-9]{1,9})?)\s*\)")


def is_triplea(head: str) -> bool:
    return "<game" in head and ("<territory " in head or "<info " in head)


def read_triplea(source: Source) -> Draft:
    root = parse_xml(source)
    info = root.first("info")
    draft = Draft((info.attributes.get("name") if info is not None else "") or source.stem)
    board = root.first("map")
    if root.tag != "game" or board is None:
        draft.wrong(root.where, "there is no <map> in a <game>")
        return draft
    if board.first("grid") is not None:
        draft.wrong(board.where, "<grid> cannot be read: only <territory> and <connection>")
    closed = _impassable(root)
    links = [
        (element.where, Key(element.attributes.get("t1", "")), Key(element.attributes.get("t2", "")))
        for element in board.all("connection")
    ]
    _territories(draft, source, board, closed, {end for _, a, b in links for end in (a, b)})
    for where, a, b in links:
        if a not in closed and b not in closed:
            draft.link(where, a, b, both_ways=True)
    draft.lose("units, production, owners and all rules were left out: only the graph was read, without bonus groups")
    return draft


def _territories(draft: Draft, source: Source, board: Element, closed: set[str], linked: set[str]) -> None:
    places, outlines = _places(source), _outlines(source)
    boxes, impassable, seas = [], [], 0
    for element in board.all("territory"):
        name = element.attributes.get("name", "")
        key = Key(name)
        if not key:
            draft.wrong(element.where, "the territory has no name")
        elif key in closed:
            impassable.append(name)
        elif key not in linked:
            boxes.append(name)
        else:
            seas += element.attributes.get("water", "").lower() == "true"
            draft.territory(element.where, key, name, places.get(key), outlines.get(key, ()))
    if seas:
        draft.lose(f"{seas} sea zones are territories like the others")
    if impassable:
        draft.lose(f"impassable territories were left out: {some(impassable)}")
    if boxes:
        draft.lose(f"territories without connections were left out: {some(boxes)}")


def _impassable(root: Element) -> set[str]:
    """Territories that nobody may enter; the tag was misspelt for years."""
    found: set[str] = set()
    for outer, inner in (("attachmentlist", "attachment"), ("attatchmentlist", "attatchment")):
        for element in root.inside(outer, inner):
            options = {
                o.attributes.get("name", "").lower(): o.attributes.get("value", "") for o in element.all("option")
            }
            name = element.attributes.get("attachTo") or element.attributes.get("attatchTo") or ""
            if options.get("isimpassable", options.get("isimpassible", "")).lower() == "true":
                found.add(Key(name))
    return found


def _places(source: Source) -> dict[str, Point]:
    """The file centers.txt: ``Name (x,y)`` in every line."""
    found: dict[str, Point] = {}
    for name, points in _named_lines(source, "centers.txt"):
        found.update({Key(name): (float(x), float(y)) for x, y in _POINT.findall(points)[:1]})
    return found


def _outlines(source: Source) -> dict[str, list[tuple[Point, ...]]]:
    """The file polygons.txt: ``Name < (x,y) (x,y) .. > < .. >`` in every line."""
    found: dict[str, list[tuple[Point, ...]]] = {}
    for name, shapes in _named_lines(source, "polygons.txt"):
        points = [tuple((float(x), float(y)) for x, y in _POINT.findall(shape)) for shape in shapes.split(">")]
        found[Key(name)] = [outline for outline in points if len(outline) >= 3]
    return found


def _named_lines(source: Source, file: str) -> list[tuple[str, str]]:
    content = source.beside(file)
    if content is None:
        return []
    cut = (re.split(r"\s*[<(]", line, maxsplit=1) for line in decode(content).splitlines())
    lines = decode(content).splitlines()
    return [(parts[0], line[len(parts[0]) :]) for line, parts in zip(lines, cut, strict=True) if len(parts) == 2]
