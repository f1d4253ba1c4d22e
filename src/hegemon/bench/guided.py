"""Speed of the searches that ask a network. Its weights are random, but always the same."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator

from hegemon._core import PolicyValueNet, Random
from hegemon.agents import ga, smcts
from hegemon.bench.measure import Benchmark, Measurement, best_rate, measurement
from hegemon.game import SimultaneousGame, SimultaneousState
from hegemon.nets import random_net
from hegemon.search import Analysis, Budget, simultaneous
from hegemon.search.coevolution import coevolve

Search = Callable[[SimultaneousState, Random, PolicyValueNet], Analysis]

GUIDED = smcts.GuidedSettings.from_values(smcts.GUIDED_PRESETS["soares2025"])
GA = ga.Settings.from_values(ga.PRESETS["soares2025-net"])
ITERATIONS, GENERATIONS = Budget(visits=150), Budget(visits=15)
"""A move, as in the thesis."""


def guided_iterations(seconds: float) -> Iterator[Measurement]:
    """Iterations of the published guided search: each has 20 children judged, with 20 plans for each of them."""

    def search(state: SimultaneousState, random: Random, net: PolicyValueNet) -> Analysis:
        return simultaneous.analyse(state.view(0), GUIDED, ITERATIONS, random, net)

    for map in ("banana", "italy"):
        yield _measure("nets.guided_iterations", "iterations", map, search, ITERATIONS.visits, seconds)


def ga_generations(seconds: float) -> Iterator[Measurement]:
    """Generations of the thesis's co-evolution, whose pairs a network judges: two tables of 30 x 30 pairs in each."""

    def search(state: SimultaneousState, random: Random, net: PolicyValueNet) -> Analysis:
        return coevolve(state, 0, GA, random, GENERATIONS, net=net)

    for map in ("owl-island", "italy"):
        yield _measure("nets.ga_generations", "generations", map, search, GENERATIONS.visits, seconds)


def _measure(name: str, unit: str, map: str, search: Search, each: int, seconds: float) -> Measurement:
    """Every search has a start of its own, so that nothing is known from the last, and no game is nearly over."""
    game = SimultaneousGame(map, "soares2025")
    core = random_net("soares2025", seed=1).core(game)

    def one(number: int) -> Analysis:
        return search(game.start(number), Random(number), core)

    found = [one(number) for number in (0, 1)]
    rate = best_rate(seconds, lambda at, count: each * len([one(2 + at + i) for i in range(count)]))
    told = [(str(c.decision), c.visits) for analysis in found for c in analysis.candidates]
    details = {key: sum(analysis.details[key] for analysis in found) / 2 / each for key in ("questions", "judged")}
    details |= {"value": rate, "signature": f"{zlib.crc32(repr(told).encode()):08x}"}
    return measurement(name, game, unit, rate, details)


BENCHMARKS: dict[str, Benchmark] = {
    "nets.guided_iterations": guided_iterations,
    "nets.ga_generations": ga_generations,
}
