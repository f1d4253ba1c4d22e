"""A worker process that plays the games of a tournament, and its supervisor, which handles bad agents.

The supervisor reads from shared memory which seat was asked and when, and from a file the turns so far. An agent that
hangs or crashes the process loses its game, the record so far is kept, and the process is replaced.
"""

from __future__ import annotations

import mmap
import os
import sys
import tempfile
import time
from dataclasses import dataclass
from functools import cached_property
from typing import IO

from hegemon._core import Waiting
from hegemon.arena.game_runner import Pulse, forfeited, play_job
from hegemon.arena.results import Finished
from hegemon.arena.schedule import Job
from hegemon.arena.tournament import Tournament
from hegemon.match.arguments import OnError
from hegemon.match.foreign.remote_agent import MARGIN
from hegemon.match.workers import Worker, WorkerDied, crossing, how_ended

STALL = 0.5
"""Seconds between polls after which the machine has stalled; such a poll does not look for hangs."""


@dataclass
class _Play:
    """Plays a game in the process. The descriptors are those of the supervisor."""

    tournament: Tournament
    memory: int
    journal: int
    on_error: OnError

    @cached_property
    def pulse(self) -> Pulse:
        return _pulse(self.memory)

    def __call__(self, job: Job) -> Finished:
        if self.on_error == "forfeit":
            return play_job(self.tournament, job, self.pulse, self.journal)
        with crossing():
            return play_job(self.tournament, job, self.pulse, self.journal, self.on_error)


class GameWorker(Worker[Job, Finished]):
    """The handle of one playing process."""

    def __init__(self, tournament: Tournament, on_error: OnError = "forfeit") -> None:
        self.tournament = tournament
        self._deaths: dict[Job, int] = {}
        self._journal, self._memory = _scratch(), _scratch()
        self._memory.truncate(mmap.PAGESIZE)
        self.pulse = _pulse(self._memory.fileno())
        self._looked = time.monotonic()
        self._asked, self._starved = 0.0, Waiting()
        files = self._memory.fileno(), self._journal.fileno()
        super().__init__(_Play(tournament, *files, on_error), files)

    def look(self) -> list[Finished]:
        """Finished games; a hanging or dead process is replaced."""
        now = time.monotonic()
        stalled, self._looked = now - self._looked > STALL, now
        found = super().look()
        return found if stalled else found + self._hangs(now)

    def _hangs(self, now: float) -> list[Finished]:
        asked, allowed, seat = self.pulse[:3]
        if asked != self._asked:  # from now on, count how long its process waits for a processor
            self._asked, self._starved = asked, Waiting(self._process.pid)
        limit = self.tournament.hang_timeout if allowed < 0 else allowed + MARGIN
        if asked == 0.0 or now - asked <= limit or not self.jobs:
            return []
        if allowed >= 0 and now - asked <= limit + self._forgiven():
            return []
        self.end()
        why = f"hang: no answer after {now - asked:.1f} s"
        given = allowed - self.tournament.time.tolerance
        lost = self._lost(int(seat), "hang", f"{why} ({given:.6g} s given)" if allowed >= 0 else why, now - asked)
        self.restart()
        return [lost]

    def waiting(self) -> tuple[int, float] | None:
        """The agent that is thinking and for how many seconds; may be called from another thread."""
        try:
            asked, seat, job = self.pulse[0], int(self.pulse[2]), self.jobs[0]
            return (job.seats[seat], time.monotonic() - asked) if asked else None
        except (IndexError, ValueError):  # a game has just ended, or all have
            return None

    def playing(self) -> tuple[Job, bytes] | None:
        """The game in progress and its journal so far; may be called from another thread. It costs the game nothing."""
        try:
            job, file = self.jobs[0], self._journal.fileno()
            return job, os.pread(file, os.fstat(file).st_size, 0)  # the worker keeps its place in the file
        except (IndexError, ValueError, OSError):  # a game has just ended, or all have
            return None

    def _forgiven(self) -> float:
        """Seconds of waiting, which do not count; not more than the hang timeout, so that nobody waits for ever."""
        fair = self.tournament.time.clock == "fair"
        return min(self._starved.seconds(), self.tournament.hang_timeout) if fair else 0.0

    def died(self, code: int) -> list[Finished]:
        """Play a game again if its process died; if it dies again, the seat to decide loses."""
        lost: list[Finished] = []
        if self.jobs:
            job = self.jobs[0]
            self._deaths[job] = self._deaths.get(job, 0) + 1
            if self._deaths[job] > 1 and not self.pulse[0]:  # nobody was asked: it is not an agent's fault
                raise WorkerDied(f"a worker process ended twice in the same game ({how_ended(code)})")
            if self._deaths[job] > 1:
                why = f"died: its process ended ({how_ended(code)}), twice"
                waited = time.monotonic() - self.pulse[0] if self.pulse[0] else 0.0
                lost.append(self._lost(int(self.pulse[2]), "died", why, waited))
        self.restart()
        return lost

    def _lost(self, seat: int, fault: str, why: str, waited: float) -> Finished:
        self._journal.seek(0)
        return forfeited(self.tournament, self.jobs.popleft(), self._journal.read(), seat, fault, why, waited)

    def restart(self) -> None:
        self.pulse[0] = 0.0
        super().restart()
        self._looked = time.monotonic()

    def close(self) -> None:
        super().close()
        self.pulse.release()
        self._journal.close()
        self._memory.close()


def _scratch() -> IO[bytes]:
    """A file that worker and supervisor share; in memory where the system can, as disks may be full."""
    if sys.platform == "linux":
        return os.fdopen(os.memfd_create("hegemon"), "w+b")
    return tempfile.TemporaryFile()  # closed by GameWorker.close


def _pulse(descriptor: int) -> Pulse:
    return memoryview(mmap.mmap(descriptor, mmap.PAGESIZE)).cast("d")
