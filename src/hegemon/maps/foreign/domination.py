"""Maps of Domination (yura.net): a text file with numbered countries, and a second one with the cards."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hegemon._words import counted
from hegemon.maps.foreign.data import decimal
from hegemon.maps.foreign.draft import Draft
from hegemon.maps.foreign.exported import Exported, on_canvas, require_one_group_each
from hegemon.maps.foreign.source import Source, decode
from hegemon.maps.map import Map
from hegemon.maps.schema import CARD_KINDS
from hegemon.maps.validate import show

_SECTION = re.compile(r"\s*\[\s*([a-z]+)\s*\]\s*", re.IGNORECASE)
_ID = re.compile(r"[0-9]{1,9}")
_WHOLE = re.compile(r"-?[0-9]{1,9}")
_CARDS = {"infantry": 0, "cavalry": 1, "cannon": 2, "artillery": 2}
MOST_COUNTRIES = 254
"""The pictures of Domination have a colour for each."""


def is_domination(head: str) -> bool:
    sections = r"^[ \t]*\[[ \t]*(countries|borders|files)[ \t]*\]"
    return re.search(sections, head, re.MULTILINE | re.IGNORECASE) is not None


def read_domination(source: Source) -> Draft:
    reader = _Reader(source)
    for where, section, words in _rows(source.lines):
        reader.read(where, section, words)
    return reader.draft()


def _rows(lines: Iterable[str]) -> Iterable[tuple[str, str, list[str]]]:
    """The lines with content: where they are, their section and their words."""
    section = ""
    for number, line in enumerate(lines, 1):
        header = _SECTION.fullmatch(line[:200])
        if header:
            section = header.group(1).lower()
        elif line.strip() and not line.startswith(";"):
            yield f"line {number}", section, line.split()


class _Reader:
    def __init__(self, source: Source) -> None:
        self._source = source
        self._draft = Draft(source.stem)
        self._continents: list[tuple[str, str, int]] = []
        self._members: dict[int, list[int]] = {}
        self._borders: list[tuple[str, int, int]] = []
        self._cards = ""

    def read(self, where: str, section: str, words: list[str]) -> None:
        match section:
            case "":
                if words[0] == "name" and len(words) > 1:
                    self._draft.name = " ".join(words[1:])
            case "files":
                self._file(words)
            case "continents":
                self._continent(where, words)
            case "countries":
                self._country(where, words)
            case "borders":
                self._border(where, words)
            case _:
                self._draft.wrong(where, f"there is no section [{section}] in maps of Domination")

    def draft(self) -> Draft:
        draft = self._draft
        for where, a, b in self._borders:
            draft.link(where, a, b)
        for number, (where, name, bonus) in enumerate(self._continents, 1):
            draft.group(where, name, bonus, self._members.get(number, ()))
        for number in self._members:
            if not 1 <= number <= len(self._continents):
                draft.wrong("", f"there is no continent {number}: they are 1 to {len(self._continents)}")
        self._read_cards()
        return draft

    def _file(self, words: list[str]) -> None:
        if words[0] == "crd" and len(words) > 1:
            self._cards = " ".join(words[1:])
        elif words[0] in ("pic", "map", "prv"):
            self._draft.lose("the pictures were left out: the map has places only")

    def _continent(self, where: str, words: list[str]) -> None:
        if len(words) < 2 or not _WHOLE.fullmatch(words[1]):
            self._draft.wrong(where, f"{show(' '.join(words))} is not a continent: write Name bonus colour")
            return
        self._continents.append((where, words[0].replace("_", " "), int(words[1])))

    def _country(self, where: str, words: list[str]) -> None:
        numbers = [decimal(word) for word in words[3:5]]
        if len(numbers) < 2 or None in numbers or not _ID.fullmatch(words[0]) or not _ID.fullmatch(words[2]):
            self._draft.wrong(where, f"{show(' '.join(words))} is not a country: write number Name continent x y")
            return
        key, name, continent = int(words[0]), words[1].replace("_", " "), int(words[2])
        x, y = numbers
        assert x is not None
        assert y is not None
        self._draft.territory(where, key, name, (x, y))
        self._members.setdefault(continent, []).append(key)

    def _border(self, where: str, words: list[str]) -> None:
        if not all(_ID.fullmatch(word) for word in words):
            self._draft.wrong(where, f"{show(' '.join(words))} are not borders: write a country and its neighbours")
            return
        source, *others = map(int, words)
        self._borders += ((where, source, other) for other in others)

    # --- Cards ------------------------------------------------------------------------------------------------------

    def _read_cards(self) -> None:
        if not self._cards:
            return
        content = self._source.beside(self._cards)
        if content is None:
            self._draft.lose(f"cards have their default kinds: there is no file {show(self._cards)} beside the map")
            return
        wildcards = 0
        for where, section, words in _rows(decode(content).splitlines()):
            if section == "cards":
                wildcards += words[0].lower() == "wildcard"
                self._card(f"{self._cards}, {where}", words)
            elif section == "missions":
                self._draft.lose("missions were left out: the only aim here is to conquer the map")
        if wildcards != 2:
            self._draft.lose(
                f"{counted(wildcards, 'wildcard')}: the number is a field of the rules (wildcards, 2 by default)"
            )

    def _card(self, where: str, words: list[str]) -> None:
        kind = _CARDS.get(words[0].lower())
        if words[0].lower() == "wildcard":
            return
        if kind is None or len(words) < 2 or not _ID.fullmatch(words[1]):
            self._draft.wrong(
                where, f"{show(' '.join(words))} is not a card: write Infantry, Cavalry or Cannon and a country"
            )
            return
        self._draft.card(where, int(words[1]), kind)


def write_domination(map: Map, stem: str) -> Exported:
    """The map and its cards; the pictures that the program needs, too, are for somebody who draws."""
    require_one_group_each(map, "in the format of Domination")
    places = on_canvas(map).places
    lost = [f"the pictures {stem}_pic.png and {stem}_map.gif are yours to draw: the second has the country as colour"]
    if len(map.territories) > MOST_COUNTRIES:
        lost.append(f"Domination plays maps of at most {MOST_COUNTRIES} countries")
    lines = [f"name {map.name}", "", "[files]", f"pic {stem}_pic.png", f"map {stem}_map.gif", f"crd {stem}.cards"]
    lines += ["", "[continents]"]
    colours = ("red", "green", "blue", "yellow", "cyan", "magenta", "orange", "pink")
    lines += [f"{_word(g.name)} {g.value} {colours[i % len(colours)]}" for i, g in enumerate(map.groups)]
    lines += ["", "[countries]"]
    for t, (name, (x, y)) in enumerate(zip(map.territories, places, strict=True)):
        lines.append(f"{t + 1} {_word(name)} {map.groups_of[t][0] + 1} {x} {y}")
    lines += ["", "[borders]"]
    lines += [" ".join(str(n + 1) for n in (t, *near)) for t, near in enumerate(map.neighbours)]
    return Exported({".map": "\n".join(lines) + "\n", ".cards": _cards(map)}, lost)


def _cards(map: Map) -> str:
    words = [kind.capitalize() for kind in CARD_KINDS[:2]] + ["Cannon"]
    kinds = map.card_kinds or tuple(t % 3 for t in range(len(map.territories)))
    lines = [f"{words[kind]} {t + 1}" for t, kind in enumerate(kinds)]
    mission = f"0 {len(map.territories)} 1 0 0 0 conquer the map"
    return "\n".join(["[cards]", *lines, "wildcard", "wildcard", "", "[missions]", mission]) + "\n"


def _word(name: str) -> str:
    return "_".join(name.split())
