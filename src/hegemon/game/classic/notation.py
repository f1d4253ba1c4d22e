"""Positions of the classic game as one line of text: ``map; rules; details; cells; cards``.

Details are the phase and every number that is not zero, e.g. ``place seats=2 mover=1 to_place=5``. A cell is the
owner's letter (``a`` to ``f``, ``.`` nobody), the armies, and after a slash those that may still fortify. Cards lists
all cards outside the deck: in ``a:3,17 x:5`` seat 0 has the cards 3 and 17, and card 5 was traded; ``-`` is a full
deck or no cards. Cells and cards may also be given by name: ``Alaska=a3 *=b1``, ``a:Alaska,Peru``.
"""

from __future__ import annotations

import re

from hegemon import _core
from hegemon.errors import NotationError
from hegemon.game.named import named_cells, split_cells, territory, word
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


def format_cells(seats: int, core: _core.ClassicState, names: Map | None = None) -> str:
    """The text of a position without its map and rules, with the names of a map."""
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
    shown = named_cells(names, cells) if names else " ".join(cells)
    return f"{' '.join(details)}; {shown}; {_format_cards(core.cards.tolist(), names)}"


def _format_cards(places: list[int], names: Map | None) -> str:
    held: dict[str, list[str]] = {}
    for slot, place in enumerate(places):
        if place != DECK:
            card = word(names, slot) if names else str(slot)
            held.setdefault(_PLACES.get(place) or _LETTERS[place], []).append(card)
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
    for detail in words:
        _read_detail(detail, seats, head, pool)
    owners, armies, movable = _read_cells(map, parts[1])
    try:
        return game.make(owners, armies, movable, _read_cards(map, parts[2], game.card_copies), pool, head)
    except (ValueError, TypeError) as error:
        raise NotationError(f"{error}") from None


def _read_detail(text: str, seats: int, head: dict[str, int], pool: list[int]) -> None:
    match = _DETAIL.fullmatch(text)
    name, value = (match.group(1), int(match.group(2))) if match else ("", 0)
    if name == "seats":
        if value != seats:
            raise NotationError(f"the position has {value} seats, the game {seats}")
    elif name.startswith("pool") and name[4:].isdigit() and int(name[4:]) < seats:
        pool[int(name[4:])] = value
    elif name in NUMBERS:
        head[name] = value
    else:
        raise NotationError(f"cannot read {text[:30]!r}: expected name=number, e.g. mover=1")


def _read_cells(map: Map, text: str) -> tuple[list[int], list[int], list[int]]:
    owners, armies, movable = [], [], []
    for name, found in zip(map.territories, split_cells(map, text), strict=True):
        cell = _CELL.fullmatch(found)
        if cell is None:
            raise NotationError(f"cell {found[:20]!r} of {name}: expected an owner letter and armies, e.g. a5")
        owners.append(_LETTERS.find(cell.group(1)))
        armies.append(int(cell.group(2)))
        movable.append(int(cell.group(3) or 0))
    return owners, armies, movable


def _read_cards(map: Map, text: str, slots: int) -> list[int]:
    places = [DECK] * slots
    names = {letter: place for place, letter in _PLACES.items()} | {letter: i for i, letter in enumerate(_LETTERS)}
    for held in text.split() if text != "-" else []:
        where, _, cards = held.partition(":")
        for card in cards.split(","):
            slot = territory(map, card) if card else -1
            if where not in names or not 0 <= slot < slots:
                raise NotationError(f"cannot read the cards {held[:30]!r}: expected e.g. a:3,17")
            places[slot] = names[where]
    return places
