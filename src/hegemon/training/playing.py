"""Runs that play games first, shard after shard, and then fit a network to them: how far their games are."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Generic, TypeVar

from hegemon._files import write_whole
from hegemon.errors import HegemonError, TrainingError
from hegemon.training.folder import damaged, read_object
from hegemon.training.settings import plain_settings

STATE, SHARDS = "state.json", "shards"

S = TypeVar("S")
Report = Callable[[str, int, int], None]
WriteShard = Callable[[Path, S, int, Executor | None], None]
"""Plays the games of a shard with a number, and writes its file."""


def part_of(report: Report, name: str) -> Report:
    """Reports of a part of a training, with its name."""
    return lambda what, done, total: report(f"{name}: {what}", done, total)


@dataclass(frozen=True)
class Playing(Generic[S]):
    """How far the games of a run are."""

    settings: S
    format: str
    """Of the file; runs of different kinds have different ones."""
    shards: int | None = None
    """The number of shards, once no more are played."""
    seconds: float = 0.0
    """Time that the games took so far, if it is limited."""

    def save(self, folder: Path) -> None:
        data = {
            "format": self.format,
            "settings": plain_settings(self.settings),
            "shards": self.shards,
            "seconds": self.seconds,
        }
        write_whole(folder / STATE, json.dumps(data), TrainingError)

    @classmethod
    def read(cls, folder: Path, kind: type[S], format: str) -> Playing[S]:
        """The state of a run with settings of this kind."""
        path = folder / STATE
        data = read_object(path)
        try:
            if data["format"] != format:
                raise ValueError("another format")
            given: dict[str, Any] = {
                name: tuple(value) if isinstance(value, list) else value for name, value in data["settings"].items()
            }
            shards, seconds = data["shards"], data["seconds"]
            if not (shards is None or (type(shards) is int and shards > 0)) or type(seconds) not in (int, float):
                raise ValueError("not the shards of a run")
            return cls(kind(**given), format, shards, float(seconds))
        except KeyError as error:
            raise damaged(path, f"it has no {error}") from None
        except (ValueError, TypeError, AttributeError, HegemonError) as error:
            raise damaged(path, str(error)) from None

    def require_same(self, folder: Path, settings: S, shards: int | None) -> None:
        """Raise a TrainingError if the run has other settings."""
        for each in fields(settings):  # type: ignore[arg-type]
            _require_same(folder, each.name, getattr(settings, each.name), getattr(self.settings, each.name))
        if self.shards and shards:
            _require_same(folder, "shards", shards, self.shards)


def shard_path(folder: Path, number: int) -> Path:
    return folder / SHARDS / f"{number:05}.npz"


def play_shards(
    folder: Path,
    state: Playing[S],
    write: WriteShard[S],
    *,
    shards: int | None,
    minutes: float | None,
    threads: int,
    report: Report,
) -> Playing[S]:
    """Write shards until there are enough, at least one."""
    most = float("inf") if shards is None else shards
    limit = float("inf") if minutes is None else 60 * minutes
    pool = ThreadPoolExecutor(threads) if threads > 1 else None
    number = 0
    try:
        while number == 0 or (number < most and state.seconds < limit):
            if not shard_path(folder, number).exists():
                began = time.monotonic()
                write(folder, state.settings, number, pool)
                if minutes is not None:
                    state = replace(state, seconds=state.seconds + time.monotonic() - began)
                    state.save(folder)
            number += 1
            if shards is not None:
                report("shards", number, shards)
            if minutes is not None:
                report("seconds of games", int(state.seconds), int(limit))
    finally:
        if pool:
            pool.shutdown(cancel_futures=True)
    state = replace(state, shards=number)
    state.save(folder)
    return state


def _require_same(folder: Path, name: str, asked: object, found: object) -> None:
    if asked != found:
        raise TrainingError(f"{folder} contains a run with {name}={found}, not {asked}; name another folder")
