"""Speed of self-play for training. The network's weights are random with a fixed seed."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import replace

from hegemon.bench.measure import Benchmark, Measurement, best_rate, measurement
from hegemon.game import SimultaneousGame
from hegemon.nets import SimultaneousNet, random_net
from hegemon.training.samples.simultaneous import SimultaneousSamples
from hegemon.training.selfplay.simultaneous import SimultaneousSelfPlay

ONE = replace(SimultaneousSelfPlay(), games=1)
"""The thesis's self-play with a network: 150 iterations per move, one game at a time."""


def positions(seconds: float) -> Iterator[Measurement]:
    """Samples (decisions of a seat) from complete games of guided self-play."""
    for map in ("banana", "italy"):
        game, net = SimultaneousGame(map, "soares2025"), random_net("soares2025", seed=1)

        def work(at: int, count: int, game: SimultaneousGame = game, net: SimultaneousNet = net) -> int:
            return sum(len(_play(game, net, 1 + at + i)) for i in range(count))

        first, rate = _play(game, net, 0), best_rate(seconds, work, batch=1)
        told = first.orders.tobytes() + first.policy_target.tobytes()
        details = {"visits": ONE.visits, "positions_per_game": len(first), "signature": f"{zlib.crc32(told):08x}"}
        yield measurement("selfplay.positions", game, "positions", rate, details)


def _play(game: SimultaneousGame, net: SimultaneousNet, number: int) -> SimultaneousSamples:
    return ONE.play_shard(game, number, net=net, seed=1)


BENCHMARKS: dict[str, Benchmark] = {"selfplay.positions": positions}
