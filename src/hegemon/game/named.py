"""What the notations of both families share: territories by name, and ``all`` for all armies that there are."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hegemon.errors import MapError, NotationError
from hegemon.maps import Map

NAME = r'("[^"]{1,100}"|[^"+>:!=,@/*]{1,100}?)'
"""A name in quotes, or without the characters that mean something. Its length is bounded, and texts are read with
single spaces, so that no text takes long to read."""
ARMIES = r"(-?[0-9]{1,8}|[Aa][Ll][Ll])"


def single_spaced(text: str) -> str:
    return " ".join(text.split())


def territory(map: Map, word: str) -> int:
    """The territory that a word means; digits are always a number."""
    try:
        return map.read_territory(word.strip())
    except MapError as error:
        raise NotationError(str(error)) from None


def word(map: Map, territory: int) -> str:
    """A territory as it is written in the notation; a number that the map does not have stays a number."""
    return map.words[territory] if 0 <= territory < len(map.words) else str(territory)


def shown(text: str) -> str:
    """The beginning of a text, for a message."""
    return repr(text if len(text) <= 40 else text[:40] + "..")


_CELL = re.compile(rf" ?(?:{NAME}|(\*)) ?= ?([^ =]+)(?= |$)")


def named_cells(map: Map, cells: Sequence[str]) -> str:
    """The cells of a position with the names of their territories."""
    return " ".join(f"{name}={cell}" for name, cell in zip(map.words, cells, strict=True))


def split_cells(map: Map, text: str) -> list[str]:
    """One cell per territory, from cells in the order of the map or from ``name=cell`` in any order; ``*=cell`` is for
    all other territories."""
    text = single_spaced(text)
    cells = _by_name(map, text) if "=" in text else text.split()
    if len(cells) != len(map.territories):
        raise NotationError(f"{len(cells)} cells, but map {map.name} has {len(map.territories)} territories")
    return cells


def _by_name(map: Map, text: str) -> list[str]:
    found: dict[int, str] = {}
    others, at = "", 0
    while at < len(text):
        match = _CELL.match(text, at)
        if match is None:
            raise NotationError(
                f"{shown(text[at:].strip())} is not a cell; write e.g. {map.words[0]}=a5, or *=.2 for all others"
            )
        name, rest, cell = match.groups()
        at = match.end()
        if rest:
            others = cell
            continue
        where = map.index(territory(map, name))
        if where in found:
            raise NotationError(f"{map.territories[where]} has two cells")
        found[where] = cell
    missing = [name for t, name in enumerate(map.territories) if t not in found]
    if missing and not others:
        raise NotationError(f"{missing[0]} has no cell; *=.2 is the cell of all territories that are not named")
    return [found.get(t, others) for t in range(len(map.territories))]
