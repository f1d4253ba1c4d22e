"""A map: territories, the links between them, and the bonus groups that pay the owner of all their members."""

from __future__ import annotations

import operator
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import SupportsIndex

from hegemon._files import write_whole
from hegemon._json import JSONObject
from hegemon._words import counted
from hegemon.errors import MapError
from hegemon.maps.formats import read_map_file
from hegemon.maps.lookup import Names
from hegemon.maps.schema import CARD_KINDS, FORMAT, SCHEMA, fold, map_text, topology_hash
from hegemon.maps.validate import check_map, raise_first_error, show

Point = tuple[float, float]


@dataclass(frozen=True)
class Group:
    """A bonus group: the owner of every member earns ``value`` armies a turn (the value may be 0 or negative).

    A renamed group keeps its first name as ``alias``. The hash of the map uses the alias, so that games and records
    stay valid.
    """

    name: str
    value: int
    members: tuple[int, ...]
    alias: str = ""


@dataclass(frozen=True, repr=False)
class Map:
    """A board as an immutable value. The constructor checks it, so every Map is valid.

    Territories are numbered by their index in ``territories``. The order of ``links`` is kept, because some agents
    number their decisions by it. Groups may overlap. ``positions`` are drawing centres (y grows downward, any unit);
    ``polygons`` is empty or has one outline per territory. ``card_kinds`` is empty or has the kind of each territory's
    card in the classic game: 0 infantry, 1 cavalry, 2 artillery.
    """

    name: str
    territories: tuple[str, ...]
    links: tuple[tuple[int, int], ...]
    groups: tuple[Group, ...]
    positions: tuple[Point, ...]
    polygons: tuple[tuple[Point, ...], ...] = ()
    provenance: str = ""
    note: str = ""
    card_kinds: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        optional = {"polygons": self.polygons, "card_kinds": self.card_kinds}
        for field, values in {"positions": self.positions, **{k: v for k, v in optional.items() if v}}.items():
            if len(values) != len(self.territories):
                raise MapError(f"map {show(self.name)}: {len(values)} {field} for {len(self.territories)} territories")
        raise_first_error(f"map {show(self.name)}", check_map(self._data(by_name=False)))

    @cached_property
    def hash(self) -> str:
        """Sixteen hex digits that identify the topology: equal hashes mean equal games."""
        groups = ((g.alias or g.name, g.value, g.members) for g in self.groups)
        return topology_hash(self.territories, self.links, groups, self.card_kinds)

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of each territory, ascending."""
        around: list[set[int]] = [set() for _ in self.territories]
        for a, b in self.links:
            around[a].add(b)
            around[b].add(a)
        return tuple(tuple(sorted(near)) for near in around)

    @cached_property
    def groups_of(self) -> tuple[tuple[int, ...], ...]:
        """The groups each territory belongs to, by group number."""
        return tuple(
            tuple(g for g, group in enumerate(self.groups) if t in group.members) for t in range(len(self.territories))
        )

    def card_kind(self, territory: int) -> int:
        """The kind of a territory's card: as the map says, else by the territory's number modulo 3."""
        return self.card_kinds[territory] if self.card_kinds else territory % len(CARD_KINDS)

    def index(self, territory: str | SupportsIndex) -> int:
        """The number of a territory given by its number, its name or a unique abbreviation of it.

        Case, accents, spaces and hyphens do not matter: ``vda``, ``valle_d_aosta`` and ``aosta`` are Valle d'Aosta. A
        MapError lists the candidates.
        """
        if isinstance(territory, str):
            return self._names.index(territory)
        if isinstance(territory, bool) or not isinstance(territory, SupportsIndex):
            raise MapError(f"a territory is its name or its number, not {territory!r:.40}")
        return self._names.number(operator.index(territory))

    def complete(self, text: str) -> list[str]:
        """The names that a text may begin or abbreviate, as one word each: what the Tab key offers."""
        return [self.words[number] for number in self._names.completions(text)]

    @property
    def words(self) -> tuple[str, ...]:
        """The names as orders and positions are written with them, one word each: ``Great_Britain``.

        A name that cannot be told from another one, or from a number, is replaced by the territory's number.
        """
        return self._names.written

    def read_territory(self, word: str) -> int:
        """The territory that a word of an order means: as index, but digits are always a number, in range or not."""
        return self._names.read(word)

    @cached_property
    def _names(self) -> Names:
        return Names(self.name, self.territories)

    def to_json(self) -> JSONObject:
        """The map as JSON data, with links and members by name and with the hash."""
        return self._data(by_name=True)

    def _data(self, by_name: bool) -> JSONObject:
        label: tuple[str, ...] | tuple[int, ...] = self.territories if by_name else tuple(range(len(self.territories)))
        rows: list[JSONObject] = [
            {"name": name, "x": _number(x), "y": _number(y)}
            for name, (x, y) in zip(self.territories, self.positions, strict=True)
        ]
        for row, polygon in zip(rows, self.polygons, strict=False):
            row["polygon"] = [[_number(x), _number(y)] for x, y in polygon]
        for row, kind in zip(rows, self.card_kinds, strict=False):
            row["card"] = CARD_KINDS[kind] if kind in range(len(CARD_KINDS)) else kind
        data: JSONObject = {"format": FORMAT, "schema": SCHEMA, "name": self.name}
        if by_name:
            data["hash"] = self.hash
        data |= {"provenance": self.provenance, "note": self.note, "territories": rows}
        data["links"] = [[label[a], label[b]] if by_name else [a, b] for a, b in self.links]
        data["groups"] = [
            {"name": g.name}
            | ({"alias": g.alias} if g.alias else {})
            | {"value": g.value, "members": [label[m] if by_name else m for m in g.members]}
            for g in self.groups
        ]
        return data

    @classmethod
    def from_json(cls, data: object, source: str = "") -> Map:
        """Read JSON data from the file ``source``; a MapError gives the first error and the number of the others."""
        name = data.get("name") if isinstance(data, Mapping) else None
        raise_first_error(f"map file {source!r}" if source else f"map {show(name)}", check_map(data))
        assert isinstance(data, Mapping)
        rows = data["territories"]
        number = {fold(row["name"]): i for i, row in enumerate(rows)}

        def index(reference: str | int) -> int:
            return number[fold(reference)] if isinstance(reference, str) else reference

        return cls(
            name=data["name"],
            territories=tuple(row["name"] for row in rows),
            links=tuple((index(a), index(b)) for a, b in data["links"]),
            groups=tuple(
                Group(g["name"], g["value"], tuple(map(index, g["members"])), g.get("alias", ""))
                for g in data["groups"]
            ),
            positions=tuple((float(row["x"]), float(row["y"])) for row in rows),
            polygons=tuple(
                tuple((float(x), float(y)) for x, y in row["polygon"]) for row in rows if row.get("polygon") is not None
            ),
            provenance=data.get("provenance", ""),
            note=data.get("note", ""),
            card_kinds=tuple(CARD_KINDS.index(row["card"]) for row in rows if row.get("card") is not None),
        )

    def text(self) -> str:
        """The text of the map's file, easy to edit by hand."""
        return map_text(self.to_json())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the map as a JSON file."""
        write_whole(path, self.text(), MapError)

    def svg(self, *, title: str = "", width: int = 800) -> str:
        """The empty map as a self-contained SVG picture; `State.svg` and `View.svg` draw owners and armies too."""
        from hegemon.maps.drawing.svg import svg  # pictures are rare; games start faster without their code

        return svg(self, title=title, width=width)

    def _repr_svg_(self) -> str:
        return self.svg(width=600)

    def __repr__(self) -> str:
        parts = (
            counted(len(self.territories), "territory", "territories"),
            counted(len(self.links), "link"),
            counted(len(self.groups), "group"),
        )
        return f"<Map {self.name}: {', '.join(parts)}>"

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Map:
        """Read a map file."""
        return cls.from_json(read_map_file(path), source=str(path))


def _number(value: float) -> float | int:
    return int(value) if float(value).is_integer() else float(value)
