"""A game turn by turn: the steps of a replay. A turn of the classic game belongs to one seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hegemon.game import ClassicState, Record, State
from hegemon.game.drawing.describe import told_turns


@dataclass(frozen=True)
class Step:
    """A position of a replay, and what led to it."""

    title: str
    state: State
    told: tuple[tuple[int, str], ...] = ()
    """What the seats did, in words."""


def steps(record: Record) -> Iterator[Step]:
    """The start and the position after every turn."""
    yield Step("start", record.start)
    before, last = 0, len(record.turns)
    for after in range(1, last + 1):
        if after == last or record.turn_number(after) != record.turn_number(before):
            told = told_turns(record.game, record.turns[before:after])
            yield Step(_title(record, before), record.turns[after - 1].state, tuple(told))
            before = after


def _title(record: Record, step: int) -> str:
    number, state = record.turn_number(step), record.turns[step - 1].state if step else record.start
    if number == 0:
        return "picks" if state.phase == "pick" else "setup"
    return f"turn {number}" + (f", seat {state.mover}" if isinstance(state, ClassicState) else "")
