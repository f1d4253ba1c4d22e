"""Cells of a store that hold what no tournament writes: they are named, and no table is made of them."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from hegemon.arena import Store, make_tournament, prepare
from hegemon.arena.stored import FILE
from hegemon.errors import HegemonError, StoreError
from hegemon.report import export_csv, outcome, summarise

DAMAGE = [
    ("games", "winner", "'x'", r"game 1\.0: winner is 'x', not a whole number from 0 to 1"),
    ("games", "winner", "7", "winner is 7"),
    ("games", "loser", "-1", "loser is -1"),
    ("games", "fault", "x'00ff'", "fault is 2 bytes, not text"),
    ("games", "reason", "5.5", None),  # SQLite makes text of it
    ("games", "seats", "'[1, 9]'", r"seats is \[1, 9\], not the agents of its block"),
    ("games", "seats", "'[1]'", "not the agents of its block"),
    ("games", "seats", "'[1, 1]'", "not the agents of its block"),
    ("blocks", "agents", "'[1, 1]'", "not one for each of its seats"),
    ("games", "seats", "'[[[1'", "not JSON"),
    ("games", "seats", f"'{'[' * 50_000}'", "not JSON"),
    ("games", "finish", "'[[0], [0]]'", "not every seat once"),
    ("games", "finish", "'[[0, 1], []]'", "not every seat once"),
    ("games", "finish", "'{}'", "not a list"),
    ("games", "rounds", "'many'", "rounds is 'many'"),
    ("games", "decisions", "'[1.5, 2]'", "decisions is 1.5"),
    ("games", "seconds", "'[NaN, 1]'", "seconds is nan, not a number"),
    ("games", "slowest", "'[\"a\", 1]'", "slowest is 'a'"),
    ("games", "hash", "x'01'", "hash is 1 bytes"),
    ("games", "duration", "9e999", "duration is inf"),
    ("games", "finished", "'yesterday'", "finished is 'yesterday'"),
    ("games", "finished", "1e300", r"finished is 1e\+300"),
    ("moves", "estimate", "9e999", None),
    ("moves", "estimate", "x'00'", "estimate is 1 bytes"),
    ("runs", "ended", "1e15", "ended is 1000000000000000.0"),
    ("games", "load", "x'01'", "load is 1 bytes"),
    ("games", "block", "77", "it belongs to no block"),
    ("games", "number", "5", "number is 5"),
    ("blocks", "agents", "'[1, \"b\"]'", "block 1: agents is 'b'"),
    ("blocks", "board", "3", "board is 3"),
    ("blocks", "start", "'x'", "start is 'x'"),
    ("boards", "seats", "1000000", "seats is 1000000"),
    ("boards", "map_line", "'{}'", "map null"),
    ("boards", "map_line", "'[]'", "not an object"),
    ("boards", "rules", "x'ff'", "rules is 1 bytes"),
    (
        "facts",
        "value",
        """replace(value, '"hang_timeout": 120.0', '"hang_timeout": "x"')""",
        "hang_timeout 'x' must be",
    ),
    ("facts", "value", """replace(value, '"seed": 0', '"seed": [0]')""", r"seed \[0\] and"),
    (
        "facts",
        "value",
        """replace(value, '"starts": "random"', '"starts": "odd"')""",
        "starts are random, fixed, balanced",
    ),
    ("agents", "settings", "'[1]'", "settings is .* not an object"),
    ("agents", "alias", "x'ff'", "alias is 1 bytes"),
    ("runs", "machine", "'null'", "machine is 'null', not an object"),
    ("runs", "started", "'x'", "started is 'x'"),
    ("runs", "workers", "'x'", "workers is 'x'"),
    ("moves", "seconds", "'x'", "seconds is 'x'"),
    ("moves", "seat", "5", "seat is 5"),
    ("facts", "value", "x'00'", "value|newer version|facts"),
    ("facts", "value", "'{}'", "newer version|damaged"),
]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("store")
    with Store.open(folder) as store:
        list(prepare(make_tournament(["random", "heuristic"], ["simple"], games=2), store, workers=1))
    return folder


def damaged(played: Path, folder: Path, change: str) -> Path:
    shutil.copytree(played, folder / "store")
    with sqlite3.connect(folder / "store" / FILE) as database:
        database.execute("PRAGMA foreign_keys = OFF")
        database.execute(change)
    database.close()
    return folder / "store"


def read_everything(folder: Path, out: Path) -> None:
    with Store.read(folder) as store:
        outcome(summarise(store), store, "")
        export_csv(store, out)


@pytest.mark.parametrize(("table", "column", "value", "complaint"), DAMAGE)
def test_a_damaged_cell_is_named(
    table: str, column: str, value: str, complaint: str | None, played: Path, tmp_path: Path
) -> None:
    where = " WHERE number = 0" if table == "games" and column not in ("number",) else ""
    where = " WHERE number = 1" if column == "number" else where
    where = " WHERE name != 'name'" if table == "facts" else " WHERE id = 1" if table == "agents" else where
    folder = damaged(played, tmp_path, f"UPDATE {table} SET {column} = {value}{where}")
    if complaint is None:
        read_everything(folder, tmp_path / "csv")
        return
    with pytest.raises(HegemonError, match=complaint):
        read_everything(folder, tmp_path / "csv")


def test_exports_name_a_seat_that_a_game_does_not_have(played: Path, tmp_path: Path) -> None:
    folder = damaged(played, tmp_path, "UPDATE moves SET seat = 3")
    with Store.read(folder) as store, pytest.raises(HegemonError, match="seat is 3, not a whole number from 0 to 1"):
        export_csv(store, tmp_path / "csv")


@pytest.mark.parametrize("table", ["agents", "boards"])
def test_a_missing_row_is_no_other_row(table: str, played: Path, tmp_path: Path) -> None:
    folder = damaged(played, tmp_path, f"UPDATE {table} SET id = 5 WHERE id = 1")
    with pytest.raises(HegemonError, match=f"{table}: a row is missing"):
        read_everything(folder, tmp_path / "csv")


def test_a_store_without_a_table_is_damaged(played: Path, tmp_path: Path) -> None:
    folder = damaged(played, tmp_path, "DROP TABLE moves")
    with pytest.raises(StoreError, match="has no table moves"):
        Store.read(folder)


def test_a_record_that_grows_without_end_is_not_unpacked(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hegemon.arena.stored.MOST_RECORD", 100)
    with Store.read(played) as store, pytest.raises(StoreError, match=r"game 1\.0 .*too large"):
        store.record(1, 0)
