"""Files of records: written atomically, read up to the first damage."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import IO, overload

from hegemon._files import as_path, replacing
from hegemon.errors import RecordError
from hegemon.game.records.reader import Reader, Unfinished
from hegemon.game.records.record import Record


@dataclass(frozen=True, repr=False)
class RecordFile:
    """The readable part of a file: verified games, and the problem that stopped reading, if any.

    With a problem, the last record may be incomplete: it has the turns up to the damage.
    """

    records: tuple[Record, ...]
    problem: str = ""
    unfinished: bool = False
    """Whether the only problem is that the last game is not over."""

    def __len__(self) -> int:
        return len(self.records)

    def __iter__(self) -> Iterator[Record]:
        return iter(self.records)

    @overload
    def __getitem__(self, number: int) -> Record: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[Record, ...]: ...
    def __getitem__(self, number: int | slice) -> Record | tuple[Record, ...]:
        return self.records[number]

    def __repr__(self) -> str:
        return f"RecordFile({len(self)} games{self.problem and f', problem={self.problem!r}'})"


def save_records(path: str | os.PathLike[str], records: Iterable[Record]) -> None:
    """Write games to a file atomically."""
    if not isinstance(records, Iterable):
        raise RecordError(f"save_records(path, records) writes a list of records, not {records!r:.40}")
    with replacing(path, RecordError) as scratch, scratch.open("w", encoding="utf-8") as file:
        write_records(file, records)


def write_records(file: IO[str], records: Iterable[Record]) -> None:
    """Write games to an open text file, each map once."""
    known: set[str] = set()
    for record in records:
        if not isinstance(record, Record):
            raise RecordError(f"records are written, not {record!r:.40}")
        for line in record.lines(known):
            file.write(line + "\n")


def load_records(path: str | os.PathLike[str]) -> RecordFile:
    """Read and verify all games of a file, up to the first damage."""
    place = as_path(path, RecordError, "a record file")
    try:
        with place.open("rb") as file:
            return read_records(file, str(path))
    except OSError as error:
        raise RecordError(f"cannot read {path}: {error.strerror or error}") from None
    except ValueError as error:  # a null byte
        raise RecordError(f"cannot read {str(path)!r}: {error}") from None


def read_records(lines: Iterable[bytes | str], name: str = "record") -> RecordFile:
    """Read games from lines, replaying every turn and comparing its hash."""
    reader = Reader()
    number = 0
    try:
        for number, line in enumerate(lines, 1):  # noqa: B007 (the number is for the message)
            reader.read(line)
        reader.finish()
    except RecordError as damage:
        turns = f", read up to turn {len(reader.open.turns)} of game {len(reader.done) + 1}" if reader.open else ""
        whole = f"{len(reader.done)} complete game{'s' * (len(reader.done) != 1)} before it"
        where = f"damaged at line {number}" if number else "empty"
        problem = f"{name}: {where}: {damage} ({whole}{turns})"
        return RecordFile(tuple(reader.games()), problem, isinstance(damage, Unfinished))
    return RecordFile(tuple(reader.games()))
