"""How long the processes of a seat were ready to run while the machine gave them no processor."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field
from pathlib import Path

TICK = 1 / os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 0.01
"""The unit of processor times that the system keeps of threads and processes that have ended."""


@dataclass(slots=True)
class _Times:
    """Seconds of a seat's threads: what each has waited, what all that live have used, and what all have ever used."""

    waited: dict[str, float] = field(default_factory=dict)
    used: float = 0.0
    used_in_ticks: float = 0.0


class SeatWaiting:
    """Counts from the moment it is made. Everything is measured from outside: a seat cannot say how long it waited."""

    def __init__(self, process: int) -> None:
        self._process = process
        self._before = _times(process)
        self._began = time.monotonic()

    def seconds(self) -> float:
        """The longest waiting of a thread; what the seat causes itself, with more threads than cores, is left out."""
        now, before = _times(self._process), self._before
        longest = max((waited - before.waited.get(thread, 0.0) for thread, waited in now.waited.items()), default=0.0)
        passed = time.monotonic() - self._began
        used = max(now.used - before.used, now.used_in_ticks - before.used_in_ticks - 2 * TICK)
        return max(0.0, min(longest, passed - used / _cores()))


def children(process: int) -> list[int]:
    """The processes that a process has started; none where the system does not tell."""
    try:
        lists = [file.read_text() for file in Path(f"/proc/{process}/task").glob("*/children")]
    except OSError:
        return []
    return [int(child) for line in lists for child in line.split()]


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _times(process: int) -> _Times:
    found, waiting = _Times(), [process]
    while waiting:
        process = waiting.pop()
        try:
            threads = os.listdir(f"/proc/{process}/task")  # noqa: PTH208 (much faster)
            for thread in threads:
                used, found.waited[thread] = _thread(process, thread)
                found.used += used
            found.used_in_ticks += _used_in_ticks(process)
        except (OSError, ValueError, IndexError):  # it has ended, or the system does not tell
            continue
        waiting += children(process)
    return found


def _thread(process: int, thread: str) -> tuple[float, float]:
    """Seconds that a thread has run, and that it has waited for a processor."""
    with open(f"/proc/{process}/task/{thread}/schedstat", "rb") as file:  # noqa: PTH123
        ran, waited, _ = file.read().split()
    return int(ran) / 1e9, int(waited) / 1e9


def _used_in_ticks(process: int) -> float:
    """Processor time of a process, with its ended threads and the children that it has buried."""
    with open(f"/proc/{process}/stat", "rb") as file:  # noqa: PTH123
        return TICK * sum(map(int, file.read().rpartition(b")")[2].split()[11:15]))
