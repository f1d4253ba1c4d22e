"""The store of a tournament: one SQLite file in a folder, written when games end.

A game is one transaction in the write-ahead log: a process that is killed at any time loses only the games in progress.
One process at a time may write; any number may read.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

from filelock import FileLock

from hegemon._files import as_path
from hegemon._lock import Locked, lock_folder
from hegemon.arena.conditions import Conditions
from hegemon.arena.dropping import drop_agent, drop_command
from hegemon.arena.machine import load, machine_facts
from hegemon.arena.participants import Participant
from hegemon.arena.results import Finished, GameResult
from hegemon.arena.schedule import Job, blocks
from hegemon.arena.stored import APPLICATION, COLUMNS, FILE, FORMAT, StoredGames, require_ours, telling
from hegemon.arena.tournament import Setup, Tournament
from hegemon.errors import StoreError
from hegemon.game.records.lines import map_line
from hegemon.match.seatings import seatings
from hegemon.rules import rules_spec


class Store(StoredGames):
    """The games of one tournament, open for writing; `Store.read` opens a store for reading."""

    def __init__(self, folder: Path, database: sqlite3.Connection, lock: FileLock) -> None:
        super().__init__(folder, database)
        self._lock = lock
        self._run = 0

    @classmethod
    def open(cls, folder: str | os.PathLike[str]) -> Store:
        """Open or create a store for writing; raises an error while another process writes to it."""
        path = as_path(folder, StoreError, "a store")
        try:
            path.mkdir(parents=True, exist_ok=True)
            lock = _lock(path)
        except OSError as error:
            raise StoreError(f"cannot make a store in {path}: {error.strerror or error}") from None
        with telling(path):
            database = sqlite3.connect(path / FILE, isolation_level=None)
            try:
                database.execute("PRAGMA journal_mode = WAL")
                database.execute("PRAGMA synchronous = NORMAL")
                _create(database, path)
            except BaseException:
                database.close()
                lock.release()
                raise
        return cls(path, database, lock)

    def close(self) -> None:
        super().close()
        self._lock.release()

    # What is to be played

    def prepare(self, tournament: Tournament) -> list[Job]:
        """Register the agents, setups and blocks of a tournament, and return the remaining games.

        Agents, setups and games may be added to a store; its conditions and the meaning of an alias may not change.
        """
        with telling(self.folder), self._transaction():
            self._require_same(tournament.conditions)
            agents = [self._agent_id(agent) for agent in tournament.agents]
            setups = [self._setup_id(setup) for setup in tournament.setups]
            self._put("name", tournament.name)
            known = {
                (setup, names, start): block
                for block, setup, names, start in self._all("SELECT id, board, agents, start FROM blocks")
            }
            done = set(self._all("SELECT block, number FROM games"))
            jobs: list[Job] = []
            for block in blocks(tournament):
                key = setups[block.setup], json.dumps([agents[agent] for agent in block.agents]), block.start
                if key not in known:
                    cursor = self._database.execute("INSERT INTO blocks (board, agents, start) VALUES (?, ?, ?)", key)
                    known[key] = cursor.lastrowid
                games = range(len(seatings(len(block.agents))))
                jobs += [Job(known[key], block, n) for n in games if (known[key], n) not in done]
            self._agents, self._setups = agents, setups
            return jobs

    def drop(self, alias: str) -> int:
        """Delete an agent and all its games, and return their number. The alias may then be given to another agent.

        Prepare a tournament afterwards, not before: the agents after it get other numbers.
        """
        with telling(self.folder), self._transaction():
            agent, games = self.agent_index(alias), len(self.games_of(alias))
            drop_agent(self._database, agent, self.blocks())
            self._put("dropped", json.dumps([*self.dropped, (alias, games)]))
            self._agents = []
        return games

    def note_command(self, command: str) -> None:
        """Keep a command that plays the tournament, for its report; one that was kept before stays in its place."""
        given = command.encode("utf-8", "replace").decode()
        known = self.commands
        if given not in known:
            self._put("commands", json.dumps([*known, given]))

    def _require_same(self, conditions: Conditions) -> None:
        kept = self.conditions
        if kept is None:
            self._put("conditions", json.dumps(conditions.to_json(), sort_keys=True))
        elif kept != conditions:
            old = kept.to_json() | {"time": kept.time.in_full}
            new = conditions.to_json() | {"time": conditions.time.in_full}
            other = [f"{key} {_short(old[key])}, now {_short(new[key])}" for key in new if old[key] != new[key]]
            raise StoreError(
                f"the games in {self.folder} were played under other conditions ({'; '.join(other)}); use the "
                "same conditions, or choose another store"
            )

    def _agent_id(self, agent: Participant) -> int:
        found = self._one("SELECT id, hash, spec FROM agents WHERE alias = ?", agent.alias)
        if found is None:
            row = agent.alias, agent.spec, json.dumps(agent.settings, default=str), agent.hash
            cursor = self._database.execute("INSERT INTO agents (alias, spec, settings, hash) VALUES (?, ?, ?, ?)", row)
            return int(cursor.lastrowid or 0)
        if found[1] != agent.hash:
            changed = "its settings or its file changed" if found[2] == agent.spec else f"it was {found[2]}"
            raise StoreError(
                f"agent {agent.alias} is not the one that played in {self.folder}: {changed}; drop the games of the "
                f"old one ({drop_command(self.folder, agent.alias)}), give the new one another alias (alias=agent), or "
                "choose another store"
            )
        return int(found[0])

    def _setup_id(self, setup: Setup) -> int:
        found = self._one("SELECT id FROM boards WHERE key = ?", setup.key)
        if found is not None:
            return int(found[0])
        game = setup.game
        row = (
            setup.key, setup.name, game.map.name, game.map.hash, rules_spec(game.rules), game.rules.hash, setup.seats,
            map_line(game.map),
        )  # fmt: skip
        columns = "key, name, map, map_hash, rules, rules_hash, seats, map_line"
        cursor = self._database.execute(f"INSERT INTO boards ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        return int(cursor.lastrowid or 0)

    # What has been played

    def begin_run(self, workers: int) -> None:
        """Register the start of a run, with its machine and load."""
        row = time.time(), json.dumps(machine_facts()), workers, load()
        with telling(self.folder):
            cursor = self._database.execute(
                "INSERT INTO runs (started, machine, workers, load_before) VALUES (?, ?, ?, ?)", row
            )
        self._run = int(cursor.lastrowid or 0)

    def end_run(self) -> None:
        with telling(self.folder):
            row = time.time(), load(), self._run
            self._database.execute("UPDATE runs SET ended = ?, load_after = ? WHERE id = ?", row)

    def add(self, finished: Finished) -> GameResult | None:
        """Store a game atomically. If it is already stored, it is unchanged, and None is returned.

        Workers use indices of agents and setups in the tournament; the result has indices in the store, as in `games`.
        """
        seats = tuple(self._agents[agent] for agent in finished.game.seats)
        here = tuple(agent - 1 for agent in seats)
        game = replace(finished.game, seats=here, setup=self._setups[finished.game.setup] - 1, run=self._run)
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
        with telling(self.folder), self._transaction():
            marks = ", ".join("?" * len(row))
            query = f"INSERT OR IGNORE INTO games ({COLUMNS}, record) VALUES ({marks})"
            cursor = self._database.execute(query, row)
            if cursor.rowcount == 0:
                return None
            query = f"INSERT INTO moves VALUES ({cursor.lastrowid}, ?, ?, ?, ?, ?)"
            self._database.executemany(query, moves)
        return game

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
        with telling(self.folder):
            self._database.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (name, value))


def _create(database: sqlite3.Connection, path: Path) -> None:
    """Create the tables of a new file; verify an existing one."""
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
    require_ours(database, path)


def _lock(path: Path) -> FileLock:
    try:
        return lock_folder(path)
    except Locked as holder:
        raise StoreError(
            f"another tournament is writing to {path}{holder}; wait for it, or choose another store"
        ) from None


def _rounded(seconds: Sequence[float]) -> str:
    return json.dumps([round(value, 6) for value in seconds])


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 80 else text[:77] + "..."
