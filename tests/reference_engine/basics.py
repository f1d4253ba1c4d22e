"""What the reference engine is made of: positions, orders, the tape of chance, and which orders may be given."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from hegemon.rules import SimultaneousRules

Deploy = tuple[Literal["deploy"], int, int]
Move = tuple[Literal["move"], int, int, int]
Pick = tuple[Literal["pick"], int]
Order = Deploy | Move | Pick
Plan = list[Order]
Log = list[dict[str, object]]

NEUTRAL = -1


class Group(Protocol):
    @property
    def value(self) -> int: ...
    @property
    def members(self) -> Sequence[int]: ...


class Map(Protocol):
    @property
    def territories(self) -> Sequence[str]: ...
    @property
    def links(self) -> Sequence[Sequence[int]]: ...
    @property
    def groups(self) -> Sequence[Group]: ...


@dataclass
class RefState:
    owners: list[int]  # -1 neutral, else the seat
    armies: list[int]
    round: int  # play turns resolved so far
    phase: Literal["pick", "play", "over"]
    first: int  # the seat that begins under interleave=cycle
    offered: list[bool]
    picked: list[int]  # the seat that picked the territory, or -1
    picks_each: int


class Tape:
    """Chance outcomes in the order they are used; with a generator, missing ones are drawn and recorded."""

    def __init__(self, entries: Sequence[int] = (), rng: random.Random | None = None) -> None:
        self.entries = list(entries)
        self.position = 0
        self.rng = rng

    def coin(self) -> int:
        return self._next(1, lambda rng: rng.randrange(2))

    def binomial(self, n: int, percent: int) -> int:
        return self._next(n, lambda rng: sum(rng.randrange(100) < percent for _ in range(n)))

    def fraction(self, numerator: int, denominator: int) -> int:
        return self._next(1, lambda rng: int(rng.randrange(denominator) < numerator))

    def _next(self, most: int, draw: Callable[[random.Random], int]) -> int:
        if self.position == len(self.entries):
            if self.rng is None:
                raise IndexError(f"the tape holds only {len(self.entries)} entries")
            self.entries.append(draw(self.rng))
        entry = self.entries[self.position]
        if not 0 <= entry <= most:
            raise ValueError(f"tape entry {self.position} is {entry}, expected 0 to {most}")
        self.position += 1
        return entry


def neighbours(board: Map, territory: int) -> list[int]:
    return sorted([b for a, b in board.links if a == territory] + [a for a, b in board.links if b == territory])


def income(board: Map, rules: SimultaneousRules, state: RefState, seat: int) -> int:
    whole = [group for group in board.groups if all(state.owners[t] == seat for t in group.members)]
    return max(0, rules.base_income + sum(group.value for group in whole))


def winner(state: RefState) -> int | None:
    left = sorted({owner for owner in state.owners if owner != NEUTRAL})
    return left[0] if state.phase == "over" and len(left) == 1 else None


def visible(board: Map, rules: SimultaneousRules, state: RefState, seat: int) -> tuple[list[bool], list[bool]]:
    """For every territory: is its owner seen, are its armies seen."""
    everything = [True] * len(state.owners)
    own = [owner == seat for owner in state.owners]
    near = [own[t] or any(own[u] for u in neighbours(board, t)) for t in range(len(own))]
    return {
        "none": (everything, everything),
        "light": (everything, near),
        "normal": (near, near),
        "dense": (near, own),
        "complete": (own, own),
    }[rules.fog]


# --- Legality -----------------------------------------------------------------------------------------------------


def abba(picks_made: int) -> int:
    """0 or 1: who picks next in the order ABBAABBA..."""
    return (picks_made + 1) // 2 % 2


def seat_to_pick(state: RefState) -> int:
    return abba(sum(seat != -1 for seat in state.picked))


def picks_expected(rules: SimultaneousRules, state: RefState, seat: int) -> int:
    """Length of the seat's plan in the pick phase."""
    if rules.picking == "ranked":
        return 2 * state.picks_each
    return 1 if seat == seat_to_pick(state) else 0


def free_offers(state: RefState) -> list[int]:
    return [t for t in range(len(state.offered)) if state.offered[t] and state.picked[t] == -1]


def check_plan(board: Map, rules: SimultaneousRules, state: RefState, seat: int, plan: Plan) -> list[tuple[int, str]]:
    """Every order that may not be given, with the first reason that applies. An illegal deploy uses up no income."""
    complaints: list[tuple[int, str]] = []
    deployed = 0
    earlier: set[Order] = set()
    for index, order in enumerate(plan):
        reason = _complaint(board, rules, state, seat, order, deployed)
        if reason is None and order[0] == "pick" and order in earlier:
            reason = "named twice"
        if reason is not None:
            complaints.append((index, reason))
        elif order[0] == "deploy":
            deployed += order[2]
        earlier.add(order)
    if state.phase == "pick":
        expected = picks_expected(rules, state, seat)
        if len(plan) != expected:
            complaints.append((min(len(plan), expected), "wrong number of picks"))
    return complaints


def _complaint(
    board: Map, rules: SimultaneousRules, state: RefState, seat: int, order: Order, deployed: int
) -> str | None:
    if state.phase != ("pick" if order[0] == "pick" else "play"):
        return "wrong phase"
    named = order[1:3] if order[0] == "move" else order[1:2]
    if not all(0 <= t < len(state.owners) for t in named):
        return "no such territory"
    if order[0] == "pick":
        return None if order[1] in free_offers(state) else "not offered"
    owned = state.owners[order[1]] == seat
    if not owned and (order[0] == "deploy" or rules.source_check == "planning"):
        return "not your territory"
    if order[0] == "move" and order[2] not in neighbours(board, order[1]):
        return "not adjacent"
    if order[-1] < 1:
        return "needs at least one army"
    if order[0] == "deploy":
        limit = income(board, rules, state, seat)
        too_much = {
            "refuse": deployed + order[2] > limit,
            "clip": deployed >= limit,
            "allow": order[2] > limit,
        }[rules.excess_deploy]
        if too_much:
            return "more than the income"
    return None
