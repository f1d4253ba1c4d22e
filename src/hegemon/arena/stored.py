"""Read access to a store: games, agents, setups and records as plain values, also while games are played."""

from __future__ import annotations

import json
import os
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self

from hegemon._files import as_path
from hegemon._json import JSONObject
from hegemon._words import did_you_mean
from hegemon.agents.failures import bounded_traceback
from hegemon.arena import cells
from hegemon.arena.cells import Row
from hegemon.arena.conditions import Conditions
from hegemon.arena.reading import Copy, connect_to_read
from hegemon.arena.results import AgentFacts, GameResult, Move, RunFacts, SetupFacts, in_order
from hegemon.arena.schedule import Block
from hegemon.errors import HegemonError, StoreError
from hegemon.game import Record, read_records
from hegemon.maps import Map
from hegemon.match.seatings import seatings

FORMAT = 1
APPLICATION = 0x48454745  # marks the file as a store
FILE = "games.sqlite"
TABLES = {"facts", "agents", "boards", "blocks", "runs", "games", "moves"}
MOST_RECORD = 200_000_000
"""Bytes of the lines of a game."""
_SCATTER, _SCATTER_RANGE = 2654435761, 2**32  # Knuth's multiplicative hash: no pairing or seating is preferred
COLUMNS = (
    "block, number, seats, winner, loser, fault, reason, finish, rounds, decisions, seconds, slowest, hash, duration, "
    "finished, load, run"
)


