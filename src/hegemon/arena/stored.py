"""Read access to a store: games, agents, setups and records as plain values, also while games are played."""

from __future__ import annotations

import json
import os
import sqlite3
import urllib.parse
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self, TypeAlias

from hegemon.arena.conditions import Conditions
from hegemon.arena.results import AgentFacts, GameResult, Move, RunFacts, SetupFacts, in_order
from hegemon.arena.schedule import Block
from hegemon.errors import StoreError
from hegemon.game import Record, read_records
from hegemon.maps import Map
from hegemon.match.seatings import seatings

Row: TypeAlias = "tuple[Any, ...]"
"""What SQLite returns."""
FORMAT = 1
APPLICATION = 0x48454745  # marks the file as a store
FILE = "games.sqlite"
_SCATTER, _SCATTER_RANGE = 2654435761, 2**32  # Knuth's multiplicative hash: no pairing or seating is preferred
COLUMNS = (
    "block, number, seats, winner, loser, fault, reason, finish, rounds, decisions, seconds, slowest, hash, duration, "
    "finished, load, run"
)


class StoredGames:
    """The games of a store, for reading. Agents and setups are indices into agents() and setups()."""

    def __init__(self, folder: Path, database: sqlite3.Connection) -> None:
        self.folder = folder
        self._database = database

    @classmethod
    def read(cls, folder: str | os.PathLike[str]) -> StoredGames:
        """Open a store for reading."""
        path = Path(folder)
        if not (path / FILE).is_file():
            raise StoreError(f"there is no store of games in {path} ({FILE} is missing)")
        with telling(path):
            database = _connect(path)
            require_ours(database, path)
        return StoredGames(path, database)

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def agents(self) -> list[AgentFacts]:
        rows = self._all("SELECT alias, spec, settings, hash FROM agents ORDER BY id")
        return [AgentFacts(alias, spec, json.loads(settings), hash) for alias, spec, settings, hash in rows]

    def setups(self) -> list[SetupFacts]:
        rows = self._all("SELECT name, map, map_hash, rules, rules_hash, seats FROM boards ORDER BY id")
        return [SetupFacts(*row) for row in rows]

    def maps(self) -> list[Map]:
        """The map of each setup."""
        return [
            Map.from_json(json.loads(line)["map"]) for (line,) in self._all("SELECT map_line FROM boards ORDER BY id")
        ]

    @property
    def name(self) -> str:
        """The name of the tournament."""
        return self._fact("name") or ""

    @property
    def command(self) -> str:
        """The command that plays the tournament, if it was played by one."""
        return self._fact("command") or ""

    @property
    def conditions(self) -> Conditions | None:
        """The conditions of the tournament; None before one was prepared."""
        kept = self._fact("conditions")
        return None if kept is None else Conditions.from_json(json.loads(kept))

    def _fact(self, name: str) -> str | None:
        found = self._one("SELECT value FROM facts WHERE name = ?", name)
        return None if found is None else str(found[0])

    def runs(self) -> list[RunFacts]:
        """Every start of the program."""
        columns = "id, started, ended, workers, load_before, load_after, machine"
        rows = self._all(f"SELECT {columns} FROM runs ORDER BY id")
        return [
            RunFacts(id, started, ended, workers, before, after, json.loads(machine))
            for id, started, ended, workers, before, after, machine in rows
        ]

    def scheduled(self) -> int:
        """Games of all blocks, played or not."""
        rows = self._all("SELECT seats, COUNT(*) FROM blocks JOIN boards ON board = boards.id GROUP BY seats")
        return sum(len(seatings(seats)) * count for seats, count in rows)

    def games(self) -> tuple[GameResult, ...]:
        """All games, by block and seating; agents and setups are indices into agents() and setups()."""
        setup_of = {block: setup - 1 for block, setup in self._all("SELECT id, board FROM blocks")}
        return in_order(_game_result(row, setup_of[row[0]]) for row in self._all(f"SELECT {COLUMNS} FROM games"))

    def blocks(self) -> dict[int, Block]:
        """All blocks by their number, played or not."""
        return {
            block: Block(setup - 1, tuple(agent - 1 for agent in json.loads(agents)), start)
            for block, setup, agents, start in self._all("SELECT id, board, agents, start FROM blocks ORDER BY id")
        }

    def moves(self, block: int, number: int) -> tuple[Move, ...]:
        """The decisions of one game."""
        query = (
            "SELECT moves.seat, moves.seconds, moves.estimate, moves.details FROM moves JOIN games ON game = games.id "
            "WHERE block = ? AND games.number = ? ORDER BY moves.number"
        )
        rows = self._all(query, block, number)
        return tuple(Move(seat, used, guess, json.loads(more) if more else {}) for seat, used, guess, more in rows)

    def move_seconds(self, share: float = 1.0) -> Iterator[tuple[int, int, float]]:
        """(block, agent, seconds) of every decision, or of those in a fixed pseudo-random share of the games."""
        query = (
            "SELECT block, seats, seat, moves.seconds FROM games JOIN moves ON game = games.id "
            f"WHERE games.id * {_SCATTER} % {_SCATTER_RANGE} < ?"
        )
        agents: dict[str, list[int]] = {}
        with telling(self.folder):
            for block, seats, seat, seconds in self._database.execute(query, (share * _SCATTER_RANGE,)):
                if seats not in agents:
                    agents[seats] = json.loads(seats)
                yield block, agents[seats][seat] - 1, seconds

    def lines(self, block: int, number: int) -> list[str]:
        """The record of one game as JSON lines, its map first."""
        query = (
            "SELECT map_line, record FROM games JOIN blocks ON block = blocks.id JOIN boards ON board = boards.id "
            "WHERE block = ? AND games.number = ?"
        )
        found = self._one(query, block, number)
        if found is None:
            raise StoreError(f"there is no game {block}.{number} in {self.folder}")
        try:
            text = zlib.decompress(found[1]).decode()
        except (zlib.error, UnicodeDecodeError) as error:
            raise StoreError(f"the record of game {block}.{number} in {self.folder} is damaged: {error}") from None
        return [found[0], *text.splitlines()]

    def record(self, block: int, number: int) -> Record:
        """One game, replayed and verified."""
        found = read_records(self.lines(block, number), f"game {block}.{number}")
        if found.problem:
            raise StoreError(found.problem)
        return found.records[0]

    def _one(self, query: str, *values: str | int) -> Row | None:
        with telling(self.folder):
            found: Row | None = self._database.execute(query, values).fetchone()
            return found

    def _all(self, query: str, *values: str | int) -> list[Row]:
        with telling(self.folder):
            return self._database.execute(query, values).fetchall()


