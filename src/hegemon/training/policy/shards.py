"""Shards: files of decisions, each the tables of one number. A shard is a function of the settings and its number.

features                  (positions, features) of the seat that decides, table after table
PART, PART_counts         rows of every part of the decisions, and how many of them each position has
tables                    what they are of, as JSON
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hegemon import _core
from hegemon._files import replacing
from hegemon.agents.weights import policy_net, read_value, value_net
from hegemon.errors import TrainingError
from hegemon.game import SimultaneousGame
from hegemon.search import usual_weights
from hegemon.training.folder import damaged
from hegemon.training.playing import shard_path
from hegemon.training.policy.decisions import Decisions
from hegemon.training.policy.settings import PolicySettings
from hegemon.training.value.boards import Ragged
from hegemon.training.value.tables import Table, draw_table

PARTS = tuple(each.name for each in fields(Decisions))[1:]


@dataclass(frozen=True)
class Played:
    """A table with what was decided there."""

    table: Table
    decisions: Decisions


def play_table(table: Table, settings: PolicySettings, random: _core.Random) -> Decisions:
    """Let `best` play the games of a table against itself."""
    s, game = settings, SimultaneousGame(table.map, table.rules)
    net = value_net(s.value, read_value(s.value), _core.SimultaneousValueNet, "simultaneous")
    policy = policy_net(s.policy)
    weights = _core.PlannerWeights(usual_weights(game).to_core())
    return Decisions.from_core(
        _core.learning_choices(game.core, weights, net, policy, s.games, s.rounds, s.visits, random)
    )


def write_shard(folder: Path, settings: PolicySettings, number: int, threads: Executor | None = None) -> None:
    """Play the games of a shard and write it in one step; the number of threads changes only the time."""
    tables = [draw_table(settings.drawing, number, each) for each in range(settings.tables)]

    def play(each: int) -> Decisions:
        return play_table(tables[each], settings, settings.stream(number, each, 1))

    played = list((threads.map if threads else map)(play, range(len(tables))))
    notes = [{**asdict(table), "positions": len(found)} for table, found in zip(tables, played, strict=True)]
    found = Decisions.joined(played)
    arrays: dict[str, NDArray[Any]] = {"features": found.features, "tables": np.array(json.dumps(notes))}
    for name, part in zip(PARTS, found.parts, strict=True):
        arrays |= {name: part.rows, f"{name}_counts": part.counts}
    with replacing(shard_path(folder, number), TrainingError, make_folder=True) as scratch, scratch.open("wb") as file:
        np.savez(file, **arrays)  # type: ignore[arg-type]


def read_shard(folder: Path, number: int) -> Iterator[Played]:
    """The tables of a shard."""
    path = shard_path(folder, number)
    try:
        with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
            parts = [Ragged(file[name], file[f"{name}_counts"]) for name in PARTS]
            found, notes = Decisions(file["features"], *parts), json.loads(str(file["tables"]))
        _require_whole(found)
        at = 0
        for note in notes:
            count = note.pop("positions")
            yield Played(Table(**note), found.take(np.arange(at, at := at + count)))
        if at != len(found):
            raise ValueError("positions of no table")
    except (
        OSError,
        ValueError,
        TypeError,
        KeyError,
        AttributeError,
        IndexError,
        EOFError,
        zipfile.BadZipFile,
    ) as error:
        raise damaged(path, str(error)) from None


def _require_whole(found: Decisions) -> None:
    if found.features.dtype != np.float16 or not np.isfinite(found.features).all():
        raise ValueError("other features")
    for name, part in zip(PARTS, found.parts, strict=True):
        kind = np.float16 if name in ("land", "groups", "columns") else np.int16
        if part.rows.dtype != kind or part.counts.dtype != np.int32 or part.counts.min(initial=0) < 0:
            raise ValueError("other arrays")
        if len(part) != len(found) or part.counts.sum() != len(part.rows) or not np.isfinite(part.rows).all():
            raise ValueError("rows of no position, or a number that is not finite")