class StoredGames:
    """The games of a store, for reading. Agents and setups are indices into agents() and setups()."""

    def __init__(self, folder: Path, database: sqlite3.Connection, copy: Copy | None = None) -> None:
        self.folder = folder
        self._database = database
        self._copy = copy

    @classmethod
    def read(cls, folder: str | os.PathLike[str]) -> StoredGames:
        """Open a store for reading."""
        path = as_path(folder, StoreError, "a store")
        if not (path / FILE).is_file():
            raise StoreError(f"there is no store of games in {path} ({FILE} is missing)")
        with telling(path):
            database, copy = connect_to_read(path / FILE)
            try:
                require_ours(database, path)
            except BaseException:
                database.close()
                raise
        return StoredGames(path, database, copy)

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self._database.close()
        if self._copy is not None:
            self._copy.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def agents(self) -> list[AgentFacts]:
        with telling(self.folder):
            self._require_numbered("agents")
            rows = self._all("SELECT alias, spec, settings, hash FROM agents ORDER BY id")
            return [
                AgentFacts(
                    cells.text(alias, "agents: alias"),
                    cells.text(spec, "agents: spec"),
                    cells.table(settings, "agents: settings"),
                    cells.text(hash, "agents: hash"),
                )
                for alias, spec, settings, hash in rows
            ]

    def agent_index(self, alias: str) -> int:
        """The place of an agent in agents()."""
        aliases = [agent.alias for agent in self.agents()]
        if alias not in aliases:
            known = did_you_mean(alias, aliases) if aliases else "it has none yet"
            raise StoreError(f"there is no agent {alias!r:.60} in {self.folder}; {known}")
        return aliases.index(alias)

    def setups(self) -> list[SetupFacts]:
        rows = self._all("SELECT name, map, map_hash, rules, rules_hash, seats FROM boards ORDER BY id")
        with telling(self.folder):
            self._require_numbered("boards")
            return [
                SetupFacts(
                    cells.text(name, "boards: name"),
                    cells.text(map, "boards: map"),
                    cells.text(map_hash, "boards: map_hash"),
                    cells.text(rules, "boards: rules"),
                    cells.text(rules_hash, "boards: rules_hash"),
                    cells.whole(seats, "boards: seats", 2, 6),
                )
                for name, map, map_hash, rules, rules_hash, seats in rows
            ]

    def _require_numbered(self, table: str) -> None:
        """Rows are found by their place: none may be missing."""
        ids = [id for (id,) in self._all(f"SELECT id FROM {table} ORDER BY id")]
        if ids != list(range(1, len(ids) + 1)):
            raise cells.Damaged(f"{table}: a row is missing")

    def maps(self) -> list[Map]:
        """The map of each setup."""
        with telling(self.folder):
            lines = [cells.table(line, "map_line") for (line,) in self._all("SELECT map_line FROM boards ORDER BY id")]
        return [Map.from_json(line.get("map")) for line in lines]

    @property
    def name(self) -> str:
        """The name of the tournament."""
        return self._fact("name") or ""

    @property
    def commands(self) -> tuple[str, ...]:
        """The commands that played the tournament, the first one first; a store may have grown by several."""
        kept = self._fact("commands")
        if kept is None:
            older = self._fact("command")  # of stores that kept the last one only
            return () if older is None else (older,)
        with telling(self.folder):
            return tuple(cells.text(text, "facts: commands") for text in cells.list_of(kept, "facts: commands"))

    @property
    def dropped(self) -> tuple[tuple[str, int], ...]:
        """Agents whose games were deleted (`Store.drop`), and the number of those games; the first one first."""
        with telling(self.folder):
            found = cells.list_of(self._fact("dropped") or "[]", "facts: dropped")
            return tuple(map(cells.dropped, found))

    @property
    def conditions(self) -> Conditions | None:
        """The conditions of the tournament; None before one was prepared."""
        kept = self._fact("conditions")
        if kept is None:
            return None
        try:
            return Conditions.from_json(json.loads(kept))
        except (HegemonError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise StoreError(f"{self.folder / FILE}: the conditions of the tournament are damaged: {error}") from None

    def _fact(self, name: str) -> str | None:
        found = self._one("SELECT value FROM facts WHERE name = ?", name)
        with telling(self.folder):
            return None if found is None else cells.text(found[0], f"facts: {name}")

    def runs(self) -> list[RunFacts]:
        """Every start of the program."""
        columns = "id, started, ended, workers, load_before, load_after, machine"
        with telling(self.folder):
            return [
                RunFacts(
                    id,
                    cells.number(started, "runs: started"),
                    None if ended is None else cells.number(ended, "runs: ended"),
                    cells.whole(workers, "runs: workers"),
                    cells.number(before, "runs: load_before"),
                    None if after is None else cells.number(after, "runs: load_after"),
                    cells.table(machine, "runs: machine"),
                )
                for id, started, ended, workers, before, after, machine in self._all(
                    f"SELECT {columns} FROM runs ORDER BY id"
                )
            ]

    def scheduled(self) -> int:
        """Games of all blocks, played or not."""
        setups = self.setups()
        return sum(len(seatings(setups[block.setup].seats)) for block in self.blocks().values())

    def games(self) -> tuple[GameResult, ...]:
        """All games, by block and seating; agents and setups are indices into agents() and setups()."""
        with telling(self.folder):
            blocks = self.blocks()
            return in_order(cells.game_result(row, blocks) for row in self._all(f"SELECT {COLUMNS} FROM games"))

    def games_of(self, alias: str) -> tuple[GameResult, ...]:
        """All games of an agent."""
        agent = self.agent_index(alias)
        return tuple(game for game in self.games() if agent in game.seats)

    def checked_games(self) -> Iterator[GameResult | str]:
        """All games, by block and seating, each by itself: in place of a damaged row the damage."""
        with telling(self.folder):
            blocks = self.blocks()
            for row in self._all(f"SELECT {COLUMNS} FROM games ORDER BY block, number"):
                try:
                    yield cells.game_result(row, blocks)
                except cells.Damaged as damage:
                    yield str(damage)

    def blocks(self) -> dict[int, Block]:
        """All blocks by their number, played or not."""
        setups, agents = self.setups(), len(self.agents())
        with telling(self.folder):
            found: dict[int, Block] = {}
            for block, setup, names, start in self._all("SELECT id, board, agents, start FROM blocks ORDER BY id"):
                with cells.naming(f"block {block}"):
                    at = cells.whole(setup, "board", 1, len(setups)) - 1
                    who = cells.wholes(names, "agents", 1, agents)
                    if len(set(who)) != setups[at].seats or len(who) != setups[at].seats:
                        raise cells.Damaged(f"agents is {cells.show(names)}, not one for each of its seats")
                    found[block] = Block(at, tuple(agent - 1 for agent in who), cells.whole(start, "start"))
            return found

    def moves(self, block: int, number: int) -> tuple[Move, ...]:
        """The decisions of one game."""
        query = (
            "SELECT seat, moves.seconds, estimate, details, seats FROM moves JOIN games ON game = games.id "
            "WHERE block = ? AND games.number = ? ORDER BY moves.number"
        )
        rows = self._all(query, block, number)
        with telling(self.folder), cells.naming(f"moves of game {block}.{number}"):
            last = len(cells.wholes(rows[0][4], "seats", 1, cells.MOST)) - 1 if rows else 0
            return tuple(
                Move(
                    cells.whole(seat, "seat", 0, last),
                    cells.number(used, "seconds"),
                    cells.estimate(guess, "estimate"),
                    cells.table(more, "details") if more else {},
                )
                for seat, used, guess, more, _ in rows
            )

    def move_seconds(self, share: float = 1.0) -> Iterator[tuple[int, int, float]]:
        """(block, agent, seconds) of every decision, or of those in a fixed pseudo-random share of the games."""
        query = (
            "SELECT block, seats, seat, moves.seconds FROM games JOIN moves ON game = games.id "
            f"WHERE games.id * {_SCATTER} % {_SCATTER_RANGE} < ?"
        )
        agents: dict[str, tuple[int, ...]] = {}
        with telling(self.folder):
            ((most,),) = self._all("SELECT COUNT(*) FROM agents")
            for block, seats, seat, seconds in self._database.execute(query, (share * _SCATTER_RANGE,)):
                if seats not in agents:
                    agents[seats] = cells.wholes(seats, f"seats of a game of block {block}", 1, most)
                with cells.naming(f"moves of block {block}"):
                    place = agents[seats][cells.whole(seat, "seat", 0, len(agents[seats]) - 1)]
                    yield block, place - 1, cells.number(seconds, "seconds")

    def ends(self, share: float = 1.0) -> Iterator[tuple[tuple[int, int], JSONObject | None]]:
        """The last line of every record, or of a fixed, scattered share of the games; None where it is damaged."""
        query = f"SELECT block, number, record FROM games WHERE id * {_SCATTER} % {_SCATTER_RANGE} < ?"
        with telling(self.folder):
            for block, number, record in self._database.execute(query, (share * _SCATTER_RANGE,)):
                try:
                    line = json.loads(_unpacked(record).rsplit(b"\n", 1)[-1])
                except (zlib.error, ValueError, TypeError, RecursionError):
                    line = None
                yield (block, number), line if isinstance(line, dict) else None

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
            text = _unpacked(found[1]).decode()
        except (zlib.error, ValueError, TypeError) as error:
            raise StoreError(f"the record of game {block}.{number} in {self.folder} is damaged: {error}") from None
        with telling(self.folder):
            return [cells.text(found[0], "map_line"), *text.splitlines()]

    def traceback(self, block: int, number: int) -> str:
        """Where the code of an agent failed in a game; empty if it did not, or if the record is damaged."""
        try:
            found = json.loads(self.lines(block, number)[1])["info"].get("traceback", "")
        except (StoreError, IndexError, KeyError, TypeError, AttributeError, ValueError, RecursionError):
            return ""
        return bounded_traceback(found) if isinstance(found, str) else ""

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


def _unpacked(record: bytes) -> bytes:
    """The lines of a record; a ValueError if they are more than any game has."""
    stream = zlib.decompressobj()
    found = stream.decompress(record, MOST_RECORD)
    if not stream.eof:
        raise ValueError("it is cut off, or too large")
    return found


def require_ours(database: sqlite3.Connection, path: Path) -> None:
    if database.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
        raise StoreError(f"{path / FILE} is not a store of games; choose another folder")
    missing = TABLES - {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if missing:
        raise StoreError(f"{path / FILE} has no table {min(missing)}: the file is damaged; restore it, or begin anew")
    found = database.execute("SELECT value FROM facts WHERE name = 'format'").fetchone()
    if found is None or str(found[0]) != str(FORMAT):
        raise StoreError(f"{path / FILE} was written by a newer version; upgrade hegemon")


@contextmanager
def telling(path: Path) -> Iterator[None]:
    """SQLite's errors and damaged cells as our errors."""
    try:
        yield
    except cells.Damaged as damage:
        raise StoreError(f"{path / FILE}: {damage}: the file is damaged; restore it, or begin anew") from None
    except sqlite3.Error as error:
        text = str(error)
        if "full" in text or "disk I/O" in text:
            text = f"{text}: is the disk full? Free some space and run the command again; all stored games are safe"
        elif "not a database" in text or "malformed" in text:
            text = f"{text}: the file is damaged; move it away and start again, or restore it"
        raise StoreError(f"{path / FILE}: {text}") from None
