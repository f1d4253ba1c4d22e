"""Where games are kept: one SQLite file in a folder, written as games end.

A game is one transaction in the write-ahead log: a process that is killed at any instant loses the games in flight and
nothing else. One process at a time may write; any number may read meanwhile.
"""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
import time
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import IO, Any

from hegemon.arena.machine import load, machine_facts
from hegemon.arena.results import AgentFacts, BoardFacts, Finished, Move, Played, in_order
from hegemon.arena.schedule import Block, Job, blocks
from hegemon.arena.tournament import Tournament
from hegemon.errors import StoreError
from hegemon.game import Record, read_records
from hegemon.game.record import map_line
from hegemon.maps import Map
from hegemon.match.seatings import seatings
from hegemon.rules import rules_spec

FORMAT = 1
APPLICATION = 0x48454745  # what marks the file as ours
FILE = "games.sqlite"
_SCATTER, _SCATTER_RANGE = 2654435761, 2**32  # Knuth's multiplicative hash: no pairing or seating is preferred
_COLUMNS = (
    "block, number, seats, winner, loser, fault, reason, finish, rounds, decisions, seconds, slowest, hash, duration, "
    "finished, load, run"
)


class Store:
    """The games of one tournament. `Store.open` for writing, `Store.read` to look."""

    def __init__(self, folder: Path, database: sqlite3.Connection, lock: IO[str] | None) -> None:
        self.folder = folder
        self._database = database
        self._lock = lock
        self._run = 0

    @classmethod
    def open(cls, folder: str | os.PathLike[str]) -> Store:
        """Open a store to write, making it if there is none; refused while another process writes to it."""
        path = Path(folder)
        try:
            path.mkdir(parents=True, exist_ok=True)
            lock = _lock(path)
        except OSError as error:
            raise StoreError(f"cannot make a store in {path}: {error.strerror or error}") from None
        with _telling(path):
            database = sqlite3.connect(path / FILE, isolation_level=None)
            try:
                database.execute("PRAGMA journal_mode = WAL")
                database.execute("PRAGMA synchronous = NORMAL")
                _create(database, path)
            except BaseException:
                database.close()
                lock.close()
                raise
        return cls(path, database, lock)

    @classmethod
    def read(cls, folder: str | os.PathLike[str]) -> Store:
        """Open a store to look at it, also while games are being played."""
        path = Path(folder)
        if not (path / FILE).is_file():
            raise StoreError(f"there is no store of games in {path} (it would hold {FILE})")
        with _telling(path):
            database = sqlite3.connect(path / FILE, isolation_level=None)
            _require_ours(database, path)
        return cls(path, database, None)

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self._database.close()
        if self._lock is not None:
            self._lock.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # What is to be played

    def prepare(self, tournament: Tournament) -> list[Job]:
        """Note the tournament's agents, boards and blocks, and return the games that are still to be played.

        Agents, boards and games may be added to a store; its conditions stay, and so does what an alias stands for.
        """
        with _telling(self.folder), self._transaction():
            self._require_same("conditions", json.dumps(tournament.conditions(), sort_keys=True))
            agents = [self._agent_id(agent.alias, agent) for agent in tournament.agents]
            boards = [self._board_id(board) for board in tournament.boards]
            self._put("name", tournament.name)
            known = {
                (board, names, start): block
                for block, board, names, start in self._all("SELECT id, board, agents, start FROM blocks")
            }
            done = set(self._all("SELECT block, number FROM games"))
            jobs: list[Job] = []
            for block in blocks(tournament):
                key = boards[block.board], json.dumps([agents[agent] for agent in block.agents]), block.start
                if key not in known:
                    cursor = self._database.execute("INSERT INTO blocks (board, agents, start) VALUES (?, ?, ?)", key)
                    known[key] = cursor.lastrowid
                games = range(len(seatings(len(block.agents))))
                jobs += [Job(known[key], block, n) for n in games if (known[key], n) not in done]
            self._agents, self._boards = agents, boards
            return jobs

    def note(self, name: str, value: str) -> None:
        """Keep a fact about the tournament, e.g. the command that plays it."""
        with _telling(self.folder):
            self._put(name, value)

    def _require_same(self, name: str, value: str) -> None:
        kept = self._one("SELECT value FROM facts WHERE name = ?", name)
        if kept is None:
            self._put(name, value)
        elif kept[0] != value:
            old, new = json.loads(kept[0]), json.loads(value)
            other = [f"{key} {_short(old.get(key))}, now {_short(new[key])}" for key in new if old.get(key) != new[key]]
            raise StoreError(
                f"the games in {self.folder} were played under other conditions ({'; '.join(other)}); repeat those, or "
                "choose another store"
            )

    def _agent_id(self, alias: str, agent: Any) -> int:
        found = self._one("SELECT id, hash, spec FROM agents WHERE alias = ?", alias)
        if found is None:
            row = alias, agent.spec, json.dumps(agent.settings, default=str), agent.hash
            cursor = self._database.execute("INSERT INTO agents (alias, spec, settings, hash) VALUES (?, ?, ?, ?)", row)
            return int(cursor.lastrowid or 0)
        if found[1] != agent.hash:
            changed = "its settings or its file changed" if found[2] == agent.spec else f"it was {found[2]}"
            raise StoreError(
                f"agent {alias} is not the one that played in {self.folder}: {changed}; give the new one another alias "
                "(a tournament file can), or choose another store"
            )
        return int(found[0])

    def _board_id(self, board: Any) -> int:
        found = self._one("SELECT id FROM boards WHERE key = ?", board.key)
        if found is not None:
            return int(found[0])
        game = board.game
        row = (
            board.key, board.name, game.map.name, game.map.hash, rules_spec(game.rules), game.rules.hash, board.seats,
            map_line(game.map),
        )  # fmt: skip
        columns = "key, name, map, map_hash, rules, rules_hash, seats, map_line"
        cursor = self._database.execute(f"INSERT INTO boards ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        return int(cursor.lastrowid or 0)

    # What has been played

    def begin_run(self, workers: int) -> None:
        """Note that a program begins to play, on which machine and how busy that is."""
        row = time.time(), json.dumps(machine_facts()), workers, load()
        with _telling(self.folder):
            cursor = self._database.execute(
                "INSERT INTO runs (started, machine, workers, load_before) VALUES (?, ?, ?, ?)", row
            )
        self._run = int(cursor.lastrowid or 0)

    def end_run(self) -> None:
        with _telling(self.folder):
            row = time.time(), load(), self._run
            self._database.execute("UPDATE runs SET ended = ?, load_after = ? WHERE id = ?", row)

    def add(self, finished: Finished) -> Played | None:
        """Keep a game: all of it or nothing. A game that is there already is left as it is, and None returned.

        Workers know agents and boards by their place in the tournament; here, as in `games`, it is that in the store.
        """
        seats = tuple(self._agents[agent] for agent in finished.game.seats)
        here = tuple(agent - 1 for agent in seats)
        game = replace(finished.game, seats=here, board=self._boards[finished.game.board] - 1, run=self._run)
        row = (
            game.block, game.number, json.dumps(seats), game.winner, game.loser, game.fault, game.reason,
            json.dumps(game.order), game.rounds, json.dumps(game.decisions), _rounded(game.seconds),
            _rounded(game.slowest), game.hash, game.duration, game.finished, game.load, self._run, finished.record,
        )  # fmt: skip
        moves = [
            (
                number,
                move.seat,
                round(move.seconds, 6),
                move.estimate,
                json.dumps(move.details) if move.details else None,
            )
            for number, move in enumerate(finished.moves)
        ]
        with _telling(self.folder), self._transaction():
            marks = ", ".join("?" * len(row))
            query = f"INSERT OR IGNORE INTO games ({_COLUMNS}, record) VALUES ({marks})"
            cursor = self._database.execute(query, row)
            if cursor.rowcount == 0:
                return None
            query = f"INSERT INTO moves VALUES ({cursor.lastrowid}, ?, ?, ?, ?, ?)"
            self._database.executemany(query, moves)
        return game

    # Looking at it

    def agents(self) -> list[AgentFacts]:
        rows = self._all("SELECT alias, spec, settings, hash FROM agents ORDER BY id")
        return [AgentFacts(alias, spec, json.loads(settings), hash) for alias, spec, settings, hash in rows]

    def boards(self) -> list[BoardFacts]:
        rows = self._all("SELECT name, map, map_hash, rules, rules_hash, seats FROM boards ORDER BY id")
        return [BoardFacts(*row) for row in rows]

    def maps(self) -> list[Map]:
        """The map of each board."""
        return [
            Map.from_json(json.loads(line)["map"]) for (line,) in self._all("SELECT map_line FROM boards ORDER BY id")
        ]

    def fact(self, name: str) -> Any:
        """`conditions` or `name` of the tournament."""
        found = self._one("SELECT value FROM facts WHERE name = ?", name)
        if found is None:
            return None
        return json.loads(found[0]) if name == "conditions" else found[0]

    def runs(self) -> list[dict[str, Any]]:
        """Every start of the program: when, where, how busy the machine was."""
        names = ("id", "started", "ended", "machine", "workers", "load_before", "load_after")
        rows = self._all(f"SELECT {', '.join(names)} FROM runs ORDER BY id")
        return [dict(zip(names, row, strict=True)) | {"machine": json.loads(row[3])} for row in rows]

    def scheduled(self) -> int:
        """Games of all blocks, played or not."""
        rows = self._all("SELECT seats, COUNT(*) FROM blocks JOIN boards ON board = boards.id GROUP BY seats")
        return sum(len(seatings(seats)) * count for seats, count in rows)

    def games(self) -> tuple[Played, ...]:
        """All games, by block and seating; agents and boards are known by their place in agents() and boards()."""
        board_of = {block: board - 1 for block, board in self._all("SELECT id, board FROM blocks")}
        return in_order(_played(row, board_of[row[0]]) for row in self._all(f"SELECT {_COLUMNS} FROM games"))

    def blocks(self) -> dict[int, Block]:
        """All blocks by their number, played or not."""
        return {
            block: Block(board - 1, tuple(agent - 1 for agent in json.loads(agents)), start)
            for block, board, agents, start in self._all("SELECT id, board, agents, start FROM blocks ORDER BY id")
        }

    def block_starts(self) -> dict[int, int]:
        """Block -> which start of its board it is."""
        return dict(self._all("SELECT id, start FROM blocks"))

    def moves(self, block: int, number: int) -> tuple[Move, ...]:
        """The decisions of one game."""
        query = (
            "SELECT moves.seat, moves.seconds, moves.estimate, moves.details FROM moves JOIN games ON game = games.id "
            "WHERE block = ? AND games.number = ? ORDER BY moves.number"
        )
        rows = self._all(query, block, number)
        return tuple(Move(seat, used, guess, json.loads(more) if more else {}) for seat, used, guess, more in rows)

    def move_seconds(self, share: float = 1.0) -> Iterator[tuple[int, int, float]]:
        """(block, agent's place, seconds) of every decision, or of those of a fixed, scattered share of the games."""
        query = (
            "SELECT block, seats, seat, moves.seconds FROM games JOIN moves ON game = games.id "
            f"WHERE games.id * {_SCATTER} % {_SCATTER_RANGE} < ?"
        )
        agents: dict[str, list[int]] = {}
        with _telling(self.folder):
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

    # SQLite

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._database.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._database.execute("ROLLBACK")
            raise

    def _put(self, name: str, value: str) -> None:
        self._database.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (name, value))

    def _one(self, query: str, *values: Any) -> Any:
        with _telling(self.folder):
            return self._database.execute(query, values).fetchone()

    def _all(self, query: str, *values: Any) -> list[Any]:
        with _telling(self.folder):
            return self._database.execute(query, values).fetchall()


