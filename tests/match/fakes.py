"""Small agents that do one thing, for tests of what the match does with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hegemon import Clock, Game, Plan, Random, SimultaneousView


class Scripted:
    """Picks at random, then hands in whatever a function makes of the view."""

    def __init__(
        self, answer: Callable[[SimultaneousView], Any] = lambda view: Plan(), estimate: float | None = None
    ) -> None:
        self.answer = answer
        self.estimate = estimate

    def begin(self, game: Game, seat: int, random: Random) -> None:
        self.random = random

    def plan(self, view: SimultaneousView, clock: Clock) -> Plan:
        self.clock = clock
        return view.random_plan(self.random) if view.phase == "pick" else self.answer(view)


class Anywhere(Scripted):
    """Hands in whatever the function makes of the view, in the picks too."""

    def plan(self, view: SimultaneousView, clock: Clock) -> Plan:
        return self.answer(view)  # type: ignore[no-any-return]


def own(view: SimultaneousView) -> int:
    """The first territory of the seat."""
    owners: list[int] = view.owners.tolist()
    return owners.index(view.seat)


class FakeTime:
    """A clock that moves only when it is told to; `waited` is the part of it in which the machine was busy."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.waited = 1000.0, 0.0
        monkeypatch.setattr("hegemon._stopwatch.time", self)
        monkeypatch.setattr("hegemon._stopwatch.Waiting", lambda **_: FakeWaiting(self))

    def monotonic(self) -> float:
        return self.now


class FakeWaiting:
    def __init__(self, clock: FakeTime) -> None:
        self.clock, self.before = clock, clock.waited

    def seconds(self) -> float:
        return self.clock.waited - self.before
