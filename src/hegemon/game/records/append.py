"""Writes records one game at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

from hegemon.errors import RecordError
from hegemon.game.records.record import Record


@contextmanager
def appending_records(path: Path | None) -> Iterator[Callable[[Record], None]]:
    """A function that appends each finished game to a new file, so that an interrupted match keeps its games.

    Without a path it writes nothing; without games there is no file.
    """
    if path is None:
        yield lambda record: None
        return
    known: set[str] = set()
    with ExitStack() as stack:
        file: list[IO[str]] = []

        def write(record: Record) -> None:
            try:
                if not file:
                    file.append(stack.enter_context(path.open("w", encoding="utf-8")))
            except OSError as error:
                raise RecordError(f"cannot write {path}: {error.strerror or error}") from None
            file[0].write("".join(line + "\n" for line in record.lines(known)))
            file[0].flush()

        yield write
