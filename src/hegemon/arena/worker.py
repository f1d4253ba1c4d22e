"""A worker process that plays games, and the handle of its supervisor.

A worker receives games over a pipe. Its supervisor reads from shared memory which seat was asked and when, and from a
file the turns so far. An agent that hangs or crashes the process loses its game, the record so far is kept, and the
worker is replaced.
"""

from __future__ import annotations

import mmap
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import IO

from hegemon.arena.game_runner import Pulse, forfeited, play_job
from hegemon.arena.results import Finished
from hegemon.arena.schedule import Job
from hegemon.arena.tournament import Tournament
from hegemon.errors import HegemonError, TournamentError

MARGIN = 1.0
"""Seconds to wait for a late answer beyond its limit, to report how late it was."""
AHEAD = 2
"""Games queued at a worker, so that it never waits for the next one."""
STALL = 0.5
"""A look that comes later than this has been kept from looking: everything on this machine was."""
PROGRAM = "import sys; from hegemon.arena.worker import serve; serve(*map(int, sys.argv[1:]))"


class Worker:
    """The handle of one playing process."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.jobs: deque[Job] = deque()
        """Games in the queue; the first is being played."""
        self._deaths: dict[Job, int] = {}
        self._journal, self._memory = _scratch(), _scratch()
        self._memory.truncate(mmap.PAGESIZE)
        self.pulse = _pulse(self._memory.fileno())
        self._looked = time.monotonic()
        self._start()

    def _start(self) -> None:
        self.pulse[0] = 0.0
        ours, theirs = socket.socketpair()
        with theirs:
            files = theirs.fileno(), self._memory.fileno(), self._journal.fileno()
            command = [sys.executable, "-c", PROGRAM, *map(str, (*files, os.getpid()))]
            self._process = subprocess.Popen(command, pass_fds=files, stdin=subprocess.DEVNULL)
        self.pipe = Connection(ours.detach())
        with suppress(OSError):
            self.pipe.send((sys.path, self.tournament))

    @property
    def free(self) -> bool:
        return len(self.jobs) < AHEAD

    def tell(self, job: Job) -> None:
        self.jobs.append(job)
        with suppress(OSError):  # a dead worker is noticed by `look`
            self.pipe.send(job)

    def look(self) -> list[Finished]:
        """Finished games; a hanging or dead process is replaced."""
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
        asked, allowed, seat = self.pulse[:3]
        limit = self.tournament.hang_timeout if allowed < 0 else allowed + MARGIN
        if asked == 0.0 or now - asked <= limit or not self.jobs:
            return []
        self._end()
        why = f"hang: no answer after {now - asked:.1f} s"
        given = allowed - self.tournament.time.forgiven
        lost = self._lost(int(seat), "hang", f"{why} ({given:.6g} s given)" if allowed >= 0 else why, now - asked)
        self._restart()
        return [lost]

    def _died(self) -> list[Finished]:
        """Play a game whose process died once more; if that dies too, the seat to decide loses."""
        code = self._process.wait()  # its end of the pipe is closed: it has ended, or is about to
        self._end()
        lost: list[Finished] = []
        if self.jobs:
            job = self.jobs[0]
            self._deaths[job] = self._deaths.get(job, 0) + 1
            if self._deaths[job] > 1:
                how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
                waited = time.monotonic() - self.pulse[0] if self.pulse[0] else 0.0
                lost.append(self._lost(int(self.pulse[2]), "died", f"died: its process ended ({how}), twice", waited))
        self._restart()
        return lost

    def _lost(self, seat: int, fault: str, why: str, waited: float) -> Finished:
        self._journal.seek(0)
        return forfeited(self.tournament, self.jobs.popleft(), self._journal.read(), seat, fault, why, waited)

    def _restart(self) -> None:
        self._start()
        for job in self.jobs:
            with suppress(OSError):
                self.pipe.send(job)
        self._looked = time.monotonic()

    def _end(self) -> None:
        self._process.kill()
        self._process.wait()
        self.pipe.close()

    def close(self) -> None:
        """End the process at once."""
        self._end()
        self.pulse.release()
        self._journal.close()
        self._memory.close()


def serve(pipe: int, memory: int, journal: int, parent: int) -> None:
    """Main loop of a worker process: play games until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the supervisor
    threading.Thread(target=_follow, args=(parent,), daemon=True).start()
    os.dup2(2, 1)  # what agents print must not get between the lines of a program's output
    connection, pulse = Connection(pipe), _pulse(memory)
    try:
        sys.path[:], tournament = connection.recv()
        while True:
            connection.send(play_job(tournament, connection.recv(), pulse, journal))
    except HegemonError as error:
        connection.send(str(error))
    except (EOFError, OSError):
        pass
    os._exit(0)  # whatever threads the agents have left behind


def _scratch() -> IO[bytes]:
    return tempfile.TemporaryFile()  # closed by Worker.close


def _pulse(descriptor: int) -> Pulse:
    return memoryview(mmap.mmap(descriptor, mmap.PAGESIZE)).cast("d")


def _follow(parent: int) -> None:
    """Exit when the parent has exited."""
    while os.getppid() == parent:
        time.sleep(0.2)
    os._exit(1)
