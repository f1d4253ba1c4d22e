"""Maps of Conquer Club: XML with territories, their borders, and continents that may overlap and contain others.

Its rules for bonuses are richer than ours. A continent that replaces the bonus of smaller ones inside it is kept
exactly: it pays the difference. Bonuses for a part of a continent cannot be kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from xml.sax.saxutils import escape

from hegemon.maps.foreign.data import decimal, number
from hegemon.maps.foreign.draft import Draft, ImportMapError, Key
from hegemon.maps.foreign.exported import Exported, on_canvas
from hegemon.maps.foreign.settle import some
from hegemon.maps.foreign.source import Source
from hegemon.maps.foreign.xml import Element, parse_xml
from hegemon.maps.map import Map
from hegemon.maps.validate import show

_LOST = {
    "objective": "objectives were left out: the only aim here is to conquer the map",
    "reinforcement": "the reinforcements of the map were left out: the rules say here how many armies a turn brings",
    "minreinforcement": "the reinforcements of the map were left out: the rules say here how many armies a turn brings",
    "requirement": "requirements were left out: a seat loses here when it has no territories",
    "position": "starting positions were left out: the rules say here how a game begins",
    "transform": "transforms were left out: armies do not grow or shrink by themselves here",
}


_DEEPEST = 100
"""Continents within continents."""
_MOST_OVERRIDES = 2000


def is_conquer_club(head: str) -> bool:
    return "<borders" in head and "<territory" in head and "<map" in head


def read_conquer_club(source: Source) -> Draft:
    root = parse_xml(source)
    draft = Draft(source.stem)
    if root.tag != "map":
        draft.wrong(root.where, f"the file begins with <{root.tag[:40]}>, not with <map>")
    territories = [element for element in _listed(root, "territory", "territories") if _named(draft, element)]
    for element in territories:
        x, y = (decimal(child.text) for child in _coordinates(element))
        place = (x, y) if x is not None and y is not None else None
        draft.territory(element.where, Key(element.word("name")), element.word("name"), place)
    for element in territories:
        for border in element.inside("borders", "border"):
            if border.attributes.get("condition"):
                draft.lose("borders with a condition are always open here")
            draft.link(border.where, Key(element.word("name")), Key(border.text))
        _territory_rules(draft, element)
    _Continents(
        draft, [element for element in _listed(root, "continent", "continents") if _named(draft, element)]
    ).read()
    for element in territories:
        _own_bonus(draft, element)
    for tag, message in _LOST.items():
        if root.first(tag) is not None or root.first(f"{tag}s") is not None:
            draft.lose(message)
    return draft


def _listed(root: Element, tag: str, box: str) -> list[Element]:
    """The elements of a kind, which may be in a box of their own."""
    return [*root.all(tag), *root.inside(box, tag)]


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
    if element.first("transforms") is not None:
        draft.lose(_LOST["transform"])


def _own_bonus(draft: Draft, element: Element) -> None:
    """Armies that a territory brings its owner every turn become a group of one territory."""
    bonus = element.first("bonus")
    value = number(draft, f"{bonus.where}, bonus", bonus.text) if bonus is not None and bonus.text else None
    if bonus is None or not value:
        return
    name = element.word("name")
    draft.group(bonus.where, f"{name} (bonus)", value, [Key(name)])
    draft.lose("bonuses of single territories are groups of one: the armies may be placed anywhere here")


@dataclass
class _Continent:
    where: str
    name: str
    members: dict[str, None]
    mandatory: dict[str, None]
    overrides: list[str]
    pays: dict[str, int]
    """The bonus for ``all`` members, for all ``mandatory`` ones, and for a ``part`` of the members."""

    @property
    def partial(self) -> bool:
        """Whether it counts as held, and pays, with less than all members."""
        return self.pays.keys() != {"all"}


class _Continents:
    """All continents of a file. They refer to each other by name, also to those that follow."""

    def __init__(self, draft: Draft, elements: list[Element]) -> None:
        self._draft = draft
        self._elements: dict[str, Element] = {}
        for element in elements:
            if self._elements.setdefault(Key(element.word("name")), element) is not element:
                draft.wrong(element.where, f"continent {show(element.word('name'))} is there twice")
        self._known: dict[str, _Continent] = {}
        self._open: list[str] = []

    def read(self) -> None:
        for key in self._elements:
            self._continent(key)
        replaced = self._replaced()
        for key in self._elements:
            found = self._known[key]
            if "all" in found.pays:
                self._draft.group(found.where, found.name, found.pays["all"] - replaced[key], found.members)
            if "mandatory" in found.pays:
                self._draft.group(found.where, f"{found.name} (mandatory)", found.pays["mandatory"], found.mandatory)
            if "part" in found.pays:
                self._draft.lose(
                    f"a bonus of {show(found.name)} was left out: it needs a part of the members, and here a group "
                    "pays for all"
                )

    def _continent(self, key: str) -> _Continent:
        """Reads a continent, and before it the continents inside it."""
        if key in self._known:
            return self._known[key]
        element = self._elements[key]
        inner = element.inside("overrides", "override")
        overrides: list[str] = list(dict.fromkeys(Key(child.text) for child in inner))
        found = _Continent(element.where, element.word("name"), {}, {}, overrides, self._levels(element))
        self._open.append(key)
        for part in _parts(element):
            self._add(found, part)
        self._open.pop()
        self._known[key] = found
        return found

    def _levels(self, element: Element) -> dict[str, int]:
        """What the continent pays, by how much of it must be held. Several bonuses add up."""
        parts = {(part.tag, Key(part.text)): part.attributes.get("type") == "mandatory" for part in _parts(element)}
        pays: dict[str, int] = {}
        bonuses = [*element.all("bonus"), *element.inside("bonuses", "bonus")]
        if not bonuses:
            self._draft.wrong(f"{element.where}, bonus", "is missing")
        for bonus in bonuses:
            value = number(self._draft, f"{bonus.where}, bonus", bonus.text, 0) or 0
            required = bonus.attributes.get("required") or element.word("required")
            needed = number(self._draft, f"{bonus.where}, required", required) if required else None
            mandatory = sum(parts.values())
            whole = needed is None or needed >= len(parts)
            level = "all" if whole else "mandatory" if needed is not None and needed <= mandatory else "part"
            pays[level] = pays.get(level, 0) + value
        return pays

    def _add(self, continent: _Continent, part: Element) -> None:
        name = Key(part.text)
        members: dict[str, None] = {}
        if part.tag == "territory":
            if self._draft.number(part.where, name) is not None:
                members = {name: None}
        elif name not in self._elements:
            self._draft.wrong(part.where, f"there is no continent {show(part.text)}")
        elif name in self._open or len(self._open) > _DEEPEST:
            self._draft.wrong(part.where, f"continent {show(part.text)} contains itself")
        else:
            inner = self._continent(name)
            members = inner.members
            if inner.partial:
                continent.pays = {"part": sum(continent.pays.values())}
        continent.members |= members
        continent.mandatory |= members if part.attributes.get("type") == "mandatory" else {}

    def _replaced(self) -> dict[str, int]:
        """What continents inside each one pay that it overrides: less that, it pays its own bonus in sum."""
        if sum(len(continent.overrides) for continent in self._known.values()) > _MOST_OVERRIDES:
            raise ImportMapError([*self._draft.problems, f"it has more than {_MOST_OVERRIDES} overrides"])
        replaced: dict[str, int] = {}
        overridden: set[str] = set()
        inexact = []
        for key in sorted(self._known, key=lambda key: len(self._known[key].members)):
            continent = self._known[key]
            replaced[key] = 0
            for other in self._all_overridden(key) if "all" in continent.pays else ():
                inner = self._known[other]
                exact = other in replaced and not inner.partial
                exact = exact and inner.members.keys() <= continent.members.keys()
                if exact:
                    replaced[key] += inner.pays["all"] - replaced[other]
                if not exact or (other in continent.overrides and other in overridden):
                    inexact.append(f"{continent.name} over {inner.name}")
                overridden |= {other} if other in continent.overrides else set()
        if inexact:
            self._draft.lose(f"groups do not replace each other here, so sums of bonuses differ: {some(inexact)}")
        return replaced

    def _all_overridden(self, key: str) -> list[str]:
        """The continents whose bonus is replaced, also those that these replace themselves."""
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
