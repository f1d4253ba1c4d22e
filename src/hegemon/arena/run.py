"""Plays a tournament into a store; stored games are not played again."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass

from hegemon.arena.cluster import play_on_cluster
from hegemon.arena.machine import cores
from hegemon.arena.results import Finished, GameResult
from hegemon.arena.schedule import Job
from hegemon.arena.store import Store
from hegemon.arena.tournament import Tournament
from hegemon.arena.worker import GameWorker
from hegemon.errors import StoreError, TournamentError
from hegemon.match.workers import run as run_workers

MOST_WORKERS = 256


@dataclass(frozen=True)
class Run:
    """The remaining games of a tournament. Iterate over it to play them; stop at any time."""

    tournament: Tournament
    store: Store
    jobs: tuple[Job, ...]
    workers: int | None
    ray: str | None = None
    """Address of the Ray cluster; None is this machine."""

    def __iter__(self) -> Iterator[GameResult]:
        if not self.jobs:
            return
        self.store.begin_run(self.workers or 0)
        try:
            with closing(self._play()) as games:
                for finished in games:
                    kept = self.store.add(finished)
                    if kept is not None:
                        yield kept
        finally:
            with suppress(StoreError):  # report the error that stopped the run instead
                self.store.end_run()

    def _play(self) -> Generator[Finished, None, None]:
        if self.ray is not None:
            return play_on_cluster(self.tournament, self.jobs, self.ray, self.workers)
        workers = min(self.workers or cores(), len(self.jobs))
        return run_workers(lambda: GameWorker(self.tournament), workers, self.jobs)


def prepare(tournament: Tournament, store: Store, workers: int | None = None, ray: str | None = None) -> Run:
    """Determine the remaining games of a tournament in a store.

    By default one process per core of this machine or of the Ray cluster, so that clocks are fair.
    """
    most = cores()
    if workers is not None and workers < 1:
        raise TournamentError(f"workers: at least one process, not {workers}")
    if ray is not None:
        return Run(tournament, store, tuple(store.prepare(tournament)), workers, ray)
    if tournament.time.limited and workers is not None and workers > most:
        raise TournamentError(
            f"workers: {workers} games at a time on {most} core{'s' * (most > 1)} would not be fair under a clock; use "
            f"at most {most}, or fixed visits"
        )
    jobs = tuple(store.prepare(tournament))
    return Run(tournament, store, jobs, max(1, min(workers or most, len(jobs), MOST_WORKERS)))
