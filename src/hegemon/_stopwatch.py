"""Time as clocks count it: waiting for a processor on a busy machine is left out."""

from __future__ import annotations

import time
from typing import Literal

from hegemon._core import Waiting

ClockKind = Literal["fair", "wall"]
CLOCKS: tuple[ClockKind, ...] = "fair", "wall"
"""fair: wall-clock time without the time in which the machine gave the thread no processor; wall: wall-clock time."""


class Stopwatch:
    """Seconds since it was made, of the thread that makes it.

    With `all_threads`, no thread of the process is charged for the waiting of another, which may hold the interpreter.
    """

    __slots__ = ("_began", "_waiting")

    def __init__(self, *, fair: bool, all_threads: bool = False) -> None:
        self._waiting = Waiting(all=all_threads) if fair else None
        self._began = time.monotonic()

    @property
    def used(self) -> float:
        passed = time.monotonic() - self._began
        return passed if self._waiting is None else max(0.0, passed - self._waiting.seconds())
