"""Measuring speed in CPU time."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from hegemon._core import spin
from hegemon.game import Game
from hegemon.rules import rules_spec

CALIBRATION_STEPS = 50_000_000


@dataclass(frozen=True)
class Measurement:
    """One figure: units of work per second of CPU time, the best of the repeats."""

    name: str
    map: str
    rules: str
    unit: str
    per_cpu_second: float
    threads: int
    details: dict[str, object]

    def to_json(self) -> dict[str, object]:
        data = {"name": self.name, "map": self.map, "rules": self.rules, "threads": self.threads, "unit": self.unit}
        return data | {"per_cpu_second": round(self.per_cpu_second, 1)} | self.details


Benchmark = Callable[[float], Iterator[Measurement]]
"""Measures its figures, each for the given seconds of CPU time."""


def measurement(
    name: str, game: Game, unit: str, rate: float, details: Mapping[str, object], threads: int = 1
) -> Measurement:
    """A figure of a game."""
    return Measurement(name, game.map.name, rules_spec(game.rules), unit, rate, threads, dict(details))


def best_rate(seconds: float, work: Callable[[int, int], float], batch: int = 8) -> float:
    """The best rate of work(first, count), which returns the units done, per CPU second over long enough batches."""
    spent, best, at = 0.0, 0.0, 0
    while spent < seconds or best == 0.0:
        used = -time.process_time()
        units = work(at, batch)
        used += time.process_time()
        spent, at = spent + used, at + batch
        if used < 0.05:
            batch *= 2  # too short to measure
        else:
            best = max(best, units / used)
    return best


def calls(call: Callable[[], object], units: int) -> Callable[[int, int], float]:
    """Work for best_rate: repeats a call that is worth `units`."""

    def work(first: int, count: int) -> float:
        for _ in range(count):
            call()
        return float(count * units)

    return work


@dataclass(frozen=True)
class Calibration:
    """The speed of a fixed integer loop; ratios to it are comparable between machines."""

    steps_per_cpu_second: int
    machine: str
    python: str


def calibrate() -> Calibration:
    best = min(_cpu_time(lambda: spin(CALIBRATION_STEPS)) for _ in range(3))
    return Calibration(round(CALIBRATION_STEPS / best), platform.machine(), platform.python_version())


def _cpu_time(work: Callable[[], object]) -> float:
    before = time.process_time()
    work()
    return time.process_time() - before
