"""One process at a time writes to a folder."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout

NAME = "lock"
"""The file in the folder that carries the lock and names its holder."""


class Locked(Exception):
    """Another process holds the lock; its text names that process, e.g. ` (process 4711)`, where it is known."""


def lock_folder(folder: Path) -> FileLock:
    """A lock that is held until it is released or this process ends, however it ends."""
    file = folder / NAME
    lock = FileLock(file, blocking=False, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        holder = ""
        with suppress(OSError):  # Windows lets nobody else read a locked file
            holder = file.read_text(encoding="utf-8").strip()
        raise Locked(f" (process {holder})" if holder else "") from None
    with suppress(OSError):
        file.write_text(str(os.getpid()), encoding="utf-8")
    return lock


def lock_holder(folder: Path) -> int | None:
    """The process that holds the lock of a folder; 0 if it is not known, None if there is none."""
    try:
        holder = int((folder / NAME).read_text(encoding="utf-8") or 0)
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        holder = 0
    if holder and os.name != "nt" and not _lives(holder):
        return None  # without a try, which would be in the way of a process that begins now
    lock = FileLock(folder / NAME, blocking=False, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        return holder
    lock.release()
    return None


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass  # it belongs to somebody else
    return True
