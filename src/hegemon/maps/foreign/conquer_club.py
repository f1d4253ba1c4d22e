"""Maps of Conquer Club: XML with territories, their borders, and continents that may overlap and contain others.

Its rules for bonuses are richer than ours. A continent that replaces the bonus of smaller ones inside it is kept
exactly: it pays the difference. Bonuses for a part of a continent cannot be kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from xml.sax.saxutils import escape

from hegemon.maps.foreign.data import decimal, number
from hegemon.maps.foreign.draft import Draft
from hegemon.maps.foreign.exported import Exported, on_canvas
from hegemon.maps.foreign.settle import some
from hegemon.maps.foreign.source import Source
from hegemon.maps.foreign.xml import Element, parse_xml
from hegemon.maps.map import Map
from hegemon.maps.schema import fold
from hegemon.maps.validate import show

_LOST = {
    "objective": "objectives were left out: the only aim here is to conquer the map",
    "reinforcement": "the reinforcements of the map were left out: the rules say here how many armies a turn brings",
    "reinforcements": "the reinforcements of the map were left out: the rules say here how many armies a turn brings",
    "positions": "starting positions were left out: the rules say here how a game begins",
    "transforms": "transforms were left out: armies do not grow or shrink by themselves here",
    "conditions": "conditions were left out: a link can always be used here",
}


def is_conquer_club(head: str) -> bool:
    return "<borders" in head and "<territory" in head and "<map" in head


def read_conquer_club(source: Source) -> Draft:
    root = parse_xml(source)
    draft = Draft(source.stem)
    if root.tag != "map":
        draft.wrong(root.where, f"the file begins with <{root.tag[:40]}>, not with <map>")
    territories = [element for element in root.all("territory") if _named(draft, element)]
    for element in territories:
        x, y = (decimal(child.text) for child in _coordinates(element))
        place = (x, y) if x is not None and y is not None else None
        draft.territory(element.where, fold(element.word("name")), element.word("name"), place)
    for element in territories:
        for border in element.inside("borders", "border"):
            draft.link(border.where, fold(element.word("name")), fold(border.text))
        _territory_rules(draft, element)
    _Continents(draft, [element for element in root.all("continent") if _named(draft, element)]).read()
    for element in territories:
        _own_bonus(draft, element)
    for tag, message in _LOST.items():
        if root.first(tag) is not None:
            draft.lose(message)
    return draft


def _named(draft: Draft, element: Element) -> bool:
    if not element.word("name"):
        draft.wrong(element.where, f"the {element.tag} has no name")
    return bool(element.word("name"))


def _coordinates(element: Element) -> tuple[Element, Element]:
    """The place on the larger picture, else on the smaller one."""
    box = element.first("coordinates") or element
    for size in ("large", "small"):
        x, y = box.first(f"{size}x"), box.first(f"{size}y")
        if x is not None and y is not None:
            return x, y
    return Element("", 0), Element("", 0)


def _territory_rules(draft: Draft, element: Element) -> None:
    if element.inside("bombardments", "bombardment"):
        draft.lose("bombardments were left out: an attack over a link conquers here")
    if element.first("neutral") is not None:
        draft.lose("neutral territories were left out: the rules say here how a game begins")
    for tag in ("conditions", "transforms"):
        if element.first(tag) is not None:
            draft.lose(_LOST[tag])


def _own_bonus(draft: Draft, element: Element) -> None:
    """Armies that a territory brings its owner every turn become a group of one territory."""
    bonus = element.first("bonus")
    value = number(draft, f"{bonus.where}, bonus", bonus.text) if bonus is not None and bonus.text else None
    if bonus is None or not value:
        return
    name = element.word("name")
    draft.group(bonus.where, f"{name} (bonus)", value, [fold(name)])
    draft.lose("bonuses of single territories are groups of one: the armies may be placed anywhere here")


@dataclass
class _Continent:
    element: Element
    name: str
    value: int
    members: set[str]
    overrides: list[str]
    partial: bool = False


class _Continents:
    """All continents of a file. They refer to each other by name, also to those that follow."""

    def __init__(self, draft: Draft, elements: list[Element]) -> None:
        self._draft = draft
        self._elements = {fold(element.word("name")): element for element in elements}
        if len(self._elements) < len(elements):
            names = [fold(element.word("name")) for element in elements]
            double = next(element for i, element in enumerate(elements) if names[i] in names[:i])
            draft.wrong(double.where, f"continent {show(double.word('name'))} is there twice")
        self._order: dict[str, list[str]] = {}
        self._known: dict[str, _Continent] = {}

    def read(self) -> None:
        for key, element in self._elements.items():
            continent = self._continent(key, element)
            if continent is not None:
                self._known[key] = continent
        pays = self._differences()
        for key, continent in self._known.items():
            members = [member for member in self._order[key] if member in continent.members]
            if continent.partial:
                self._draft.lose(
                    f"the bonus of {show(continent.name)} was left out: it needs a part of its members, and here a "
                    "group pays for all"
                )
            else:
                self._draft.group(continent.element.where, continent.name, pays[key], members)

    def _continent(self, key: str, element: Element) -> _Continent | None:
        bonus = element.first("bonus")
        value = number(self._draft, f"{element.where}, bonus", bonus.text if bonus is not None else None)
        order = self._components(key, [])
        if value is None:
            return None
        self._order[key] = order
        required = element.word("required")
        needed = number(self._draft, f"{element.where}, required", required) if required else None
        parts = len({fold(part.text) for part in _parts(element)})
        partial = (needed is not None and needed < parts) or any(self._is_partial(part) for part in _parts(element))
        overrides = [fold(child.text) for child in element.inside("overrides", "override")]
        return _Continent(element, element.word("name"), value, set(order), overrides, partial)

    def _is_partial(self, part: Element) -> bool:
        """Whether a part is a continent that needs only some of its own parts."""
        inner = self._elements.get(fold(part.text)) if part.tag == "continent" else None
        required = inner.word("required") if inner is not None else ""
        return inner is not None and required.isdigit() and int(required[:9]) < len(list(_parts(inner)))

    def _components(self, key: str, above: list[str]) -> list[str]:
        """The territories of a continent and of the continents in it, in the order of the file."""
        members: dict[str, None] = {}
        for part in _parts(self._elements[key]):
            name = fold(part.text)
            if part.tag == "territory":
                if self._draft.number(part.where, name) is not None:
                    members[name] = None
            elif name not in self._elements:
                self._draft.wrong(part.where, f"there is no continent {show(part.text)}")
            elif name in above or name == key or len(above) > 20:
                self._draft.wrong(part.where, f"continent {show(part.text)} contains itself")
            else:
                members |= dict.fromkeys(self._components(name, [*above, key]))
        return list(members)

    def _differences(self) -> dict[str, int]:
        """What each continent pays so that one that overrides others, all inside it, pays its own bonus in sum."""
        pays: dict[str, int] = {}
        overridden: dict[str, int] = {}
        inexact = []
        for key in sorted(self._known, key=lambda key: len(self._known[key].members)):
            continent = self._known[key]
            pays[key] = continent.value
            for other in self._all_overridden(key):
                inner = self._known.get(other)
                if inner is None or inner.partial:
                    continue
                exact = inner.members < continent.members and other in pays
                if exact:
                    pays[key] -= pays[other]
                    overridden[other] = overridden.get(other, 0) + (other in continent.overrides)
                if not exact or overridden[other] > 1:
                    inexact.append(f"{continent.name} over {inner.name}")
        if inexact:
            self._draft.lose(f"groups do not replace each other here, so sums of bonuses differ: {some(inexact)}")
        return pays

    def _all_overridden(self, key: str) -> list[str]:
        found: dict[str, None] = {}
        waiting = [*self._known[key].overrides]
        while waiting:
            other = waiting.pop()
            if other in self._known and other not in found and other != key:
                found[other] = None
                waiting += self._known[other].overrides
        return list(found)


def _parts(element: Element) -> list[Element]:
    return [*element.inside("components", "territory"), *element.inside("components", "continent")]


def write_conquer_club(map: Map, stem: str) -> Exported:
    canvas = on_canvas(map)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<map>"]
    for size in ("small", "large"):
        lines += [f"<{size}width>{canvas.width}</{size}width>", f"<{size}height>{canvas.height}</{size}height>"]
    for group in map.groups:
        members = "".join(f"<territory>{escape(map.territories[t])}</territory>" for t in group.members)
        lines += [
            f"<continent><name>{escape(group.name)}</name><bonus>{group.value}</bonus>",
            f"<components>{members}</components></continent>",
        ]
    for t, (name, (x, y)) in enumerate(zip(map.territories, canvas.places, strict=True)):
        borders = "".join(f"<border>{escape(map.territories[n])}</border>" for n in map.neighbours[t])
        spot = f"<smallx>{x}</smallx><smally>{y}</smally><largex>{x}</largex><largey>{y}</largey>"
        lines += [
            f"<territory><name>{escape(name)}</name><borders>{borders}</borders>",
            f"<coordinates>{spot}</coordinates></territory>",
        ]
    return Exported({".xml": "\n".join([*lines, "</map>"]) + "\n"}, ["the pictures are yours to draw"])
