"""From a draft to a map: what all foreign formats have in common.

Links go both ways here, all territories are connected, and names are printable, short and different. Whatever a file
has otherwise is changed or left out, and said.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from hegemon._words import counted
from hegemon.errors import MapError
from hegemon.maps.foreign.arrange import arrange
from hegemon.maps.foreign.draft import Draft, DraftTerritory, Imported, ImportMapError
from hegemon.maps.map import Group, Map, Point
from hegemon.maps.schema import CARD_KINDS, MAX_COORDINATE, MAX_NAME, MAX_TERRITORIES, fold
from hegemon.maps.validate import components, show

ONE_WAY = ("both", "drop")
_SHOWN = 5
_MOST_TEXT = 2000
"""Characters of a description."""

Link = tuple[int, int]


@dataclass(frozen=True)
class Choices:
    """What the user decides about an import."""

    one_way: str = "both"
    """Links that go one way: `both` makes them two-way, `drop` leaves them out."""
    repair: bool = False
    """Leave out what is wrong, and the territories that cannot be reached, where an error would be raised."""

    def __post_init__(self) -> None:
        if self.one_way not in ONE_WAY:
            raise MapError(f"one-way links are treated as {' or '.join(ONE_WAY)}, not as {self.one_way!r:.40}")


def settle(draft: Draft, format: str, choices: Choices) -> Imported:
    """The map of a draft. An ImportMapError has everything that is wrong."""
    links = _undirected(draft, choices)
    kept = _connected(draft, links, choices)
    hopeless = not 0 < len(kept) <= MAX_TERRITORIES
    if hopeless:
        draft.wrong("", f"it has {counted(len(kept), 'territory', 'territories')}: a map has 1 to {MAX_TERRITORIES}")
    if draft.problems and (hopeless or not choices.repair):
        raise ImportMapError(draft.problems)
    for problem in draft.problems:
        draft.lose(f"left out: {problem}")
    start = draft.start
    if start is not None and len(kept) < len(draft.territories):
        draft.lose("the start was left out, because the map is a part of that in the file")
        start = None
    return Imported(_map(draft, kept, links), format, tuple(draft.lost), start)


def _map(draft: Draft, kept: Sequence[int], links: Sequence[Link]) -> Map:
    new = {old: number for number, old in enumerate(kept)}
    rows = [draft.territories[old] for old in kept]
    own = [(new[a], new[b]) for a, b in links if a in new]
    polygons = _polygons(draft, rows)
    return Map(
        name=clean(draft.name) or "imported",
        territories=tuple(_names(draft, "territory", "territories", [row.name for row in rows])),
        links=tuple(own),
        groups=_groups(draft, new),
        positions=_places(draft, rows, own, polygons),
        polygons=polygons,
        provenance=clean(draft.author, _MOST_TEXT),
        note=clean(draft.note, _MOST_TEXT),
        card_kinds=_card_kinds(draft, rows),
    )


def _undirected(draft: Draft, choices: Choices) -> list[Link]:
    links: dict[Link, None] = {}
    one_way: list[str] = []
    for (a, b), both_ways in draft.links.items():
        if (b, a) in links:
            continue
        if not both_ways and (b, a) not in draft.links:
            one_way.append(f"{draft.territories[a].name} > {draft.territories[b].name}")
            if choices.one_way == "drop":
                continue
        links[a, b] = None
    if one_way:
        done = "left out" if choices.one_way == "drop" else "made two-way"
        draft.lose(f"links go both ways here: {counted(len(one_way), 'one-way link')} {done}: {some(one_way)}")
    return list(links)


def _connected(draft: Draft, links: Sequence[Link], choices: Choices) -> list[int]:
    """The territories that the map keeps: all, or the largest connected part."""
    parts = sorted(components(len(draft.territories), links), key=len)
    if choices.repair and len(parts) > 1:
        names = some([draft.territories[t].name for part in parts[:-1] for t in part])
        draft.lose(f"left out, because no link leads there from the rest of the map: {names}")
        return parts[-1]
    for part in parts[:-1]:
        names = some([draft.territories[t].name for t in part])
        advice = "add a link, or let repair leave them out"
        draft.wrong("", f"{names} cannot be reached from the rest of the map: {advice}")
    return list(range(len(draft.territories)))


def _names(draft: Draft, one: str, many: str, names: Sequence[str]) -> list[str]:
    used: set[str] = set()
    counts: dict[str, int] = {}
    result, renamed = [], []
    for number, name in enumerate(names):
        first = good = clean(name) or f"{one} {number + 1}"
        while fold(good) in used:
            counts[fold(first)] = counts.get(fold(first), 1) + 1
            good = f"{first[: MAX_NAME - 8].strip()} ({counts[fold(first)]})"
        used.add(fold(good))
        result.append(good)
        if good != " ".join(name.split()):
            renamed.append(f"{show(name)} is {show(good)}")
    if renamed:
        rule = f"names of {many} must be different, printable and at most {MAX_NAME} characters long"
        draft.lose(f"{rule}: {some(renamed)}")
    return result


def _groups(draft: Draft, new: dict[int, int]) -> tuple[Group, ...]:
    kept = []
    for group in draft.groups:
        if not group.members:
            draft.lose(f"group {show(group.name)} was left out: it has no members")
        elif not all(member in new for member in group.members):
            draft.lose(f"group {show(group.name)} was left out: not all of its members are on the map")
        else:
            kept.append(group)
    names = _names(draft, "group", "groups", [group.name for group in kept])
    return tuple(
        Group(name, group.value, tuple(new[member] for member in group.members))
        for name, group in zip(names, kept, strict=True)
    )


def _card_kinds(draft: Draft, rows: Sequence[DraftTerritory]) -> tuple[int, ...]:
    missing = [row.name for row in rows if row.card is None]
    if len(missing) == len(rows):
        return ()
    if missing:
        draft.lose(f"every territory has a card here: those without one got a default kind: {some(missing)}")
    return tuple(t % len(CARD_KINDS) if row.card is None else row.card for t, row in enumerate(rows))


def _polygons(draft: Draft, rows: Sequence[DraftTerritory]) -> tuple[tuple[Point, ...], ...]:
    """One outline per territory, if all have one."""
    outlines = [[o for o in row.outlines if len(o) >= 3 and all(map(_in_range, o))] for row in rows]
    missing = [row.name for row, found in zip(rows, outlines, strict=True) if not found]
    if len(missing) == len(rows):
        return ()
    if missing:
        draft.lose(f"the outlines were left out, because not every territory has one: {some(missing)}")
        return ()
    several = [row.name for row, found in zip(rows, outlines, strict=True) if len(found) > 1]
    if several:
        draft.lose(f"a territory has one outline here, so the largest was kept: {some(several)}")
    return tuple(max(found, key=_area) for found in outlines)


def _places(
    draft: Draft, rows: Sequence[DraftTerritory], links: Sequence[Link], polygons: Sequence[Sequence[Point]]
) -> tuple[Point, ...]:
    places = [row.place if row.place is not None and _in_range(row.place) else None for row in rows]
    if polygons:
        places = [place or _middle(outline) for place, outline in zip(places, polygons, strict=True)]
    known = [place for place in places if place is not None]
    if len(known) == len(rows) and 2 * len(set(known)) > len(rows):
        return tuple(known)
    if len(set(known)) > 1:
        draft.lose("the places on the picture were left out, because not every territory has its own")
    return arrange(len(rows), links)


def some(names: Sequence[str]) -> str:
    """The first names of a list."""
    return ", ".join(names[:_SHOWN]) + (f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else "")


def clean(name: str, longest: int = MAX_NAME) -> str:
    """Text with printable characters and single spaces, and not too long."""
    printable = "".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in name[: 10 * longest])
    return " ".join(printable.split())[:longest].strip()


def _in_range(place: Point) -> bool:
    return all(-MAX_COORDINATE <= value <= MAX_COORDINATE for value in place)  # false for nan


def _area(polygon: Sequence[Point]) -> float:
    ring = zip(polygon, [*polygon[1:], polygon[0]], strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in ring))


def _middle(polygon: Sequence[Point]) -> Point:
    """The middle of the box around an outline."""
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
