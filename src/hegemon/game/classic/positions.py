"""Positions of the classic game from plain lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from hegemon import _core
from hegemon.errors import GameError
from hegemon.game.classic.notation import DECK, NO_COPY, NUMBERS, PHASES
from hegemon.maps import Map
from hegemon.rules import ClassicRules

_FORBIDDEN = ("occupy", "over")


def make_position(
    core: _core.ClassicGame,
    map: Map,
    rules: ClassicRules,
    seats: int,
    owners: Sequence[int],
    armies: Sequence[int],
    mover: int,
    phase: str,
    to_place: int | None,
    cards: Sequence[Sequence[int]],
    more: Mapping[str, int],
) -> _core.ClassicState:
    """A position in which `mover` decides in `phase` (pick, setup, trade, place, attack or fortify).

    Owners are seats, or -1 for nobody in the phase pick. `to_place` is what the mover still has to place, by default
    its income in the phases trade and place; `cards` is each seat's hand. `more` may contain turns, round, decisions,
    starter, trades, attacks, fortifies, conquered, and pool0, pool1, .. (armies left for the setup).
    """
    if phase not in PHASES or phase in _FORBIDDEN:
        possible = ", ".join(name for name in PHASES if name not in _FORBIDDEN)
        raise GameError(f"phase {phase!r:.40}: expected one of {possible}; for others use parse with a position's text")
    _require_board(map, seats, owners, armies)
    head, pool = _header(seats, more)
    head |= {"phase": PHASES.index(phase), "mover": mover}
    plain = [int(o) for o in owners], [int(a) for a in armies]
    free = [a if phase == "fortify" and rules.fortify_fresh and o == mover else 0 for o, a in zip(*plain, strict=True)]
    try:
        places = _places(core, seats, cards)
        if phase in ("trade", "place") and to_place is not None:
            head["to_place"] = to_place
        place_income = phase in ("trade", "place") and to_place is None
        return core.make(*plain, free, places, pool, head, place_income)
    except (ValueError, TypeError) as error:
        raise GameError(str(error)) from None


def _require_board(map: Map, seats: int, owners: Sequence[int], armies: Sequence[int]) -> None:
    count = len(map.territories)
    for name, values, low, high in (("owners", owners, -1, seats - 1), ("armies", armies, 0, 500_000)):
        if len(values) != count:
            raise GameError(f"{name} has {len(values)} entries, but map {map.name} has {count} territories")
        for t, value in enumerate(values):
            if isinstance(value, bool) or not isinstance(value, int | np.integer) or not low <= value <= high:
                raise GameError(f"{name}[{t}] is {value!r:.40}; expected a whole number from {low} to {high}")


def _header(seats: int, more: Mapping[str, int]) -> tuple[dict[str, int], list[int]]:
    head, pool = {}, [0] * seats
    for name, value in more.items():
        if name.startswith("pool") and name[4:].isdigit() and int(name[4:]) < seats:
            pool[int(name[4:])] = value
        elif name in NUMBERS and name not in ("chance", "source", "target", "committed", "dice", "mid_trade", "winner"):
            head[name] = value
        else:
            raise GameError(f"a position has no {name}; it has turns, round, starter, trades, conquered, pool0, ..")
    return head, pool


def _places(core: _core.ClassicGame, seats: int, cards: Sequence[Sequence[int]]) -> list[int]:
    """The place of every copy of every card."""
    places = [DECK] * core.card_copies
    if core.card_copies > core.cards:  # second copies come with a new deck only
        places[core.cards :] = [NO_COPY] * (core.card_copies - core.cards)
    if len(cards) > seats:
        raise GameError(f"cards has {len(cards)} hands for {seats} seats")
    for seat, hand in enumerate(cards):
        for card in hand:
            slots = list(range(card, core.card_copies, core.cards)) if 0 <= card < core.cards else []
            open_slots = [slot for slot in slots if places[slot] >= seats]
            if not open_slots:
                raise GameError(f"card {card!r:.20} of seat {seat} does not exist or is already in a hand")
            places[open_slots[0]] = seat
    return places
