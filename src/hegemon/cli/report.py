"""hegemon report: the HTML report, tables and records of a tournament."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from hegemon.arena import Store, StoredGames
from hegemon.cli._standings import print_standings
from hegemon.cli.options import JsonOption
from hegemon.report import export_csv, export_parquet, export_records, outcome, summarise, write_report


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
    as_json: JsonOption = False,
) -> None:
    """Write the report of a finished or running tournament, and export its games.

    hegemon report first --csv tables --records games.jsonl
    """
    with Store.read(store) as kept:
        tell(kept, as_json, out)
        for folder, export in ((csv, export_csv), (parquet, export_parquet)):
            if folder is not None:
                export(kept, folder)
        if records is not None:
            export_records(kept, records)


def tell(store: StoredGames, as_json: bool, out: Path | None = None) -> None:
    """Write the page and print the tables, or the results as one line of JSON."""
    summary = summarise(store)
    page = write_report(store, out)
    if as_json:
        print(json.dumps(outcome(summary, store, str(page))))
        return
    console = Console()
    print_standings(summary, console)
    console.print(f"\n{summary.played} of {summary.scheduled} games; report: {page}", markup=False, highlight=False)
