"""hegemon resolve: resolves turns given as JSON lines, for scripts and other programs."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from hegemon.errors import HegemonError, NotationError
from hegemon.game.simultaneous.turn_json import resolve_json


def resolve(
    file: Annotated[str, typer.Argument(help="A file of JSON lines; - is standard input.")] = "-",
    log: Annotated[bool, typer.Option("--log/--no-log", help="Include what each order did.")] = True,
) -> None:
    """Resolve turns given as JSON lines and write one JSON line for each.

    In: {"map", "rules", "owners": [-1 neutral, else seat], "armies": [..],
    "orders": [[["deploy", t, n], ["move", from, to, n], ..], [..]], "first": 0|1}.
    Out: {"owners", "armies", "winner", "log"}.

    "first" is the seat that wins the coin toss (for every pair of moves, if the rules toss several coins). Luck in
    combat is drawn from "seed" (default 0), unless "chance" lists all outcomes.
    """
    number = 0
    try:
        with nullcontext(sys.stdin) if file == "-" else Path(file).open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):  # noqa: B007 (the number is for the message)
                if line.strip():
                    print(json.dumps(resolve_json(line, log), separators=(",", ":")))
    except UnicodeDecodeError:
        raise NotationError(f"{file} is not text (after line {number})") from None
    except HegemonError as error:
        raise type(error)(f"line {number}: {error}") from None
