"""The file of a running game: a record that grows with every turn, so that a killed process loses nothing."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

from hegemon.errors import RecordError
from hegemon.game import Record, load_records, save_records
from hegemon.game.records.lines import end_line


class SavedGame:
    """Writes a record after every change: new turns are appended, anything else replaces the file."""

    def __init__(self, path: Path, *, resumed: bool = False) -> None:
        self.path, self._resumed = path, resumed
        self._head = ""
        self._turns = 0

    @property
    def exists(self) -> bool:
        """Whether this game is in the file."""
        return self._resumed or bool(self._head)

    def save(self, record: Record) -> None:
        """Write what is new; a RecordError if that is impossible."""
        head = record.head_line()
        if head != self._head or len(record.turns) < self._turns or not self._append(record):
            save_records(self.path, [record])
        self._head, self._turns = head, len(record.turns)

    def _append(self, record: Record) -> bool:
        lines = [record.turn_line(number) for number in range(self._turns, len(record.turns))]
        if record.result is not None:
            lines.append(end_line(record.result, record.rounds, record.final.hash))
        try:
            with self.path.open("r+", encoding="utf-8") as file:  # not "a": a file that was deleted is written whole
                file.seek(0, os.SEEK_END)
                file.write("".join(line + "\n" for line in lines))
        except OSError:
            return False
        return True


def default_path() -> Path:
    """A new name in this folder."""
    stem = time.strftime("game-%Y%m%d-%H%M%S")
    names = (Path(f"{stem}{f'-{number}' * (number > 1)}.jsonl") for number in range(1, 10_000))
    return next(name for name in names if not name.exists())


def load_game(path: Path) -> tuple[Record, str]:
    """The unfinished game at the end of a file, and what is wrong with the file. A damaged file is kept as .damaged."""
    found = load_records(path)
    record = found.records[-1] if found.records else None
    if record is None:
        raise RecordError(found.problem)
    if record.result is not None:
        raise RecordError(f"the game in {path} is over; hegemon watch {path} shows it")
    if len(found.records) > 1:
        raise RecordError(f"{path} contains {len(found.records)} games; a game to resume has a file of its own")
    if found.unfinished:
        return record, ""
    kept = path.with_name(path.name + ".damaged")
    try:
        shutil.copyfile(path, kept)
    except OSError as error:
        raise RecordError(f"cannot write {kept}: {error.strerror or error}") from None
    return record, f"{found.problem}; the game continues from there, and {kept} is a copy of the file"
