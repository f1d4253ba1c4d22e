"""A probe around an agent: it plays as the agent does, and notices what a match does not look at."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from hegemon._core import Random
from hegemon.agents import VERBS, Agent, Clock, ask, end_game
from hegemon.game import Game, Record, Result, View
from hegemon.match import Observer
from hegemon.match.foreign import RemoteAgent


class Probe:
    """Plays as the agent does. `changed` tells the first view that the agent has changed."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.changed = ""
        for verb in VERBS.values():
            if callable(getattr(agent, verb, None)):
                setattr(self, verb, self._decide)

    def begin(self, game: Game, seat: int, random: Random) -> None:
        self.agent.begin(game, seat, random)

    def _decide(self, view: View, clock: Clock) -> object:
        before = _content(view)
        decision = ask(self.agent, view, clock)
        if not self.changed and _content(view) != before:
            self.changed = f"in turn {view.turns}, phase {view.phase}"
        return decision

    def end(self, result: Result | None) -> None:
        end_game(self.agent, result)

    @property
    def estimate(self) -> object:
        return getattr(self.agent, "estimate", None)

    @property
    def statistics(self) -> object:
        return getattr(self.agent, "statistics", None)


def _content(view: View) -> tuple[object, ...]:
    """All that a view shows, by value."""
    return view.to_bytes(), view.owners.tobytes(), view.armies.tobytes(), view.seat, str(view), len(view.events)


class Enough(BaseException):
    """A game was watched for long enough."""


class Watch(Observer):
    """Times and estimates of one seat, for so many decisions."""

    record: Record

    def __init__(self, seat: int, most: int) -> None:
        self.seat, self.most = seat, most
        self.seconds: list[float] = []
        self.odd: list[str] = []
        """Estimates and statistics that nobody can use."""

    def begins(self, record: Record) -> None:
        self.record = record

    def turn(self, record: Record) -> None:
        if len(self.seconds) >= self.most:
            raise Enough

    def answers(self, seat: int, seconds: float, agent: Agent | RemoteAgent) -> None:
        if seat != self.seat:
            return
        self.seconds.append(seconds)
        estimate = getattr(agent, "estimate", None)
        if estimate is not None and not (isinstance(estimate, int | float) and 0 <= estimate <= 1):
            self.odd.append(f"estimate is {estimate!r:.40}; it is a winning probability from 0 to 1, or None")
        statistics = getattr(agent, "statistics", None)
        if statistics is not None and not isinstance(statistics, dict):
            self.odd.append(f"statistics is {statistics!r:.40}; it is a dict of numbers by name")


class Stuck(BaseException):
    """The time is over. It is no Exception, so that no agent catches it."""


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise Stuck after so many seconds, where the system can interrupt code: in the main thread, not on Windows."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise Stuck

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@dataclass(frozen=True)
class Held:
    """What this process holds: what is more after many games than before was left behind."""

    files: int
    threads: int
    processes: int
    megabytes: float

    @classmethod
    def now(cls) -> Held:
        gc.collect()
        return cls(_files(), threading.active_count(), _processes(), _megabytes())


def _files() -> int:
    return len(os.listdir("/proc/self/fd")) if sys.platform == "linux" else 0  # noqa: PTH208 (it holds no handle)


def _processes() -> int:
    if sys.platform != "linux":
        return 0
    tasks = Path("/proc/self/task").iterdir()
    return sum(len(file.read_text().split()) for task in tasks if (file := task / "children").is_file())


def _megabytes() -> float:
    if sys.platform != "linux":
        return 0.0
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
