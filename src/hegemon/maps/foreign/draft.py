"""A map while it is read from a file of another program: what the file says, what is wrong, what cannot be kept.

Readers of formats call `territory`, `link`, `group` and `card` as they go through a file. `settle` makes a map of it.
"""

from __future__ import annotations

import difflib
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field

from hegemon.errors import MapError
from hegemon.maps.map import Map, Point
from hegemon.maps.schema import MAX_NAME, MAX_VALUE, fold
from hegemon.maps.validate import show

MOST_PROBLEMS = 500
"""After so many a reader gives up: the file is of another kind."""
MOST_TERRITORIES = 20_000
MOST_LINKS = 300_000
MOST_GROUPS = 10_000
"""More than any map has, so that a hostile file costs little. A part of a larger one may be small enough."""
_FEW = 50
"""Problems with a hint, which takes time."""


class Key(str):
    """A name by which a file refers to a territory: folded, so that case is ignored, but shown as it is written."""

    written: str

    def __new__(cls, name: str) -> Key:
        key = super().__new__(cls, fold(name))
        key.written = " ".join(name.split())
        return key


class ImportMapError(MapError):
    """A file that does not describe a map. `problems` has all reasons, each with its place in the file."""

    def __init__(self, problems: Sequence[str]) -> None:
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        super().__init__(f"{problems[0]}{more}")
        self.problems = tuple(problems)


@dataclass(frozen=True)
class Start:
    """The start of a game of the second Warlight AI challenge that a file describes, by territory numbers."""

    wastelands: tuple[int, ...]
    offered: tuple[int, ...]
    picks_each: int


@dataclass(frozen=True)
class Imported:
    """A map made from a foreign file, with everything that could not be kept, and why."""

    map: Map
    format: str
    lost: tuple[str, ...] = ()
    start: Start | None = None


@dataclass
class DraftTerritory:
    name: str
    place: Point | None
    outlines: list[tuple[Point, ...]]
    card: int | None = None


@dataclass
class DraftGroup:
    name: str
    value: int
    members: list[int]


@dataclass
class Draft:
    """The parts of a map in the order of the file. A key is what the file refers to a territory by: a name or an id."""

    name: str
    note: str = ""
    author: str = ""
    problems: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    territories: list[DraftTerritory] = field(default_factory=list)
    links: dict[tuple[int, int], bool] = field(default_factory=dict)
    """Links from one territory to another; true for those that the file means to go both ways."""
    groups: list[DraftGroup] = field(default_factory=list)
    start: Start | None = None
    _numbers: dict[Hashable, int] = field(default_factory=dict)

    def wrong(self, where: str, message: str) -> None:
        """Something is wrong in the file, at this place, such as "line 3"."""
        self.problems.append(f"{where}: {message}" if where else message)
        if len(self.problems) >= MOST_PROBLEMS:
            raise ImportMapError(self.problems)

    def lose(self, message: str) -> None:
        """Something cannot be kept: what, and why."""
        if message not in self.lost:
            self.lost.append(message)

    def territory(
        self,
        where: str,
        key: Hashable,
        name: str,
        place: Point | None = None,
        outlines: Iterable[tuple[Point, ...]] = (),
    ) -> None:
        if key in self._numbers:
            self.wrong(where, f"territory {_shown(key)} is there twice")
        elif len(self.territories) >= MOST_TERRITORIES:
            raise ImportMapError([*self.problems, f"{where}: more than {MOST_TERRITORIES} territories"])
        else:
            self._numbers[key] = len(self.territories)
            self.territories.append(DraftTerritory(name, place, list(outlines)))

    def number(self, where: str, key: Hashable) -> int | None:
        """The number of the territory that the file refers to; None, and a problem, if there is none."""
        found = self._numbers.get(key)
        if found is None:
            self.wrong(where, f"there is no territory {_shown(key)}{self._hint(key)}")
        return found

    def link(self, where: str, source: Hashable, target: Hashable, *, both_ways: bool = False) -> None:
        """A link from a territory to another, as the file has it; `both_ways` if the file means both directions."""
        a, b = self.number(where, source), self.number(where, target)
        if a is None or b is None:
            return
        if a == b:
            self.lose(f"{where}: {_shown(source)} borders itself, which means nothing")
        elif len(self.links) >= MOST_LINKS:
            raise ImportMapError([*self.problems, f"{where}: more than {MOST_LINKS} links"])
        else:
            self.links[a, b] = self.links.get((a, b), False) or both_ways

    def group(self, where: str, name: str, value: int, members: Iterable[Hashable]) -> None:
        numbers = [self.number(where, member) for member in members]
        if abs(value) > MAX_VALUE:
            self.wrong(where, f"the bonus of {show(name)} is {show(value)}: use at most {MAX_VALUE}")
        else:
            if len(self.groups) >= MOST_GROUPS:
                raise ImportMapError([*self.problems, f"{where}: more than {MOST_GROUPS} groups"])
            found = dict.fromkeys(number for number in numbers if number is not None)
            self.groups.append(DraftGroup(name, value, list(found)))

    def card(self, where: str, key: Hashable, kind: int) -> None:
        """The kind of a territory's card: 0 infantry, 1 cavalry, 2 artillery."""
        number = self.number(where, key)
        if number is None:
            return
        if self.territories[number].card is not None:
            self.wrong(where, f"territory {_shown(key)} has two cards")
        self.territories[number].card = kind

    def _hint(self, key: Hashable) -> str:
        if not isinstance(key, str) or len(self.problems) >= _FEW:
            return ""
        known = [name for name in self._numbers if isinstance(name, str)]
        near = difflib.get_close_matches(key[:MAX_NAME], known[:2000], 1)
        return f": did you mean {show(self.territories[self._numbers[near[0]]].name)}?" if near else ""


def _shown(key: Hashable) -> str:
    """A territory as the file refers to it."""
    return show(key.written if isinstance(key, Key) else key)
