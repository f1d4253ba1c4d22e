"""Exports of a store: CSV, Parquet and records. They are streamed, and replace an old file when complete."""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from importlib import import_module
from itertools import islice
from pathlib import Path
from types import ModuleType

from hegemon._files import replacing
from hegemon.arena import StoredGames
from hegemon.errors import ReportError
from hegemon.report.tables import Row, Table, tables

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What begins a cell that spreadsheets run."""
BATCH = 20_000
"""Rows of Parquet in memory at a time."""


def export_csv(store: StoredGames, folder: str | os.PathLike[str]) -> tuple[Path, ...]:
    """Write games.csv, moves.csv, agents.csv and pairs.csv: UTF-8, a header line, empty cells for unknown values.

    Text that a spreadsheet would take for a formula begins with an apostrophe.
    """
    return tuple(_write_csv(table, Path(folder) / f"{table.name}.csv") for table in tables(store))


def _replacing(path: str | os.PathLike[str]) -> AbstractContextManager[Path]:
    return replacing(path, ReportError, make_folder=True)


def _write_csv(table: Table, path: Path) -> Path:
    with _replacing(path) as scratch, scratch.open("w", encoding="utf-8", errors="replace", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([name for name, _ in table.columns])
        writer.writerows([*map(_plain, row)] for row in map(_as_columns(table), table.rows))
    return path


def _plain(value: str | int | float | None) -> str | int | float | None:
    """A name such as =HYPERLINK(..) must not be run by the spreadsheet that opens the table."""
    return "'" + value if isinstance(value, str) and value.startswith(FORMULA) else value


def _as_columns(table: Table) -> Callable[[Row], Row]:
    """A function that converts every value of a column to the same type."""
    floats = [kind == "float" for _, kind in table.columns]

    def convert(row: Row) -> Row:
        return tuple(
            float(value) if known and value is not None else value for value, known in zip(row, floats, strict=True)
        )

    return convert


def export_parquet(store: StoredGames, folder: str | os.PathLike[str]) -> tuple[Path, ...]:
    """Write games.parquet, moves.parquet, agents.parquet and pairs.parquet: the tables of `export_csv`, typed."""
    try:
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise ReportError(f"Parquet needs the package pyarrow (pip install pyarrow): {error}") from None
    return tuple(
        _write_parquet(table, Path(folder) / f"{table.name}.parquet", arrow, parquet) for table in tables(store)
    )


def _write_parquet(table: Table, path: Path, arrow: ModuleType, parquet: ModuleType) -> Path:
    kinds = {"text": arrow.string(), "int": arrow.int64(), "float": arrow.float64()}
    schema = arrow.schema([(name, kinds[kind]) for name, kind in table.columns])
    with _replacing(path) as scratch, parquet.ParquetWriter(str(scratch), schema) as writer:
        while rows := list(islice(table.rows, BATCH)):
            columns = [
                arrow.array(column, field.type) for column, field in zip(zip(*rows, strict=True), schema, strict=True)
            ]
            writer.write_table(arrow.Table.from_arrays(columns, schema=schema))
    return path


def export_records(store: StoredGames, path: str | os.PathLike[str]) -> int:
    """Write all games as one file of records, each map once, and return their number."""
    games = store.games()
    if not games:
        raise ReportError(f"there are no games in {store.folder} yet, so there is nothing to write to {path}")
    with _replacing(path) as scratch, scratch.open("w", encoding="utf-8") as file:
        known: set[str] = set()
        for game in games:
            file.writelines(line + "\n" for line in _without_known(store.lines(*game.id), known))
    return len(games)


def _without_known(lines: list[str], known: set[str]) -> Iterator[str]:
    """The lines of a game; the map line, which comes first, only if the map is new."""
    if lines[0] not in known:
        known.add(lines[0])
        yield lines[0]
    yield from lines[1:]
