"""What the classic reference is made of: the position, the actions, and what can be read off a position."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import floor
from typing import Literal

from hegemon.maps import Map
from hegemon.rules.classic import Amounts, ClassicRules

Pick = tuple[Literal["pick"], int]  # territory
Place = tuple[Literal["place"], int, int]  # territory, armies
Trade = tuple[Literal["trade"], int, int, int, int]  # three cards, territory of the bonus or -1
Attack = tuple[Literal["attack"], int, int, int, int]  # source, target, armies committed, dice (0: blitz)
Occupy = tuple[Literal["occupy"], int]  # armies that move in
Fortify = tuple[Literal["fortify"], int, int, int]  # source, target, armies
Pass = tuple[Literal["pass"]]
Action = Pick | Place | Trade | Attack | Occupy | Fortify | Pass

Roll = tuple[Literal["roll"], int, int, int, int]  # source, target, dice of the attacker, dice of the defender
Blitz = tuple[Literal["blitz"], int, int, int]  # source, target, armies committed
Draw = tuple[Literal["draw"]]
Pending = Roll | Blitz | Draw

Phase = Literal["pick", "setup", "trade", "place", "attack", "occupy", "fortify", "over"]

NOBODY = -1


@dataclass
class RefState:
    """A position. While a card is to be drawn the phase is that of the end of the turn: attack or fortify."""

    seats: int
    owners: list[int]
    armies: list[int]
    movable: list[int]  # while fortifying: own armies that have not moved; the last army on a territory never does
    pool: list[int]  # setup armies each seat has left
    cards: list[int] = field(default_factory=list)  # who holds each copy of each card, see classic_cards
    phase: Phase = "place"
    mover: int = 0
    starter: int = 0
    turns: int = 0  # turns of one seat that are over
    round: int = 1
    decisions: int = 0
    to_place: int = 0
    conquered: bool = False
    attacks: int = 0
    fortifies: int = 0
    trades: int = 0  # sets traded in the whole game
    pending: Pending | None = None
    occupy_source: int = -1
    occupy_target: int = -1  # in phase occupy all armies that may move in already stand here
    occupy_least: int = 0
    mid_trade: bool = False  # captured cards have to be traded (or their armies placed) before the attacks go on
    winner: int | None = None


def copied(state: RefState) -> RefState:
    return replace(
        state,
        owners=list(state.owners),
        armies=list(state.armies),
        movable=list(state.movable),
        pool=list(state.pool),
        cards=list(state.cards),
    )


def own(state: RefState) -> list[int]:
    """The mover's territories, ascending."""
    return [t for t, owner in enumerate(state.owners) if owner == state.mover]


def is_won(state: RefState) -> bool:
    """Whether one seat owns everything."""
    return state.owners[0] != NOBODY and len(set(state.owners)) == 1


def has_foreign_neighbour(board: Map, state: RefState, territory: int) -> bool:
    return any(state.owners[t] not in (NOBODY, state.mover) for t in board.neighbours[territory])


def armies_of(state: RefState, seat: int) -> int:
    return sum(armies for owner, armies in zip(state.owners, state.armies, strict=True) if owner == seat)


def income(board: Map, rules: ClassicRules, state: RefState, seat: int) -> int:
    """What the seat gets at the beginning of a turn, the army cap and cards left aside."""
    count = state.owners.count(seat) if rules.income_base == "territories" else armies_of(state, seat)
    base = count // rules.income_divisor
    if not rules.income_least_in_all:
        base = max(base, rules.income_least)
    if rules.income_most > 0:
        base = min(base, rules.income_most)
    groups = 0
    if rules.groups_pay:
        for group in board.groups:
            if all(state.owners[t] == seat for t in group.members):
                value = float(group.value)
                for _ in range(state.round - 1):
                    value *= 1 + rules.group_growth_percent / 100
                groups += floor(value + 1e-9)
    total = base + groups
    if rules.income_least_in_all:
        total = max(total, rules.income_least)
    return max(0, total)


def amounts(how: Amounts, most: int, duplicates: bool) -> list[int]:
    """How many of at most `most` armies may be placed or moved."""
    if how == "any":
        return list(range(1, most + 1))
    if how == "all":
        return [most]
    listed = [n for n in (1, most // 2, most) if n > 0]
    return listed if duplicates else sorted(set(listed))


def returns(state: RefState) -> list[float]:
    """What the finished game is worth to each seat."""
    if state.winner is None:
        return [0.0] * state.seats
    return [1.0 if seat == state.winner else -1 / (state.seats - 1) for seat in range(state.seats)]
