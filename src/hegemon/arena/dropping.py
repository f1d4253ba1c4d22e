"""Deletes an agent from the tables of a store, with all its games."""

from __future__ import annotations

import json
import shlex
import sqlite3
from collections.abc import Mapping
from pathlib import Path

from hegemon.arena import cells
from hegemon.arena.schedule import Block


def drop_command(store: Path, alias: str) -> str:
    """The command that drops an agent."""
    return shlex.join(["hegemon", "drop", str(store), alias])


def drop_agent(database: sqlite3.Connection, agent: int, blocks: Mapping[int, Block]) -> None:
    """Delete an agent, given by its index, with its blocks and their games, in the transaction of the caller.

    Agents are found by their place in the table, so those after it move up.
    """
    its = [(block,) for block, found in blocks.items() if agent in found.agents]
    database.executemany("DELETE FROM moves WHERE game IN (SELECT id FROM games WHERE block = ?)", its)
    database.executemany("DELETE FROM games WHERE block = ?", its)
    database.executemany("DELETE FROM blocks WHERE id = ?", its)
    dropped = agent + 1
    database.execute("DELETE FROM agents WHERE id = ?", (dropped,))
    _move_up(database, dropped)


def _move_up(database: sqlite3.Connection, dropped: int) -> None:
    def moved(ids: str) -> str:
        return json.dumps([id - (id > dropped) for id in cells.wholes(ids, "agents", 1, cells.MOST)])

    later = database.execute("SELECT id FROM agents WHERE id > ? ORDER BY id", (dropped,)).fetchall()
    database.executemany("UPDATE agents SET id = id - 1 WHERE id = ?", later)
    blocks = database.execute("SELECT id, board, agents, start FROM blocks").fetchall()
    database.execute("DELETE FROM blocks")  # an agent list may become one that is still in the table
    rows = [(block, board, moved(agents), start) for block, board, agents, start in blocks]
    database.executemany("INSERT INTO blocks (id, board, agents, start) VALUES (?, ?, ?, ?)", rows)
    database.create_function("moved", 1, moved, deterministic=True)
    database.execute("UPDATE games SET seats = moved(seats)")
