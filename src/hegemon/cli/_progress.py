"""What the commands of hegemon train show while they run, and say when they are stopped."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn


def stopped(kept: str) -> typer.Exit:
    """Say what is kept of a run that Ctrl-C ended and how it goes on; raise what this gives."""
    command = shlex.join(["hegemon", *sys.argv[1:]])
    print(f"stopped; {kept}. Go on with: {command}", file=sys.stderr)
    return typer.Exit(130)


@contextmanager
def bars(*, transient: bool = False) -> Iterator[Callable[[str, int, int], None]]:
    """A bar for each thing that is done, on a terminal: told what, how much of it is done, and how much there is."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=transient) as progress:
        tasks: dict[str, TaskID] = {}

        def report(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = progress.add_task(what, total=total)
            progress.update(tasks[what], completed=min(done, total), total=total)

        yield report


@contextmanager
def bar(what: str, total: int, done: int) -> Iterator[Callable[[int], None]]:
    """One bar, told how much more is done; gone in the end."""
    with bars(transient=True) as report:
        report(what, done, total)

        def advance(more: int) -> None:
            nonlocal done
            done += more
            report(what, done, total)

        yield advance
