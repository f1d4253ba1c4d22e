"""Shards of self-play on a Ray cluster: the same shards as on one machine.

Every processor of the cluster plays one shard at a time. Shards are returned in the order of their numbers; if a node
is lost, its shards are played again elsewhere. Nodes need no files of the run, only Hegemon.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from types import ModuleType
from typing import Generic, TypeVar

from hegemon.arena.cluster import LOOK, connected
from hegemon.errors import HegemonError, TrainingError

AHEAD = 4
"""Maximum shards per processor ahead of the next one to return; finished shards wait in memory."""
LOSSES = 5
"""Number of lost processes after which a shard fails."""

S = TypeVar("S")
Play = Callable[[int], S]
"""Returns the samples of the shard with a number."""


def shards_on_cluster(play: Play[S], first: int, address: str) -> Generator[S, None, None]:
    """Endless shards, starting with a number; close the generator to stop."""
    with connected(address) as ray:
        cluster = _Shards(ray, play, first)
        try:
            while True:
                yield cluster.next()
        finally:
            cluster.stop()


class _Shards(Generic[S]):
    """Driver side: shards that are being played, and finished shards that wait for their turn."""

    def __init__(self, ray: ModuleType, play: Play[S], first: int) -> None:
        self.ray, self.wanted, self.begun = ray, first, first
        self.play = ray.put(play)
        self.task = ray.remote(num_cpus=1, max_retries=0)(_play)
        self.playing: dict[object, int] = {}  # answer -> number
        self.done: dict[int, S] = {}
        self.losses: dict[int, int] = {}

    def next(self) -> S:
        while self.wanted not in self.done:
            self._begin()
            self._collect()
        self.wanted += 1
        return self.done.pop(self.wanted - 1)

    def stop(self) -> None:
        for answer in self.playing:
            self.ray.cancel(answer, force=True)

    def _begin(self) -> None:
        """Start one shard per processor of the cluster, but not far ahead of a slow one; nodes may join and leave."""
        room = int(self.ray.cluster_resources().get("CPU", 0))
        while len(self.playing) < room and self.begun < self.wanted + AHEAD * room:
            self._tell(self.begun)
            self.begun += 1

    def _tell(self, number: int) -> None:
        self.playing[self.task.remote(self.play, number)] = number

    def _collect(self) -> None:
        if not self.playing:  # the whole cluster is lost; it may come back
            time.sleep(LOOK)
            return
        answers, _ = self.ray.wait(list(self.playing), num_returns=1, timeout=LOOK)
        for answer in answers:
            number = self.playing.pop(answer)
            try:
                self.done[number] = self.ray.get(answer)
            except self.ray.exceptions.RayTaskError as error:
                cause = error.cause if isinstance(error.cause, HegemonError) else error
                raise TrainingError(f"self-play on the cluster failed: {cause}") from None
            except self.ray.exceptions.RayError as error:  # the process or its node is lost
                self._again(number, error)

    def _again(self, number: int, error: Exception) -> None:
        self.losses[number] = self.losses.get(number, 0) + 1
        if self.losses[number] > LOSSES:
            raise TrainingError(f"self-play on the cluster failed: shard {number} was lost {LOSSES} times: {error}")
        self._tell(number)


def _play(play: Play[S], number: int) -> S:
    """Runs on a node."""
    return play(number)
