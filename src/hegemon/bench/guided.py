"""Speed of the searches that use a network. Its weights are random with a fixed seed."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from hegemon._core import Random
from hegemon.agents import ga, smcts
from hegemon.bench.measure import Benchmark, Measurement, best_rate, measurement
from hegemon.game import Plan, SimultaneousGame
from hegemon.nets import random_net
from hegemon.search import Analysis, Budget, Coevolution, Smcts

GUIDED = smcts.GuidedSettings.from_values(smcts.GUIDED_PRESETS["soares2025"])
GA = ga.Settings.from_values(ga.PRESETS["soares2025-net"])
ITERATIONS, GENERATIONS = Budget(visits=150), Budget(visits=15)
"""Budget per move, as in the thesis."""


def guided_iterations(seconds: float) -> Iterator[Measurement]:
    """Iterations of the published guided search: each evaluates 20 children, with 20 plans for each of them."""

    for map in ("banana", "italy"):
        game = SimultaneousGame(map, "soares2025")
        search = Smcts(game, GUIDED, random_net("soares2025", seed=1))
        yield _measure("nets.guided_iterations", "iterations", search, ITERATIONS, seconds)


def ga_generations(seconds: float) -> Iterator[Measurement]:
    """Generations of the thesis's co-evolution, with pairs evaluated by a network: two tables of 30 x 30 pairs each."""

    for map in ("owl-island", "italy"):
        game = SimultaneousGame(map, "soares2025")
        search = Coevolution(game, GA, random_net("soares2025", seed=1))
        yield _measure("nets.ga_generations", "generations", search, GENERATIONS, seconds)


def _measure(name: str, unit: str, search: Smcts | Coevolution, budget: Budget, seconds: float) -> Measurement:
    """Every search has a different start, so that caches do not help and no game is nearly over."""
    game, each = search.game, budget.visits

    def one(number: int) -> Analysis[Plan]:
        return search.analyse(game.start(number).view(0), budget, Random(number))

    found = [one(number) for number in (0, 1)]
    rate = best_rate(seconds, lambda at, count: each * len([one(2 + at + i) for i in range(count)]))
    told = [(str(c.decision), c.visits) for analysis in found for c in analysis.candidates]
    details = {
        key: sum(analysis.figures[key] for analysis in found) / 2 / each for key in ("net_requests", "net_evaluations")
    }
    signature = f"{zlib.crc32(repr(told).encode()):08x}"
    return measurement(name, game, unit, rate, {**details, "value": rate, "signature": signature})


BENCHMARKS: dict[str, Benchmark] = {
    "nets.guided_iterations": guided_iterations,
    "nets.ga_generations": ga_generations,
}
