"""Options shared by several commands."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from hegemon.cli._output import keep_for_json
from hegemon.errors import RecordError

OptionalMap = Annotated[
    str | None,
    typer.Option(
        "--map",
        "-m",
        help="A map name (hegemon maps), grid(6,4), random(40, seed=1), or a file; by default the home map of "
        "the rules (hegemon rules).",
    ),
]
RulesOption = Annotated[
    str, typer.Option("--rules", "-r", help="A preset (hegemon rules), optionally with changes: warlight2(fog=none).")
]
FittingRulesOption = Annotated[
    str | None,
    typer.Option(
        "--rules",
        "-r",
        help="A preset (hegemon rules), optionally with changes: warlight2(fog=none). By default soares2025, or "
        "classic if an agent or the number of seats asks for it.",
    ),
]
SeedOption = Annotated[
    int, typer.Option("--seed", "-s", min=0, max=2**63 - 1, help="Random seed; the same seed gives the same games.")
]
SaltOption = Annotated[
    str | None,
    typer.Option("--salt", help="Repeat games with agents of your own: their records name the salt of their dice."),
]
JsonOption = Annotated[
    bool,
    typer.Option("--json", help="Print JSON for scripts instead of a table.", callback=keep_for_json, is_eager=True),
]
TimeOption = Annotated[
    float | None,
    typer.Option("--time", "-t", min=0.001, help="Seconds per decision; a late answer loses the game."),
]
ClockOption = Annotated[
    str,
    typer.Option(
        "--time",
        "-t",
        help="Seconds per decision (0.05), or per game with an increment after each decision (10+0.1); a late answer "
        "loses the game. By default there is no limit.",
    ),
]
MarginOption = Annotated[
    float | None,
    typer.Option(
        "--margin",
        min=0,
        help="Seconds beyond --time before an answer is late; by default 0.05.",
    ),
]
ClockKindOption = Annotated[
    str,
    typer.Option(
        "--clock",
        help="fair: time in which a busy machine gives an agent no processor does not count; wall: all time counts.",
    ),
]
TracebackOption = Annotated[
    bool, typer.Option("--traceback", help="Show where in its code an agent failed (the traceback of its exception).")
]
ForceOption = Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")]


def require_free(path: Path | None, force: bool) -> None:
    """Refuse to overwrite a file that is not empty, unless forced."""
    if path is not None and not force and path.is_file() and path.stat().st_size > 0:
        raise RecordError(f"{path} already exists; add --force to overwrite it")


def require_writable(path: Path | None) -> None:
    """Refuse a file in a missing or read-only folder before starting any work."""
    if path is not None and (path.is_dir() or not os.access(path.parent, os.W_OK)):
        problem = "it is a folder" if path.is_dir() else f"there is no folder {path.parent}"
        raise RecordError(f"cannot write {path}: {problem}")


def use_colour() -> bool:
    """Colours on a terminal, unless the user has disabled them."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def printable_lines(text: str) -> str:
    """Several lines without the control characters that a terminal would interpret."""
    return "\n".join(map(printable, text.splitlines()))


def printable(text: str) -> str:
    """Text without the control characters that a terminal would interpret."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
