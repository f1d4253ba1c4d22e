"""Games on a Ray cluster: the same games as on one machine, whichever node plays them.

Every CPU of the cluster runs an actor that supervises one worker process (see worker.py), so agents that hang or crash
are handled where they run. Actors receive chunks of games of about two seconds; if an actor or node is lost, another
plays its chunk. A game that is played twice that way is stored once: its result is the same.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from multiprocessing.connection import wait
from types import ModuleType
from typing import Any, TypeAlias

from hegemon.arena.results import Finished
from hegemon.arena.schedule import Job
from hegemon.arena.tournament import Tournament
from hegemon.arena.worker import GameWorker
from hegemon.errors import HegemonError, TournamentError
from hegemon.match.workers import PAUSE

Actor: TypeAlias = Any
"""A handle of a NodeWorker on the cluster; Ray has no types for it."""
Answer: TypeAlias = Any
"""A Ray object reference (a future)."""
CHUNK = 2.0
"""Seconds that a chunk of games should take."""
LOOK = 0.5
"""Seconds between checks of the cluster size."""


class NodeWorker:
    """Plays games on a node of the cluster."""

    def __init__(self, tournament: Tournament) -> None:
        self.worker = GameWorker(tournament)

    def ready(self) -> bool:
        return True

    def play(self, jobs: list[Job]) -> tuple[list[Finished], float]:
        """The finished games of a chunk, and the seconds they took."""
        began, waiting, found = time.monotonic(), deque(jobs), list[Finished]()
        while waiting or self.worker.jobs:
            while waiting and self.worker.free:
                self.worker.tell(waiting.popleft())
            wait([self.worker.pipe], PAUSE)
            found += self.worker.look()
        return found, time.monotonic() - began


class _Cluster:
    """Driver side: assigns chunks to actors."""

    def __init__(self, ray: ModuleType, tournament: Tournament, jobs: Iterable[Job], most: int | None) -> None:
        self.ray, self.most = ray, most
        self.tournament = ray.put(tournament)
        self.actor = ray.remote(num_cpus=1, max_restarts=0)(NodeWorker)
        self.waiting = deque(jobs)
        self.coming: dict[Answer, Actor] = {}  # answer to `ready` -> actor
        self.playing: dict[Answer, tuple[Actor, list[Job]]] = {}  # answer to `play` -> actor and chunk
        self.idle: list[Actor] = []
        self.size = 1
        self.looked = 0.0

    def run(self) -> Generator[Finished, None, None]:
        try:
            while self.waiting or self.playing:
                self._grow()
                while self.idle and self.waiting:
                    self._tell(self.idle.pop())
                yield from self._collect()
        finally:
            for actor in [*self.coming.values(), *self.idle, *(actor for actor, _ in self.playing.values())]:
                self.ray.kill(actor)

    def _grow(self) -> None:
        """Keep one actor per processor of the cluster; nodes may join and leave."""
        if time.monotonic() - self.looked < LOOK:
            return
        self.looked = time.monotonic()
        room = int(self.ray.cluster_resources().get("CPU", 0))
        wanted = min(room if self.most is None else min(room, self.most), len(self.waiting) + len(self.playing))
        for _ in range(wanted - len(self.coming) - len(self.playing) - len(self.idle)):
            actor = self.actor.remote(self.tournament)
            self.coming[actor.ready.remote()] = actor

    def _tell(self, actor: Actor) -> None:
        chunk = [self.waiting.popleft() for _ in range(min(self.size, len(self.waiting)))]
        self.playing[actor.play.remote(chunk)] = actor, chunk

    def _collect(self) -> Generator[Finished, None, None]:
        expected = [*self.coming, *self.playing]
        if not expected:  # the whole cluster is lost; it may come back
            time.sleep(LOOK)
            return
        answers, _ = self.ray.wait(expected, num_returns=1, timeout=LOOK)
        for answer in answers:
            try:
                value = self.ray.get(answer)
            except self.ray.exceptions.RayTaskError as error:
                cause = error.cause if isinstance(error.cause, HegemonError) else error
                raise TournamentError(f"a game on the cluster failed: {cause}") from None
            except self.ray.exceptions.RayError:  # the actor or its node is lost
                self.coming.pop(answer, None)
                self.waiting.extendleft(reversed(self.playing.pop(answer, (None, []))[1]))
                continue
            if answer in self.coming:
                self.idle.append(self.coming.pop(answer))
                continue
            actor, chunk = self.playing.pop(answer)
            self.idle.append(actor)
            games, seconds = value
            self.size = max(1, min(1000, 2 * len(chunk), round(CHUNK * len(chunk) / max(seconds, 1e-3))))
            yield from games


@contextmanager
def connected(address: str) -> Iterator[ModuleType]:
    """Ray, connected to the cluster at an address (`auto` finds one on this machine, `local` starts one)."""
    try:
        ray = import_module("ray")
    except ImportError:
        raise TournamentError("--ray needs Ray: pip install 'hegemon[scale]'") from None
    mine = not ray.is_initialized()
    if mine:
        try:
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise TournamentError(f"there is no Ray cluster at {address}: {error}") from None
    try:
        yield ray
    finally:
        if mine:
            ray.shutdown()


def play_on_cluster(
    tournament: Tournament, jobs: Iterable[Job], address: str, workers: int | None = None
) -> Generator[Finished, None, None]:
    """Play games on the Ray cluster at an address."""
    with connected(address) as ray:
        yield from _Cluster(ray, tournament, jobs, workers).run()
