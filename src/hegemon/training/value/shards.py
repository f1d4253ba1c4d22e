"""Shards: files of positions, each the tables of one number. A shard is a function of the settings and its number.

features   (rows, features) of every seat of every position, table after table
shares     (rows,) of the win at the end of the game
land, lands, groups, group_counts   in the simultaneous game: rows of territories and of bonuses, and how many of them
           each position has
tables     what they are of, as JSON
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hegemon._files import replacing
from hegemon.errors import TrainingError
from hegemon.nets.value import KINDS
from hegemon.training.folder import damaged
from hegemon.training.playing import shard_path
from hegemon.training.value.boards import Boards, Ragged
from hegemon.training.value.settings import ValueSettings, family_of
from hegemon.training.value.tables import Positions, Table, draw_table, play_table


def write_shard(folder: Path, settings: ValueSettings, number: int, threads: Executor | None = None) -> None:
    """Play the games of a shard and write it in one step; the number of threads changes only the time."""
    tables = [draw_table(settings, number, each) for each in range(settings.tables)]

    def play(each: int) -> Positions:
        return play_table(tables[each], settings, settings.stream(number, each, 1))

    played = list((threads.map if threads else map)(play, range(len(tables))))
    notes = [
        {**asdict(table), "positions": len(found.shares), "games": found.games, "decided": found.decided}
        for table, found in zip(tables, played, strict=True)
    ]
    boards = [found.boards for found in played if found.boards]
    arrays: dict[str, Any] = _arrays(Boards.joined(boards)) if boards else {}
    with replacing(shard_path(folder, number), TrainingError, make_folder=True) as scratch, scratch.open("wb") as file:
        np.savez(
            file,
            features=np.concatenate([found.features.reshape(-1, found.features.shape[2]) for found in played]),
            shares=np.concatenate([found.shares.ravel() for found in played]),
            tables=np.array(json.dumps(notes)),
            **arrays,
        )


@dataclass(frozen=True)
class Played:
    """A table with its positions."""

    table: Table
    positions: Positions


def read_shard(folder: Path, number: int) -> Iterator[Played]:
    """The tables of a shard."""
    path = shard_path(folder, number)
    try:
        with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
            features, shares, notes = file["features"], file["shares"], json.loads(str(file["tables"]))
            boards = _boards(file) if "land" in file else None
        if features.dtype != np.float16 or shares.dtype != np.float32:
            raise ValueError("other arrays")
        if not np.isfinite(features).all() or not np.isfinite(shares).all():
            raise ValueError("a number that is not finite")
        at = position = 0
        for note in notes:
            count, games, decided = (note.pop(name) for name in ("positions", "games", "decided"))
            table = Table(**note)
            width = KINDS[family_of(table.rules)].features
            if features.shape != (len(shares), width):
                raise ValueError("another number of features")
            rows = slice(at, at := at + count * table.seats)
            shape = (count, table.seats)
            here = np.arange(position, position := position + count)
            kept = Positions(
                features[rows].reshape(*shape, width),
                shares[rows].reshape(shape),
                games,
                decided,
                boards and boards.take(here),
            )
            yield Played(table, kept)
        if at != len(shares):
            raise ValueError("rows of no table")
    except (OSError, ValueError, TypeError, KeyError, AttributeError, EOFError, zipfile.BadZipFile) as error:
        raise damaged(path, str(error)) from None


def _arrays(boards: Boards) -> dict[str, NDArray[Any]]:
    land, groups = boards.land, boards.groups
    return {"land": land.rows, "lands": land.counts, "groups": groups.rows, "group_counts": groups.counts}


def _boards(file: Mapping[str, NDArray[Any]]) -> Boards:
    boards = Boards(Ragged(file["land"], file["lands"]), Ragged(file["groups"], file["group_counts"]))
    for part in (boards.land, boards.groups):
        if part.rows.dtype != np.float16 or part.counts.dtype != np.int32 or part.counts.min(initial=0) < 0:
            raise ValueError("other arrays")
        if part.counts.sum() != len(part.rows) or not np.isfinite(part.rows).all():
            raise ValueError("rows of no position, or a number that is not finite")
    return boards
