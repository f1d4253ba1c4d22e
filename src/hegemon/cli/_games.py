"""One game of a record file or of a tournament's store."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import typer

from hegemon.arena import Store
from hegemon.errors import RecordError, StoreError
from hegemon.game import Record, load_records

GAME_HELP = "Which game of a record file (2) or of a store (block and number: 3.0)."


@dataclass(frozen=True)
class FoundGame:
    record: Record
    note: str
    """Which game it is of how many; empty if there is only one."""
    problem: str = ""
    """What is wrong with the file, after this game or in it."""


def find_game(path: Path, game: str) -> FoundGame:
    """A game of a file or a store, by default the first."""
    if not path.exists():
        where = "" if path.is_absolute() else f" in {Path.cwd()}"
        raise StoreError(f"there is no store of a tournament and no record file {path}{where}")
    return _stored(path, game) if path.is_dir() else _recorded(path, game)


def _recorded(path: Path, game: str) -> FoundGame:
    if game and not (game.isdecimal() and int(game) > 0):
        raise typer.BadParameter(f"--game {game}: games of a file are numbered from 1")
    found, number = load_records(path), int(game or 1)
    if number > len(found.records):
        if found.problem:
            raise RecordError(found.problem)
        raise typer.BadParameter(f"--game {number}: the file contains {len(found.records)}")
    note = f"game {number} of {len(found.records)}; another with --game N" if len(found.records) > 1 else ""
    record = found.records[number - 1]
    if found.unfinished:
        return FoundGame(record, note or "the game is not over" * (record.result is None))
    return FoundGame(record, note, found.problem)


def _stored(folder: Path, name: str) -> FoundGame:
    with Store.read(folder) as store:
        known = [f"{block}.{number}" for block, number in (played.id for played in store.games())]
        if not known:
            raise StoreError(f"{folder} contains no game yet")
        name = name or known[0]
        if name not in known:
            raise StoreError(
                f"there is no game {name} in {folder}; its {len(known)} games are {known[0]} to {known[-1]}"
            )
        block, number = name.split(".")
        record = store.record(int(block), int(number))
    return FoundGame(record, f"game {name} of {len(known)}; another with --game BLOCK.NUMBER")
