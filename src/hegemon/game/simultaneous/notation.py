"""Positions as one line of text: ``map; rules; turns phase details; one cell per territory``.

A cell is the owner's letter (``a`` seat 0, ``b`` seat 1, ``.`` neutral, ``?`` hidden), the armies (``?`` hidden) and
marks: ``!`` offered for picking, ``#`` wasteland, ``A``/``B`` picked at the start by that seat. For example
``triangle; soares2025; 3 play; a5 .2 b3``. Cells may also be given by name, ``*`` being all other territories:
``triangle; soares2025; 3 play; C1=a5 C3=b3 *=.2``.
"""

from __future__ import annotations

import re

from hegemon import _core
from hegemon.errors import NotationError
from hegemon.game.common.owners import HIDDEN, NEUTRAL
from hegemon.game.named import named_cells, split_cells
from hegemon.game.simultaneous.marks import Mark
from hegemon.maps import Map

PHASES = ("pick", "play", "over")

_OWNERS = {HIDDEN: "?", NEUTRAL: ".", 0: "a", 1: "b"}
_MARKS = {"!": Mark.OFFERED, "#": Mark.WASTELAND, "A": Mark.PICKED_BY_0, "B": Mark.PICKED_BY_1}
_CELL = re.compile(r"([ab.])([0-9]{1,8})([!#AB]*)")
_DETAILS = re.compile(r"([0-9]{1,6}) (pick|play|over)((?: (?:winner|first|each|made)=[0-9]{1,4})*)")


def format_cells(core: _core.SimultaneousState, names: Map | None = None) -> str:
    """The text of a position without its map and rules, with the names of a map."""
    details = f"{core.round} {PHASES[core.phase]}"
    for key, value, default in (
        ("winner", core.winner, -1),
        ("first", core.first, 0),
        ("each", core.picks_each, 0),
        ("made", core.picks_made, 0),
    ):
        details += f" {key}={value}" if value != default else ""
    cells = [
        _OWNERS[owner] + ("?" if count < 0 else str(count)) + "".join(m for m, bit in _MARKS.items() if mark & bit)
        for owner, count, mark in zip(core.owners.tolist(), core.armies.tolist(), core.marks.tolist(), strict=True)
    ]
    return f"{details}; {named_cells(names, cells) if names else ' '.join(cells)}"


def parse_cells(map: Map, details: str, cells: str) -> _core.SimultaneousState:
    """Parse the last two parts of a position's text."""
    match = _DETAILS.fullmatch(details)
    if match is None:
        raise NotationError(f"{details[:40]!r}: expected a round and a phase, e.g. 3 play")
    numbers = {"winner": -1, "first": 0, "each": 0, "made": 0}
    for item in match.group(3).split():
        key, value = item.split("=")
        numbers[key] = int(value)
    words = split_cells(map, cells)
    letters = {letter: owner for owner, letter in _OWNERS.items()}
    owners, armies, marks = [], [], []
    for name, word in zip(map.territories, words, strict=True):
        cell = _CELL.fullmatch(word)
        if cell is None:
            raise NotationError(f"cell {word[:20]!r} of {name}: expected an owner letter and armies, e.g. a5 or .2")
        owners.append(letters[cell.group(1)])
        armies.append(int(cell.group(2)))
        marks.append(sum(_MARKS[mark] for mark in set(cell.group(3))))
    round, phase = int(match.group(1)), PHASES.index(match.group(2))
    winner, first, each, made = numbers["winner"], numbers["first"], numbers["each"], numbers["made"]
    try:
        return _core.SimultaneousState(owners, armies, marks, round, phase, winner, first, each, made)
    except (ValueError, TypeError) as error:
        raise NotationError(f"{error}") from None
