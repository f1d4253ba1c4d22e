"""hegemon drop: deletes an agent and its games from the store of a tournament."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from hegemon._words import counted
from hegemon.arena import Store
from hegemon.cli.options import printable
from hegemon.report import write_report


def drop(
    store: Annotated[Path, typer.Argument(help="The folder of a tournament (hegemon tournament --store).")],
    agent: Annotated[str, typer.Argument(help="The agent, as the tables name it.")],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Delete an agent and all its games from the store of a tournament.

    For an agent that was mended or changed: its old games no longer count. The command asks first and says how many
    games go. To play them again, run the command of the tournament again.
    """
    Store.read(store).close()  # opening would make a store where there is none
    with Store.open(store) as kept:
        its, total = len(kept.games_of(agent)), len(kept.games())
        if not yes and not _agreed(f"delete {its} of {counted(total, 'game')} in {store}, all of {printable(agent)}?"):
            print("nothing was deleted; --yes deletes without asking", file=sys.stderr)
            raise typer.Exit(1)
        kept.drop(agent)
        page = write_report(kept)
    print(f"deleted {counted(its, 'game')} of {printable(agent)}, {total - its} are left; report: {page}")


def _agreed(question: str) -> bool:
    print(f"{question} They cannot be restored. [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")
