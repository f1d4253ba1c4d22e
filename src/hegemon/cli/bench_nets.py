"""Benchmarks of the networks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from hegemon._core import Random
from hegemon.cli import bench_classic_nets
from hegemon.cli.bench_search import after_random_turns
from hegemon.cli.measure import Measurement, best_rate
from hegemon.game import Game
from hegemon.nets import random_net, stack, stack_plans
from hegemon.rules import rules_spec

POSITIONS, PLANS = 64, 20


def evaluations(seconds: float) -> Iterator[Measurement]:
    """Positions that the thesis's network judges: the value alone, and with the logits of 20 plans for each.

    Weights, positions (of the first seven turns) and plans are random but always the same, and made beforehand.
    """
    net = random_net("soares2025", seed=1)
    for map in ("banana", "italy"):
        game, random = Game(map, "soares2025"), Random(1)
        states = [after_random_turns(game, seed, seed % 8) for seed in range(POSITIONS)]
        plans = stack_plans([[state.random_plan(0, random) for _ in range(PLANS)] for state in states])
        core, arrays = net.core(game), stack(states, 0).arrays
        for policy, table in ((0, None), (PLANS, plans)):
            rate = best_rate(seconds, partial(_repeat, partial(core.evaluate, *arrays, table)))
            details = {
                "value": rate,
                "net": net.architecture,
                "policy": policy,
                "batch": POSITIONS,
                "kernels": core.kernels,
            }
            details["orders"] = len(plans[0]) / POSITIONS if policy else 0
            yield Measurement("nets.evaluations", map, rules_spec(game.rules), "evaluations", rate, 1, details)
    yield from bench_classic_nets.evaluations(seconds)


def _repeat(ask: Callable[[], object], at: int, count: int) -> float:
    for _ in range(count):
        ask()
    return float(count * POSITIONS)


BENCHMARKS: dict[str, Callable[[float], Iterator[Measurement]]] = {
    "nets.evaluations": evaluations
} | bench_classic_nets.BENCHMARKS