def _game_result(row: Row, setup: int) -> GameResult:
    block, number, seats, winner, loser, fault, reason, finish, rounds, decisions, seconds, slowest, *rest = row
    hash, duration, finished, load, run = rest
    return GameResult(
        block, number, setup, tuple(agent - 1 for agent in json.loads(seats)), winner, loser, fault, reason,
        tuple(map(tuple, json.loads(finish))), rounds, tuple(json.loads(decisions)), tuple(json.loads(seconds)),
        tuple(json.loads(slowest)), hash, duration, finished, load, run,
    )  # fmt: skip


def _connect(path: Path) -> sqlite3.Connection:
    """A read-only connection. On a read-only file system nobody writes, and no log is needed."""
    if os.access(path, os.W_OK) and os.access(path / FILE, os.W_OK):
        return sqlite3.connect(path / FILE, isolation_level=None)
    name = urllib.parse.quote(str((path / FILE).resolve()))
    return sqlite3.connect(f"file:{name}?immutable=1", uri=True, isolation_level=None)


def require_ours(database: sqlite3.Connection, path: Path) -> None:
    if database.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
        raise StoreError(f"{path / FILE} is not a store of games; choose another folder")
    found = database.execute("SELECT value FROM facts WHERE name = 'format'").fetchone()
    if found is None or int(found[0]) > FORMAT:
        raise StoreError(f"{path / FILE} was written by a newer version; upgrade hegemon")


@contextmanager
def telling(path: Path) -> Iterator[None]:
    """Convert SQLite errors to StoreError."""
    try:
        yield
    except sqlite3.Error as error:
        text = str(error)
        if "full" in text or "disk I/O" in text:
            text = f"{text}: is the disk full? Free some space and run the command again; all stored games are safe"
        elif "not a database" in text or "malformed" in text:
            text = f"{text}: the file is damaged; move it away and start again, or restore it"
        raise StoreError(f"{path / FILE}: {text}") from None
