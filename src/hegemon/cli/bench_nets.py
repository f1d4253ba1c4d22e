"""Benchmarks of the networks."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator

from hegemon._core import Random
from hegemon.cli.measure import Measurement, best_rate
from hegemon.game import Game
from hegemon.nets import random_net, stack, stack_plans
from hegemon.rules import rules_spec

POSITIONS, PLANS = 64, 20


def evaluations(seconds: float) -> Iterator[Measurement]:
    """Positions that the thesis's network judges on one thread: the value alone, and with 20 plans for each.

    Weights, positions and plans are random but always the same; the plans are drawn before the clock starts.
    """
    net = random_net("soares2025", seed=1)
    for map in ("banana", "italy"):
        game, random = Game(map, "soares2025"), Random(1)
        states = [game.start(seed) for seed in range(POSITIONS)]
        plans = stack_plans([[state.random_plan(0, random) for _ in range(PLANS)] for state in states])
        core, positions = net.core(game), stack(states, 0)
        for policy, table in ((0, None), (PLANS, plans)):

            def work(at: int, count: int, table: object = table) -> float:
                for _ in range(count):
                    core.evaluate(*positions.arrays, table)  # noqa: B023
                return float(count * POSITIONS)

            rate = best_rate(seconds, work)
            values, logits = core.evaluate(*positions.arrays, table)
            numbers = [*values, *(() if logits is None else logits)]
            signature = zlib.crc32(" ".join(f"{number:.3f}" for number in numbers).encode())
            details = {"value": rate, "policy": policy, "batch": POSITIONS, "kernels": core.kernels}
            details |= {"orders": len(plans[0]) if policy else 0, "signature": f"{signature:08x}"}
            yield Measurement("nets.evaluations", map, rules_spec(game.rules), "evaluations", rate, 1, details)


BENCHMARKS: dict[str, Callable[[float], Iterator[Measurement]]] = {"nets.evaluations": evaluations}
