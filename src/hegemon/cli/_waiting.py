"""Who is waited for: shown when an agent thinks long."""

from __future__ import annotations

import time

from rich.markup import escape

from hegemon.agents import Agent
from hegemon.cli.options import printable
from hegemon.game import Record
from hegemon.match import Observer
from hegemon.match.foreign import RemoteAgent

SLOW = 10.0
"""Seconds without an answer after which it is told."""


def waiting_for(name: str, seconds: float) -> str:
    """Empty while the wait is short."""
    return f"waiting for {printable(name)} for {seconds:.0f} s" if seconds >= SLOW else ""


class Waiting(Observer):
    """Watches the games of this process; shows itself as text, also while a game is played."""

    def __init__(self) -> None:
        self._names: tuple[str, ...] = ()
        self._asked: tuple[str, float] | None = None

    def begins(self, record: Record) -> None:
        self._names = record.agents

    def asks(self, seat: int, allowed: float | None) -> None:
        self._asked = self._names[seat], time.monotonic()

    def begun(self, seat: int) -> None:
        self._asked = None

    def answers(self, seat: int, seconds: float, agent: Agent | RemoteAgent) -> None:
        self._asked = None

    def turn(self, record: Record) -> None:
        self._asked = None

    def __rich__(self) -> str:
        asked = self._asked
        return "" if asked is None else escape(waiting_for(asked[0], time.monotonic() - asked[1]))
