"""Checks map data before it becomes a Map, and collects all problems."""

from __future__ import annotations

import difflib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from hegemon.errors import MapError
from hegemon.maps.schema import (
    CARD_KINDS,
    FORMAT,
    MAX_COORDINATE,
    MAX_NAME,
    MAX_TERRITORIES,
    MAX_VALUE,
    SCHEMA,
    fold,
    topology_hash,
)

_MAP_FIELDS = {"format", "schema", "name", "hash", "provenance", "note", "territories", "links", "groups"}


@dataclass(frozen=True)
class Problem:
    """A problem of a map: an error, which makes it unplayable, or a warning."""

    severity: Literal["error", "warning"]
    item: str
    message: str
    path: tuple[str | int, ...] = ()
    """Where it is in the data: ``("territories", 3, "x")``, ``("links", 0)``; empty for the whole map."""

    def __str__(self) -> str:
        return f"{self.item}: {self.message}"


@dataclass(frozen=True)
class Draft:
    """Map data that may have errors: its problems, and the parts that can be used.

    ``rows`` are the territories as they are, ``links`` and ``members`` (of each group) those without errors.
    """

    problems: tuple[Problem, ...]
    rows: tuple[Any, ...] = ()
    links: tuple[tuple[int, int], ...] = ()
    members: tuple[tuple[int, ...], ...] = ()

    @property
    def playable(self) -> bool:
        """Whether there is no error."""
        return not any(problem.severity == "error" for problem in self.problems)


def check_map(data: object) -> list[Problem]:
    """All problems of map data (the content of a map file), in the order of the file."""
    return list(read_draft(data).problems)


def read_draft(data: object) -> Draft:
    """All problems of map data, and what can be used of it: for editors, whose maps are not finished."""
    check = _Check()
    if not isinstance(data, Mapping):
        check.error("map", f"is {show(data)}, not an object: write {{...}} with format, territories, links and groups")
        return Draft(tuple(check.problems))
    check.header(data)
    check.territories(data.get("territories"))
    check.links(data.get("links"))
    check.groups(data.get("groups"))
    check.reachable()
    check.hash(data)
    rows = data.get("territories")
    return Draft(
        tuple(check.problems),
        tuple(rows) if isinstance(rows, (list, tuple)) else (),
        tuple(check.good_links),
        tuple(tuple(members) for _, _, members in check.good_groups),
    )


def raise_first_error(source: str, problems: Sequence[Problem]) -> None:
    """Raise a MapError with the first error and the number of the others, if any; ``source`` names the map."""
    errors = [p for p in problems if p.severity == "error"]
    if errors:
        rest = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        raise MapError(f"{source}: {errors[0]}{rest}")


def show(value: object) -> str:
    """Any value as one short line."""
    if isinstance(value, str):
        return repr(value) if len(value) <= 60 else repr(value[:57]) + "..."
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, int):
        return str(value) if abs(value) < 10**18 else "a huge number"
    if isinstance(value, float):
        return repr(value)
    return "an object" if isinstance(value, Mapping) else "a list" if isinstance(value, (list, tuple)) else "not JSON"


