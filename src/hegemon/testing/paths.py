"""Perft: count the paths of so many decisions from a position, to compare engines and to find what a change altered.

Classic: a decision is a legal action, and every outcome of chance makes a path of its own (or only the likeliest one).
An action that is listed twice makes two paths.

Simultaneous: a decision is a pair of plans. All plans are far too many; a seat's plans are here its whole income on one
of its territories, followed by no move or by one move of all armies that may leave. A pick is one of the offered
territories; a ranking begins at one of them and goes on in ascending order. In each turn, chance is the stream of
`seed`.

Paths that end before the depth are not counted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal, TypeAlias

from hegemon._core import Random
from hegemon.errors import GameError
from hegemon.game import (
    ClassicState,
    Deploy,
    Game,
    Move,
    Order,
    Pick,
    Plan,
    SimultaneousState,
    State,
    parse_position,
)

Chance: TypeAlias = Literal["all", "likeliest"]
_CHANCES = ("all", "likeliest")


@dataclass(frozen=True)
class Perft:
    """What a perft found."""

    nodes: int
    """Paths."""
    positions: int
    """Different positions at their ends."""
    signature: str
    """16 hex digits: the sum of the hashes at the ends of all paths. Equal counts of other positions differ here."""


@dataclass(frozen=True)
class KnownPerft:
    """A position with its counts for the depths 1, 2, .., as every engine must find them."""

    position: str
    chance: Chance
    nodes: tuple[int, ...]
    signatures: tuple[str, ...]


def perft(start: Game | State | str, depth: int, *, chance: Chance = "all", seed: int = 0) -> Perft:
    """Count the paths of `depth` decisions from a position, its text, or the start of a game with this seed.

    `chance` is for the classic game: ``all`` outcomes, or only the ``likeliest`` one, the smallest where several are.
    """
    state = _root(start, depth, chance, seed)
    found = _settled(state, chance) if isinstance(state, ClassicState) else [state]
    paths = dict.fromkeys(found, 1)
    for _ in range(depth):
        longer: dict[State, int] = {}
        for each, count in paths.items():
            for _, after in _steps(each, chance, seed):
                longer[after] = longer.get(after, 0) + count
        paths = longer
    total = sum(int(each.hash, 16) * count for each, count in paths.items()) % 2**64
    return Perft(sum(paths.values()), len(paths), f"{total:016x}")


def divide(start: Game | State | str, depth: int, *, chance: Chance = "all", seed: int = 0) -> dict[str, int]:
    """The paths of a perft by their first decision, in notation: where two engines differ, go on with that one."""
    state = _root(start, depth, chance, seed)
    if depth < 1:
        raise GameError("divide needs a depth of at least 1")
    found: dict[str, int] = {}
    for decision, after in _steps(state, chance, seed):
        found[decision] = found.get(decision, 0) + perft(after, depth - 1, chance=chance, seed=seed).nodes
    return found


@cache
def known_perfts() -> tuple[KnownPerft, ...]:
    """The counts in the package, for both families."""
    file = resources.files("hegemon.testing") / "data" / "perft.json"
    rows: list[Mapping[str, list[str]]] = json.loads(file.read_text(encoding="utf-8"))
    return tuple(_known(row, chance) for row in rows for chance in _chances(row))


def _chances(row: Mapping[str, object]) -> Iterator[Chance]:
    if "all" in row:
        yield "all"
    if "likeliest" in row:
        yield "likeliest"


def _known(row: Mapping[str, list[str]], chance: Chance) -> KnownPerft:
    pairs = [entry.split() for entry in row[chance]]
    return KnownPerft(
        str(row["position"]), chance, tuple(int(nodes) for nodes, _ in pairs), tuple(sign for _, sign in pairs)
    )


def _root(start: Game | State | str, depth: int, chance: Chance, seed: int) -> State:
    if isinstance(depth, bool) or not isinstance(depth, int) or depth < 0:
        raise GameError(f"depth is a number of decisions from 0 on, not {depth!r:.40}")
    if chance not in _CHANCES:
        raise GameError(f"chance is one of {', '.join(_CHANCES)}, not {chance!r:.40}")
    if isinstance(start, str):
        return parse_position(start)
    if isinstance(start, Game):
        return start.start(seed)
    if not isinstance(start, State):
        raise GameError(f"perft begins at a Game, a State or a position's text, not at {start!r:.40}")
    return start


def _steps(state: State, chance: Chance, seed: int) -> Iterator[tuple[str, State]]:
    """Every decision in notation, with a position that it leads to."""
    if isinstance(state, ClassicState):
        for action in state.legal_actions:
            for after in _settled(state.apply(action), chance):
                yield str(action), after
        return
    assert isinstance(state, SimultaneousState)
    if state.phase == "over":
        return
    plans = [plans_of(state, seat) if seat in state.deciders else [None] for seat in (0, 1)]
    for first in plans[0]:
        for second in plans[1]:
            turn = state.resolve([first, second], Random(seed))
            yield " | ".join("" if plan is None else str(plan) for plan in (first, second)), turn.state


def _settled(state: ClassicState, chance: Chance) -> list[ClassicState]:
    """What chance makes of a position."""
    if not state.chance:
        return [state]
    outcomes = state.outcomes
    if chance == "likeliest":
        most = max(probability for _, probability in outcomes)
        outcomes = (next(entry for entry in outcomes if entry[1] > most - 1e-12),)
    return [end for outcome, _ in outcomes for end in _settled(state.apply_outcome(outcome), chance)]


def plans_of(state: SimultaneousState, seat: int) -> list[Plan | None]:
    """The plans of a seat that perft follows."""
    if state.phase == "pick":
        return [*_picks(state)]
    plans: list[Plan | None] = []
    for orders in _deployments(state, seat):
        followed = [orders, *([*orders, move] for move in _moves(state, seat, orders))]
        plans += [Plan(found) for found in followed if not state.illegal_reasons(seat, Plan(found))]
    return plans


def _picks(state: SimultaneousState) -> Iterator[Plan]:
    offered = state.offered
    wanted = 2 * state.picks_each if state.game.rules.picking == "ranked" else 1
    for at in range(len(offered)):
        yield Plan(map(Pick, [*offered[at:], *offered[:at]][:wanted]))


def _deployments(state: SimultaneousState, seat: int) -> list[list[Order]]:
    income = state.income(seat)
    if income < 1:
        return [[]]
    return [[Deploy(t, income)] for t, owner in enumerate(state.owners.tolist()) if owner == seat]


def _moves(state: SimultaneousState, seat: int, orders: list[Order]) -> Iterator[Move]:
    placed = {order.territory: order.armies for order in orders if isinstance(order, Deploy)}
    for source, owner in enumerate(state.owners.tolist()):
        armies = int(state.armies[source]) + placed.get(source, 0) - state.game.rules.stands_guard
        if owner == seat and armies > 0:
            yield from (Move(source, target, armies) for target in state.game.map.neighbours[source])
