"""hegemon bot-check: whether a program speaks its dialect well."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from hegemon.cli._output import print_json
from hegemon.cli.options import JsonOption, printable_lines
from hegemon.testing import check_bot


def bot_check(
    command: Annotated[str, typer.Argument(help='The command that starts the bot, e.g. "python3 mybot.py".')],
    dialect: Annotated[
        Literal["hegemon", "1", "2"],
        typer.Option(help="What it speaks: the protocol of this package, or that of a Warlight AI challenge."),
    ] = "hegemon",
    cwd: Annotated[str, typer.Option(help="The folder in which it runs; by default the current one.")] = "",
    seconds: Annotated[
        float, typer.Option("--time", "-t", min=0.1, max=3600, help="Seconds to wait for an answer without a limit.")
    ] = 10.0,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", help="Only the checks whose names begin so, e.g. stop; may be repeated."),
    ] = None,
    stderr: Annotated[
        str, typer.Option(metavar="FILE", help="Add all that the bot writes to stderr to this file.")
    ] = "",
    as_json: JsonOption = False,
) -> None:
    """Try a bot in every situation of its dialect, and explain every failure: what was sent, expected and came.

    hegemon bot-check "python3 examples/bots/hegemon_bot.py"

    hegemon bot-check "python3 examples/bots/starter.py" --dialect 2
    """
    spoken: Literal[1, 2, "hegemon"] = "hegemon" if dialect == "hegemon" else 1 if dialect == "1" else 2
    report = check_bot(command, spoken, folder=cwd, seconds=seconds, only=only or (), stderr=stderr)
    if as_json:
        print_json(report.to_json())
    else:
        print(printable_lines(str(report)))
    raise typer.Exit(0 if report.ok else 1)
