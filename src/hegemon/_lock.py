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
