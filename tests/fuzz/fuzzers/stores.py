"""Stores of tournaments with cells or bytes changed: they are reported, exported, verified, watched and resumed."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from hegemon.arena import Setup, Store, Tournament, make_tournament
from hegemon.arena.game_runner import play_job
from hegemon.arena.stored import FILE, TABLES
from hegemon.arena.verify import verify
from hegemon.report import export_csv, export_records, outcome, render, summarise
from tests.fuzz.harness import Generator
from tests.fuzz.mutate import mutate_bytes, mutate_json, odd

WAL = FILE + "-wal"


@cache
def _tournament() -> Tournament:
    setups = [
        Setup("simple", "soares2025(round_cap=4)"),  # short games: there is one of every kind of cell all the same
        Setup("hex", "heredia2022(decision_cap=12)"),
        Setup("hex", "swiss2025(decision_cap=20)", 3),
    ]
    agents = {"random": "random", "heuristic": "heuristic", "greedy": "heuristic(greed=4)"}
    return make_tournament(agents, setups=setups, games=2, seed=3, name="fuzz")


@cache
def _stored() -> dict[str, bytes]:
    """The files of a store that is being written: some games are in its log only."""
    with tempfile.TemporaryDirectory() as folder, Store.open(folder) as store:
        jobs = store.prepare(_tournament())
        store.begin_run(1)
        for job in jobs[:-2]:
            store.add(play_job(_tournament(), job, memoryview(bytearray(24)).cast("d")))
        return {name: (Path(folder) / name).read_bytes() for name in (FILE, WAL)}


def prepare() -> None:
    """Once for all batches."""
    _stored()


def case(random: Generator) -> None:
    files = dict(_stored())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if random.random() < 0.25:
            which = random.choice((FILE, WAL))
            files[which] = mutate_bytes(files[which], random)
        for file, content in files.items():
            (folder / file).write_bytes(content)
        if files == _stored():
            _change_cells(folder / FILE, random)
        random.choice(USES)(folder, random)


def _change_cells(file: Path, random: Generator) -> None:
    database = sqlite3.connect(file, isolation_level=None)
    try:
        for _ in range(random.choice((1, 1, 1, 2, 6))):
            with suppress(sqlite3.Error, OverflowError):  # a cell that may not hold such a value
                _change_cell(database, random)
    finally:
        database.close()


def _change_cell(database: sqlite3.Connection, random: Generator) -> None:
    table = random.choice(sorted(TABLES))
    columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
    rows = database.execute(f"SELECT * FROM {table}").fetchall()
    if not rows:
        return
    if random.random() < 0.05:
        database.execute(f"DELETE FROM {table} WHERE {columns[0]} = ?", (random.choice(rows)[0],))
        return
    row, at = random.choice(rows), random.randrange(len(columns))
    key = " AND ".join(f"{column} IS ?" for column in columns)
    database.execute(f"UPDATE {table} SET {columns[at]} = ? WHERE {key}", (_new_value(row[at], random), *row))


def _new_value(value: Any, random: Generator) -> Any:
    kind = random.random()
    if isinstance(value, bytes) and kind < 0.6:
        return mutate_bytes(value, random)
    if isinstance(value, str) and kind < 0.5:
        with suppress(ValueError, UnicodeEncodeError):
            text = mutate_json(value, random)
            text.encode()
            return text
        return mutate_bytes(value.encode(), random)
    if isinstance(value, int) and kind < 0.4:
        return value + random.choice((-1, 1, 2))
    new = odd(random)
    if isinstance(new, int) and abs(new) >= 2**63:
        return 2**63 - 1
    return new if new is None or isinstance(new, str | int | float) else random.randbytes(8)


# --- What is done with a store ----------------------------------------------------------------------------------------


def _report(folder: Path, random: Generator) -> None:
    with Store.read(folder) as store:
        summary = summarise(store)
        render(summary)
        outcome(summary, store, "page")


def _export(folder: Path, random: Generator) -> None:
    with Store.read(folder) as store:
        export_csv(store, folder / "csv")
        export_records(store, folder / "records.jsonl")


def _verify(folder: Path, random: Generator) -> None:
    with Store.read(folder) as store:
        str(verify(store))


def _watch(folder: Path, random: Generator) -> None:
    with Store.read(folder) as store:
        for game in store.games()[:3]:
            store.record(*game.id)


def _resume(folder: Path, random: Generator) -> None:
    with Store.open(folder) as store:
        jobs = store.prepare(_tournament())
        store.begin_run(1)
        for job in jobs[:1]:
            store.add(play_job(_tournament(), job, memoryview(bytearray(24)).cast("d")))
        store.end_run()
        store.games()


USES: tuple[Callable[[Path, Generator], None], ...] = (_report, _report, _export, _verify, _watch, _resume)
