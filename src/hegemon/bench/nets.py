"""Speed of the networks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hegemon._core import Random
from hegemon.bench import classic_nets
from hegemon.bench.measure import Benchmark, Measurement, best_rate, calls, measurement
from hegemon.bench.search import after_random_turns
from hegemon.game import SimultaneousGame
from hegemon.nets import random_net, stack, stack_plans

POSITIONS, PLANS = 64, 20


def evaluations(seconds: float) -> Iterator[Measurement]:
    """Positions that the thesis's network evaluates: the value alone, and with the logits of 20 plans each.

    Weights, positions (of the first seven turns) and plans are random with fixed seeds, and prepared beforehand.
    """
    net = random_net("soares2025", seed=1)
    for map in ("banana", "italy"):
        game, random = SimultaneousGame(map, "soares2025"), Random(1)
        states = [after_random_turns(game, seed, seed % 8) for seed in range(POSITIONS)]
        plans = stack_plans([[state.random_plan(0, random) for _ in range(PLANS)] for state in states])
        core, arrays = net.core(game), stack(states, 0).arrays
        for policy, table in ((0, None), (PLANS, plans)):
            rate = best_rate(seconds, calls(partial(core.evaluate, *arrays, table), POSITIONS))
            details = {"value": rate, "net": net.architecture, "policy": policy, "batch": POSITIONS}
            details |= {"kernels": core.kernels, "orders": len(plans[0]) / POSITIONS if policy else 0}
            yield measurement("nets.evaluations", game, "evaluations", rate, details)
    yield from classic_nets.evaluations(seconds)


BENCHMARKS: dict[str, Benchmark] = {"nets.evaluations": evaluations} | classic_nets.BENCHMARKS
