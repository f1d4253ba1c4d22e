"""Maps of Conquest (Sean O'Connor), a text format that many programs have taken over.

Territories are listed with their continent and their neighbours, all by name. Case and spacing differ within real
files, so names are compared without them.
"""

from __future__ import annotations

import re

from hegemon.maps.foreign.data import decimal
from hegemon.maps.foreign.draft import Draft, Key
from hegemon.maps.foreign.exported import Exported, on_canvas, require_one_group_each
from hegemon.maps.foreign.source import Source
from hegemon.maps.map import Map
from hegemon.maps.validate import show

_SECTION = re.compile(r"\s*\[\s*(.*?)\s*\]\s*")
_WHOLE = re.compile(r"-?[0-9]{1,9}")


def is_conquest(head: str) -> bool:
    sections = r"^[ \t]*\[[ \t]*(territories|map)[ \t]*\]"
    return re.search(sections, head, re.MULTILINE | re.IGNORECASE) is not None


def read_conquest(source: Source) -> Draft:
    reader = _Reader(source.stem)
    section = ""
    for number, line in enumerate(source.lines, 1):
        header = _SECTION.fullmatch(line[:200])
        if header:
            section = header.group(1).lower()
        elif line.strip() and not line.lstrip().startswith(";"):
            reader.read(f"line {number}", section, line.strip())
    return reader.draft()


class _Reader:
    def __init__(self, name: str) -> None:
        self._draft = Draft(name)
        self._bonuses: dict[str, tuple[str, str, int]] = {}
        self._members: dict[str, list[str]] = {}
        self._links: list[tuple[str, str, str]] = []

    def read(self, where: str, section: str, line: str) -> None:
        if section == "map":
            self._setting(line)
        elif section == "continents":
            self._continent(where, line)
        elif section == "territories":
            self._territory(where, [cell.strip() for cell in line.rstrip(",").split(",")])
        else:
            self._draft.wrong(where, f"{show(line)} is in no known section: [Map], [Continents] or [Territories]")

    def draft(self) -> Draft:
        draft = self._draft
        for where, a, b in self._links:
            draft.link(where, a, b)
        for key, (where, name, bonus) in self._bonuses.items():
            draft.group(where, name, bonus, self._members.get(key, ()))
        return draft

    def _setting(self, line: str) -> None:
        key, _, value = line.partition("=")
        match key.strip().lower():
            case "author":
                self._draft.author = f"drawn by {value.strip()}" if value.strip() else ""
            case "image" if value.strip():
                self._draft.lose(f"the picture {show(value.strip())} was left out: the map has places only")

    def _continent(self, where: str, line: str) -> None:
        name, _, bonus = (part.strip() for part in line.rpartition("="))
        if not name or not _WHOLE.fullmatch(bonus):
            self._draft.wrong(where, f"{show(line)} is not a continent: write Name=bonus")
        elif Key(name) in self._bonuses:
            self._draft.wrong(where, f"continent {show(name)} is there twice")
        else:
            self._bonuses[Key(name)] = (where, name, int(bonus))

    def _territory(self, where: str, cells: list[str]) -> None:
        name, key = cells[0], Key(cells[0])
        if len(cells) > 1 and Key(cells[1]) in self._bonuses:  # some programs leave the place out
            cells[1:1] = ["", ""]
        place = [number for number in map(decimal, cells[1:3]) if number is not None]
        if not key or len(cells) < 4 or (len(place) < 2 and any(cells[1:3])):
            self._draft.wrong(where, f"{show(','.join(cells))} is not a territory: write Name,x,y,Continent,neighbours")
            return
        self._draft.territory(where, key, name, (place[0], place[1]) if place else None)
        continent, *near = cells[3:]
        if Key(continent) not in self._bonuses:
            self._draft.wrong(where, f"there is no continent {show(continent)}")
        self._members.setdefault(Key(continent), []).append(key)
        self._links += ((where, key, Key(other)) for other in near if other)


def write_conquest(map: Map, stem: str) -> Exported:
    require_one_group_each(map, "in the format of Conquest")
    places = on_canvas(map).places
    names = [name.replace(",", ";") for name in map.territories]
    lines = ["[Map]", "author=", f"image={stem}.bmp", "wrap=no", "scroll=none", "warn=yes", "", "[Continents]"]
    groups = [group.name.replace(",", ";").replace("=", "-") for group in map.groups]
    lines += [f"{name}={group.value}" for name, group in zip(groups, map.groups, strict=True)]
    lines += ["", "[Territories]"]
    for g, group in enumerate(map.groups):
        for t in group.members:
            near = [names[n] for n in map.neighbours[t]]
            lines.append(",".join([names[t], str(places[t][0]), str(places[t][1]), groups[g], *near]))
        lines.append("")
    lost = [f"the picture {stem}.bmp is yours to draw: white territories within black borders"]
    return Exported({".map": "\r\n".join(lines)}, lost)
