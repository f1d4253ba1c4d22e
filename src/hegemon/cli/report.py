"""hegemon report: the HTML report, tables and records of a tournament."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from hegemon.arena import Store, StoredGames
from hegemon.arena.verify import Check, verify
from hegemon.cli._output import print_json
from hegemon.cli._progress import bars
from hegemon.cli._standings import print_standings
from hegemon.cli.options import JsonOption, TracebackOption, printable, printable_lines
from hegemon.report import Summary, export_csv, export_parquet, export_records, outcome, summarise, write_report

SHOWN = 20
"""Games named whose rows differ from their records."""


def report(
    store: Annotated[Path, typer.Argument(help="The folder of a tournament (hegemon tournament --store).")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Write the page to this file instead of the store.")
    ] = None,
    csv: Annotated[
        Path | None, typer.Option("--csv", help="Write CSV tables of games, moves, agents and pairs to this folder.")
    ] = None,
    parquet: Annotated[Path | None, typer.Option("--parquet", help="Write the same tables as Parquet files.")] = None,
    records: Annotated[
        Path | None, typer.Option("--records", help="Write the records of all games to this file (JSON lines).")
    ] = None,
    verify_all: Annotated[
        bool,
        typer.Option("--verify", help="Replay all games, name those whose rows differ from their records, and exit."),
    ] = False,
    traceback: TracebackOption = False,
    as_json: JsonOption = False,
) -> None:
    """Write the report of a finished or running tournament, and export its games.

    The results of the games are compared with the ends of their records; --verify replays the records. If any differ,
    the exit code is 1.

    hegemon report first --csv tables --records games.jsonl
    """
    with Store.read(store) as kept:
        if verify_all:
            _tell_check(_verify(kept), as_json)
            return
        agree = tell(kept, as_json, out, traceback=traceback)
        for folder, export in ((csv, export_csv), (parquet, export_parquet)):
            if folder is not None:
                export(kept, folder)
        if records is not None:
            export_records(kept, records)
    if not agree:
        raise typer.Exit(1)


def tell(store: StoredGames, as_json: bool, out: Path | None = None, *, traceback: bool = False) -> bool:
    """Write the page and print the tables, or the results as one line of JSON; whether rows and records agree."""
    summary = summarise(store)
    page = write_report(store, out, summary)
    for difference in summary.differences[:SHOWN]:
        print(f"not as recorded: {difference}", file=sys.stderr)
    if len(summary.differences) > SHOWN:
        print(f"... and {len(summary.differences) - SHOWN} more games (--verify names all)", file=sys.stderr)
    if as_json:
        print_json(outcome(summary, store, str(page)))
        return not summary.differences
    console = Console()
    print_standings(summary, console)
    if traceback:
        _print_tracebacks(summary)
    elif any(line.traceback for league in summary.leagues for line in league.forfeit_lines):
        print(f"where the code failed: {traceback_command(store.folder)}")
    console.print(f"\n{summary.played} of {summary.scheduled} games; report: {page}", markup=False, highlight=False)
    return not summary.differences


def traceback_command(store: Path) -> str:
    """The command that shows where the code of agents failed."""
    return shlex.join(["hegemon", "report", str(store), "--traceback"])


def _print_tracebacks(summary: Summary) -> None:
    """Where the code of agents failed, every place once."""
    for league in summary.leagues:
        for line in league.forfeit_lines:
            if line.traceback:
                print(f"\ngame {line.game}: {printable(line.reason)}\n{printable_lines(line.traceback)}")


def _verify(store: StoredGames) -> Check:
    total = len(list(store.checked_games()))
    with bars(transient=True) as report:
        return verify(store, lambda done: report("replaying", done, total))


def _tell_check(check: Check, as_json: bool) -> None:
    if as_json:
        found = [{"game": difference.game, "what": difference.what} for difference in check.differences]
        print_json({"games": check.games, "agree": not found, "differences": found})
    else:
        for difference in check.differences:
            print(printable(str(difference)))
        print(check)
    if check.differences:
        raise typer.Exit(1)
