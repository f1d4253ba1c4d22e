"""Faults are charged to their author, also if they happen while another seat thinks, or later."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hegemon import Game, Plan, Record, SimultaneousView, play
from hegemon.match import Adjudication
from hegemon.match.foreign import remote_agent
from hegemon.match.foreign.process import SeatProcess
from tests.match.fakes import Anywhere

QUIET = """
from hegemon import Plan


class Quiet:
    def begin(self, game, seat, random): pass
    def plan(self, view, clock): return Plan()
"""


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The processes of seats that are started from now on."""
    started: list[int] = []

    class Noted(SeatProcess):
        def __init__(self) -> None:
            super().__init__()
            started.append(self._pid)

    remote_agent.close_idle()
    monkeypatch.setattr(remote_agent, "SeatProcess", Noted)
    yield started
    remote_agent.close_idle()


@pytest.mark.parametrize("seat", [0, 1])
def test_a_process_that_is_killed_while_the_opponent_thinks(seat: int, processes: list[int], tmp_path: Path) -> None:
    """Its own seat has died when it is asked next; who was thinking has done nothing wrong."""
    (tmp_path / "quiet.py").write_text(QUIET)
    asked: list[int] = []

    def think(view: SimultaneousView) -> Plan:
        asked.append(view.turns)
        if len(asked) == 2:
            os.killpg(processes[-1], signal.SIGKILL)
        return Plan()

    agents: list[Any] = [Anywhere(think), Anywhere(think)]
    agents[seat] = f"{tmp_path / 'quiet.py'}:Quiet"
    result = play(Game("simple"), agents, adjudication=Adjudication(turn_limit=9), time_per_move=5).result
    assert result is not None
    assert (result.loser, result.fault, result.winner) == (seat, "died", 1 - seat)
    assert "its process ended (SIGKILL)" in result.reason


def later(first: str, then: Callable[[], Any]) -> Plan:
    """A plan that reads well once and fails at every later look."""
    looks: list[int] = []

    class Failing(Plan):
        def __str__(self) -> str:
            looks.append(1)
            return first if len(looks) == 1 else then()

        def __iter__(self) -> Iterator[Any]:
            return then() if looks else super().__iter__()

        def to_core(self) -> Any:
            return then() if looks else super().to_core()

    return Failing()


def fail() -> Any:
    raise SystemExit("too late")


def test_a_plan_is_looked_at_once_so_that_it_cannot_fail_later(tmp_path: Path) -> None:
    agents = [Anywhere(lambda view: later("-", fail)), Anywhere(lambda view: Plan())]
    record = play(Game("simple"), agents, adjudication=Adjudication(turn_limit=3))
    assert record.result is not None
    assert (record.result.loser, record.result.reason) == (None, "turn limit")
    record.save(tmp_path / "game.jsonl")
    assert Record.load(tmp_path / "game.jsonl").final.hash == record.final.hash


def test_a_plan_that_fails_at_the_first_look_is_a_crash_of_its_seat() -> None:
    class Never(Plan):
        def __str__(self) -> str:
            return fail()  # type: ignore[no-any-return]

        __iter__ = to_core = __str__  # type: ignore[assignment]

    for seat in (0, 1):
        agents = [Anywhere(lambda view: Plan()), Anywhere(lambda view: Plan())]
        agents[seat] = Anywhere(lambda view: Never())
        result = play(Game("simple"), agents).result
        assert result is not None
        assert (result.loser, result.fault) == (seat, "crash")
