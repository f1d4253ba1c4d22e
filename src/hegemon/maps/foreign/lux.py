"""Maps of Lux (Sillysoft): XML with the countries inside their continents, and outlines."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape

from hegemon.maps.foreign.data import decimal, number
from hegemon.maps.foreign.draft import Draft
from hegemon.maps.foreign.exported import Exported, on_canvas, require_one_group_each
from hegemon.maps.foreign.source import Source
from hegemon.maps.foreign.xml import Element, parse_xml
from hegemon.maps.map import Map, Point
from hegemon.maps.validate import show


def is_lux(head: str) -> bool:
    return "<luxboard" in head


def read_lux(source: Source) -> Draft:
    root = parse_xml(source)
    draft = Draft(root.word("title") or source.stem, note=root.word("description"))
    draft.author = f"drawn by {root.word('author')}" if root.word("author") else ""
    height = decimal(root.word("height")) or 0.0
    links: list[tuple[str, int, int]] = []
    if root.tag != "luxboard":
        draft.wrong(root.where, f"the file begins with <{root.tag[:40]}>, not with <luxboard>")
    for i, continent in enumerate(root.all("continent"), 1):
        members = [key for country in continent.all("country") for key in _country(draft, country, height, links)]
        bonus = number(draft, f"{continent.where}, bonus", continent.word("bonus") or "0", 0)
        draft.group(continent.where, continent.word("continentname") or f"continent {i}", bonus or 0, members)
    for where, a, b in links:
        draft.link(where, a, b)
    if any(root.all("line")):
        draft.lose("lines of the drawing were left out: links are drawn between the places")
    return draft


def _country(draft: Draft, country: Element, height: float, links: list[tuple[str, int, int]]) -> list[int]:
    """Reads a country; its id, if it is good."""
    key = number(draft, f"{country.where}, id", country.word("id") or None)
    if key is None:
        return []
    place = _points(draft, country, "armylocation", height)
    outlines = [points for element in country.all("polygon") if (points := _outline(draft, element, height))]
    name = country.word("name") or f"country {key}"
    draft.territory(country.where, key, name, place[0] if place else None, outlines)
    for word in re.split(r"[,\s]+", country.word("adjoining")):
        other = number(draft, f"{country.where}, adjoining", word) if word else None
        links += [] if other is None else [(country.where, key, other)]
    if country.word("initialowner") or country.word("initialarmies"):
        draft.lose("owners and armies at the start were left out: the rules say here how a game begins")
    return [key]


def _points(draft: Draft, country: Element, tag: str, height: float) -> tuple[Point, ...]:
    element = country.first(tag)
    return _outline(draft, element, height) if element and element.text else ()


def _outline(draft: Draft, element: Element, height: float) -> tuple[Point, ...]:
    """Points x,y; y grows upward in Lux."""
    points: list[Point] = []
    for word in element.text.split():
        x, y = [*(decimal(part) for part in word.split(",")), None][:2]
        if x is None or y is None:
            draft.wrong(element.where, f"{show(word)} is not a point: write x,y")
            return ()
        points.append((x, height - y))
    return tuple(points)


def write_lux(map: Map, stem: str) -> Exported:
    """Outlines are those of the map, or hexagons around the places."""
    require_one_group_each(map, "in the format of Lux")
    canvas = on_canvas(map)
    head = {"version": "1.7", "width": canvas.width, "height": canvas.height, "title": map.name}
    head |= {"description": map.note} if map.note else {}
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<luxboard>", *(_tag(tag, text) for tag, text in head.items())]
    outlines = canvas.outlines or _hexagons(canvas.places)
    for group in map.groups:
        lines += ["<continent>", _tag("continentname", group.name), _tag("bonus", group.value)]
        for t in group.members:
            country = {
                "id": t,
                "name": map.territories[t],
                "adjoining": ",".join(str(near) for near in map.neighbours[t]),
                "armylocation": _pixels([canvas.places[t]], canvas.height),
                "polygon": _pixels(outlines[t], canvas.height),
            }
            lines.append(f"<country>{''.join(_tag(tag, text) for tag, text in country.items())}</country>")
        lines.append("</continent>")
    lost = [] if map.polygons else ["every country is a hexagon: the map has no outlines"]
    return Exported({".luxb": "\n".join([*lines, "</luxboard>"]) + "\n"}, lost)


def _tag(tag: str, text: object) -> str:
    return f"<{tag}>{escape(str(text))}</{tag}>"


def _pixels(points: Iterable[tuple[int, int]], height: int) -> str:
    return " ".join(f"{x},{height - y}" for x, y in points)


def _hexagons(places: Sequence[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    gap = min((math.dist(a, b) for i, a in enumerate(places) for b in places[:i]), default=40.0)
    radius = max(4.0, 0.48 * gap)
    angles = [math.pi * k / 3 for k in range(6)]
    return [[(round(x + radius * math.cos(a)), round(y + radius * math.sin(a))) for a in angles] for x, y in places]
