"""Connections to a store that is only read, whoever owns it and whatever happens to it meanwhile."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import urllib.parse
from pathlib import Path
from typing import TypeAlias

Copy: TypeAlias = "tempfile.TemporaryDirectory[str]"


def connect_to_read(file: Path) -> tuple[sqlite3.Connection, Copy | None]:
    """A connection that shows all games that were stored, and the copy that it reads, if it reads one.

    Games are in the file and in its log. Without permission to write, SQLite reads the log while a writer is there, or
    if one was killed: there is an index of the log then (`-shm`), which it cannot make itself. Without an index no
    writer is at work. If there is a log nevertheless, file and log are copied to where the index can be made.
    """
    if os.access(file.parent, os.W_OK) and os.access(file, os.W_OK):
        return sqlite3.connect(file, isolation_level=None), None
    database = _open(file, "mode=ro")
    try:
        database.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
        return database, None
    except sqlite3.OperationalError as error:
        database.close()
        if "unable to open" not in str(error) and "readonly" not in str(error):
            raise
    log = file.with_name(file.name + "-wal")
    if not log.exists() or log.stat().st_size == 0:
        return _open(file, "immutable=1"), None
    copy = tempfile.TemporaryDirectory(prefix="hegemon-")
    try:
        for part in (file, log):
            shutil.copyfile(part, Path(copy.name) / part.name)
        return sqlite3.connect(Path(copy.name) / file.name, isolation_level=None), copy
    except BaseException:
        copy.cleanup()
        raise


def _open(file: Path, how: str) -> sqlite3.Connection:
    name = urllib.parse.quote(os.fsencode(file.resolve()))
    return sqlite3.connect(f"file:{name}?{how}", uri=True, isolation_level=None)
