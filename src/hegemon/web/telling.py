"""What a visitor of a table is told: the message `state`."""

from __future__ import annotations

from hegemon._json import JSONObject
from hegemon.game import Record, SimultaneousState, SimultaneousTurn
from hegemon.terminal import LiveGame
from hegemon.terminal.narrate import news, order_news
from hegemon.web.film import Board, frames, seen
from hegemon.web.names import SeatNames, names_of
from hegemon.web.snapshot import snapshot

LOG = 60
"""Turns that a visitor who comes later is told of."""


def state_message(
    live: LiveGame, viewer: int | None, since: int | None, resigned: int = 0, *, busy: bool, dark: bool
) -> JSONObject:
    """The position for a viewer, and what happened after the first `since` turns; None is a visitor who knows nothing.

    The viewer knows of the first `resigned` resignations. A `dark` board shows nothing.
    """
    record, names = live.record, names_of(live.record, viewer)
    first = max(0, len(record.turns) - LOG) if since is None else min(since, len(record.turns))
    return {
        "type": "state",
        **snapshot(live, viewer, busy=busy, dark=dark),
        "thinking": busy,
        "frames": [] if since is None or dark else frames(record, viewer, first),
        "start": None if since is None or dark else _board(record, viewer, first),
        "fresh": since is None,
        "log": [*([] if dark else _log(record, first, names)), *_resignations(live, resigned, names)],
    }


def _board(record: Record, viewer: int | None, step: int) -> JSONObject | None:
    """The position before the first frame, if there is one."""
    if step == len(record.turns):
        return None
    board = Board(seen(record.turns[step - 1].state if step else record.start, viewer))
    return {"owners": board.owners, "armies": board.armies}


def _log(record: Record, first: int, names: SeatNames) -> list[str]:
    """What happened, in sentences; a viewer who has no seat knows everything."""
    if names.viewer >= 0 or not isinstance(record.final, SimultaneousState):
        return news(record, first, names)
    turns = [turn for turn in record.turns[first:] if isinstance(turn, SimultaneousTurn)]
    return [line for turn in turns for line in order_news(record.game, turn.events, names)]


def _resignations(live: LiveGame, known: int, names: SeatNames) -> list[str]:
    """Who has resigned, in sentences, after the first `known` of them."""
    who = [names.who(seat) for seat in live.resignations[known:]]
    return [f"{name} {'have' if name == 'You' else 'has'} resigned." for name in who]
