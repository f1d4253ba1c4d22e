"""Games in SQLite: every turn is written when it is played, so that a killed server loses nothing."""

from __future__ import annotations

import json
import secrets
import sqlite3
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from hegemon.errors import HegemonError, MapError, RecordError
from hegemon.game import Record, read_records
from hegemon.game.records.lines import end_line, map_line
from hegemon.maps import Map
from hegemon.terminal import is_person
from hegemon.web.names import chosen_levels, reason_text, seat_names

_TABLES = """
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, created REAL NOT NULL, changed REAL NOT NULL,
    tokens TEXT NOT NULL, map TEXT NOT NULL, head TEXT NOT NULL, ended TEXT);
CREATE TABLE IF NOT EXISTS turns (
    game TEXT NOT NULL, number INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (game, number)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS maps (name TEXT PRIMARY KEY, changed REAL NOT NULL, data TEXT NOT NULL);
"""


@dataclass(frozen=True)
class StoredGame:
    """A game as the store lists it."""

    id: str
    kind: str
    """game, or upload."""
    created: float
    changed: float
    map: str
    agents: tuple[str, ...]
    """The names of the seats."""
    people: int
    rules: str
    over: bool
    result: str
    turns: int | None
    """Turns that were completed; None while the game is played."""


class Store:
    """The file of games. Threads may share it."""

    def __init__(self, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = sqlite3.connect(folder / "games.sqlite", check_same_thread=False, isolation_level=None)
            self._file.execute("PRAGMA journal_mode=WAL")
            self._file.execute("PRAGMA synchronous=NORMAL")
            self._file.executescript(_TABLES)
        except (OSError, sqlite3.Error) as error:
            raise HegemonError(f"cannot keep games in {folder}: {error}; choose another folder with --data") from None
        self._lock = threading.Lock()

    def add(self, id: str, kind: str, tokens: dict[int, str], record: Record) -> None:
        """A new game, with the turns that it has."""
        now = time.time()
        row = (id, kind, now, now, json.dumps(tokens), map_line(record.game.map), record.head_line(), _end(record))
        with self._lock, self._file:
            self._file.execute("BEGIN")
            self._file.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
            self._write_turns(id, record, 0)

    def save(self, id: str, record: Record, known: int) -> None:
        """What has changed in a game after its first `known` turns."""
        with self._lock, self._file:
            self._file.execute("BEGIN")
            self._file.execute("DELETE FROM turns WHERE game = ? AND number >= ?", (id, min(known, len(record.turns))))
            self._write_turns(id, record, min(known, len(record.turns)))
            row = (time.time(), record.head_line(), _end(record), id)
            self._file.execute("UPDATE games SET changed = ?, head = ?, ended = ? WHERE id = ?", row)

    def _write_turns(self, id: str, record: Record, first: int) -> None:
        rows = ((id, number, record.turn_line(number)) for number in range(first, len(record.turns)))
        self._file.executemany("INSERT INTO turns VALUES (?, ?, ?)", rows)

    def load(self, id: str) -> tuple[Record, dict[int, str], str] | None:
        """A game with its tokens and its kind; None if there is none."""
        with self._lock:
            rows = self._file.execute("SELECT map, head, ended, tokens, kind FROM games WHERE id = ?", (id,))
            found = rows.fetchone()
            turns = self._file.execute("SELECT line FROM turns WHERE game = ? ORDER BY number", (id,)).fetchall()
        if found is None:
            return None
        map, head, ended, tokens, kind = found
        read = read_records([map, head, *(line for (line,) in turns), *([ended] if ended else [])], f"game {id}")
        if not read.records or (read.problem and not read.unfinished):
            raise RecordError(read.problem)
        return read.records[0], {int(seat): token for seat, token in json.loads(tokens).items()}, kind

    def games(self, most: int = 100) -> list[StoredGame]:
        """The games: those that are not over first, then those that changed last."""
        with self._lock:
            rows = self._file.execute(
                "SELECT id, kind, created, changed, map, head, ended FROM games "
                "ORDER BY ended IS NOT NULL, changed DESC LIMIT ?",
                (most,),
            ).fetchall()
        return [_stored(row) for row in rows]

    def unfinished(self) -> int:
        """The number of games that are not over."""
        with self._lock:
            row = self._file.execute("SELECT COUNT(*) FROM games WHERE ended IS NULL").fetchone()
        return int(row[0])

    def idle(self, id: str) -> float:
        """Seconds since a game changed."""
        with self._lock:
            row = self._file.execute("SELECT changed FROM games WHERE id = ?", (id,)).fetchone()
        return time.time() - float(row[0]) if row else 0.0

    def delete(self, id: str) -> None:
        with self._lock, self._file:
            self._file.execute("BEGIN")
            self._file.execute("DELETE FROM games WHERE id = ?", (id,))
            self._file.execute("DELETE FROM turns WHERE game = ?", (id,))

    def save_map(self, map: Map) -> None:
        """Keep a map that was drawn on the page, or replace the one of that name."""
        with self._lock, self._file:
            row = (map.name, time.time(), json.dumps(map.to_json()))
            self._file.execute("INSERT OR REPLACE INTO maps VALUES (?, ?, ?)", row)

    def delete_map(self, name: str) -> None:
        with self._lock, self._file:
            self._file.execute("BEGIN")
            self._file.execute("DELETE FROM maps WHERE name = ?", (name,))

    def maps(self) -> dict[str, Map]:
        """The maps that were drawn on the page."""
        with self._lock:
            rows = self._file.execute("SELECT name, data FROM maps ORDER BY name").fetchall()
        found = {}
        for name, data in rows:
            try:
                found[name] = Map.from_json(json.loads(data))
            except MapError:
                continue  # written by another version
        return found

    def close(self) -> None:
        with self._lock:
            self._file.close()


def new_id() -> str:
    """The id of a new game."""
    return secrets.token_urlsafe(9)


def seat_tokens(record: Record) -> dict[int, str]:
    """Secrets for the seats of people: who has one may decide for the seat."""
    return {seat: secrets.token_urlsafe(12) for seat, spec in enumerate(record.agents) if is_person(spec)}


def _end(record: Record) -> str | None:
    return None if record.result is None else end_line(record.result, record.rounds, record.final.hash)


def _stored(row: tuple[str, str, float, float, str, str, str | None]) -> StoredGame:
    id, kind, created, changed, map, head, ended = row
    begin, end = json.loads(head), json.loads(ended) if ended else {}
    agents, result = begin["agents"], ""
    names = seat_names(agents, chosen_levels(agents, begin.get("info", {})))
    if ended:
        winner = end.get("winner")
        reason = reason_text(end["reason"])
        result = reason if winner is None else f"{names[winner]} wins ({reason})"
    return StoredGame(
        id, kind, created, changed, json.loads(map)["map"]["name"], tuple(names),
        sum(is_person(spec) for spec in agents), str(begin["rules"].get("name", "")),
        ended is not None, result, end.get("rounds"),
    )  # fmt: skip