def _played(row: Sequence[Any], board: int) -> Played:
    block, number, seats, winner, loser, fault, reason, finish, rounds, decisions, seconds, slowest, *rest = row
    hash, duration, finished, load, run = rest
    return Played(
        block, number, board, tuple(agent - 1 for agent in json.loads(seats)), winner, loser, fault, reason,
        tuple(map(tuple, json.loads(finish))), rounds, tuple(json.loads(decisions)), tuple(json.loads(seconds)),
        tuple(json.loads(slowest)), hash, duration, finished, load, run,
    )  # fmt: skip


def _create(database: sqlite3.Connection, path: Path) -> None:
    """The tables of a new file; what is there already must be ours."""
    database.execute("BEGIN IMMEDIATE")
    try:
        if database.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0] == 0:
            schema = files("hegemon.arena").joinpath("_schema.sql").read_text(encoding="utf-8")
            for statement in schema.split(";\n"):
                database.execute(statement)
            database.execute(f"PRAGMA application_id = {APPLICATION}")
            database.execute("INSERT INTO facts VALUES ('format', ?)", (str(FORMAT),))
        database.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            database.execute("ROLLBACK")
        raise
    _require_ours(database, path)


def _require_ours(database: sqlite3.Connection, path: Path) -> None:
    if database.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
        raise StoreError(f"{path / FILE} is not a store of games; choose another folder")
    found = database.execute("SELECT value FROM facts WHERE name = 'format'").fetchone()
    if found is None or int(found[0]) > FORMAT:
        raise StoreError(f"{path / FILE} was written by a newer version; upgrade hegemon")


def _lock(path: Path) -> IO[str]:
    """A lock that the system gives back when this process ends, however it ends."""
    lock = (path / "lock").open("a+", encoding="utf-8")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.seek(0)
        holder = lock.read().strip()
        lock.close()
        who = f" (process {holder})" if holder else ""
        raise StoreError(
            f"another tournament is writing to {path}{who}; wait for it, or choose another store"
        ) from None
    lock.truncate(0)
    lock.write(str(os.getpid()))
    lock.flush()
    return lock


@contextmanager
def _telling(path: Path) -> Iterator[None]:
    """SQLite's errors as ours."""
    try:
        yield
    except sqlite3.Error as error:
        text = str(error)
        if "full" in text or "disk I/O" in text:
            text = f"{text}: is the disk full? Make room and repeat the command; all games kept so far are safe"
        elif "not a database" in text or "malformed" in text:
            text = f"{text}: the file is damaged; move it away and begin anew, or restore it"
        raise StoreError(f"{path / FILE}: {text}") from None


def _rounded(seconds: Sequence[float]) -> str:
    return json.dumps([round(value, 6) for value in seconds])


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 80 else text[:77] + "..."