@dataclass
class _Check:
    """The state of a check that reads a file from top to bottom."""

    problems: list[Problem] = field(default_factory=list)
    names: list[str] = field(default_factory=list)  # "" is a territory with an unusable name
    number: dict[str, int] = field(default_factory=dict)  # folded name -> territory
    good_links: list[tuple[int, int]] = field(default_factory=list)
    good_groups: list[tuple[str, int, list[int]]] = field(default_factory=list)
    good_cards: list[int] = field(default_factory=list)
    at: tuple[str | int, ...] = ()  # the row that is being read

    def error(self, item: str, message: str, *path: str | int) -> None:
        self.problems.append(Problem("error", item, message, self.at + path))

    def warning(self, item: str, message: str, *path: str | int) -> None:
        self.problems.append(Problem("warning", item, message, self.at + path))

    def header(self, data: Mapping[object, object]) -> None:
        if data.get("format") != FORMAT:
            self.error("format", f'is {show(data.get("format"))}: write "format": "{FORMAT}"', "format")
        schema = data.get("schema")
        if type(schema) is not int or schema != SCHEMA:
            self.error("schema", f"is {show(schema)}: this version reads schema {SCHEMA} only", "schema")
        self.name("name", data.get("name"))
        for field_name in ("provenance", "note"):
            if not isinstance(data.get(field_name, ""), str):
                self.error(field_name, f"is {show(data[field_name])}, not text", field_name)
        self.fields("map", data, _MAP_FIELDS)

    def fields(self, item: str, row: Mapping[object, object], known: set[str]) -> None:
        for key in row:
            if key not in known:
                near = self.nearest(key, sorted(known)) if isinstance(key, str) else []
                hint = f": did you mean {near[0]!r}?" if near else ""
                self.warning(
                    item, f"unknown field {show(key)} is ignored{hint}", *([key] if isinstance(key, str) else [])
                )

    def nearest(self, word: str, known: list[str]) -> list[str]:
        """The known word closest to a misspelt one; skipped in files with many problems, to save time."""
        return difflib.get_close_matches(word[:MAX_NAME], known, n=1) if len(self.problems) < 50 else []

    def name(self, item: str, name: object, field_name: str = "name") -> str:
        """The name, or "" after reporting why it is unusable."""
        if not isinstance(name, str):
            message = f"the name is {show(name)}, not text" if name is not None else "has no name: add one"
            self.error(item, message, field_name)
        elif not name.strip():
            self.error(item, "the name is empty", field_name)
        elif len(name) > MAX_NAME:
            self.error(item, f"the name {show(name)} has {len(name)} characters: use at most {MAX_NAME}", field_name)
        elif not name.isprintable():
            self.error(item, f"the name {show(name)} has a control or invisible character: remove it", field_name)
        else:
            return name
        return ""

    def rows(self, key: str, rows: object) -> list[object]:
        if isinstance(rows, (list, tuple)):
            return list(rows)
        message = f"is {show(rows)}, not a list" if rows is not None else f'is missing: add "{key}": [...]'
        self.error(key, message, key)
        return []

    def territories(self, data: object) -> None:
        rows = self.rows("territories", data)
        if not rows and isinstance(data, (list, tuple)):
            self.error("territories", "the list is empty: a map needs at least one territory", "territories")
        if len(rows) > MAX_TERRITORIES:
            self.error("territories", f"there are {len(rows)}: a map may have at most {MAX_TERRITORIES}", "territories")
        drawn, carded = (
            any(isinstance(row, Mapping) and row.get(key) is not None for row in rows) for key in ("polygon", "card")
        )
        for i, row in enumerate(rows):
            item, self.at = f"territory {i}", ("territories", i)
            self.names.append("")
            if not isinstance(row, Mapping):
                self.error(item, f'is {show(row)}: write {{"name": "...", "x": 0, "y": 0}}')
                continue
            name = self.names[i] = self.name(item, row.get("name"))
            item = f"territory {show(name)}" if name else item
            if name and self.number.setdefault(fold(name), i) != i:
                twin = self.number[fold(name)]
                self.error(
                    item, f"has the same name as territory {twin} ({show(self.names[twin])}): rename one", "name"
                )
            for key in ("x", "y"):
                self.coordinate(item, key, row.get(key))
            self.polygon(item, row.get("polygon"), drawn)
            self.card(item, row.get("card"), carded)
            self.fields(item, row, {"name", "x", "y", "polygon", "card"})
        self.at = ()

    def coordinate(self, item: str, key: str, value: object) -> None:
        if value is None:
            self.error(item, f"has no {key}: add its place on the drawing, a number", key)
        elif isinstance(value, bool) or not isinstance(value, (int, float)):
            self.error(item, f"{key} is {show(value)}, not a number", key)
        elif not (math.isfinite(value) if isinstance(value, float) else True) or abs(value) > MAX_COORDINATE:
            self.error(item, f"{key} is {show(value)}: use a number between -1000000 and 1000000", key)

    def polygon(self, item: str, polygon: object, wanted: bool) -> None:
        if polygon is None:
            if wanted:
                self.error(item, "has no polygon although others do: draw all territories or none", "polygon")
        elif not isinstance(polygon, (list, tuple)) or len(polygon) < 3:
            self.error(item, "the polygon needs at least 3 points: write [[x, y], [x, y], [x, y]]", "polygon")
        else:
            for k, point in enumerate(polygon):
                if not isinstance(point, (list, tuple)) or len(point) != 2:
                    message = f"polygon point {k} is {show(point)}: write [x, y] with two numbers"
                    self.error(item, message, "polygon", k)
                    continue
                for key, value in zip("xy", point, strict=True):
                    self.coordinate(f"{item} polygon point {k}", key, value)

    def card(self, item: str, kind: object, wanted: bool) -> None:
        if kind is None and wanted:
            self.error(item, "has no card although others do: give all territories a card or none", "card")
        elif kind is not None and kind not in CARD_KINDS:
            kinds = f"{', '.join(CARD_KINDS[:-1])} or {CARD_KINDS[-1]}"
            self.error(item, f"the card is {show(kind)}: write {kinds}", "card")
        elif isinstance(kind, str):
            self.good_cards.append(CARD_KINDS.index(kind))

    def reference(self, item: str, what: object) -> int | None:
        """The territory that a link or a group refers to, by number or by name."""
        if isinstance(what, int) and not isinstance(what, bool):
            if 0 <= what < len(self.names):
                return what
            self.error(item, f"there is no territory {show(what)}: numbers run from 0 to {len(self.names) - 1}")
        elif isinstance(what, str):
            found = self.number.get(fold(what))
            if found is None:
                near = self.nearest(fold(what), list(self.number))
                hint = f": did you mean {show(self.names[self.number[near[0]]])}?" if near else ""
                self.error(item, f"there is no territory {show(what)}{hint}")
            return found
        else:
            self.error(item, f"{show(what)} is not a territory: write its name or its number")
        return None

    def links(self, data: object) -> None:
        seen: dict[frozenset[int], int] = {}
        for i, row in enumerate(self.rows("links", data)):
            item, self.at = f"link {i}", ("links", i)
            if not isinstance(row, (list, tuple)) or len(row) != 2:
                self.error(item, 'must join two territories: write ["one name", "other name"]')
                continue
            a, b = (self.reference(item, end) for end in row)
            if a is None or b is None:
                continue
            if a == b:
                self.error(item, f"joins {self.label(a)} to itself: remove it")
            elif (first := seen.setdefault(frozenset((a, b)), i)) != i:
                pair = f"{self.label(a)} - {self.label(b)}"
                self.error(item, f"{pair} repeats link {first}: links go both ways, remove one")
            else:
                self.good_links.append((a, b))
        self.at = ()

    def groups(self, data: object) -> None:
        seen: dict[str, int] = {}
        grouped: set[int] = set()
        for i, row in enumerate(self.rows("groups", data)):
            item, self.at = f"group {i}", ("groups", i)
            if not isinstance(row, Mapping):
                self.error(item, f'is {show(row)}: write {{"name": "...", "value": 2, "members": [...]}}')
                self.good_groups.append(("", 0, []))
                continue
            name = self.name(item, row.get("name"))
            item = f"group {show(name)}" if name else item
            if name and (first := seen.setdefault(fold(name), i)) != i:
                self.error(item, f"has the same name as group {first}: rename one", "name")
            value = row.get("value")
            if type(value) is not int:
                self.error(item, f"the value is {show(value)}: write a whole number of armies, e.g. 2", "value")
            elif abs(value) > MAX_VALUE:
                self.error(item, f"the value is {show(value)}: use at most {MAX_VALUE} armies", "value")
            members = self.members(item, row.get("members"))
            grouped.update(members)
            first_name = self.name(f"{item}: alias", row["alias"], "alias") if row.get("alias", "") != "" else name
            self.good_groups.append((first_name, value if isinstance(value, int) else 0, members))
            self.fields(item, row, {"name", "alias", "value", "members"})
        self.at = ()
        for t in range(len(self.names)):
            if t not in grouped:
                self.warning(f"territory {self.label(t)}", "is in no group", "territories", t)

    def members(self, item: str, data: object) -> list[int]:
        if data is None or data == [] or data == ():
            self.error(item, "has no members: list at least one territory or remove the group", "members")
            return []
        if not isinstance(data, (list, tuple)):
            self.error(item, f"members is {show(data)}, not a list", "members")
            return []
        members: list[int] = []
        for what in data:
            member = self.reference(item, what)
            if member is None:
                continue
            if member in members:
                self.error(item, f"lists {self.label(member)} twice: remove one", "members")
            else:
                members.append(member)
        return members

    def reachable(self) -> None:
        parts = components(len(self.names), self.good_links)
        for part in sorted(parts, key=len)[:-1]:
            some = ", ".join(self.label(t) for t in part[:5]) + (", ..." if len(part) > 5 else "")
            self.error("links", f"{some} cannot be reached from the rest of the map: add a link", "links")

    def hash(self, data: Mapping[object, object]) -> None:
        claimed = data.get("hash")
        if claimed is None or any(p.severity == "error" for p in self.problems):
            return
        found = topology_hash(self.names, self.good_links, self.good_groups, self.good_cards)
        if claimed != found:
            advice = "the map was edited: remove the hash field to accept the edits"
            self.error("hash", f"is {show(claimed)} but the content gives {found}; {advice}", "hash")

    def label(self, territory: int) -> str:
        return show(self.names[territory]) if self.names[territory] else str(territory)


def components(size: int, links: Sequence[tuple[int, int]]) -> list[list[int]]:
    """The connected parts of a graph, each ascending, ordered by their first territory."""
    around: list[list[int]] = [[] for _ in range(size)]
    for a, b in links:
        around[a].append(b)
        around[b].append(a)
    parts: list[list[int]] = []
    seen: set[int] = set()
    for start in range(size):
        if start in seen:
            continue
        seen.add(start)
        part = [start]
        for t in part:
            fresh = [n for n in around[t] if n not in seen]
            seen.update(fresh)
            part.extend(dict.fromkeys(fresh))
        parts.append(sorted(part))
    return parts
