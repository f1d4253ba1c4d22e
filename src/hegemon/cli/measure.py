"""Measuring speed in CPU time."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Measurement:
    """One figure: units of work per second of CPU time, the best of the repeats."""

    name: str
    map: str
    rules: str
    unit: str
    per_cpu_second: float
    threads: int
    details: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        data = {"name": self.name, "map": self.map, "rules": self.rules, "threads": self.threads, "unit": self.unit}
        return data | {"per_cpu_second": round(self.per_cpu_second, 1)} | self.details


def best_rate(seconds: float, work: Callable[[int, int], float], batch: int = 8) -> float:
    """The best rate per CPU second of work(first, count), which returns the units done, over batches long enough."""
    spent, best, at = 0.0, 0.0, 0
    while spent < seconds or best == 0.0:
        used = -time.process_time()
        units = work(at, batch)
        used += time.process_time()
        spent, at = spent + used, at + batch
        if used < 0.05:
            batch *= 2  # too short to time well
        else:
            best = max(best, units / used)
    return best
