"""Cells of a store, checked as they are read: a damaged one is named, and never reaches a table of results."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeAlias

from hegemon.arena.results import GameResult
from hegemon.arena.schedule import Block
from hegemon.match.finish import Groups
from hegemon.match.seatings import seatings

Row: TypeAlias = "tuple[Any, ...]"
"""What SQLite returns."""
MOST = 2**63 - 1
MOST_NUMBER = 1e11
"""Seconds, loads and moments, which are seconds since 1970: some 3,000 years."""


class Damaged(ValueError):
    """A cell that holds what no tournament writes."""


@contextmanager
def naming(row: str) -> Iterator[None]:
    """Name the row that a damaged cell belongs to."""
    try:
        yield
    except Damaged as error:
        raise Damaged(f"{row}: {error}") from None


def whole(value: object, name: str, low: int = 0, high: int = MOST) -> int:
    if type(value) is int and low <= value <= high:
        return value
    raise Damaged(f"{name} is {show(value)}, not a whole number from {low} to {high}")


def number(value: object, name: str) -> float:
    if isinstance(value, int | float) and abs(value) <= MOST_NUMBER and not isinstance(value, bool):
        return value
    raise Damaged(f"{name} is {show(value)}, not a number")


def estimate(value: object, name: str) -> float | None:
    """What an agent said of its chances, which may be anything; None if it is no number."""
    if value is None or isinstance(value, int | float):
        return None if value is None or not math.isfinite(value) else value
    raise Damaged(f"{name} is {show(value)}, not a number")


def text(value: object, name: str) -> str:
    if isinstance(value, str):
        return value
    raise Damaged(f"{name} is {show(value)}, not text")


def data(value: object, name: str) -> Any:
    """The content of a cell of JSON."""
    try:
        return json.loads(text(value, name))
    except (ValueError, RecursionError) as error:
        if isinstance(error, Damaged):
            raise
        raise Damaged(f"{name} is {show(value)}, which is not JSON") from None


def table(value: object, name: str) -> dict[str, Any]:
    found = data(value, name)
    if isinstance(found, dict):
        return found
    raise Damaged(f"{name} is {show(value)}, not an object")


def wholes(value: object, name: str, low: int, high: int) -> tuple[int, ...]:
    return tuple(whole(item, name, low, high) for item in list_of(value, name))


def numbers(value: object, name: str) -> tuple[float, ...]:
    return tuple(number(item, name) for item in list_of(value, name))


def show(value: object) -> str:
    """A value in a few characters, whatever it is."""
    if isinstance(value, bytes):
        return f"{len(value)} bytes"
    return repr(value)[:40] if not isinstance(value, str) else repr(value[:40])


def dropped(value: object) -> tuple[str, int]:
    """An agent that was dropped, and its number of games."""
    if isinstance(value, list) and len(value) == 2:
        return text(value[0], "facts: dropped"), whole(value[1], "facts: dropped")
    raise Damaged(f"facts: dropped has {show(value)}, not an agent and its games")


def game_result(row: Row, blocks: Mapping[int, Block]) -> GameResult:
    """A row of games, which belongs to one of the blocks."""
    block, game, seats, winner, loser, fault, reason, finish, rounds, decisions, seconds, slowest, *rest = row
    hash, duration, finished, load, run = rest
    with naming(f"game {show(block)}.{show(game)}"):
        if block not in blocks:
            raise Damaged("it belongs to no block")
        agents = blocks[block].agents
        size = len(agents)
        return GameResult(
            block,
            whole(game, "number", 0, len(seatings(size)) - 1),
            blocks[block].setup,
            _seated(wholes(seats, "seats", 1, MOST), agents),
            None if winner is None else whole(winner, "winner", 0, size - 1),
            None if loser is None else whole(loser, "loser", 0, size - 1),
            text(fault, "fault"),
            text(reason, "reason"),
            _order(finish, size),
            whole(rounds, "rounds"),
            _per_seat(wholes(decisions, "decisions", 0, MOST), size, "decisions"),
            _per_seat(numbers(seconds, "seconds"), size, "seconds"),
            _per_seat(numbers(slowest, "slowest"), size, "slowest"),
            text(hash, "hash"),
            number(duration, "duration"),
            number(finished, "finished"),
            number(load, "load"),
            whole(run, "run"),
        )


def list_of(value: object, name: str) -> list[Any]:
    found = data(value, name)
    if isinstance(found, list):
        return found
    raise Damaged(f"{name} is {show(value)}, not a list")


def _seated(seats: tuple[int, ...], agents: tuple[int, ...]) -> tuple[int, ...]:
    found = tuple(agent - 1 for agent in seats)
    if sorted(found) != sorted(agents):
        raise Damaged(f"seats is {show(list(seats))}, not the agents of its block")
    return found


def _per_seat(values: tuple[Any, ...], size: int, name: str) -> tuple[Any, ...]:
    if len(values) != size:
        raise Damaged(f"{name} has {len(values)} entries for {size} seats")
    return values


def _order(value: object, size: int) -> Groups:
    groups = list_of(value, "finish")
    seats = [seat for group in groups for seat in (group if isinstance(group, list) and group else [None])]
    if sorted(seats, key=str) != list(range(size)) or any(type(seat) is not int for seat in seats):
        raise Damaged(f"finish is {show(value)}, not every seat once")
    return tuple(map(tuple, groups))
