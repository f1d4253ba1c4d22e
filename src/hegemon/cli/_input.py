"""Standard input of commands that answer lines of another program."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator

LONGEST = 64 << 20
"""Characters of a line that are read."""


def input_lines() -> Iterator[str | None]:
    """The lines of standard input; None for one that is too long. Bytes that are no UTF-8 become question marks."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    while line := sys.stdin.readline(LONGEST):
        if len(line) < LONGEST or line.endswith("\n"):
            yield line
            continue
        while (rest := sys.stdin.readline(LONGEST)) and not rest.endswith("\n"):
            pass
        yield None
