"""Standard output for programs: with --json it carries the answer and nothing else, whatever agents print."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO

_kept: list[IO[str]] = []
"""Standard output while everything else that is printed goes to standard error."""


def keep_for_json(wanted: bool) -> bool:
    """What the option --json does as soon as it is read, before any agent is made: all prints go to standard error,
    those of agents, of their threads and of compiled code too, until the process ends."""
    if wanted and not _kept:
        own = sys.__stdout__
        sys.stdout.flush()
        if own is not None and sys.stdout is own:
            _kept.append(os.fdopen(os.dup(own.fileno()), "w", encoding="utf-8", errors="replace"))
            os.dup2(sys.stderr.fileno(), own.fileno())
        else:  # a program that has replaced standard output reads what is printed there
            _kept.append(sys.stdout)
        sys.stdout = sys.stderr
    return wanted


def print_json(data: object) -> None:
    """Print the answer as one line of JSON."""
    print_line(json.dumps(data))


def print_line(line: str) -> None:
    """Print a line of the answer."""
    print(line, file=_kept[0] if _kept else None, flush=True)


@contextmanager
def restoring() -> Iterator[None]:
    """Give a program that calls the command line its own standard output back."""
    before = sys.stdout
    try:
        yield
    finally:
        if _kept:
            kept = _kept.pop()
            if kept is before:
                sys.stdout = before
            else:
                with suppress(OSError):
                    kept.close()
