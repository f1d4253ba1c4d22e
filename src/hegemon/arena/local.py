"""Games on processes of this machine."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable
from multiprocessing.connection import wait

from hegemon.arena.results import Finished
from hegemon.arena.schedule import Job
from hegemon.arena.tournament import Tournament
from hegemon.arena.worker import Worker

PAUSE = 0.05
"""Seconds between checks of the clocks of silent workers."""


def play_local(tournament: Tournament, jobs: Iterable[Job], workers: int) -> Generator[Finished, None, None]:
    """Play games on this many processes, in any order; on exit, running games are terminated at once."""
    waiting = deque(jobs)
    crew = [Worker(tournament) for _ in range(min(workers, len(waiting)))]
    try:
        while waiting or any(worker.jobs for worker in crew):
            for worker in crew:
                while waiting and worker.free:
                    worker.tell(waiting.popleft())
            wait([worker.pipe for worker in crew if worker.jobs], PAUSE)
            for worker in crew:
                if worker.jobs:
                    yield from worker.look()
    finally:
        for worker in crew:
            worker.close()
