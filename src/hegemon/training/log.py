"""The log of a training run: rows of JSON, charts as SVG, and TensorBoard events if it is installed."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

from hegemon._files import write_whole
from hegemon._json import JSON
from hegemon.training.folder import MOST_BYTES, damaged

ROWS = "metrics.jsonl"

Row = dict[str, Any]
Draw = Callable[[Sequence[Row]], Mapping[str, str]]
"""Draws charts of rows: SVG texts by file name."""


class Log:
    """Rows in a folder, each at a step of the run. A new row replaces those at its step and later, because a resumed
    run repeats the steps since its last checkpoint."""

    def __init__(self, folder: Path, draw: Draw, step: Callable[[Row], int] = lambda row: int(row["step"])) -> None:
        self.folder, self.rows = folder, list[Row]()
        self._draw, self._step = draw, step
        self._read()
        self._rewrite()
        self._events: Events | None = None

    def _read(self) -> None:
        """The rows of the file; all pictures of them are drawn once, to see that they can be."""
        try:
            for row in read_rows(self.folder):
                if type(self._step(row)) is not int:
                    raise ValueError("the step of a row is not a whole number")
                self._take(row)
            self._draw(self.rows)
        except (KeyError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
            why = f"a row has no {error}" if isinstance(error, KeyError) else str(error)
            raise damaged(self.folder / ROWS, why) from None

    def write(self, row: Row) -> None:
        again = self._take(row)
        if again:
            self._rewrite()
        else:
            with (self.folder / ROWS).open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
                file.flush()
                os.fsync(file.fileno())
        self._tell_events(row)
        for name, picture in self._draw(self.rows).items():
            write_whole(self.folder / name, picture)

    def _take(self, row: Row) -> bool:
        """Add a row; return whether it replaced others."""
        before = len(self.rows)
        while self.rows and self._step(self.rows[-1]) >= self._step(row):
            self.rows.pop()
        forgot = len(self.rows) < before
        self.rows.append(row)
        return forgot

    def _rewrite(self) -> None:
        write_whole(self.folder / ROWS, "".join(json.dumps(row) + "\n" for row in self.rows))

    def _tell_events(self, row: Row) -> None:
        if self._events is None:
            self._events = _open_events(self.folder / "tensorboard", self._step(row))
        for name, value in _numbers(row).items():
            self._events.add_scalar(name, value, self._step(row))
        self._events.flush()

    def __enter__(self) -> Log:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._events is not None:
            self._events.close()


def read_rows(folder: Path) -> list[Row]:
    """The rows of a run so far, without an incomplete last row."""
    path = folder / ROWS
    if not path.exists():
        return []
    if path.stat().st_size > MOST_BYTES:
        raise damaged(path, f"it is larger than {MOST_BYTES // 1_000_000} MB")
    rows: list[Row] = []
    *lines, last = path.read_bytes().split(b"\n")
    for number, line in enumerate(lines, 1):
        try:
            rows.append(_row(line))
        except (ValueError, RecursionError):
            raise damaged(path, f"line {number} is not a row of it") from None
    with suppress(ValueError, RecursionError):
        if last:
            rows.append(_row(last))
    return rows


def _row(line: bytes) -> Row:
    """One line; a ValueError if it is not an object, or has a number that no float holds."""
    row = json.loads(line, parse_int=_whole)
    if not isinstance(row, dict):
        raise ValueError("not a row")
    return row


def _whole(text: str) -> int:
    if len(text) > 19:
        raise ValueError("not a number of a log")
    return int(text)


def _numbers(row: Mapping[str, JSON], above: str = "") -> dict[str, float]:
    """The numbers of a row by name; those of a nested mapping are "mapping/name"."""
    found: dict[str, float] = {}
    for name, value in row.items():
        if isinstance(value, Mapping):
            found |= _numbers(value, f"{above}{name}/")
        elif isinstance(value, int | float) and name != "step":
            found[above + name] = float(value)
    return found


class Events(Protocol):
    """A writer of scalars, such as TensorBoard's SummaryWriter."""

    def add_scalar(self, name: str, value: float, step: int) -> None: ...
    def flush(self) -> None: ...
    def close(self) -> None: ...


class _Nowhere:
    """Used if tensorboard is not installed."""

    def add_scalar(self, name: str, value: float, step: int) -> None: ...
    def flush(self) -> None: ...
    def close(self) -> None: ...


def _open_events(folder: Path, step: int) -> Events:
    """A writer of TensorBoard events from a step; later events of a killed run are discarded."""
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        return _Nowhere()
    events: Events = SummaryWriter(str(folder), purge_step=step)
    return events
