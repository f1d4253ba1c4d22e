"""A process that plays games, and the handle by which another looks after it.

A worker is told games one after the other over a pipe. Whoever looks after it sees in shared memory which seat has been
asked since when, and reads in a file what was played so far; so an agent that hangs or takes the process down loses its
game, with the record up to there, and the worker is replaced.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import threading
import time
from collections import deque
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from hegemon.arena.results import Finished
from hegemon.arena.schedule import Job
from hegemon.arena.table import Pulse, forfeited, play_job
from hegemon.arena.tournament import Tournament
from hegemon.errors import HegemonError, TournamentError

MARGIN = 1.0
"""Seconds that a late answer is waited for beyond its time, so that it can be said how late it was."""
AHEAD = 2
"""Games that a worker is told at a time, so that it need not wait for the next."""
STALL = 0.5
"""A look that comes later than this has been kept from looking: everything on this machine was."""
_CONTEXT = get_context("spawn")


class Worker:
    """The handle of one playing process."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.jobs: deque[Job] = deque()
        """Told and not yet handed in; the first is being played."""
        self._deaths: dict[Job, int] = {}
        self._journal = tempfile.TemporaryFile()  # noqa: SIM115 (closed by `close`)
        self._looked = time.monotonic()
        self._start()

    def _start(self) -> None:
        self.pulse: Any = _CONTEXT.RawArray("d", 3)
        self.pipe, theirs = _CONTEXT.Pipe()
        arguments = (theirs, self.tournament, self.pulse, _Descriptor(self._journal.fileno()), os.getpid())
        self._process = _CONTEXT.Process(target=_main, args=arguments, daemon=True)
        self._process.start()
        theirs.close()

    @property
    def free(self) -> bool:
        return len(self.jobs) < AHEAD

    def tell(self, job: Job) -> None:
        self.jobs.append(job)
        with suppress(OSError):  # a dead worker is noticed by `look`
            self.pipe.send(job)

    def look(self) -> list[Finished]:
        """What has been handed in; and a hanging or dead process is replaced, its game given to the others."""
        found: list[Finished] = []
        now = time.monotonic()
        stalled, self._looked = now - self._looked > STALL, now
        try:
            while self.pipe.poll():
                found.append(self._take(self.pipe.recv()))
        except (EOFError, OSError):
            return found + self._died()
        return found if stalled else found + self._hangs(now)

    def _take(self, message: Finished | str) -> Finished:
        if isinstance(message, str):
            raise TournamentError(message)
        self.jobs.popleft()
        return message

    def _hangs(self, now: float) -> list[Finished]:
        asked, allowed, seat = self.pulse
        limit = self.tournament.patience if allowed < 0 else allowed + MARGIN
        if asked == 0.0 or now - asked <= limit or not self.jobs:
            return []
        self._end()
        why = f"hang: no answer after {now - asked:.1f} s"
        lost = self._lost(int(seat), "hang", f"{why} of {allowed:.6g} s" if allowed >= 0 else why)
        self._restart()
        return [lost]

    def _died(self) -> list[Finished]:
        """A game whose process died is played once more; if that one dies too, the seat that was to decide has lost."""
        self._process.join(10)
        code = self._process.exitcode
        self._end()
        lost: list[Finished] = []
        if self.jobs:
            job = self.jobs[0]
            self._deaths[job] = self._deaths.get(job, 0) + 1
            if self._deaths[job] > 1:
                how = signal.Signals(-code).name if code is not None and code < 0 else f"exit code {code}"
                lost.append(self._lost(int(self.pulse[2]), "died", f"died: its process ended ({how}), twice"))
        self._restart()
        return lost

    def _lost(self, seat: int, fault: str, why: str) -> Finished:
        self._journal.seek(0)
        return forfeited(self.tournament, self.jobs.popleft(), self._journal.read(), seat, fault, why)

    def _restart(self) -> None:
        self._start()
        for job in self.jobs:
            with suppress(OSError):
                self.pipe.send(job)
        self._looked = time.monotonic()

    def _end(self) -> None:
        self._process.kill()
        self._process.join(10)
        self.pipe.close()

    def close(self) -> None:
        """End the process at once."""
        self._end()
        self._journal.close()


class _Descriptor:
    """A file descriptor that a spawned process gets a copy of."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor

    def __getstate__(self) -> Any:
        from multiprocessing.reduction import DupFd

        return DupFd(self.descriptor)

    def __setstate__(self, state: Any) -> None:
        self.descriptor = state.detach()


def _main(pipe: Connection, tournament: Tournament, pulse: Pulse, journal: _Descriptor, parent: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who looks after us
    threading.Thread(target=_follow, args=(parent,), daemon=True).start()
    sys.stdout.flush()
    os.dup2(2, 1)  # what agents print must not get between the lines of a program's output
    try:
        while True:
            pipe.send(play_job(tournament, pipe.recv(), pulse, journal.descriptor))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        os._exit(0)
    except HegemonError as error:
        pipe.send(str(error))


def _follow(parent: int) -> None:
    """End when the parent has ended."""
    while os.getppid() == parent:
        time.sleep(0.2)
    os._exit(1)
