"""Progress display of the hegemon train commands, and their message on Ctrl-C."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

SHOWN = 16
"""Bars that fit into a terminal; older ones are hidden."""


def stopped(kept: str) -> typer.Exit:
    """Report what is kept of an interrupted run and how to resume it; raise the returned exception."""
    command = shlex.join(["hegemon", *sys.argv[1:]])
    print(f"stopped; {kept}. Resume with: {command}", file=sys.stderr)
    return typer.Exit(130)


@contextmanager
def bars(*, transient: bool = False) -> Iterator[Callable[[str, int, int], None]]:
    """A bar for each thing that is done: told what, how much of it is done, and how much there is. Where there is no
    terminal, a line now and then."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield _Lines()
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=transient) as progress:
        tasks: dict[str, TaskID] = {}

        def report(what: str, done: int, total: int) -> None:
            if what not in tasks:
                for old in list(tasks.values())[: 1 - SHOWN]:
                    progress.update(old, visible=False)
                tasks[what] = progress.add_task(what, total=total)
            progress.update(tasks[what], completed=min(done, total), total=total)

        yield report


class _Lines:
    """Prints each task when it starts and ends, and its progress periodically."""

    EVERY = 30.0

    def __init__(self) -> None:
        self.what, self.told, self.last = "", -self.EVERY, ""

    def __call__(self, what: str, done: int, total: int) -> None:
        now = time.monotonic()
        if what == self.what and done < total and now < self.told + self.EVERY:
            return
        line = f"{what}: {min(done, total)} of {total}"
        if line != self.last:
            print(line, file=sys.stderr, flush=True)
        self.what, self.told, self.last = what, now, line


@contextmanager
def bar(what: str, total: int, done: int) -> Iterator[Callable[[int], None]]:
    """One progress bar, updated by increments; removed at the end."""
    with bars(transient=True) as report:
        report(what, done, total)

        def advance(more: int) -> None:
            nonlocal done
            done += more
            report(what, done, total)

        yield advance
