"""Runs that are stopped again and again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def run_in_parts(make: Callable[[Callable[[str, int, int], None]], Any]) -> Any:
    """What a run returns that is interrupted at every third report and begun anew; `make` gives it its reporter."""
    steps = 0

    def stop(what: str, done: int, total: int) -> None:
        nonlocal steps
        steps += 1
        if steps % 3 == 0:
            raise KeyboardInterrupt

    for _ in range(40):
        try:
            return make(stop).run()
        except KeyboardInterrupt:
            continue
    raise AssertionError("the run does not get on")
