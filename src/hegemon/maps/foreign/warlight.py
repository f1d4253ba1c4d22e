"""Maps of the Warlight AI challenges: the setup lines that an engine sends to a bot.

A file may be the log of a whole game; only its setup lines are read. Wastelands, offers and the number of picks become
a start.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from hegemon.maps.foreign.draft import Draft, Start
from hegemon.maps.foreign.exported import Exported, require_not_negative, require_one_group_each
from hegemon.maps.foreign.source import Source
from hegemon.maps.map import Map

WHERE = "in the challenge's dialect"
_ID = re.compile(r"[0-9]{1,9}")
_NUMBER = re.compile(r"-?[0-9]{1,9}")
_SETUP = re.compile(r"^[ \t]*setup_map[ \t]+(super_regions|regions|neighbors)[ \t]", re.MULTILINE)


def is_warlight(head: str) -> bool:
    return _SETUP.search(head) is not None


def read_warlight(source: Source) -> Draft:
    lines = _Lines(source.stem)
    for number, line in enumerate(source.lines, 1):
        lines.read(f"line {number}", line.split())
    return lines.draft()


class _Lines:
    """The setup lines. Everything is put together at the end, because a file may have them in any order."""

    def __init__(self, name: str) -> None:
        self._draft = Draft(name, note="a map of the second Warlight AI challenge")
        self._bonuses: dict[int, tuple[str, int]] = {}
        self._regions: dict[int, tuple[str, int]] = {}
        self._links: list[tuple[str, int, int]] = []
        self._wastelands: list[tuple[str, int]] = []
        self._offered: list[tuple[str, int]] = []
        self._picks_each = 0

    def read(self, where: str, words: list[str]) -> None:
        match words:
            case ["setup_map", "super_regions", *rest]:
                self._pairs(where, "super region", rest, self._bonuses)
            case ["setup_map", "regions", *rest]:
                self._pairs(where, "region", rest, self._regions)
            case ["setup_map", "neighbors", *rest]:
                self._neighbours(where, rest)
            case ["setup_map", "wastelands", *rest]:
                self._wastelands += ((where, region) for region in self._ids(where, rest))
            case ["settings", "starting_regions", *rest]:
                self._offered += ((where, region) for region in self._ids(where, rest))
            case ["settings", "starting_pick_amount", count] if _ID.fullmatch(count):
                self._picks_each = int(count)

    def draft(self) -> Draft:
        draft = self._draft
        for region, (where, _) in self._regions.items():
            draft.territory(where, region, f"region {region}")
        for where, a, b in self._links:
            draft.link(where, a, b, both_ways=True)
        members: dict[int, list[int]] = {number: [] for number in self._bonuses}
        for region, (where, number) in self._regions.items():
            if number in members:
                members[number].append(region)
            else:
                draft.wrong(where, f"region {region} is in super region {number}, which does not exist")
        for number, (where, bonus) in sorted(self._bonuses.items()):
            draft.group(where, f"super region {number}", bonus, members[number])
        self._start()
        return draft

    def _start(self) -> None:
        wastelands = self._numbers(self._wastelands)
        offered = tuple(region for region in self._numbers(self._offered) if region not in wastelands)
        if wastelands or offered:
            picks = self._picks_each if 2 * self._picks_each <= len(offered) else len(offered) // 2
            self._draft.start = Start(wastelands, offered, picks)

    def _numbers(self, regions: Iterable[tuple[str, int]]) -> tuple[int, ...]:
        numbers = (self._draft.number(where, region) for where, region in regions)
        return tuple(dict.fromkeys(number for number in numbers if number is not None))

    def _pairs(self, where: str, what: str, words: list[str], into: dict[int, tuple[str, int]]) -> None:
        if len(words) % 2:
            self._draft.wrong(where, f"the last {what} has no second number: write pairs of numbers")
        for key, value in zip(words[::2], words[1::2], strict=False):
            if not _ID.fullmatch(key) or not _NUMBER.fullmatch(value):
                self._draft.wrong(where, f"{f'{key} {value}'!r:.40} is not a pair of numbers")
            elif int(key) in into:
                self._draft.wrong(where, f"{what} {int(key)} is there twice")
            else:
                into[int(key)] = (where, int(value))

    def _neighbours(self, where: str, words: list[str]) -> None:
        if len(words) % 2:
            self._draft.wrong(where, "the last region has no neighbours: write an id and a list such as 2,3")
        for region, others in zip(words[::2], words[1::2], strict=False):
            for a in self._ids(where, [region]):
                self._links += ((where, a, b) for b in self._ids(where, others.rstrip(",").split(",")))

    def _ids(self, where: str, words: Iterable[str]) -> Iterator[int]:
        for word in words:
            if _ID.fullmatch(word):
                yield int(word)
            else:
                self._draft.wrong(where, f"{word!r:.40} is not the id of a region")


def write_warlight(map: Map, stem: str) -> Exported:
    """The lines of the map, as an engine sends them."""
    lost = ["names are left out: regions and super regions are numbers there"]
    return Exported({".txt": "\n".join(map_lines(map)) + "\n"}, lost)


def map_lines(map: Map) -> list[str]:
    """Groups with their bonuses, territories with their groups, and every link once, at its lower territory."""
    require_expressible(map)
    supers = " ".join(f"{number} {group.value}" for number, group in enumerate(map.groups, 1))
    regions = " ".join(f"{number} {groups[0] + 1}" for number, groups in enumerate(map.groups_of, 1))
    higher = ([n for n in near if n > t] for t, near in enumerate(map.neighbours))
    links = [f"{t + 1} {','.join(str(n + 1) for n in near)}" for t, near in enumerate(higher) if near]
    return [
        f"setup_map super_regions {supers}",
        f"setup_map regions {regions}",
        f"setup_map neighbors {' '.join(links)}",
    ]


def require_expressible(map: Map) -> None:
    """A MapError if the dialects cannot describe the map."""
    require_one_group_each(map, WHERE)
    require_not_negative(map, WHERE)
