"""Positions of the classic game as one line of text: ``map; rules; details; cells; cards``.

Details are the phase and every number that is not zero, e.g. ``place seats=2 mover=1 to_place=5``. A cell is the
owner's letter (``a`` to ``f``, ``.`` nobody), the armies, and after a slash those that may still fortify. Cards lists
all cards outside the deck: in ``a:3,17 x:5`` seat 0 has the cards 3 and 17, and card 5 was traded; ``-`` is a full
deck or no cards.
"""

from __future__ import annotations

import re

from hegemon import _core
from hegemon.errors import NotationError
from hegemon.maps import Map

PHASES = ("pick", "setup", "trade", "place", "attack", "occupy", "fortify", "over")

NUMBERS = (
    "turns", "round", "decisions", "mover", "starter", "winner", "to_place", "trades", "attacks", "fortifies", "chance",
    "source", "target", "committed", "dice", "conquered", "mid_trade",
)  # fmt: skip
_DEFAULTS = {"round": 1, "winner": -1}
DECK, _AWAY, _HIDDEN, NO_COPY = 254, 253, 252, 251
_PLACES = {DECK: "d", _AWAY: "x", _HIDDEN: "?", NO_COPY: "n"}
_LETTERS = "abcdef"
_CELL = re.compile(r"([a-f.])([0-9]{1,6})(?:/([0-9]{1,5}))?")
_DETAIL = re.compile(r"([a-z_0-9]+)=(-?[0-9]{1,9})")


def format_cells(seats: int, core: _core.ClassicState) -> str:
    """The text of a position without its map and rules."""
    details = [PHASES[core.phase], f"seats={seats}"]
    for name in NUMBERS:
        value = int(getattr(core, name))
        if value != _DEFAULTS.get(name, 0):
            details.append(f"{name}={value}")
    details += [f"pool{seat}={left}" for seat, left in enumerate(core.pool) if left]
    cells = [
        ("." if owner < 0 else _LETTERS[owner]) + str(armies) + (f"/{free}" if free else "")
        for owner, armies, free in zip(core.owners.tolist(), core.armies.tolist(), core.movable.tolist(), strict=True)
    ]
    return f"{' '.join(details)}; {' '.join(cells)}; {_format_cards(core.cards.tolist())}"


def _format_cards(places: list[int]) -> str:
    held: dict[str, list[str]] = {}
    for slot, place in enumerate(places):
        if place != DECK:
            held.setdefault(_PLACES.get(place) or _LETTERS[place], []).append(str(slot))
    return " ".join(f"{where}:{','.join(slots)}" for where, slots in held.items()) or "-"


def seats_in(text: str) -> int | None:
    """The number of seats in the text of a position without map and rules, or None."""
    found = re.search(r"\bseats=([0-9])\b", text.partition(";")[0])
    return int(found.group(1)) if found else None


def parse_cells(map: Map, seats: int, game: _core.ClassicGame, text: str) -> _core.ClassicState:
    """Parse a position without its map and rules."""
    parts = [part.strip() for part in text.split(";")]
    if len(parts) != 3:
        raise NotationError(f"{text[:60]!r}: expected phase details; cells; cards")
    phase, *words = parts[0].split()
    if phase not in PHASES:
        raise NotationError(f"{phase[:20]!r} is not a phase; the phases are {', '.join(PHASES)}")
    head, pool = {"phase": PHASES.index(phase)}, [0] * seats
    for word in words:
        _read_detail(word, seats, head, pool)
    owners, armies, movable = _read_cells(map, parts[1].split())
    try:
        return game.make(owners, armies, movable, _read_cards(parts[2], game.card_copies), pool, head)
    except (ValueError, TypeError) as error:
        raise NotationError(f"{error}") from None


def _read_detail(word: str, seats: int, head: dict[str, int], pool: list[int]) -> None:
    match = _DETAIL.fullmatch(word)
    name, value = (match.group(1), int(match.group(2))) if match else ("", 0)
    if name == "seats":
        if value != seats:
            raise NotationError(f"the position has {value} seats, the game {seats}")
    elif name.startswith("pool") and name[4:].isdigit() and int(name[4:]) < seats:
        pool[int(name[4:])] = value
    elif name in NUMBERS:
        head[name] = value
    else:
        raise NotationError(f"cannot read {word[:30]!r}: expected name=number, e.g. mover=1")


def _read_cells(map: Map, words: list[str]) -> tuple[list[int], list[int], list[int]]:
    if len(words) != len(map.territories):
        raise NotationError(f"{len(words)} cells, but map {map.name} has {len(map.territories)} territories")
    owners, armies, movable = [], [], []
    for name, word in zip(map.territories, words, strict=True):
        cell = _CELL.fullmatch(word)
        if cell is None:
            raise NotationError(f"cell {word[:20]!r} of {name}: expected an owner letter and armies, e.g. a5")
        owners.append(_LETTERS.find(cell.group(1)))
        armies.append(int(cell.group(2)))
        movable.append(int(cell.group(3) or 0))
    return owners, armies, movable


def _read_cards(text: str, slots: int) -> list[int]:
    places = [DECK] * slots
    names = {letter: place for place, letter in _PLACES.items()} | {letter: i for i, letter in enumerate(_LETTERS)}
    for word in text.split() if text != "-" else []:
        where, _, numbers = word.partition(":")
        for number in numbers.split(","):
            if where not in names or not (number.isascii() and number.isdigit()) or int(number) >= slots:
                raise NotationError(f"cannot read the cards {word[:30]!r}: expected e.g. a:3,17")
            places[int(number)] = names[where]
    return places
