"""Plays a tournament into a store; stored games are not played again."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field

from hegemon.arena.cluster import play_on_cluster
from hegemon.arena.game_runner import journalled, play_job
from hegemon.arena.machine import cores
from hegemon.arena.results import Finished, GameResult
from hegemon.arena.schedule import Job
from hegemon.arena.store import Store
from hegemon.arena.tournament import Tournament
from hegemon.arena.worker import GameWorker
from hegemon.errors import StoreError, TournamentError
from hegemon.match.arguments import OnError, require_on_error
from hegemon.match.workers import run as run_workers

MOST_WORKERS = 256
PLAYING = "playing"
"""The folder of a store with the games in progress, if they are kept there."""


@dataclass(frozen=True)
class Run:
    """The remaining games of a tournament. Iterate over it to play them; stop at any time."""

    tournament: Tournament
    store: Store
    jobs: tuple[Job, ...]
    workers: int | None
    ray: str | None = None
    """Address of the Ray cluster; None is this machine."""
    on_error: OnError = "forfeit"
    """What a failing agent does: it loses its game, or its error ends the run. Stored games are kept."""
    _crew: list[GameWorker] = field(default_factory=list, compare=False, repr=False)

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
        if _in_this_process(self.tournament):
            return self._play_here()
        workers = min(self.workers or cores(), len(self.jobs))
        return run_workers(self._hire, workers, self.jobs)

    def _hire(self) -> GameWorker:
        self._crew.append(GameWorker(self.tournament, self.on_error))
        return self._crew[-1]

    def waiting(self) -> list[tuple[str, float]]:
        """Agents that are thinking in worker processes of this machine, and the seconds since they were asked."""
        found = [worker.waiting() for worker in self._crew]
        return [(self.tournament.agents[agent].alias, seconds) for agent, seconds in filter(None, found)]

    def playing(self) -> list[list[str]]:
        """The games in progress in worker processes of this machine, as lines of records; may be called from another
        thread."""
        found = [worker.playing() for worker in self._crew]
        return [journalled(self.tournament, *each)[0] for each in found if each]

    def _play_here(self) -> Generator[Finished, None, None]:
        pulse = memoryview(bytearray(24)).cast("d")
        for job in self.jobs:
            yield play_job(self.tournament, job, pulse, on_error=self.on_error)


def prepare(
    tournament: Tournament,
    store: Store,
    workers: int | None = None,
    ray: str | None = None,
    *,
    on_error: OnError = "forfeit",
) -> Run:
    """Determine the remaining games of a tournament in a store.

    By default one process per core of this machine or of the Ray cluster, so that clocks are fair. If an agent is an
    object or a class of this program, all games are played in this process, one after the other.
    """
    if not isinstance(tournament, Tournament) or not isinstance(store, Store):
        raise TournamentError("prepare(tournament, store): make_tournament(..) first, then a Store.open(folder)")
    require_on_error(on_error)
    most = cores()
    if workers is not None and workers < 1:
        raise TournamentError(f"workers: at least one process, not {workers}")
    if _in_this_process(tournament):
        if ray is not None or (workers or 1) > 1:
            raise TournamentError(
                "agents given as objects or classes play in this process, one game at a time: leave out workers and "
                "ray, or put the agents into files"
            )
        workers = 1
    if ray is not None:
        if on_error == "raise":
            raise TournamentError("on_error: errors are raised on this machine only, not on a cluster")
        return Run(tournament, store, tuple(store.prepare(tournament)), workers, ray)
    if tournament.time.limited and workers is not None and workers > most:
        raise TournamentError(
            f"workers: {workers} games at a time on {most} core{'s' * (most > 1)} would not be fair under a clock; use "
            f"at most {most}, or fixed visits"
        )
    jobs = tuple(store.prepare(tournament))
    return Run(tournament, store, jobs, max(1, min(workers or most, len(jobs), MOST_WORKERS)), None, on_error)


def _in_this_process(tournament: Tournament) -> bool:
    """Whether agents are objects of this program, which other processes do not have."""
    return any(agent.given is not None for agent in tournament.agents)
